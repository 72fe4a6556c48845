"""Whatever holds records, as a file that the server reads."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryFile
from typing import IO, TYPE_CHECKING, Any, Iterator, Union

from .errors import AssayError

if TYPE_CHECKING:
    import pandas

#: Records as objects, as the path of a file that the server knows how to read, or as a table.
Records = Union[Iterable[Mapping[str, Any]], str, "os.PathLike[str]", "pandas.DataFrame"]


@dataclass
class Sending:
    """An open file, and what to call it."""

    file: IO[bytes]
    name: str
    size: int


@contextmanager
def opened(records: Records, name: str | None) -> Iterator[Sending]:
    if isinstance(records, (str, os.PathLike)):
        path = Path(records)
        if not path.is_file():
            raise AssayError(f"There is no file {path}. Give the path of a file, or the records themselves.")
        with path.open("rb") as file:
            yield Sending(file, name or path.name, path.stat().st_size)
        return
    with TemporaryFile() as file:
        for number, line in enumerate(_lines(records), 1):
            file.write(_as_json(line, number))
        size = file.tell()
        if size == 0:
            raise AssayError("There are no records in this.")
        file.seek(0)
        yield Sending(file, name or "records.jsonl", size)


def _lines(records: Any) -> Iterable[Any]:
    if hasattr(records, "to_json") and hasattr(records, "columns"):
        # With fewer decimals, which is the default, small probabilities would become 0.
        text: str = records.to_json(orient="records", lines=True, force_ascii=False, date_format="iso", double_precision=15)
        return (json.loads(line) for line in text.split("\n") if line)
    if isinstance(records, Mapping):
        raise AssayError("Give a list of records, not a single one.")
    lines: Iterable[Any] = records
    return lines


def _as_json(record: Any, number: int) -> bytes:
    if not isinstance(record, Mapping):
        raise AssayError(f"Record {number} is a {type(record).__name__}. Each record is an object with fields, as {{'prompt': ..., 'response': ...}}.")
    try:
        # What JSON has no word for (NaN) is refused here: the server would take it for no value.
        return json.dumps(dict(record), ensure_ascii=False, allow_nan=False).encode("utf-8", "surrogatepass") + b"\n"
    except (TypeError, ValueError) as error:
        raise AssayError(f"Record {number} cannot be written as JSON: {error}.") from error
