/** Prompts of the two extractors. Versions rise with every change of the text. */
import type { Prompt } from '@/lib/protocols/prefill'

const RULES = `You extract verifiable claims from the sentence between <SOS> and <EOS>; the sentences around it are only there to understand it.
- A claim states a single event or state of the world that can be confirmed or refuted with a source, and it can be understood without the text: replace pronouns and descriptions by names, and give the place and time where the text does.
- Leave out opinions, advice, instructions, feelings, hypotheses, questions, events of invented stories, and anything too vague to be looked up.
- A quotation is kept word for word with its source. Leave out references and footnotes.
- Say only what the sentence says. Where it states nothing that can be verified, give an empty list.`

export const windowPrompt: Prompt = {
  name: 'claims-in-window',
  version: 1,
  system: RULES,
  user: `The passage:
{{window}}`,
}

export const windowWithQuestionPrompt: Prompt = {
  name: 'claims-in-window-with-question',
  version: 1,
  system: `${RULES}
The passage is part of an answer to the question that is given with it.`,
  user: `The question:
{{question}}

The passage:
{{window}}`,
}

export const sentencePrompt: Prompt = {
  name: 'facts-in-sentence',
  version: 1,
  system: `You break a sentence up into independent facts. Each fact is one short sentence that says one thing. Cover all that the sentence says, in its order, and add nothing. Where it says nothing, give an empty list.`,
  user: `The sentence:
{{sentence}}`,
}
