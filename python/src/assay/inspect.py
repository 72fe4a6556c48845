"""
People's labels into a log of Inspect (`inspect-ai`, which the extra `inspect` installs):

    from assay.inspect import write_labels

    write_labels("logs/2027-01-04_labels.eval", "labelled.eval", project)
"""

from __future__ import annotations

import csv
import io
import os
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Union

from ._extras import need
from ._project import Project
from .errors import AssayError

__all__ = ["Written", "write_labels"]

#: A project of a server, or the folder of a downloaded release.
Source = Union[Project, str, "os.PathLike[str]"]


@dataclass(frozen=True)
class Written:
    """What was written, and what was not."""

    #: The log with the labels.
    path: Path
    #: The name of the score, and the measure that its labels are of.
    score: str
    measure: str
    #: How many samples have labels now, each epoch counted.
    labelled: int
    #: The ids of samples of which nobody has rated anything.
    without: list[str]


def write_labels(
    log: str | os.PathLike[str],
    out: str | os.PathLike[str],
    source: Source,
    *,
    score: str = "people",
    measure: str | None = None,
    author: str | None = None,
    reason: str | None = None,
) -> Written:
    """
    Copies a log to `out` (.eval or .json) with what people said of its samples, blind and independently of each other, as one more score.
    A sample's id is a unit as releases name it ("12/s3"). Its score has as value the share of the annotators who gave each label, as answer the label of
    more than half of them (None where there is none), and in its metadata what each said, under the aliases of the ratings. It is added with
    Inspect's own `edit_score`, with `author` and `reason` as provenance; nothing else in the log changes, but for defaults that Inspect itself fills in when it writes a log, and a
    score of that name keeps its history.

    `measure`: which ratings; without it, those whose values are the targets of the log.

    @raises AssayError where nothing of the log was rated, several measures could be meant, or `out` is there already
    """
    logs: Any = need("inspect_ai.log", "inspect")
    scorer: Any = need("inspect_ai.scorer", "inspect")
    target = Path(out)
    if target.exists():
        raise AssayError(f"{target} is there already. Name a file that is not.")
    if target.suffix not in (".eval", ".json"):
        raise AssayError(f"{target.name} says no form of log. End its name with .eval or .json.")
    read = logs.read_eval_log(os.fspath(log))
    samples = read.samples or []
    if not samples:
        raise AssayError(f"{log} holds no samples.")
    rows, origin = _ratings(source)
    units = {str(sample.id) for sample in samples}
    own = [row for row in rows if row["unit"] in units]
    chosen = measure or _measure_of(own, {text for sample in samples for text in _texts(sample.target)})
    given: dict[str, dict[str, str]] = defaultdict(dict)
    for row in own:
        if row["measure"] == chosen:
            given[row["unit"]][row["annotator"]] = row["value"]
    if not given:
        raise AssayError(f"Nothing that this log asks about was rated under {chosen!r}. Its first sample is {samples[0].id!r}; units are called as 12/s3.")
    provenance = logs.ProvenanceData(
        author=author or origin,
        reason=reason or "Independent labels of people who saw neither the model's answer nor each other's.",
        metadata={"source": origin, "measure": chosen},
    )
    labelled = 0
    for sample in samples:
        said = given.get(str(sample.id))
        if said:
            labelled += 1
            edit = scorer.ScoreEdit(**_score_of(said), provenance=provenance)
            # Figures of the log are those of its run.
            logs.edit_score(read, sample.id, score, edit, recompute_metrics=False, epoch=sample.epoch)
    logs.write_eval_log(read, os.fspath(target))
    without = sorted({str(sample.id) for sample in samples} - set(given))
    return Written(path=target, score=score, measure=chosen, labelled=labelled, without=without)


def _score_of(said: Mapping[str, str]) -> dict[str, Any]:
    counts = Counter(said.values())
    label, most = counts.most_common(1)[0]
    told = ", ".join(f"{value} {count} of {len(said)}" for value, count in sorted(counts.items()))
    return {
        "value": {value: count / len(said) for value, count in sorted(counts.items())},
        "answer": label if 2 * most > len(said) else None,
        "explanation": f"Said by people: {told}.",
        "metadata": {"ratings": dict(sorted(said.items()))},
    }


def _ratings(source: Source) -> tuple[list[dict[str, str]], str]:
    """The rows of `ratings`, and in words where they are from."""
    if isinstance(source, Project):
        content, origin = source.export("ratings"), f"Assay, project {source.name}"
    else:
        path = Path(source) / "ratings.csv"
        if not path.is_file():
            raise AssayError(f"There is no {path}. Give a project, or the folder of a release that was downloaded with ratings.csv.")
        content, origin = path.read_bytes(), f"Assay, release in {Path(source).name}"
    return list(csv.DictReader(io.StringIO(content.decode("utf-8-sig"), newline=""))), origin


def _measure_of(rows: Iterable[Mapping[str, str]], targets: set[str]) -> str:
    values: dict[str, set[str]] = defaultdict(set)
    for row in rows:
        values[row["measure"]].add(row["value"])
    fitting = sorted(name for name, said in values.items() if said & targets)
    if len(fitting) == 1:
        return fitting[0]
    if not values:
        raise AssayError("Nothing that this log asks about was rated here: its samples have to be units of this project, as releases name them (12/s3).")
    named = ", ".join(fitting or sorted(values))
    raise AssayError(f"Say which ratings are meant, with measure=: {named}.")


def _texts(target: Any) -> list[str]:
    return [target] if isinstance(target, str) else [str(each) for each in target or []]
