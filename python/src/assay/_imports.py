"""Importing as one call: upload, check, write."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import IO, Any, Literal
from uuid import UUID

from ._connection import Connection, Progress, silent
from ._mapping import Reading, stated, with_words
from ._records import Records, Sending, opened
from .client.api.imports import apply_import, cancel_import, get_import, map_import, upload_import, upload_part
from .client.models.import_detail import ImportDetail
from .client.models.import_options_input import ImportOptionsInput
from .client.models.map_import_request import MapImportRequest
from .client.types import UNSET, File
from .errors import AssayError, NotDone, ProblemError, RecordProblem, RecordsRefused

Labels = Literal["ignore", "gold", "suggestions", "person"]
#: Bytes of a piece of an upload, and of one request of a file that has several.
_PIECE = 1_000_000
_PART = 16 * _PIECE


@dataclass(frozen=True)
class Imported:
    """What became of records."""

    id: UUID
    #: Records that became items; those whose item was there or stood earlier among them; those left out.
    new: int
    duplicates: int
    refused: int
    #: Items that were there and got labels of a person.
    joined: int
    problems: Sequence[RecordProblem]
    warnings: Sequence[RecordProblem]
    #: Was it only looked at?
    dry_run: bool
    #: Which columns were read as which fields and labels; None where records were read as they stand.
    mapping: Mapping[str, Any] | None = None

    def __str__(self) -> str:
        done = "would be added" if self.dry_run else "added"
        return f"{self.new} {done}, {self.duplicates} already here, {self.refused} left out, {len(self.warnings)} warning(s)"


def import_records(
    connection: Connection,
    project_id: UUID,
    records: Records,
    *,
    labels: Labels,
    person: str | None,
    independent: bool,
    open_tasks: bool,
    identity: Literal["content", "id"],
    skip_bad: bool,
    domain: str | None,
    source: str | None,
    tags: Sequence[str],
    name: str | None,
    sheet: str | None,
    reading: Reading,
    dry_run: bool,
    timeout: float | None,
    progress: Progress | None,
) -> Imported:
    show = progress or silent
    if labels == "person" and not person:
        raise AssayError("With labels='person', give person=: the e-mail of the member whose work they are.")
    with opened(records, name) as sending:
        import_id = _upload(connection, project_id, sending, show)

    def settled(what: str) -> ImportDetail:
        detail: ImportDetail = connection.until(
            lambda: connection.call(get_import, import_id),
            lambda seen: seen.state.value not in ("uploading", "checking", "applying"),
            what=what,
            timeout=timeout,
            progress=show,
            share=lambda seen: float(seen.progress),
        )
        return detail

    try:
        checked = _mapped(connection, settled, sheet, reading)
        state = checked.state.value
        kept = _problems(checked, "error")
        if state == "refused" and not (skip_bad and checked.new_count + checked.duplicate_count > 0):
            raise RecordsRefused(checked.file_name, checked.problem_count, kept)
        if state not in ("ready", "refused"):
            raise NotDone(checked.error or f"The import is {state}.")
        options: dict[str, Any] = {
            "labels": labels,
            "independent": independent,
            "identity": identity,
            "records": "good" if skip_bad else "all",
            "open": open_tasks,
        }
        if person and not dry_run:
            options |= {"personId": str(_member(checked, person)), "raters": checked.raters}
        own = {key: value for key, value in {"domain": domain, "source": source, "tags": list(tags)}.items() if value}
        if own:
            options["own"] = own
    except NotDone:
        # The check goes on at the server, or the import has ended there.
        raise
    except AssayError:
        _forget(connection, import_id)
        raise
    if dry_run:
        connection.call(cancel_import, import_id)
        return _imported(checked, checked, dry_run=True)
    try:
        connection.call(apply_import, import_id, body=ImportOptionsInput.from_dict(options))
    except ProblemError:
        _forget(connection, import_id)
        raise
    done = settled("Writing")
    if done.state.value != "done":
        raise NotDone(done.error or f"The import is {done.state.value}.")
    return _imported(checked, done, dry_run=False)


def _forget(connection: Connection, import_id: UUID) -> None:
    """Cancels what is not going to be written: a file that is kept stands against a move to another version of the protocol."""
    # What is raised is why it is not written.
    with suppress(AssayError):
        connection.call(cancel_import, import_id)


def _mapped(connection: Connection, settled: Callable[[str], ImportDetail], sheet: str | None, reading: Reading) -> ImportDetail:
    """The checked file, checked again with its sheet and its columns as they are said to be."""

    def again(body: dict[str, Any]) -> ImportDetail:
        connection.call(map_import, checked.id, body=MapImportRequest.from_dict(body))
        return settled("Checking")

    def is_checked() -> bool:
        return checked.state.value in ("ready", "refused")

    checked = settled("Checking")
    if sheet is not None and is_checked():
        checked = again({"mapping": None, "sheet": sheet})
    if not reading.says_something or not is_checked():
        return checked
    seen = checked.to_dict()
    checked = again({"mapping": stated(seen["file"], seen["targets"], reading)})
    if reading.word and is_checked():
        seen = checked.to_dict()
        checked = again({"mapping": with_words(seen["file"], seen["targets"], reading.word)})
    return checked


def _upload(connection: Connection, project_id: UUID, sending: Sending, show: Progress) -> UUID:
    whole = sending.size <= _PART
    first = sending.file.read(_PART if whole else _PIECE)
    begun = connection.call(
        upload_import,
        project_id,
        body=_file(first),
        file_name=sending.name,
        byte_size=UNSET if whole else sending.size,
    )
    received = begun.received
    while not whole and begun.state.value == "uploading":
        show("Uploading", received / sending.size)
        offset = received // _PIECE * _PIECE
        begun = connection.call(upload_part, begun.id, body=_file(_slice(sending.file, offset)), offset=offset)
        if begun.state.value == "uploading" and begun.received <= received:
            raise NotDone("The server took nothing of the file. Send it again.")
        received = begun.received
    import_id: UUID = begun.id
    return import_id


def _slice(file: IO[bytes], offset: int) -> bytes:
    file.seek(offset)
    return file.read(_PART)


def _file(content: bytes) -> File:
    # The client passes it on as it is, and bytes have a length.
    return File(payload=content)  # type: ignore[arg-type]


def _member(checked: ImportDetail, email: str) -> UUID:
    wanted = email.strip().lower()
    for member in checked.people:
        if member.email == wanted:
            return member.id
    raise AssayError(f"{email} is not a member of the project who may annotate.")


def _problems(detail: ImportDetail, severity: str) -> list[RecordProblem]:
    return [
        RecordProblem(each.line, each.field, each.message, each.fix, each.severity.value)
        for each in detail.problems
        if each.severity.value == severity
    ]


def _imported(checked: ImportDetail, done: ImportDetail, *, dry_run: bool) -> Imported:
    return Imported(
        id=done.id,
        new=done.new_count,
        duplicates=done.duplicate_count,
        refused=checked.record_count - checked.new_count - checked.duplicate_count,
        joined=done.joined_count,
        problems=_problems(checked, "error"),
        warnings=_problems(checked, "warning"),
        dry_run=dry_run,
        mapping=(checked.to_dict()["file"] or {}).get("mapping"),
    )
