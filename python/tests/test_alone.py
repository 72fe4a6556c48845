"""What the package decides by itself, of what a server says. No server is needed."""

from __future__ import annotations

import uuid
from types import ModuleType, SimpleNamespace
from typing import Any, cast

import pytest

import assay
from assay._connection import Connection
from assay._evaluation import evaluate, refuse_known
from assay.client.api.evaluation import (
    delete_evaluation,
    get_evaluation,
    list_evaluations,
    upload_predictions,
)
from assay.client.api.releases import get_release, list_releases
from assay.client.types import UNSET

PROJECT = uuid.uuid4()
OLD = uuid.uuid4()
NEW = uuid.uuid4()


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

    def until(self, look: Any, is_done: Any, **_: Any) -> Any:
        seen = look()
        assert is_done(seen)
        return seen

    def asked_of(self, operation: ModuleType) -> list[tuple[tuple[Any, ...], dict[str, Any]]]:
        return [(args, kwargs) for each, args, kwargs in self.asked if each is operation]


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


def evaluation(task: str, state: str, *systems: str) -> SimpleNamespace:
    named = [SimpleNamespace(system=system) for system in systems]
    return SimpleNamespace(id=OLD, name="old.jsonl", task=task, state=words(state), systems=named)


def known(*evaluations: SimpleNamespace) -> Answers:
    tasks = [SimpleNamespace(key="stance"), SimpleNamespace(key="verification")]
    return Answers(
        {
            list_evaluations: SimpleNamespace(tasks=tasks, evaluations=evaluations),
            upload_predictions: SimpleNamespace(id=NEW),
            get_evaluation: SimpleNamespace(id=NEW, state=words("refused"), problems=[], problem_count=1),
            delete_evaluation: None,
        }
    )


def refuse(there: SimpleNamespace, replace: bool = False) -> None:
    refuse_known(cast(Connection, known(there)), PROJECT, "verification", ["m1"], replace)


def test_a_name_is_taken_by_predictions_of_its_task_that_were_taken_in() -> None:
    refuse(evaluation("stance", "done", "m1"))
    refuse(evaluation("verification", "refused", "m1"))
    refuse(evaluation("verification", "failed", "m1"))
    refuse(evaluation("verification", "done", "m1"), replace=True)
    with pytest.raises(assay.AssayError, match="There are predictions of m1 already"):
        refuse(evaluation("verification", "done", "m1"))
    with pytest.raises(assay.AssayError, match="came in one file with other systems"):
        refuse(evaluation("verification", "done", "m1", "m2"), replace=True)


def send(answers: Answers, replace: bool) -> None:
    options: dict[str, Any] = {"scorer": None, "compare": (), "parameters": None, "keep": True, "timeout": None, "progress": None}
    evaluate(cast(Connection, answers), PROJECT, [{"item": "#1"}], "verification", system="m1", replace=replace, **options)


def test_what_is_replaced_stays_where_the_new_file_is_refused() -> None:
    answers = known(evaluation("verification", "done", "m1"), evaluation("stance", "done", "m1"))
    with pytest.raises(assay.PredictionsRefused):
        send(answers, replace=True)
    ((_, sent),) = answers.asked_of(upload_predictions)
    assert sent["replace"] == "yes"
    # Its own file alone is taken away again.
    assert answers.asked_of(delete_evaluation) == [((NEW,), {})]


def test_nothing_is_replaced_unasked() -> None:
    answers = known()
    with pytest.raises(assay.PredictionsRefused):
        send(answers, replace=False)
    ((_, sent),) = answers.asked_of(upload_predictions)
    assert sent["replace"] is UNSET
