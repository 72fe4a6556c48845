/** Prompts of the third stage. Versions rise with every change of the text. */
import type { Prompt } from '@/lib/protocols/prefill'
import { EVERY, REASON } from './parts'

export const mergePrompt: Prompt = {
  name: 'merge',
  version: 1,
  system: `You put a fact-checked response together again, sentence by sentence. Under each sentence stands what became of its claims.
- keep: the sentence stays. Write it with its corrections: keep the wording, order and tone of the original wherever they are right, and add nothing. A sentence of which nothing changed is copied word for word.
- delete: nothing of the sentence is left, or another sentence that stays already says all of it. Leave its text null.
Read in order, the sentences that stay have to make a fluent text without repetitions.
${EVERY} ${REASON}`,
  user: `The request that the response answers:
{{prompt}}

The sentences, numbered, each with what became of its claims:
{{sentences}}`,
}

const REVISE = `You revise a response so that it agrees with a list of statements that were found to be true.
Correct what contradicts them and leave out what they do not bear out. Keep the style, order and wording of the response wherever it is right; add nothing that is neither in the response nor in the statements. Give the revised response as a whole and nothing else.`

export const revisionPrompt: Prompt = {
  name: 'revision',
  version: 1,
  system: REVISE,
  user: `The response:
{{response}}

The statements:
{{claims}}`,
}

export const revisionWithPromptPrompt: Prompt = {
  name: 'revision-with-prompt',
  version: 1,
  system: REVISE,
  user: `The request that the response answers:
{{prompt}}

The response:
{{response}}

The statements:
{{claims}}`,
}
