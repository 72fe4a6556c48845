"""Releases: made, fetched, proved, loaded."""

from __future__ import annotations

import hashlib
from pathlib import Path

import pytest

import assay


@pytest.fixture(scope="module")
def release(gold: assay.Project) -> int:
    if not gold.releases.list():
        with pytest.raises(assay.AssayError, match="no release yet"):
            gold.releases.get()
    made = gold.releases.make("The first.", splits={"by": "shares", "shares": [{"name": "train", "percent": 60}, {"name": "test", "percent": 40}]})
    assert made.state.value == "ready"
    assert made.items == 15
    return made.number


def test_the_card_keeps_what_is_not_named(gold: assay.Project) -> None:
    saved = gold.releases.describe(known_gaps="Only rivers.")
    assert (saved.pretty_name, saved.licence, saved.known_gaps) == ("Rivers", "CC-BY-4.0", "Only rivers.")
    with pytest.raises(assay.AssayError, match="no field 'licens'.*pretty_name"):
        gold.releases.describe(licens="MIT")


def test_a_release_is_fetched_and_proved(gold: assay.Project, release: int, tmp_path: Path) -> None:
    folder = gold.releases.download(release, tmp_path)
    assert [each.number for each in gold.releases] == [release]
    for line in (folder / "SHA256SUMS").read_text("utf-8").splitlines():
        sha256, path = line.split(maxsplit=1)
        assert hashlib.sha256((folder / path).read_bytes()).hexdigest() == sha256
    card = folder / "README.md"
    right = card.read_bytes()
    card.write_bytes(b"Changed since.")
    gold.releases.download(release, tmp_path)
    assert card.read_bytes() == right
    assert not list(tmp_path.rglob("*.part"))


def test_a_file_that_is_not_the_released_one_is_refused(
    gold: assay.Project, release: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    detail = gold.releases.get(release)
    detail.sums = "0" * 64
    monkeypatch.setattr(gold.releases, "get", lambda _number: detail)
    with pytest.raises(assay.ChecksumMismatch, match="SHA256SUMS"):
        gold.releases.download(release, tmp_path)
    assert not [path for path in tmp_path.rglob("*") if path.is_file()]


def test_a_release_loads_as_datasets(gold: assay.Project, release: int, tmp_path: Path) -> None:
    pytest.importorskip("datasets")
    loaded = gold.releases.load(release, folder=tmp_path)
    assert set(loaded) == {"train", "test"}
    rows = [row for split in loaded.values() for row in split]
    assert sorted(row["unit"] for row in rows) == sorted(f"{number}/s{part}" for number in range(1, 16) for part in (1, 2))
    assert sum(row["label"] == "false" for row in rows) == 5
    test = gold.releases.load(table="items", split="test", folder=tmp_path)
    assert test.num_rows == len(set(loaded["test"]["item"]))
    with pytest.raises(assay.AssayError, match="no table 'nothing'"):
        gold.releases.load(table="nothing", folder=tmp_path)
    with pytest.raises(assay.AssayError, match="no split 'dev'"):
        gold.releases.load(split="dev", folder=tmp_path)
