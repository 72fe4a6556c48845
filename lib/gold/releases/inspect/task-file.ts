/** The task of Inspect that goes with the samples of a release. Pure. */

/** Python that asks a model for the label of each sample; an answer counts where it is one of these, apart from case and marks around it. */
export const taskFile = (labels: readonly string[]): string => `from pathlib import Path
from inspect_ai import Task, task
from inspect_ai.dataset import json_dataset
from inspect_ai.scorer import CORRECT, INCORRECT, Score, Target, accuracy, scorer, stderr
from inspect_ai.solver import TaskState, generate

LABELS = ${listInPython(labels)}

@scorer(metrics=[accuracy(), stderr()])
def exact_label():
    async def score(state: TaskState, target: Target) -> Score:
        said = state.output.completion.strip(" \\t\\r\\n\\"'\`*.").lower()
        answer = next((label for label in LABELS if label.lower() == said), None)
        return Score(value=CORRECT if answer == target.text else INCORRECT, answer=answer)
    return score

@task
def labels(split: str | None = None) -> Task:
    samples = json_dataset(str(Path(__file__).with_name("samples.jsonl")))
    chosen = samples.filter(lambda sample: split in (None, (sample.metadata or {}).get("split")))
    return Task(dataset=chosen, solver=generate(), scorer=exact_label())
`

/** Texts in double quotes with the escapes that JSON and Python share; what is no ASCII is kept. */
const listInPython = (texts: readonly string[]): string => `[${texts.map((text) => JSON.stringify(text)).join(', ')}]`
