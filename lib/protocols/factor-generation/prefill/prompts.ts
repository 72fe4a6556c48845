/** The prompts, written for Assay. Versions rise with every change of the text. */
import type { Prompt } from '@/lib/protocols/prefill'

const REASON = 'Give the reason in one short sentence.'

export const factPrompt: Prompt = {
  name: 'minimal-fact',
  version: 1,
  system: `You compare two sentences that could come next in a text: a true one, and one that contradicts it. You write down the one fact that they differ in.
State it as the true sentence has it, as a complete statement that can be understood without the text: names instead of pronouns. Leave out everything that both sentences say alike unless the statement makes no sense without it.
If the sentences differ in no fact, in several facts at once, or do not contradict each other, there is no single fact: leave it null.
${REASON}`,
  user: `The text so far:
{{prefix}}

The true sentence:
{{completion}}

The sentence that contradicts it:
{{contradiction}}`,
}

export const continuationPrompt: Prompt = {
  name: 'continuation',
  version: 1,
  system: `You continue texts. You are given the beginning of a text, which may break off in the middle of a sentence. Write what comes next in the same language, manner and format: finish the sentence and go on for at most two more. Do not repeat the beginning, do not comment on it, do not start anew.`,
  user: `The beginning:
{{start}}`,
}

export const judgementPrompt: Prompt = {
  name: 'judgement',
  version: 1,
  system: `You judge what a text says about one fact, which is taken to be true. Only the fact counts, whatever else the text gets right or wrong.
- true: the text states or implies the fact, in whatever words.
- false: the text contradicts the fact: both cannot be so at once.
- neutral: the text says nothing about the fact, or leaves it undecided.
- ill-formed: the text is empty, garbled, or breaks off before it says anything.
The text continues the beginning that stands before it; read both as one. ${REASON}`,
  user: `The fact:
{{fact}}

The beginning:
{{start}}

The text:
{{text}}`,
}
