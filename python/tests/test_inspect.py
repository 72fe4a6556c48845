"""
The round trip with Inspect: a release's task asks a mock model, the log is scored against the gold as its labels say, and people's labels go
back into it. The vocabulary that Inspect would download to count words is stubbed.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import zipfile
from collections import Counter
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

import assay
from assay.inspect import write_labels

STUB = '''
class Words:
    def encode(self, text, **_):
        return list(range(len(text.split())))

def get_encoding(_):
    return Words()

encoding_for_model = get_encoding
'''


def test_without_inspect_it_says_how_to_install_it(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setitem(sys.modules, "inspect_ai.log", None)
    with pytest.raises(assay.AssayError, match=r"\[inspect\]"):
        write_labels("a.eval", tmp_path / "b.eval", tmp_path)


@pytest.fixture
def words(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """In the place of tiktoken, here and in programs that are started with this folder in PYTHONPATH."""
    stub = ModuleType("tiktoken")
    exec(STUB, stub.__dict__)
    monkeypatch.setitem(sys.modules, "tiktoken", stub)
    (tmp_path / "stubs").mkdir()
    (tmp_path / "stubs/tiktoken.py").write_text(STUB)
    return tmp_path / "stubs"


def members(log: str | Path) -> dict[str, Any]:
    """Every member of an .eval log as JSON."""
    import zipfile_zstd  # noqa: F401  # teaches zipfile to read Zstandard

    with zipfile.ZipFile(log) as archive:
        return {name: json.loads(archive.read(name)) for name in archive.namelist()}


def without_labels(sample: dict[str, Any], score: str) -> dict[str, Any]:
    """Of a sample, what was there before labels were written."""
    scores = {name: each for name, each in sample["scores"].items() if name != score}
    events = [each for each in sample["events"] if each["event"] != "score_edit"]
    return {**sample, "scores": scores, "events": events}


def without_scores(summary: dict[str, Any]) -> dict[str, Any]:
    return {name: each for name, each in summary.items() if name != "scores"}


@pytest.mark.long
def test_round_trip(server: assay.Server, words: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import inspect_ai
    from inspect_ai.log import read_eval_log, write_eval_log
    from inspect_ai.model import ModelOutput, get_model

    project = server.project("Everyday knowledge, checked")
    wanted = ["inspect/samples.jsonl", "inspect/task.py", "ratings.csv"]
    folder = project.releases.download(1, tmp_path / "release", paths=wanted)
    samples = [json.loads(line) for line in (folder / wanted[0]).read_text("utf-8").splitlines()]
    assert len(samples) > 20
    other = {"true": "false", "false": "true"}

    def said(number: int, target: str) -> str:
        return "I cannot say." if number % 5 == 4 else f"**{other[target].capitalize()}.**" if number % 3 == 2 else target

    answers = [said(number, each["target"]) for number, each in enumerate(samples)]
    outputs = [ModelOutput.from_content("mockllm/model", answer) for answer in answers]
    monkeypatch.chdir(folder)
    [log] = inspect_ai.eval(
        "inspect/task.py",
        model=get_model("mockllm/model", custom_outputs=outputs),
        log_dir=str(tmp_path / "logs"),
        display="none",
        max_samples=1,
    )
    assert log.status == "success"
    path = log.location.removeprefix("file://")

    # An error is what is to be found; what was not answered is left out.
    counts: Counter[tuple[bool, bool]] = Counter()
    for answer, each in zip(answers, samples, strict=True):
        if answer != "I cannot say.":
            counts[each["target"] == "false", "false" in answer.lower()] += 1
    found, missed, wrongly = counts[True, True], counts[True, False], counts[False, True]
    figures = project.evaluate(path, "segments", system="mock", keep=False).figures()
    assert figures["precision"].value == pytest.approx(found / (found + wrongly))
    assert figures["recall"].value == pytest.approx(found / (found + missed))

    written = write_labels(path, tmp_path / "labelled.eval", project)
    assert (written.score, written.measure) == ("people", "label")
    rated: dict[str, Counter[str]] = {}
    for row in project.ratings().to_dict("records"):
        if row["measure"] == "label":
            rated.setdefault(str(row["unit"]), Counter())[str(row["value"])] += 1
    assert written.labelled == sum(each["id"] in rated for each in samples) > 10
    assert written.without == sorted(each["id"] for each in samples if each["id"] not in rated)
    after = read_eval_log(str(written.path))
    for sample in after.samples or []:
        votes = rated.get(str(sample.id))
        assert ("people" in (sample.scores or {})) == (votes is not None)
        if votes and sample.scores:
            people = sample.scores["people"]
            assert people.value == {label: count / votes.total() for label, count in votes.items()}
            assert people.answer == next((label for label, count in votes.items() if 2 * count > votes.total()), None)
            assert people.history[-1].provenance and people.history[-1].provenance.author == f"Assay, project {project.name}"

    # Nothing else has changed: samples are as they were, and the rest is what Inspect makes of the log by reading and writing it.
    old, new = members(path), members(written.path)
    write_eval_log(read_eval_log(path), str(tmp_path / "copied.eval"))
    copied = members(tmp_path / "copied.eval")
    assert set(new) == set(copied)
    for name, content in new.items():
        if name.startswith("samples/"):
            assert without_labels(content, "people") == without_labels(old[name], "people"), name
        elif "summaries" in name:
            assert [without_scores(each) for each in content] == [without_scores(each) for each in copied[name]], name
        else:
            assert content == copied[name], name

    # The release says the same as the project, in the other form of log; a second writing keeps the first in the history.
    again = write_labels(written.path, tmp_path / "again.json", folder, author="somebody")
    for sample in read_eval_log(str(again.path)).samples or []:
        if sample.scores and "people" in sample.scores:
            first, second = sample.scores["people"].history
            assert (first.value, first.answer) == (second.value, second.answer)
            assert second.provenance and second.provenance.author == "somebody"
    # Two scorers are there by now, of which one has to be named.
    with pytest.raises(assay.PredictionsRefused, match="several scorers: exact_label, people"):
        project.evaluate(again.path, "segments", keep=False)
    named = project.evaluate(again.path, "segments", scorer="exact_label", keep=False).figures()
    assert named["precision"].value == figures["precision"].value


@pytest.mark.long
def test_the_task_runs_on_the_command_line(server: assay.Server, words: Path, tmp_path: Path) -> None:
    project = server.project("Everyday knowledge, checked")
    folder = project.releases.download(1, tmp_path / "release", paths=["inspect/samples.jsonl", "inspect/task.py"])
    command = [str(Path(sys.executable).with_name("inspect")), "eval", "inspect/task.py", "--model", "mockllm/model"]
    subprocess.run(
        [*command, "--limit", "2", "--display", "none", "--log-dir", str(tmp_path / "logs")],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(words)},
        check=True,
    )
    [log] = (tmp_path / "logs").glob("*.eval")
    # The mock model says none of the labels.
    with pytest.raises(assay.PredictionsRefused, match="keep an answer"):
        project.evaluate(log, "segments", keep=False)
    written = write_labels(log, tmp_path / "labelled.eval", project)
    assert written.labelled <= 2
    with pytest.raises(assay.AssayError, match="is there already"):
        write_labels(log, written.path, project)
