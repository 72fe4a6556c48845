"""A project, and the server that it is on."""

from __future__ import annotations

import io
import json
from collections.abc import Mapping, Sequence
from types import TracebackType
from typing import TYPE_CHECKING, Any, Literal
from uuid import UUID

from . import _evaluation, _imports
from ._agreement import Agreement
from ._connection import Connection, Progress, from_environment, silent
from ._evaluation import Report, Scoring, Unit
from ._extras import need
from ._imports import Imported, Labels
from ._mapping import Columns, Reading, Words
from ._records import Records
from ._releases import Releases
from .client import AuthenticatedClient
from .client.api.agreement import get_agreement
from .client.api.projects import create_project, list_projects
from .client.api.releases import download_export
from .client.models.create_project_body import CreateProjectBody
from .client.models.project_list_entry import ProjectListEntry
from .errors import NoSuchProject

if TYPE_CHECKING:
    import pandas


class Server:
    """A server as the owner of a token sees it. A context manager; `close` ends its connections."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    @property
    def api(self) -> AuthenticatedClient:
        """For `assay.client`, which has every operation of the HTTP interface."""
        return self._connection.client

    def projects(self) -> Sequence[ProjectListEntry]:
        """Those that you may see."""
        entries: Sequence[ProjectListEntry] = self._connection.call(list_projects).projects
        return entries

    def project(self, name: str | UUID) -> Project:
        """The project of that id, or of exactly that name."""
        entries = self.projects()
        for entry in entries:
            if str(entry.id) == str(name):
                return Project(self._connection, entry.id, entry.name)
        named = [entry for entry in entries if entry.name == name]
        if len(named) == 1:
            return Project(self._connection, named[0].id, named[0].name)
        if named:
            raise NoSuchProject(f"{len(named)} projects are called {str(name)!r}: give the id, one of {', '.join(str(each.id) for each in named)}.")
        seen = ", ".join(repr(entry.name) for entry in entries[:10]) or "none"
        raise NoSuchProject(f"There is no project {str(name)!r}, or you may not see it. You see {seen}{' and more' if len(entries) > 10 else ''}.")

    def create_project(self, name: str, protocol: str) -> Project:
        """A new project; takes the right to create them. `protocol` as in the address of its page, such as `felm`."""
        made = self._connection.call(create_project, body=CreateProjectBody.from_dict({"name": name, "protocolId": protocol}))
        return Project(self._connection, made.id, made.name)

    def close(self) -> None:
        self._connection.client.get_httpx_client().close()

    def __enter__(self) -> Server:
        return self

    def __exit__(self, _kind: type[BaseException] | None, _error: BaseException | None, _trace: TracebackType | None) -> None:
        self.close()


def connect(url: str | None = None, token: str | None = None, *, timeout: float = 60.0) -> Server:
    """
    The server at an address, as the owner of a personal token (made on its account page). Without them ASSAY_URL and ASSAY_TOKEN
    are read. `timeout`: seconds that one answer may take. Nothing is asked yet.
    """
    return Server(Connection(*from_environment(url, token), timeout))


class Project:
    """A project: what goes in, and what comes of it."""

    def __init__(self, connection: Connection, project_id: UUID, name: str) -> None:
        self._connection = connection
        self.id = project_id
        self.name = name
        self.releases = Releases(connection, project_id)

    def __repr__(self) -> str:
        return f"Project({self.name!r}, id={str(self.id)!r})"

    def import_records(
        self,
        records: Records,
        *,
        labels: Labels = "ignore",
        person: str | None = None,
        independent: bool = False,
        open_tasks: bool = True,
        identity: Literal["content", "id"] = "content",
        skip_bad: bool = False,
        domain: str | None = None,
        source: str | None = None,
        tags: Sequence[str] = (),
        name: str | None = None,
        mapping: Columns | None = None,
        word: Words | None = None,
        rule_domain: Mapping[str, str] | None = None,
        labels_of: Mapping[str, str] | None = None,
        as_is: bool = False,
        sheet: str | None = None,
        dry_run: bool = False,
        timeout: float | None = None,
        progress: Progress | None = None,
    ) -> Imported:
        """
        Adds records and waits until they are items: objects, a table, or the path of any file that the server reads
        (docs/formats.md). All or none, unless `skip_bad`. `labels` says what labels in them become: `gold`, `suggestions`, the
        submitted work of the member with the e-mail `person`, or nothing.

        Columns are guessed; what is said of them is as on the command line: `mapping={"response": "Answer", "item.verdict": "ok?"}` names
        fields and questions with their columns, `word={"ok?": {"sure": True, "?": None}}` what words of such a column mean, `labels_of=
        {"annotator": "1"}` whose labels are read, `rule_domain={"Algebra": "math"}` the domain whose rules hold, `sheet` the sheet of a
        workbook; with `as_is` no columns are mapped. `progress` is called with what is being done and a share.

        @raises RecordsRefused with the problems by line and field
        """
        return _imports.import_records(
            self._connection,
            self.id,
            records,
            labels=labels,
            person=person,
            independent=independent,
            open_tasks=open_tasks,
            identity=identity,
            skip_bad=skip_bad,
            domain=domain,
            source=source,
            tags=tags,
            name=name,
            sheet=sheet,
            reading=Reading(mapping, word, rule_domain, labels_of, as_is),
            dry_run=dry_run,
            timeout=timeout,
            progress=progress,
        )

    def export(self, key: str) -> bytes:
        """A file of what there is now, by the key of the exports page: `native`, `annotations`, `felm` ..."""
        return self._connection.raw(download_export, self.id, key).content

    def table(self, key: str) -> pandas.DataFrame:
        """A table of what there is now, as a release would have it: `gold`, `items`, `ratings`, `annotations` ..."""
        pandas: Any = need("pandas", "pandas")
        need("pyarrow", "pandas")
        frame: pandas.DataFrame = pandas.read_parquet(io.BytesIO(self.export(f"table-{key}")))
        return frame

    def ratings(self) -> pandas.DataFrame:
        """The independent ratings that agreement is computed from, one a row: measure, unit, item, annotator, value."""
        return self.table("ratings")

    def units(self) -> list[Unit]:
        """The units that carry gold, without their labels."""
        items = {row["item"]: _about(row) for row in self.table("items").to_dict("records")}
        return [
            Unit(
                item=int(row["item"]),
                unit=str(row["unit"]).split("/", 1)[-1],
                text=str(row["text"]),
                stage=str(row["stage"]),
                about=items.get(row["item"], {}),
            )
            for row in self.table("gold").to_dict("records")
        ]

    def agreement(self, *, timeout: float | None = 300, progress: Progress | None = None) -> Agreement:
        """How well annotators agree, with intervals; waits until they are computed."""
        raw = self._connection.until(
            lambda: self._connection.call(get_agreement, self.id),
            lambda seen: seen.intervals.value == "complete",
            what="Computing intervals",
            timeout=timeout,
            progress=progress or silent,
        )
        return Agreement(raw)

    def evaluate(
        self,
        predictions: Records,
        task: str | None = None,
        *,
        system: str | None = None,
        scorer: str | None = None,
        compare: Sequence[str] | Literal["all"] = (),
        parameters: Mapping[str, Any] | None = None,
        replace: bool = False,
        keep: bool = True,
        timeout: float | None = None,
        progress: Progress | None = None,
    ) -> Report:
        """
        Scores predictions against the gold and waits for the report: objects, a table or a file, with the fields of the task
        (docs/evaluation.md), or the path of a log of Inspect, of which `scorer` names the scorer where it has several, and `system` the
        system in the place of the model. `compare`: other systems that are there, beside those of the predictions and the baselines. `replace`:
        in the place of earlier predictions of the same systems. `keep=False`: they are removed again once scored.

        @raises PredictionsRefused with the problems by line and field
        """
        return _evaluation.evaluate(
            self._connection,
            self.id,
            predictions,
            task,
            system=system,
            scorer=scorer,
            compare=compare,
            parameters=parameters,
            replace=replace,
            keep=keep,
            timeout=timeout,
            progress=progress,
        )

    def scoring(self, task: str | None = None, *, system: str, **options: Any) -> Scoring:
        """Scores a system unit by unit: `Scoring` shows how. `options` as those of `evaluate`."""
        return Scoring(self, task, system, options)


def _about(row: Mapping[str, Any]) -> dict[str, Any]:
    """Of a row of the items, what people read; nothing of what was labelled."""
    read = {key: row[key] for key in ("title", "domain", "source") if isinstance(row[key], str)}
    return read | dict(json.loads(row["content"]))
