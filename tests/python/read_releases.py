"""Reads the tables of releases with Python's readers and compares every value with the database.

    python tests/python/read_releases.py FOLDER [FOLDER ...]

A folder holds the files of one release; beside it FOLDER.database.jsonl has what the database holds of each table, a row a line
(tests/python/database-rows.ts), and FOLDER.empty, where it is, the tables of a project of the same protocol that has no items. Each release is
read alone, behind the one before it of the same protocol, and behind the empty one. Whichever of datasets, pandas, polars and duckdb can be
imported reads; at the end stands, as one line of JSON, how much each of them read. Ends with 1 at the first value that differs.
"""

import contextlib
import csv
import importlib
import importlib.util
import io
import json
import math
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path

# Folders are read, and nothing else is asked for; datasets 2.14.7 would look for each of them on the network.
os.environ["HF_HUB_OFFLINE"] = os.environ["HF_DATASETS_OFFLINE"] = "1"

import pyarrow.parquet  # noqa: E402

ARROW = {"string": "string", "int64": "int64", "float64": "double", "bool": "bool"}
csv.field_size_limit(2**31 - 1)


def lines(path: Path) -> list[dict]:
    return [json.loads(line) for line in path.read_text("utf-8").split("\n") if line] if path.exists() else []


def cells(path: Path) -> list[dict]:
    if not path.exists():
        return []
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def same(one, other) -> bool:
    """Equal values of equal types, also inside; a number that is a whole one may be read as int or float."""
    if isinstance(one, dict) and isinstance(other, dict):
        return one.keys() == other.keys() and all(same(one[key], other[key]) for key in one)
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(map(same, one, other))
    if isinstance(one, bool) or isinstance(other, bool):
        return one is other
    if isinstance(one, (int, float)) and isinstance(other, (int, float)):
        return one == other
    return type(one) is type(other) and one == other


class Release:
    def __init__(self, folder: Path):
        self.folder = folder
        self.manifest = json.loads((folder / "manifest.json").read_text("utf-8"))
        self.protocol = self.manifest["protocol"]["id"]
        self.rows_of = {file["path"]: file["rows"] for file in self.manifest["files"]}
        self.database: dict[str, list[list]] = {table["key"]: [] for table in self.manifest["tables"]}
        for line in lines(folder.with_name(f"{folder.name}.database.jsonl")):
            self.database[line["table"]].append(line["row"])
        self.items = sum(1 for line in lines(folder / "assay.jsonl") if line["stages"])
        self.compared = 0
        self.left_out = 0
        self.split_of: dict[int, str] = {}

    def expect(self, actual, expected, where: str) -> None:
        self.compared += 1
        if not same(actual, expected):
            raise AssertionError(f"{self.folder.name}, {where}: {short(actual)} instead of {short(expected)}")

    def check(self, table: dict, by_split: dict[str, list[dict]]) -> None:
        key = table["key"]
        self.expect(list(by_split), [part["split"] for part in table["parts"]], f"{key}: splits")
        for part in table["parts"]:
            rows = by_split[part["split"]]
            self.expect(len(rows), self.rows_of[part["path"]], f"{key}, {part['split']}: rows")
            self.expect(len(rows), part["rows"], f"{key}, {part['split']}: rows of the part")
            self.as_csv(table, part, rows)
            for row in rows:
                # An item is in one split, the same in every table.
                self.expect(self.split_of.setdefault(row["item"], part["split"]), part["split"], f"{key}: split of item {row['item']}")
        # The rows of all splits as the undivided table has them: in the order of items, and within an item as they stand.
        rows = sorted((row for rows in by_split.values() for row in rows), key=lambda row: row["item"])
        self.as_in_database(table, rows, self.database[key])

    def as_in_database(self, table: dict, rows: list[dict], database: list[list]) -> None:
        """Every value of every row is the one that the database has."""
        key = table["key"]
        names = [column["name"] for column in table["columns"]]
        self.expect(len(rows), len(database), f"{key}: rows of the database")
        for at, (row, values) in enumerate(zip(rows, database, strict=True)):
            self.expect(list(row), names, f"{key} {at}: columns")
            self.expect(len(values), len(names), f"{key} {at}: values of the database")
            for name, value in zip(names, values, strict=True):
                self.value(row[name], value, f"{key} {at} {name}")

    def value(self, actual, value, where: str) -> None:
        if isinstance(value, dict) and "any" in value:
            self.left_out += 1
        elif isinstance(value, dict):
            self.expect(actual if actual is None else json.loads(actual), value["json"], where)
        elif isinstance(value, list):
            self.expect(None if actual is None else len(actual), len(value), where)
            for each, entry in zip(actual, value, strict=True):
                self.value(each, entry, where)
        else:
            self.expect(actual, value, where)

    def as_csv(self, table: dict, part: dict, rows: list[dict]) -> None:
        """Where CSV has nothing, a text may be empty or null; everything else is compared as its type."""
        read = {
            "string": lambda cell: cell,
            "int64": int,
            "float64": float,
            "bool": lambda cell: {"true": True, "false": False}[cell],
            "strings": json.loads,
        }
        for at, (row, actual) in enumerate(zip(rows, cells(self.folder / part["csv"]), strict=True)):
            for column in table["columns"]:
                name, cell = column["name"], actual[column["name"]]
                if cell == "":
                    self.expect(row[name] in (None, ""), True, f"{table['key']} {at} {name}")
                else:
                    self.expect(row[name], read[column["type"]](cell), f"{table['key']} {at} {name}")


def short(value) -> str:
    text = ascii(value)
    return text if len(text) < 400 else f"{text[:400]} ... ({len(text)})"


def plain(value):
    """Values of pandas as Python's own."""
    if value is None or type(value).__name__ in ("NAType", "NaTType") or (isinstance(value, float) and math.isnan(value)):
        return None
    if hasattr(value, "tolist"):
        value = value.tolist()
    return [plain(each) for each in value] if isinstance(value, list) else value


class Datasets:
    """As a person loads a folder: `load_dataset(folder, table)`."""

    def __init__(self, cache: str):
        import datasets

        datasets.disable_progress_bar()
        self.of, self.cache = datasets, cache

    def read(self, release: Release, table: dict, part: dict):
        # No version reads a split without rows, so the card names no such split.
        if part["rows"] == 0:
            return None
        data = self.of.load_dataset(str(release.folder), table["key"], split=part["split"], cache_dir=self.cache)
        schema = data.features.arrow_schema
        for column in table["columns"]:
            actual = str(schema.field(column["name"]).type)
            wanted = "list" if column["type"] == "strings" else ARROW[column["type"]]
            release.expect(actual.startswith(wanted), True, f"{table['key']} {column['name']}: {actual}")
        return data

    def by_default(self, release: Release) -> None:
        """`load_dataset(folder)`, without the name of a table, is the first table that has rows."""
        table = next((table for table in release.manifest["tables"] if any(part["rows"] for part in table["parts"])), None)
        if table is None:
            return
        data = self.of.load_dataset(str(release.folder), cache_dir=self.cache)
        release.expect(list(data), [part["split"] for part in table["parts"] if part["rows"]], "splits by default")
        rows = sorted((row for split in data.values() for row in split.to_list()), key=lambda row: row["item"])
        release.as_in_database(table, rows, release.database[table["key"]])

    def file(self, path: Path):
        # No version makes a split of a file without rows; the table itself is taken.
        return self.of.Dataset(pyarrow.parquet.read_table(path))

    def together(self, each: list):
        return self.of.concatenate_datasets([data for data in each if data is not None])

    def rows(self, data) -> list[dict]:
        return [] if data is None else data.to_list()


class Frames:
    """Where a file is a frame."""

    module: str
    options: dict = {}

    def __init__(self, _: str):
        self.of = importlib.import_module(self.module)

    def read(self, release: Release, _table: dict, part: dict):
        return self.file(release.folder / part["path"])

    def file(self, path: Path):
        return self.of.read_parquet(path, **self.options)

    def together(self, each: list):
        return self.of.concat(each)


class Pandas(Frames):
    module = "pandas"
    options = {"dtype_backend": "numpy_nullable"}

    def rows(self, frame) -> list[dict]:
        return [{name: plain(value) for name, value in row.items()} for row in frame.astype(object).to_dict("records")]


class Polars(Frames):
    module = "polars"

    def rows(self, frame) -> list[dict]:
        return frame.to_dicts()


class DuckDB:
    """Reads when rows are asked for: several files as one table."""

    def __init__(self, _: str):
        import duckdb

        self.of = duckdb

    def read(self, release: Release, _table: dict, part: dict):
        return self.file(release.folder / part["path"])

    def file(self, path: Path):
        return [str(path)]

    def together(self, each: list):
        return [path for paths in each for path in paths]

    def rows(self, paths: list[str]) -> list[dict]:
        found = self.of.execute("select * from read_parquet(?)", [paths])
        names = [name for name, *_ in found.description]
        return [dict(zip(names, row, strict=True)) for row in found.fetchall()]


READERS = {"datasets": Datasets, "pandas": Pandas, "polars": Polars, "duckdb": DuckDB}


class Reading:
    """What one reader has read so far."""

    def __init__(self, name: str, cache: str):
        self.reader = READERS[name](cache)
        self.counts = {"tables": 0, "rows": 0, "together": 0, "with_empty": 0}
        #: Of each protocol the tables of the release before, and what of it the database holds.
        self.before: dict[str, tuple[Release, dict[str, list]]] = {}

    def release(self, release: Release) -> None:
        before = self.before.get(release.protocol)
        tables = {}
        for table in release.manifest["tables"]:
            key = table["key"]
            parts = {part["split"]: self.reader.read(release, table, part) for part in table["parts"]}
            rows = {split: self.reader.rows(part) for split, part in parts.items()}
            release.check(table, rows)
            tables[key] = list(parts.values())
            self.counts["tables"] += 1
            self.counts["rows"] += sum(map(len, rows.values()))
            inside = [row for each in rows.values() for row in each]
            if before:
                self.behind(release, table, before, tables[key], inside)
            self.with_empty(release, table, tables[key], inside)
        if isinstance(self.reader, Datasets):
            self.reader.by_default(release)
        self.before[release.protocol] = (release, tables)

    def behind(self, release: Release, table: dict, before: tuple, parts: list, own: list[dict]) -> None:
        """One project's table behind another's: the rows of both, value by value."""
        other, tables = before
        both = [part for part in [*tables[table["key"]], *parts] if part is not None]
        if not both:
            return
        rows = self.reader.rows(self.reader.together(both))
        first = len(rows) - len(own)
        in_order = sorted(rows[:first], key=lambda row: row["item"]) + sorted(rows[first:], key=lambda row: row["item"])
        release.as_in_database(table, in_order, other.database[table["key"]] + release.database[table["key"]])
        self.counts["together"] += 1

    def with_empty(self, release: Release, table: dict, parts: list, own: list[dict]) -> None:
        """The table of a project without any items has the same columns, and adds nothing to another's."""
        path = release.folder.with_name(f"{release.folder.name}.empty") / f"{table['key']}.parquet"
        if not path.exists():
            return
        empty = self.reader.file(path)
        release.expect(self.reader.rows(empty), [], f"{table['key']} of an empty project")
        rows = self.reader.rows(self.reader.together([empty, *(part for part in parts if part is not None)]))
        release.as_in_database(table, sorted(rows, key=lambda row: row["item"]), release.database[table["key"]])
        release.expect(len(rows), len(own), f"{table['key']} behind an empty project's")
        self.counts["with_empty"] += 1


DTYPES = {"string": "string", "int64": "int64", "float64": "float64", "bool": "bool"}


def types_of(release: Release) -> None:
    """The types in the files of Parquet are those of the features that the card's head tells, and of the manifest."""
    import yaml

    head = yaml.safe_load((release.folder / "README.md").read_text("utf-8").split("\n---\n")[0].removeprefix("---\n"))
    actual = {info["config_name"]: info["features"] for info in head["dataset_info"]}
    for table in release.manifest["tables"]:
        key = table["key"]
        named = any(part["rows"] for part in table["parts"])
        release.expect(key in actual, named, f"{key} is in the card")
        for part in table["parts"]:
            schema = pyarrow.parquet.read_schema(release.folder / part["path"])
            release.expect(schema.names, [column["name"] for column in table["columns"]], key)
            if named:
                release.expect([feature["name"] for feature in actual[key]], schema.names, f"{key}: features of the card")
            for at, column in enumerate(table["columns"]):
                is_list = column["type"] == "strings"
                found = str(schema.field(column["name"]).type)
                release.expect(found, "list<element: string>" if is_list else ARROW[column["type"]], f"{key} {column['name']}")
                if named:
                    feature = actual[key][at]
                    wanted = {"sequence": "string"} if is_list else {"dtype": DTYPES[column["type"]]}
                    release.expect({name: feature.get(name) for name in wanted} == wanted, True, f"{key} {column['name']}: {feature}")


def with_croissant(release: Release) -> int:
    """croissant.json is valid, has every table with its columns and rows, and every file with its checksum."""
    import mlcroissant

    described = json.loads((release.folder / "croissant.json").read_text("utf-8"))
    dataset = mlcroissant.Dataset(str(release.folder / "croissant.json"))
    issues = dataset.metadata.ctx.issues
    release.expect(sorted(issues.errors), [], "croissant.json: errors")
    release.expect(
        {each["contentUrl"]: each["sha256"] for each in described["distribution"] if each["@type"] == "cr:FileObject"} == {each["path"]: each["sha256"] for each in release.manifest["files"]},
        True,
        "croissant.json: files",
    )
    rows = 0
    divided = release.manifest["splits"]
    record_sets = described["recordSet"]
    if divided:
        splits, *record_sets = record_sets
        release.expect([name for record in splits["data"] for name in record.values()] == [size["name"] for size in divided["sizes"]], True, "croissant.json: splits")
    for table, actual in zip(release.manifest["tables"], record_sets, strict=True):
        columns = [field["source"]["extract"]["column"] for field in actual["field"] if "column" in field["source"]["extract"]]
        release.expect(columns == [column["name"] for column in table["columns"]], True, f"croissant.json, {actual['name']}: columns")
        wanted = {part["split"]: part["rows"] for part in table["parts"] if part["rows"] > 0}
        records = list(dataset.records(actual["@id"])) if wanted else []
        release.expect(len(records), sum(wanted.values()), f"croissant.json, {actual['name']}: rows")
        if divided and wanted:
            found = Counter(record[actual["field"][-1]["@id"]].decode() for record in records)
            release.expect(dict(found) == wanted, True, f"croissant.json, {actual['name']}: rows of splits: {found}")
        rows += len(records)
    return rows


def for_doi(release: Release) -> None:
    """datacite.json is what DataCite takes; the DOI itself is the one thing that is not there."""
    from datacite import schema45

    actual = json.loads((release.folder / "datacite.json").read_text("utf-8"))
    errors = list(schema45.validator.iter_errors(actual))
    release.expect([error.message for error in errors], [], "datacite.json: errors")


FENCED = re.compile(r"^```(python|sql|sh)\n(.*?)\n```$", re.M | re.S)


def as_they_stand(release: Release) -> tuple[int, int]:
    """Runs the lines of the card in the folder of the release, each as it is printed there; how many, and how many were skipped for want of their command."""
    import duckdb

    usage = (release.folder / "README.md").read_text("utf-8").split("\n## How to use it\n")[1]
    lines = FENCED.findall(usage)
    release.expect(len({kind for kind, _ in lines}), 3 if any(part["rows"] for table in release.manifest["tables"] for part in table["parts"]) else 0, "kinds of lines of the card")
    before = os.getcwd()
    skipped = 0
    os.chdir(release.folder)
    try:
        for kind, code in lines:
            if kind == "python":
                with contextlib.redirect_stdout(io.StringIO()):
                    exec(compile(code, f"card of {release.folder.name}", "exec"), {})
            elif kind == "sql":
                [[count]] = duckdb.sql(code).fetchall()
                release.expect(count, next(iter(file["rows"] for file in release.manifest["files"] if file["path"] in code)), code)
            elif shutil.which(code.split()[0]):
                actual = subprocess.run(["sh", "-euc", code], capture_output=True, text=True, check=True).stdout
                release.expect(actual.count("\n") >= release.items, True, code)
            else:
                skipped += 1
    finally:
        os.chdir(before)
    return len(lines) - skipped, skipped


def main(folders: list[str]) -> None:
    releases = [Release(Path(folder)) for folder in folders]
    counts = {}
    for name in READERS:
        try:
            version = __import__(name).__version__
        except ImportError:
            continue
        with tempfile.TemporaryDirectory() as cache:
            reading = Reading(name, cache)
            for release in releases:
                try:
                    reading.release(release)
                except AssertionError as error:
                    raise AssertionError(f"{name} {version}: {error}") from error
                except Exception as error:
                    raise RuntimeError(f"{name} {version} reads {release.folder.name}: {error}") from error
        counts[f"{name} {version}"] = reading.counts
    for release in releases:
        types_of(release)
    described, card, skipped = None, 0, 0
    # These stand in the newest environment alone.
    if importlib.util.find_spec("mlcroissant"):
        described = sum(with_croissant(release) for release in releases)
        for release in releases:
            for_doi(release)
            run, not_run = as_they_stand(release)
            card, skipped = card + run, skipped + not_run
    values, left_out = (sum(counted) for counted in zip(*((each.compared, each.left_out) for each in releases), strict=True))
    result = {"releases": len(releases), "values": values, "left_out": left_out, "readers": counts}
    print(json.dumps({**result, "croissant": described, "card": card, "card_skipped": skipped}))


if __name__ == "__main__":
    main(sys.argv[1:])
