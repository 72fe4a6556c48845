"""Records in."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import assay

from .conftest import labelled, new_project, record


def test_records_become_items_once(project: assay.Project) -> None:
    shares: list[tuple[str, float]] = []
    done = project.import_records((record(number) for number in range(100, 103)), progress=lambda *each: shares.append(each))
    assert (done.new, done.duplicates, done.refused) == (3, 0, 0)
    assert shares[-1] == ("Writing", 1.0)
    again = project.import_records([record(100)])
    assert (again.new, again.duplicates) == (0, 1)


def test_a_table_and_a_file_are_read_as_well(project: assay.Project, tmp_path: Path) -> None:
    pandas = pytest.importorskip("pandas")
    frame = pandas.DataFrame([record(110), record(111)])
    assert project.import_records(frame, tags=["from a table"]).new == 2
    file = tmp_path / "rivers.jsonl"
    file.write_text(json.dumps(record(112)) + "\n", "utf-8")
    assert project.import_records(file).new == 1


def test_a_broken_record_is_named_and_nothing_is_added(server: assay.Server, project: assay.Project) -> None:
    def kept() -> list[str]:
        listed = server.api.get_httpx_client().get(f"/api/projects/{project.id}/imports").json()["imports"]
        return [each["state"] for each in listed if each["state"] not in ("done", "cancelled")]

    bad = labelled(121) | {"labels": [True]}
    with pytest.raises(assay.RecordsRefused) as caught:
        project.import_records([record(120), bad])
    assert caught.value.count == len(caught.value.problems) == 1
    problem = caught.value.problems[0]
    assert (problem.line, problem.field) == (2, "labels")
    assert problem.message and problem.fix
    assert "line 2, labels" in str(caught.value)
    assert kept() == []
    with pytest.raises(assay.RecordsRefused):
        project.import_records([record(120), bad], dry_run=True)
    with pytest.raises(assay.AssayError, match="not a member"):
        project.import_records([labelled(120)], labels="person", person="nobody@assay.example")
    assert kept() == []
    assert project.import_records([record(120)], dry_run=True).new == 1
    part = project.import_records([record(120), bad], skip_bad=True)
    assert (part.new, part.refused, len(part.problems)) == (1, 1, 1)


def test_labels_become_a_persons_work(project: assay.Project) -> None:
    done = project.import_records([labelled(130)], labels="person", person="Mara@assay.example", independent=True)
    assert done.new == 1
    with pytest.raises(assay.AssayError, match="not a member"):
        project.import_records([labelled(131)], labels="person", person="nobody@assay.example")


def test_what_is_no_record_is_refused_here(project: assay.Project, tmp_path: Path) -> None:
    with pytest.raises(assay.AssayError, match="Record 1 is a str"):
        project.import_records(["only a text"])  # type: ignore[list-item]
    with pytest.raises(assay.AssayError, match="not a single one"):
        project.import_records(record(1))  # type: ignore[arg-type]
    with pytest.raises(assay.AssayError, match="no records"):
        project.import_records([])
    with pytest.raises(assay.AssayError, match="Record 1 cannot be written as JSON"):
        project.import_records([record(1, score=float("nan"))])
    with pytest.raises(assay.AssayError, match="There is no file"):
        project.import_records(tmp_path / "nowhere.jsonl")
    with pytest.raises(assay.AssayError, match="give person="):
        project.import_records([labelled(1)], labels="person")


def test_columns_of_another_name_are_mapped_as_on_the_command_line(project: assay.Project) -> None:
    rows = [
        {"asked": "Why is sea water salty?", "first": "Rivers.", "second": "Rain.", "good": "OK", "who": "1", "row": 140},
        {"asked": "Why is it blue?", "first": "Light.", "second": "Paint.", "good": "?", "who": "2", "row": 141},
    ]
    named = {"prompt": "asked", "response": "first+second", "segment.1.label": "good"}
    with pytest.raises(assay.RecordsRefused):
        project.import_records(rows, mapping=named, dry_run=True)
    seen = project.import_records(rows, mapping=named, word={"good": {"?": None}}, dry_run=True)
    assert seen.new == 2 and seen.mapping is not None
    assert seen.mapping["fields"] == {"prompt": ["asked"], "response": ["first", "second"]}
    assert seen.mapping["labels"][0]["values"] == {"ok": True, "?": None}
    done = project.import_records(rows, mapping=named, word={"good": {"?": None}}, labels_of={"who": "1"})
    assert done.new == 2 and done.mapping is not None
    assert done.mapping["labelsOf"] == {"column": "who", "word": "1"}
    with pytest.raises(assay.AssayError, match="no such question"):
        project.import_records(rows, mapping={"segment.1.colour": "good"}, dry_run=True)


def test_a_sheet_of_a_workbook_is_named(project: assay.Project, tmp_path: Path) -> None:
    pandas = pytest.importorskip("pandas")
    pytest.importorskip("openpyxl")
    file = tmp_path / "book.xlsx"
    with pandas.ExcelWriter(file) as book:
        pandas.DataFrame([{"note": "nothing to see"}]).to_excel(book, sheet_name="Notes", index=False)
        pandas.DataFrame([{"prompt": "Why 150?", "response": "So."}]).to_excel(book, sheet_name="Records", index=False)
    assert project.import_records(file, sheet="Records").new == 1
    with pytest.raises(assay.AssayError):
        project.import_records(file, sheet="Nowhere", dry_run=True)


@pytest.mark.long
def test_a_large_file_is_sent_in_parts(server: assay.Server, tmp_path: Path) -> None:
    file = tmp_path / "large.jsonl"
    with file.open("w", encoding="utf-8") as lines:
        for number in range(400):
            lines.write(json.dumps(record(number, ref_contents="x" * 50_000)) + "\n")
    assert file.stat().st_size > 16_000_000
    with new_project(server) as made:
        assert made.import_records(file).new == 400
