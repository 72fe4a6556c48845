/** Prompts of the revisers. Versions rise with every change of the text. */
import type { Prompt } from '@/lib/protocols/prefill'

const REVISE = `You revise a response that has factual errors, so that it agrees with a list of statements that were found to be true.
Correct what contradicts them and leave out what they do not bear out. Keep the style, order and wording of the response wherever it is right, and add nothing that is neither in the response nor in the statements. Give the revised response as a whole and nothing else.`

export const noQuestionPrompt: Prompt = {
  name: 'revise-no-question',
  version: 1,
  system: REVISE,
  user: `The response:
{{response}}

The statements:
{{claims}}`,
}

export const withQuestionPrompt: Prompt = {
  name: 'revise-with-question',
  version: 1,
  system: REVISE,
  user: `The request that the response answers:
{{prompt}}

The response:
{{response}}

The statements:
{{claims}}`,
}
