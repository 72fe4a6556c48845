"""A held-out split: what is scored, what is refused, and where it ends."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import assay

from .conftest import labelled, new_project

#: Items that are held out, of two units each, the second of which is wrong in every third item; and the others.
HELD, TOLD = 60, 5


@pytest.fixture(scope="module")
def project(server: assay.Server) -> Iterator[assay.Project]:
    with new_project(server) as made:
        records = [{**labelled(number), "domain": "wk" if number <= HELD else "math"} for number in range(1, HELD + TOLD + 1)]
        assert made.import_records(records, labels="gold").new == HELD + TOLD
        made.releases.describe(pretty_name="Rivers", licence="CC-BY-4.0")
        made.releases.make("The first.", splits={"by": "field", "field": "domain", "heldOut": {"split": "wk"}})
        yield made


def test_predictions_are_scored_until_the_limit(project: assay.Project, tmp_path: Path) -> None:
    folder = project.releases.download(folder=tmp_path, paths=["held-out.jsonl"])
    lines = [json.loads(line) for line in (folder / "held-out.jsonl").read_text("utf-8").splitlines()]
    assert len(lines) == HELD
    guess: list[dict[str, Any]] = [
        {"item": f"#{line['item']}", "unit": unit["unit"], "label": True} for line in lines for unit in line["units"]
    ]

    with pytest.raises(assay.ProblemError, match="no attempt is spent") as refused:
        project.releases.submit(guess[1:], system="all true")
    assert "1 of 120 units" in refused.value.issues[0].message

    held_out = project.releases.held_out()
    assert (held_out.split, held_out.units, held_out.used.own) == ("wk", 2 * HELD, 0)
    limit = held_out.limits.per_person
    for left in reversed(range(limit)):
        score = project.releases.submit(guess, system="all true")
        # 20 of 120 units are false.
        assert (score.system, score.score, score.left) == ("all true", 0.83, left)
    with pytest.raises(assay.ProblemError, match="limit of one person"):
        project.releases.submit(guess, system="once more")
    assert [each.system for each in project.releases.held_out().submissions] == ["all true"] * limit
