"""A release after an item was withdrawn from it: fetched by its second list of checksums, and loaded without the item's texts."""

from __future__ import annotations

import hashlib
import json
import shutil
import subprocess
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

import assay
from assay.client.api.items import list_items
from assay.client.models.release_detail import ReleaseDetail

from .conftest import labelled, new_project

pytestmark = pytest.mark.long

#: The number of the record that is withdrawn, and its texts, each of which stands in no other item.
GONE = 3
SAID = ["My grandmother swam across the Ysolde.", " She did it in March of 1931."]
PROMPT = "What do people of your village say about the river Ysolde?"
COMMENT = "It was her sister who swam."
SOURCE = "letters of a family"
TEXTS = [*(text.strip() for text in SAID), PROMPT, COMMENT, SOURCE]
REASON, ERRATUM = "Its author asked for it", "Do not use item 3 of release 1."


def withdrawn_record() -> dict[str, Any]:
    own = {"prompt": PROMPT, "response": "".join(SAID), "segmented_response": SAID, "source": SOURCE}
    return {**labelled(GONE), **own, "comment": ["", COMMENT]}


@dataclass
class Scene:
    project: assay.Project
    #: The release as it was, and its files; what the administrator's command printed; the files as they are now, fetched over those from before.
    before: ReleaseDetail
    old: Path
    printed: str
    folder: Path


@pytest.fixture(scope="module")
def scene(
    server: assay.Server, withdraw: Callable[..., subprocess.CompletedProcess[str]], tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Scene]:
    with new_project(server) as project:
        records = [withdrawn_record() if number == GONE else labelled(number) for number in range(1, 9)]
        assert project.import_records(records, labels="gold").new == 8
        project.releases.describe(pretty_name="Rivers", licence="CC-BY-4.0")
        shares = [{"name": "train", "percent": 50}, {"name": "test", "percent": 50}]
        before = project.releases.make("The first.", splits={"by": "shares", "shares": shares})
        old = project.releases.download(before.number, tmp_path_factory.mktemp("old"))
        listed = list_items.sync(project.id, client=server.api)
        (item,) = [row for row in listed.items if row.external_id == str(GONE)]
        done = withdraw("item", str(item.id), "--by", "mara@assay.example", "--reason", REASON, "--erratum", ERRATUM)
        assert done.returncode == 0, done.stderr
        folder = shutil.copytree(old, tmp_path_factory.mktemp("now"), dirs_exist_ok=True)
        yield Scene(project, before, old, done.stdout, project.releases.download(before.number, folder))


def sha256_of(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


def files_in(folder: Path) -> dict[str, Path]:
    return {path.relative_to(folder).as_posix(): path for path in folder.rglob("*") if path.is_file()}


def readable(path: Path) -> str:
    """Everything that can be read in a file."""
    if path.suffix != ".parquet":
        return path.read_text("utf-8")
    parquet: Any = pytest.importorskip("pyarrow.parquet")
    return json.dumps(parquet.read_table(path).to_pylist(), default=str, ensure_ascii=False)


def with_a_text(folder: Path) -> set[str]:
    """The files that have one of the withdrawn item's texts."""
    read = {name: readable(path) for name, path in files_in(folder).items()}
    return {name for name, text in read.items() if any(each in text for each in TEXTS)}


def rows_of(loaded: Any) -> list[dict[str, Any]]:
    return sorted((row for split in loaded.values() for row in split.to_list()), key=lambda row: (row["item"], row["unit"]))


def test_the_second_list_of_checksums_is_what_is_fetched(scene: Scene) -> None:
    now = scene.project.releases.get(scene.before.number)
    assert (now.number, now.digest) == (scene.before.number, scene.before.digest)
    assert now.sums != scene.before.sums == scene.before.digest
    assert str(now.sums) in scene.printed
    assert [each.number for each in scene.project.releases] == [now.number]

    folder = scene.folder
    assert sha256_of(folder / "SHA256SUMS") == now.sums
    assert sha256_of(folder / "SHA256SUMS.1") == now.digest
    assert (folder / "SHA256SUMS.1").read_bytes() == (scene.old / "SHA256SUMS").read_bytes()
    sums = dict(reversed(line.split(maxsplit=1)) for line in (folder / "SHA256SUMS").read_text("utf-8").splitlines())
    assert sums == {name: sha256_of(path) for name, path in files_in(folder).items() if name != "SHA256SUMS"}
    assert set(files_in(folder)) - set(files_in(scene.old)) == {"SHA256SUMS.1", "withdrawn.jsonl"}
    (line,) = [json.loads(line) for line in (folder / "withdrawn.jsonl").read_text("utf-8").splitlines()]
    assert (line["item"], line["id"], line["reason"], line["erratum"]) == (GONE, str(GONE), REASON, ERRATUM)


def test_its_texts_are_in_no_file(scene: Scene) -> None:
    had = with_a_text(scene.old)
    assert {"data/felm.jsonl", "inspect/samples.jsonl"} < had
    assert any(name.endswith(".parquet") for name in had)
    assert any(name.endswith(".csv") for name in had)
    assert with_a_text(scene.folder) == set()


def test_the_list_from_before_is_refused(scene: Scene, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scene.project.releases, "get", lambda _number: scene.before)
    with pytest.raises(assay.ChecksumMismatch, match="SHA256SUMS"):
        scene.project.releases.download(folder=tmp_path)
    assert not files_in(tmp_path)


def test_the_other_values_load_as_they_were(scene: Scene, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    datasets = pytest.importorskip("datasets")
    loaded = rows_of(scene.project.releases.load(folder=scene.folder))
    with monkeypatch.context() as patched:
        patched.setattr(scene.project.releases, "get", lambda _number: scene.before)
        patched.setattr(scene.project.releases, "_file", lambda *_: None)
        old = rows_of(scene.project.releases.load(folder=scene.old))
    assert [row for row in loaded if row["item"] != GONE] == [row for row in old if row["item"] != GONE]
    assert sum(row["label"] == "false" for row in loaded) == 1
    its = [row for row in loaded if row["item"] == GONE]
    assert [row["unit"] for row in its] == [f"{GONE}/s1", f"{GONE}/s2"]
    for row in its:
        assert row["label"] is None
        assert row["text"].startswith("sha256:")

    # As anybody loads the folder, by its card.
    by_card = datasets.load_dataset(str(scene.folder), cache_dir=str(tmp_path))
    assert set(by_card) == {"train", "test"}
    assert rows_of(by_card) == loaded


def test_pandas_reads_every_table(scene: Scene) -> None:
    pandas = pytest.importorskip("pandas")
    manifest = json.loads((scene.folder / "manifest.json").read_text("utf-8"))
    seen = 0
    for table in manifest["tables"]:
        names = [column["name"] for column in table["columns"]]
        for part in table["parts"]:
            now, old = (pandas.read_parquet(root / part["path"]) for root in (scene.folder, scene.old))
            assert list(now.columns) == names
            assert len(now) == len(old) == part["rows"]
            others, before = (frame[frame["item"] != GONE].reset_index(drop=True) for frame in (now, old))
            # Whole numbers with a gap are floats to pandas.
            pandas.testing.assert_frame_equal(others, before, check_dtype=False)
            its = now[now["item"] == GONE]
            seen += len(its)
            if "label" in names:
                assert its["label"].isna().all()
    assert seen > 0
