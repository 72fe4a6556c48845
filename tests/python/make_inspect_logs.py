"""
Makes the logs in tests/fixtures/inspect with Inspect itself, its mock model in the place of a model:

    python -m venv /tmp/inspect && /tmp/inspect/bin/pip install inspect-ai
    /tmp/inspect/bin/python tests/python/make_inspect_logs.py

Ids, times and the order of events differ from one making to the next; what the tests read does not.
"""

from __future__ import annotations

import json
import math
import shutil
import sys
import tempfile
from pathlib import Path
from types import ModuleType

FOLDER = Path(__file__).parent.parent / "fixtures/inspect"


class Words:
    """In the place of tiktoken's encodings, which it would download: a token for each word."""

    def encode(self, text: str, **_: object) -> list[int]:
        return list(range(len(text.split())))


tiktoken = ModuleType("tiktoken")
tiktoken.get_encoding = tiktoken.encoding_for_model = lambda _: Words()  # type: ignore[attr-defined]
sys.modules["tiktoken"] = tiktoken

from inspect_ai import Task, eval, task  # noqa: E402
from inspect_ai.dataset import Sample  # noqa: E402
from inspect_ai.log import convert_eval_logs  # noqa: E402
from inspect_ai.model import ChatMessageSystem, ChatMessageUser, ModelOutput, get_model  # noqa: E402
from inspect_ai.scorer import Score, Target, accuracy, match, mean, scorer  # noqa: E402
from inspect_ai.solver import Generate, TaskState, generate, solver  # noqa: E402

#: Units of two responses, as a release names them, with their labels and what the model says of each.
UNITS = [("1/s1", "true", "true"), ("1/s2", "false", "False."), ("2/s1", "true", "false"), ("2/s2", "false", "Hard to say.")]


@scorer(metrics=[accuracy()])
def exact_label():
    async def score(state: TaskState, target: Target) -> Score:
        said = state.output.completion.strip(" .").lower()
        answer = said if said in ("true", "false") else None
        return Score(value="C" if answer == target.text else "I", answer=answer)

    return score


@scorer(metrics=[mean()])
def doubt():
    async def score(state: TaskState, target: Target) -> Score:
        return Score(value=math.nan, answer=None, explanation="Nobody knows.")

    return score


@solver
def breaks_off(at: str):
    async def solve(state: TaskState, _: Generate) -> TaskState:
        if state.sample_id == at:
            raise RuntimeError("The line was cut.")
        return state

    return solve


def samples() -> list[Sample]:
    return [Sample(id=unit, input=f"Is {unit} true?", target=label) for unit, label, _ in UNITS]


@task
def labels() -> Task:
    return Task(dataset=samples(), solver=generate(), scorer=exact_label())


@task
def two_scorers() -> Task:
    return Task(dataset=samples()[:2], solver=generate(), scorer=[exact_label(), doubt()])


@task
def broken() -> Task:
    return Task(dataset=samples(), solver=[generate(), breaks_off("2/s1")], scorer=exact_label())


@task
def not_scored() -> Task:
    return Task(dataset=samples()[:2], solver=generate())


@task
def answers() -> Task:
    """Questions of one's own, which become items."""
    asked = [
        Sample(id="baikal", input="Where is Lake Baikal?", target="Siberia"),
        Sample(
            id=7,
            input=[ChatMessageSystem(content="Be brief."), ChatMessageUser(content="How deep is it?")],
            target=["1642 m", "1,642 metres"],
            metadata={"topic": "lakes"},
        ),
    ]
    return Task(dataset=asked, solver=generate(), scorer=match())


SAID = ["Lake Baikal lies in Siberia. It is the deepest lake.", "It is 1642 m deep."]


def make(name: str, of: Task, said: list[str], **options: object) -> None:
    with tempfile.TemporaryDirectory() as folder:
        # One at a time, so that what is said comes in the order of samples.
        model = get_model("mockllm/model", custom_outputs=[ModelOutput.from_content("mockllm/model", each) for each in said])
        [log] = eval(of, model=model, log_dir=folder, display="none", max_samples=1, **options)  # type: ignore[arg-type]
        path = log.location.removeprefix("file://")
        shutil.copyfile(path, FOLDER / name)
        print(name, log.status, (FOLDER / name).stat().st_size)


if __name__ == "__main__":
    FOLDER.mkdir(parents=True, exist_ok=True)
    said = [words for _, _, words in UNITS]
    make("labels.eval", labels(), said)
    # Samples first, then epochs: of the third unit two say so, of the fourth each something else.
    make("epochs.eval", labels(), [*said, "true", "false", "true", "true", "true", "false", "true", "false"], epochs=3)
    make("two-scorers.json", two_scorers(), said[:2], log_format="json")
    make("broken.eval", broken(), said, fail_on_error=False)
    make("not-scored.eval", not_scored(), said[:2], score=False)
    make("answers.eval", answers(), SAID)
    with tempfile.TemporaryDirectory() as folder:
        convert_eval_logs(str(FOLDER / "labels.eval"), "json", folder)
        shutil.copyfile(Path(folder) / "labels.json", FOLDER / "labels.json")
    print(json.loads((FOLDER / "labels.json").read_text())["eval"]["packages"])
