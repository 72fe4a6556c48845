"""What the package decides by itself, of what a server says. No server is needed."""

from __future__ import annotations

import uuid
from types import ModuleType, SimpleNamespace
from typing import Any, cast

import pytest

import assay
from assay._connection import Connection
from assay.client.api.releases import get_release, list_releases

PROJECT = uuid.uuid4()


def words(value: str) -> SimpleNamespace:
    return SimpleNamespace(value=value)


class Answers:
    """A connection that answers by operation, and notes what was asked."""

    def __init__(self, answers: dict[ModuleType, Any]) -> None:
        self._answers = answers
        self.asked: list[tuple[ModuleType, tuple[Any, ...], dict[str, Any]]] = []

    def call(self, operation: ModuleType, *args: Any, **kwargs: Any) -> Any:
        self.asked.append((operation, args, kwargs))
        answer = self._answers[operation]
        return answer(*args) if callable(answer) else answer


def release(number: int, state: str = "ready", withdrawn: Any = None) -> SimpleNamespace:
    return SimpleNamespace(number=number, state=words(state), withdrawn=withdrawn, error=None)


def releases_of(*releases: SimpleNamespace) -> assay.Releases:
    answers = Answers(
        {
            list_releases: SimpleNamespace(releases=releases),
            get_release: lambda _project, number: next(each for each in releases if each.number == number),
        }
    )
    return assay.Releases(cast(Connection, answers), PROJECT)


WITHDRAWN = SimpleNamespace(reason="The sources were mixed up.", erratum="Use release 1.")


def test_the_latest_release_is_none_that_was_withdrawn() -> None:
    releases = releases_of(release(1), release(2, withdrawn=WITHDRAWN), release(3, "building"))
    assert releases.get().number == 1
    assert cast(Any, releases.get(2).withdrawn) is WITHDRAWN


def test_a_withdrawn_release_is_refused_with_its_reason() -> None:
    releases = releases_of(release(1, withdrawn=WITHDRAWN))
    with pytest.raises(assay.ReleaseWithdrawn, match="The sources were mixed up. Use release 1."):
        releases.download(1)
    with pytest.raises(assay.AssayError, match="Every release of this project was withdrawn"):
        releases.download()
    with pytest.raises(assay.AssayError, match="no release yet"):
        releases_of(release(1, "failed")).get()
