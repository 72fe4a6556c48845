"""Scoring systems against a project's gold."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from types import TracebackType
from typing import TYPE_CHECKING, Any, Literal
from uuid import UUID

from ._connection import Connection, Progress, silent
from ._extras import need
from ._records import Records, opened
from .client.api.evaluation import (
    delete_evaluation,
    get_evaluation,
    get_report,
    list_evaluations,
    upload_predictions,
)
from .client.models.evaluation_report import EvaluationReport
from .client.models.get_evaluation_response import GetEvaluationResponse
from .client.models.task_view import TaskView
from .client.models.upload_predictions_replace import UploadPredictionsReplace
from .client.types import UNSET, File
from .errors import AssayError, NotDone, PredictionsRefused, RecordProblem

if TYPE_CHECKING:
    import pandas

    from ._project import Project


@dataclass(frozen=True)
class Figure:
    """A figure with its limits; None with a reason where it is undefined."""

    key: str
    title: str
    value: float | None
    low: float | None
    high: float | None
    reason: str | None

    def __str__(self) -> str:
        if self.value is None:
            return f"{self.title}: {self.reason}"
        limits = f" [{self.low:.3f}, {self.high:.3f}]" if self.low is not None and self.high is not None else ""
        return f"{self.title} {self.value:.3f}{limits}"


class Report:
    """How systems did, with intervals. `raw` holds everything that the server says."""

    def __init__(self, raw: EvaluationReport, systems: Sequence[str]) -> None:
        self.raw = raw
        #: Those whose predictions were sent.
        self.systems = list(systems)

    def figures(self, system: str | None = None, scoring: str | None = None) -> dict[str, Figure]:
        """The figures of a system by their keys, of the first scoring unless another is named."""
        name = system or (self.systems[0] if len(self.systems) == 1 else None)
        if name is None:
            raise AssayError(f"Say whose figures: {', '.join(self.systems)}.")
        chosen = self._scoring(scoring)
        for standing in chosen.standings:
            if standing.system == name:
                found = standing.figures.to_dict()
                return {
                    each.key: Figure(
                        each.key, each.title, *(found[each.key][part] for part in ("value", "low", "high", "reason"))
                    )
                    for each in chosen.figures
                    if each.key in found
                }
        raise AssayError(f"There is no system {name!r} in this report.")

    def to_frame(self) -> pandas.DataFrame:
        """A row for each scoring, system and figure."""
        pandas: Any = need("pandas", "pandas")
        rows = [
            {
                "scoring": scoring.key,
                "system": standing.system,
                "baseline": standing.baseline,
                "rank": standing.rank,
                "scored": standing.scored,
                "missing": standing.missing,
                "figure": key,
                **{part: figure[part] for part in ("value", "low", "high", "reason")},
            }
            for scoring in self.raw.scorings
            for standing in scoring.standings
            for key, figure in standing.figures.to_dict().items()
        ]
        frame: pandas.DataFrame = pandas.DataFrame(rows)
        return frame

    def _scoring(self, key: str | None) -> Any:
        for scoring in self.raw.scorings:
            if key in (None, scoring.key):
                return scoring
        raise AssayError(f"There is no scoring {key!r}. There are {', '.join(each.key for each in self.raw.scorings)}.")

    def __str__(self) -> str:
        lines = []
        for scoring in self.raw.scorings:
            lines.append(f"{scoring.title} ({scoring.targets} targets)")
            for standing in scoring.standings:
                found = standing.figures.to_dict()
                shown = [
                    str(Figure(each.key, each.title, *(found[each.key][part] for part in ("value", "low", "high", "reason"))))
                    for each in scoring.figures[:4]
                    if each.key in found
                ]
                own = "*" if standing.system in self.systems else " "
                lines.append(f" {own} {standing.system}: {'; '.join(shown)}")
        return "\n".join(lines)


@dataclass(frozen=True)
class Unit:
    """What a system is to judge: a part of an item, without its label."""

    #: The item's position in the project, and the key of the part.
    item: int
    unit: str
    text: str
    #: The key of the stage whose question it carries a label for.
    stage: str
    #: What people read of the item, by the names of its protocol (prompt, response ...), with its title, domain and source.
    about: Mapping[str, Any] = field(default_factory=dict, repr=False)


class Scoring:
    """
    Collects what a system says of every unit of the gold, and scores it when the block ends:

        with project.scoring("segments", system="my checker") as scoring:
            for unit in scoring:
                scoring.predict(unit, label=check(unit.text))
        print(scoring.report)

    After an exception nothing is sent.
    """

    def __init__(self, project: Project, task: str | None, system: str, options: dict[str, Any]) -> None:
        self._project = project
        self._task = task
        self._options = options
        self.system = system
        self.predictions: list[dict[str, Any]] = []
        self._report: Report | None = None

    def units(self) -> list[Unit]:
        """The units of the gold that the task scores, in the order of the items."""
        task = task_of(self._project._connection, self._project.id, self._task)
        units = [each for each in self._project.units() if each.stage == task.stage_key]
        if not units:
            raise AssayError(f"The table of gold has no units for {task.key!r}. Score your predictions with evaluate().")
        return units

    def __iter__(self) -> Iterator[Unit]:
        return iter(self.units())

    def predict(self, unit: Unit, label: Any = None, **fields: Any) -> None:
        """What the system says of a unit. `label=None`: it abstains. More fields as the task takes them: probabilities, about ..."""
        said = {"system": self.system, "item": f"#{unit.item}", "unit": unit.unit, "label": label, **fields}
        if label is None and "probabilities" in fields:
            del said["label"]
        self.predictions.append(said)

    @property
    def report(self) -> Report:
        if self._report is None:
            raise AssayError("The report is there when the block has ended.")
        return self._report

    def __enter__(self) -> Scoring:
        # What would be refused afterwards is refused before a system works for hours.
        key = task_of(self._project._connection, self._project.id, self._task).key
        refuse_known(self._project._connection, self._project.id, key, [self.system], self._options.get("replace", False))
        return self

    def __exit__(self, kind: type[BaseException] | None, _error: BaseException | None, _trace: TracebackType | None) -> None:
        if kind is None:
            self._report = self._project.evaluate(self.predictions, self._task, **self._options)


def task_of(connection: Connection, project_id: UUID, task: str | None) -> TaskView:
    """The task of that key; without one, the only one. @raises AssayError that names those that there are"""
    tasks: Sequence[TaskView] = connection.call(list_evaluations, project_id).tasks
    for each in tasks:
        if task == each.key or (task is None and len(tasks) == 1):
            return each
    keys = [each.key for each in tasks]
    if not keys:
        raise AssayError("The protocol of this project scores nothing.")
    raise AssayError(f"{'Name a task' if task is None else f'There is no task {task!r}'}. There are {', '.join(keys)}.")


def refuse_known(
    connection: Connection, project_id: UUID, task: str, systems: Sequence[str], replace: bool
) -> None:
    """
    A name is there once for each task. What is to be replaced goes at the server, with what takes its place: until that is found to be good, it stays.
    """
    for evaluation in connection.call(list_evaluations, project_id).evaluations:
        names = {each.system for each in evaluation.systems}
        if evaluation.task != task or evaluation.state.value != "done" or not names & set(systems):
            continue
        shared = ", ".join(sorted(names & set(systems)))
        if not replace:
            raise AssayError(f"There are predictions of {shared} already. Choose another name, or give replace=True.")
        if not names <= set(systems):
            raise AssayError(f"{shared} came in one file with other systems; remove {evaluation.name!r} on the evaluation page first.")


def evaluate(
    connection: Connection,
    project_id: UUID,
    predictions: Records,
    task: str | None,
    *,
    system: str | None,
    scorer: str | None,
    compare: Sequence[str] | Literal["all"],
    parameters: Mapping[str, Any] | None,
    replace: bool,
    keep: bool,
    timeout: float | None,
    progress: Progress | None,
) -> Report:
    show = progress or silent
    key = task_of(connection, project_id, task).key
    is_log = _is_log(predictions)
    if scorer is not None and not is_log:
        raise AssayError("Only logs of Inspect (.eval, .json) have scorers. Leave scorer out.")
    with opened(predictions if is_log else _named(predictions, system), f"{system or 'predictions'}.jsonl" if not _is_path(predictions) else None) as sending:
        content = sending.file.read()
        refuse_known(connection, project_id, key, _systems_in(content), replace)
        begun = connection.call(
            upload_predictions,
            project_id,
            body=File(payload=content),  # type: ignore[arg-type]
            task=key,
            file_name=sending.name,
            scorer=UNSET if scorer is None else scorer,
            system=UNSET if system is None or not is_log else system,
            replace=UploadPredictionsReplace.YES if replace else UNSET,
        )
        checked: GetEvaluationResponse = connection.until(
            lambda: connection.call(get_evaluation, begun.id),
            lambda seen: seen.state.value not in ("uploading", "working"),
            what="Checking predictions",
            timeout=timeout,
            progress=show,
            share=lambda seen: float(seen.progress),
        )
        if checked.state.value == "refused":
            problems = [RecordProblem(each.line, each.field, each.message, each.fix) for each in checked.problems]
            connection.call(delete_evaluation, begun.id)
            raise PredictionsRefused(sending.name, checked.problem_count, problems)
        if checked.state.value != "done":
            raise NotDone(checked.error or f"The evaluation is {checked.state.value}.")
    own = [each.system for each in checked.systems]
    chosen = UNSET if compare == "all" else json.dumps([*own, *(each for each in compare if each not in own)])
    try:
        answer = connection.until(
            lambda: connection.call(
                get_report,
                project_id,
                task=key,
                systems=chosen,
                parameters=UNSET if parameters is None else json.dumps(dict(parameters)),
            ),
            lambda seen: seen.state.value != "pending",
            what="Scoring",
            timeout=timeout,
            progress=show,
            share=lambda seen: float(seen.progress),
        )
    finally:
        if not keep:
            connection.call(delete_evaluation, begun.id)
    if answer.report is None:
        raise NotDone(answer.error or "The report could not be made.")
    return Report(answer.report, own)


def _is_path(records: Any) -> bool:
    return isinstance(records, str) or hasattr(records, "__fspath__")


def _is_log(records: Any) -> bool:
    """A file that the server reads as a log of Inspect, where it is one."""
    return _is_path(records) and str(records).endswith((".eval", ".json"))


def _named(predictions: Any, system: str | None) -> Records:
    """With the name of their system, where they bring none."""
    if system is None:
        found: Records = predictions
        return found
    if _is_path(predictions):
        raise AssayError("A file says itself whose predictions these are, in its field system. Leave system out, or give the records.")
    if hasattr(predictions, "to_json") and hasattr(predictions, "columns"):
        frame: Records = predictions if "system" in predictions.columns else predictions.assign(system=system)
        return frame
    return ({"system": system, **each} if isinstance(each, Mapping) else each for each in predictions)


def _systems_in(content: bytes) -> list[str]:
    """Of JSON lines; a file of another form is looked at by the server alone."""
    names: set[str] = set()
    try:
        for line in content.decode("utf-8").split("\n"):
            if line.strip():
                record = json.loads(line)
                name = record.get("system") if isinstance(record, dict) else None
                if isinstance(name, str):
                    names.add(name)
    except ValueError:
        return []
    return sorted(names)
