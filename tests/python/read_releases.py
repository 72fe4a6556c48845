"""Reads the tables of releases with Python's readers and compares every value with the other files of the same release.

    python tests/python/read_releases.py FOLDER [FOLDER ...]

A folder holds the files of one release. What gold, ratings and annotations say is taken from assay.jsonl, gold-ratings.csv,
ratings.csv, distributions.jsonl and annotations.jsonl, which the database tests prove. Whichever of datasets, pandas, polars and
duckdb can be imported reads; at the end stands, as one line of JSON, how much each of them read. Ends with 1 at the first value that differs.
"""

import contextlib
import csv
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

import pyarrow.parquet

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
    """Equal values of equal types; a number that is a whole one may be read as int or float."""
    if isinstance(one, bool) or isinstance(other, bool):
        return one is other
    if isinstance(one, (int, float)) and isinstance(other, (int, float)):
        return one == other
    return type(one) is type(other) and one == other


class Release:
    def __init__(self, folder: Path):
        self.folder = folder
        self.manifest = json.loads((folder / "manifest.json").read_text("utf-8"))
        self.rows_of = {file["path"]: file["rows"] for file in self.manifest["files"]}
        self.native = {line["item"]["position"]: line for line in lines(folder / "assay.jsonl")}
        self.gold = {(each["stage"], each["measure"], each["unit"]): each["value"] for each in cells(folder / "gold-ratings.csv")}
        self.compared = 0
        self.split_of: dict[int, str] = {}

    def expect(self, told, expected, where: str) -> None:
        self.compared += 1
        if not same(told, expected):
            raise AssertionError(f"{self.folder.name}, {where}: {told!r} instead of {expected!r}")

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
        rows = self.in_order(key, by_split)
        if key == "ratings":
            self.as_ratings(rows)
        elif key == "distributions":
            self.as_distributions(rows)
        elif key == "annotations":
            self.as_annotations(rows)
        elif key == "items":
            self.as_items(rows)
        elif key == "gold":
            self.as_gold(rows)
        elif key.endswith("votes"):
            self.as_votes(rows)
        else:
            self.as_units(table, rows)

    def in_order(self, key: str, by_split: dict[str, list[dict]]) -> list[dict]:
        """The rows of all splits as the undivided table has them: in the order of items, and within an item as they stand."""
        return sorted((row for rows in by_split.values() for row in rows), key=lambda row: row["item"])

    def as_csv(self, table: dict, part: dict, rows: list[dict]) -> None:
        """Where CSV has nothing, a text may be empty or null; everything else is compared as its type."""
        read = {
            "string": lambda cell: cell,
            "int64": int,
            "float64": float,
            "bool": lambda cell: {"true": True, "false": False}[cell],
            "strings": json.loads,
        }
        for at, (row, told) in enumerate(zip(rows, cells(self.folder / part["csv"]), strict=True)):
            for column in table["columns"]:
                name, cell = column["name"], told[column["name"]]
                if cell == "":
                    self.expect(row[name] in (None, ""), True, f"{table['key']} {at} {name}")
                else:
                    self.expect(row[name], read[column["type"]](cell), f"{table['key']} {at} {name}")

    def as_ratings(self, rows: list[dict]) -> None:
        for row, told in zip(rows, cells(self.folder / "ratings.csv"), strict=True):
            for name in ("measure", "unit", "annotator", "value", "stage"):
                self.expect(row[name], told[name].removeprefix("'"), f"ratings {row['unit']} {name}")
            self.expect(row["item"], int(told["item"]), "ratings item")
            self.expect(row["released"], told["released"] == "yes", "ratings released")

    def as_distributions(self, rows: list[dict]) -> None:
        told = [(line, label) for line in lines(self.folder / "distributions.jsonl") for label in line["labels"]]
        for row, (line, label) in zip(rows, told, strict=True):
            for name in ("measure", "unit", "item", "domain", "stage", "annotators", "ratings"):
                self.expect(row[name], line[name], f"distributions {line['unit']} {name}")
            self.expect(row["entropy"], float(line["entropy"]), f"distributions {line['unit']} entropy")
            for name in ("value", "count", "share"):
                self.expect(row[name], label[name], f"distributions {line['unit']} {name}")

    def as_annotations(self, rows: list[dict]) -> None:
        told = [(line, label) for line in lines(self.folder / "annotations.jsonl") for label in line["labels"]]
        for row, (line, label) in zip(rows, told, strict=True):
            where = f"annotations {row['unit']} {row['question']}"
            self.expect(row["item"], line["item"]["position"], where)
            self.expect(row["unit"], f"{line['item']['position']}/{label['unit']}", where)
            for name in ("stage", "annotator", "round", "independent"):
                self.expect(row[name], line[name], f"{where} {name}")
            for name in ("kind", "listed", "question", "origin", "seen", "revision"):
                self.expect(row[name], label[name], f"{where} {name}")
            value = label["value"]
            self.expect(json.loads(row["value"]) == value, True, f"{where} value")
            typed = {str: "value_text", bool: "value_bool", int: "value_number", float: "value_number"}
            for name in ("value_text", "value_bool", "value_number"):
                self.expect(row[name], value if typed.get(type(value)) == name else None, f"{where} {name}")

    def with_gold(self) -> list[dict]:
        return [line for line in self.native.values() if not line["item"]["discarded"] and any(stage["gold"] for stage in line["stages"])]

    def as_items(self, rows: list[dict]) -> None:
        for row, line in zip(rows, self.with_gold(), strict=True):
            item, where = line["item"], f"items {row['item']}"
            self.expect(row["item"], item["position"], where)
            for name, field in (("id", "externalId"), ("title", "title")):
                self.expect(row[name], item[field], f"{where} {name}")
            for name in ("domain", "source"):
                own = item.get("own", {}).get(name)
                self.expect(row[name], item[name] if own is None else own, f"{where} {name}")
            self.expect(row["tags"], item.get("own", {}).get("tags", []), f"{where} tags")
            self.expect(json.loads(row["content"]) == item["content"], True, f"{where} content")
            derived = {stage["key"]: stage["gold"]["rollUp"] for stage in line["stages"] if stage["gold"]}
            self.expect(json.loads(row["derived"]) == derived, True, f"{where} derived")
            for stage in line["stages"]:
                for question, value in ((stage["gold"] or {}).get("answers", {}).get("item") or {}).items():
                    for name in (question, f"{stage['key']}_{question}"):
                        if name in row and name not in ("text", "title", "content"):
                            self.value(row, name, value, f"{where} {name}")

    def value(self, row: dict, name: str, value, where: str) -> None:
        """A column of a question against the answer in the gold."""
        told = row[name]
        if isinstance(value, list):
            entries = [entry if isinstance(entry, str) else entry.get("url") or entry.get("key") or json.dumps(entry) for entry in value if entry is not None]
            short = [each.split("/", 1)[1] if each.startswith(f"{row['item']}/") else each for each in told]
            self.expect(short, entries, where)
        else:
            self.expect(told, value, where)

    def stage_of(self, row: dict) -> dict:
        [stage] = [each for each in self.native[row["item"]]["stages"] if each["key"] == row["stage"]]
        return stage

    def places(self, rows: list[dict]) -> None:
        """Units are those of the task, and what its gold lists; none twice, none left out."""
        kinds = {(row["stage"], row["kind"]) for row in rows}
        told = Counter((row["item"], row["unit"]) for row in rows)
        self.expect(max(told.values(), default=1), 1, "a unit twice")
        for line in self.with_gold():
            position = line["item"]["position"]
            for stage in line["stages"]:
                for unit in stage["units"] if stage["gold"] else []:
                    if (stage["key"], unit["kind"]) in kinds:
                        self.expect((position, f"{position}/{unit['key']}") in told, True, f"{position}/{unit['key']} is there")

    def as_units(self, table: dict, rows: list[dict]) -> None:
        self.places(rows)
        for row in rows:
            stage, key = self.stage_of(row), row["unit"].split("/", 1)[1]
            own = [unit for unit in stage["units"] if unit["key"] == key]
            answers = stage["gold"]["answers"].get(key, {})
            where = f"{table['key']} {row['unit']}"
            if own:
                self.expect(row["text"], own[0]["text"], f"{where} text")
                self.expect(row["data"] is None or json.loads(row["data"]) == own[0].get("data"), True, f"{where} data")
            for question, value in answers.items():
                if isinstance(value, dict):
                    for edge in ("start", "end"):
                        self.expect(row[f"{question}_{edge}"], value[edge], f"{where} {question}")
                elif f"answer_{question}" in row:
                    self.value(row, f"answer_{question}", value, where)
                else:
                    self.value(row, question, value, f"{where} {question}")

    def as_gold(self, rows: list[dict]) -> None:
        self.places(rows)
        ratings = cells(self.folder / "ratings.csv")
        by_stage = {(row["stage"]) for row in rows}
        measures = {measure for (stage, measure, unit) in self.gold if stage in by_stage}
        # The measure of the labels is the one whose gold ratings they are.
        fits = [
            measure
            for measure in sorted(measures)
            if all(self.gold.get((row["stage"], measure, row["unit"])) == row["label"] for row in rows)
        ]
        self.expect(len(fits) >= 1 or not measures, True, "labels of gold are ratings of gold")
        shares = [name for name in (rows[0] if rows else {}) if name.startswith("share_")]
        for row in rows:
            where = f"gold {row['unit']}"
            self.expect(row["label"] is None or f"share_{row['label']}" in shares, True, f"{where} label")
            total = [row[name] for name in shares if row[name] is not None]
            self.expect(bool(total), row["ratings"] > 0, f"{where} shares")
            if total:
                self.expect(math.isclose(sum(total), 1, abs_tol=1e-8), True, f"{where} sum of shares")
                # Entries of lists are rated under a key of an annotator's.
                given = [each["value"] for each in ratings if fits and each["unit"] == row["unit"] and each["stage"] == row["stage"] and each["measure"] == fits[0]]
                if given:
                    self.expect(row["ratings"], len(given), f"{where} ratings")
                    for name in shares:
                        share = given.count(name.removeprefix("share_")) / len(given)
                        self.expect(math.isclose(row[name], share, abs_tol=1e-9), True, f"{where} {name}")

    def as_votes(self, rows: list[dict]) -> None:
        for row in rows:
            vote = self.stage_of(row)["gold"]["votes"][row["vote"] - 1]
            where = f"votes {row['unit']} {row['vote']}"
            self.expect(row["voter"], vote["voter"], where)
            for question, value in vote["answers"][row["unit"].split("/", 1)[1]].items():
                self.value(row, question if question in row else f"answer_{question}", value, f"{where} {question}")
        cast = sum(len(stage["gold"]["votes"] or []) for line in self.with_gold() for stage in line["stages"] if stage["gold"])
        self.expect(len({(row["item"], row["stage"], row["vote"]) for row in rows}), cast, "votes")


def plain(value):
    """Values of pandas and polars as Python's own."""
    if value is None or type(value).__name__ in ("NAType", "NaTType") or (isinstance(value, float) and math.isnan(value)):
        return None
    if hasattr(value, "tolist"):
        value = value.tolist()
    return [plain(each) for each in value] if isinstance(value, list) else value


def with_datasets(release: Release, table: dict, part: dict, cache: str) -> list[dict]:
    import datasets

    # No version reads a split without rows, so the card names no such split.
    if part["rows"] == 0:
        return []
    data = datasets.load_dataset(str(release.folder), table["key"], split=part["split"], cache_dir=cache)
    schema = data.features.arrow_schema
    for column in table["columns"]:
        told = str(schema.field(column["name"]).type)
        wanted = "list" if column["type"] == "strings" else ARROW[column["type"]]
        release.expect(told.startswith(wanted), True, f"{table['key']} {column['name']}: {told}")
    return data.to_list()


def with_pandas(release: Release, _table: dict, part: dict, _: str) -> list[dict]:
    import pandas

    frame = pandas.read_parquet(release.folder / part["path"], dtype_backend="numpy_nullable")
    return [{name: plain(value) for name, value in row.items()} for row in frame.astype(object).to_dict("records")]


def with_polars(release: Release, _table: dict, part: dict, _: str) -> list[dict]:
    import polars

    return polars.read_parquet(release.folder / part["path"]).to_dicts()


def with_duckdb(release: Release, _table: dict, part: dict, _: str) -> list[dict]:
    import duckdb

    found = duckdb.sql(f"select * from '{release.folder / part['path']}'")
    names = [name for name, *_ in found.description]
    return [dict(zip(names, row, strict=True)) for row in found.fetchall()]


READERS = {"datasets": with_datasets, "pandas": with_pandas, "polars": with_polars, "duckdb": with_duckdb}


def types_of(release: Release, table: dict, part: dict) -> None:
    """The types in the file of Parquet itself are those that the card tells."""
    schema = pyarrow.parquet.read_schema(release.folder / part["path"])
    release.expect(schema.names, [column["name"] for column in table["columns"]], table["key"])
    for column in table["columns"]:
        told = str(schema.field(column["name"]).type)
        wanted = "list<element: string>" if column["type"] == "strings" else ARROW[column["type"]]
        release.expect(told, wanted, f"{table['key']} {column['name']}")


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
    for table, told in zip(release.manifest["tables"], record_sets, strict=True):
        columns = [field["source"]["extract"]["column"] for field in told["field"] if "column" in field["source"]["extract"]]
        release.expect(columns == [column["name"] for column in table["columns"]], True, f"croissant.json, {told['name']}: columns")
        wanted = {part["split"]: part["rows"] for part in table["parts"] if part["rows"] > 0}
        records = list(dataset.records(told["@id"])) if wanted else []
        release.expect(len(records), sum(wanted.values()), f"croissant.json, {told['name']}: rows")
        if divided and wanted:
            found = Counter(record[told["field"][-1]["@id"]].decode() for record in records)
            release.expect(dict(found) == wanted, True, f"croissant.json, {told['name']}: rows of splits: {found}")
        rows += len(records)
    return rows


def for_doi(release: Release) -> None:
    """datacite.json is what DataCite takes; the DOI itself is the one thing that is not there."""
    from datacite import schema45

    told = json.loads((release.folder / "datacite.json").read_text("utf-8"))
    errors = list(schema45.validator.iter_errors(told))
    release.expect([error.message for error in errors], [], "datacite.json: errors")


FENCED = re.compile(r"^```(python|sql|sh)\n(.*?)\n```$", re.M | re.S)


def as_they_stand(release: Release) -> int:
    """Runs the lines of the card in the folder of the release, each as it is printed there."""
    import duckdb

    usage = (release.folder / "README.md").read_text("utf-8").split("\n## How to use it\n")[1]
    lines = FENCED.findall(usage)
    release.expect(len({kind for kind, _ in lines}), 3 if any(part["rows"] for table in release.manifest["tables"] for part in table["parts"]) else 0, "kinds of lines of the card")
    before = os.getcwd()
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
                told = subprocess.run(["sh", "-euc", code], capture_output=True, text=True, check=True).stdout
                release.expect(told.count("\n") >= len(release.native), True, code)
    finally:
        os.chdir(before)
    return len(lines)


def together(releases: list[Release]) -> int:
    """Releases of one protocol can be put one behind the other, table by table."""
    pairs = 0
    by_protocol: dict[str, Release] = {}
    for release in releases:
        other = by_protocol.setdefault(release.manifest["protocol"]["id"], release)
        if other is release:
            continue
        for one, two in zip(other.manifest["tables"], release.manifest["tables"], strict=True):
            parts = [
                pyarrow.parquet.read_table(each.folder / part["path"]) for each, table in ((other, one), (release, two)) for part in table["parts"]
            ]
            release.expect(pyarrow.concat_tables(parts).num_rows, sum(part.num_rows for part in parts), one["key"])
            pairs += 1
    return pairs


def main(folders: list[str]) -> None:
    releases = [Release(Path(folder)) for folder in folders]
    counts = {}
    for name, read in READERS.items():
        try:
            version = __import__(name).__version__
        except ImportError:
            continue
        tables = rows = 0
        with tempfile.TemporaryDirectory() as cache:
            for release in releases:
                for table in release.manifest["tables"]:
                    try:
                        found = {part["split"]: read(release, table, part, cache) for part in table["parts"]}
                    except AssertionError:
                        raise
                    except Exception as error:
                        raise RuntimeError(f"{name} {version} reads {release.folder.name}, {table['key']}: {error}") from error
                    release.check(table, found)
                    tables, rows = tables + 1, rows + sum(map(len, found.values()))
        counts[f"{name} {version}"] = {"tables": tables, "rows": rows}
    for release in releases:
        for table in release.manifest["tables"]:
            for part in table["parts"]:
                types_of(release, table, part)
    pairs = together(releases)
    described = card_lines = 0
    # These stand in the newest environment alone.
    if importlib.util.find_spec("mlcroissant"):
        for release in releases:
            described += with_croissant(release)
            for_doi(release)
            card_lines += as_they_stand(release)
    values = sum(release.compared for release in releases)
    told = {"releases": len(releases), "values": values, "together": pairs, "readers": counts}
    print(json.dumps({**told, "croissant": described, "card": card_lines}))


if __name__ == "__main__":
    main(sys.argv[1:])
