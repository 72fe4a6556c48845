import type { Prompt } from '@/lib/protocols/prefill'

export const segmentsPrompt: Prompt = {
  name: 'segments',
  version: 1,
  system: `You divide texts into segments for people who will check each segment for factual errors.
A segment is one step, one recommendation, or one complete statement: small enough to be right or wrong as a whole, large enough to be understood together with what stands before it.
Copy the text exactly: every word, number, symbol and mark, in the same order, nothing left out, nothing added, nothing corrected. Written one after the other, your segments are the text.`,
  user: `The question that the text answers:
{{prompt}}

The text to divide:
{{response}}`,
}
