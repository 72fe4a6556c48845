/** Prompts of the verification. Versions rise with every change of the text. */
import type { Prompt } from '@/lib/protocols/prefill'

const GIVEN = `The claim:
{{claim}}

The search results, numbered:
{{results}}`

const BY_RESULTS_ALONE =
  'Go by the search results alone: what you know yourself plays no part, and an inference counts only if anybody would draw it.'

export const stancesPrompt: Prompt = {
  name: 'stances',
  version: 1,
  system: `You say of each search result what it says of a claim. ${BY_RESULTS_ALONE} Judge each result without regard to the others.
- supports: it makes the claim, or a part of it, true
- contradicts: it cannot be true together with the claim, or with a part of it
- inconclusive: neither; it is about something else, or silent on the point
Answer for every number, with the reason in a short sentence.`,
  user: GIVEN,
}

export const threeLabelsPrompt: Prompt = {
  name: 'verdict-three-labels',
  version: 1,
  system: `You decide by search results whether a claim is supported. ${BY_RESULTS_ALONE}
First think of the parts that the claim consists of.
- supported: every part is supported by some result, and none is contradicted by any
- contradicted: some part is contradicted by a result, and no result supports that part
- inconclusive: neither of these. Say why: "a" if some part is not mentioned by any result; "b" if some part is supported by one result and contradicted by another; "c" if it cannot be told what the claim refers to, or it is too general to be settled
Contradicted comes before inconclusive "a". For supported and contradicted, "why" is null. Give the reason in one or two sentences.`,
  user: GIVEN,
}

export const twoLabelsPrompt: Prompt = {
  name: 'verdict-two-labels',
  version: 1,
  system: `You decide by search results whether a claim is supported. ${BY_RESULTS_ALONE}
- supported: every part of the claim is supported by some result, and no part is contradicted by any
- unsupported: anything else: a part is contradicted, a part is not mentioned, the results conflict, or it cannot be told what the claim refers to
Give the reason in one or two sentences.`,
  user: GIVEN,
}
