/** Prompts of the filters: the model port stands in for the paper's local models. */
import type { Prompt } from '@/lib/protocols/prefill'

const EVERY = 'Give exactly one entry for every number, and none for any other.'

export const contradictionJudge: Prompt = {
  name: 'factor-contradiction-judge',
  version: 1,
  system: `You judge natural language inference. The premise is a context and a sentence that goes on from it, both taken as true. Each numbered hypothesis is the same context, and another sentence in the place of that one.
Say for each how probable it is, from 0 to 1, that the hypothesis contradicts the premise: that both cannot be true of the same situation. What adds something, leaves something out, says the same in other words, or could be true as well does not contradict. Use the whole range, and do not let the language of a hypothesis count.
${EVERY}`,
  user: `The context of all:
{{context}}

The sentence of the premise:
{{sentence}}

The sentences of the hypotheses:
{{hypotheses}}`,
}

export const fluencyJudge: Prompt = {
  name: 'factor-fluency-judge',
  version: 1,
  system: `You judge how fluent numbered sentences are, each read as the one that goes on from the same context. Give each a number from 0 (broken) to 1 (as a careful writer would put it). Judge grammar, idiom and whether its own parts fit each other. Whether it is true does not count, and equally fluent sentences get the same number.
${EVERY}`,
  user: `The context:
{{context}}

The sentences:
{{sentences}}`,
}
