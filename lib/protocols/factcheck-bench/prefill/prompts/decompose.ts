/** Prompts of the first stage. Versions rise with every change of the text. */
import type { Prompt } from '@/lib/protocols/prefill'
import { EVERY, REASON } from './parts'

const SENTENCES = `The request that the response answers:
{{prompt}}

The sentences of the response, numbered:
{{sentences}}`

const CLAIM_RULES = `A claim states one property or one fact that somebody could look up by itself.
- Cover everything that the sentence states, and add nothing that it does not state, however true.
- Write every claim as a full sentence that is understood without any other: put names in place of pronouns and of words like "the city".
- Keep facts together that mean something else when they are parted, such as a condition and what follows from it.
- Keep the sentence's own words where you can, mistakes included. You are not asked whether anything is true.
- A sentence that asserts nothing (a question, a greeting, a request) has no claims.`

export const decontextPrompt: Prompt = {
  name: 'decontext',
  version: 1,
  system: `You make sentences of a response understandable on their own.
Rewrite each sentence so that a reader who sees nothing else knows what it is about: replace pronouns and words that point elsewhere by what they stand for, and add the subject or time that it takes from the others. Change nothing else. Correct nothing, explain nothing, and copy a sentence word for word when it already stands on its own.
${EVERY}`,
  user: SENTENCES,
}

export const claimsPrompt: Prompt = {
  name: 'claims',
  version: 1,
  system: `You list the claims that each sentence of a response makes.
${CLAIM_RULES}
For every sentence give its number, its first three words exactly as they stand there, and its claims in order; an empty list if it makes none.
${EVERY}`,
  user: SENTENCES,
}

export const sentenceClaimsPrompt: Prompt = {
  name: 'claims-of-a-sentence',
  version: 1,
  system: `You list the claims that one sentence of a response makes. The rest of the response only tells you what the sentence is about.
${CLAIM_RULES}
Give the claims in order; an empty list if it makes none.`,
  user: `The request that the response answers:
{{prompt}}

The whole response:
{{response}}

The sentence whose claims are wanted:
{{sentence}}`,
}

export const claimKindsPrompt: Prompt = {
  name: 'claim-kinds',
  version: 1,
  system: `You sort claims before they are fact-checked. Each is listed with the sentence that it comes from.
Type:
- factual: an objective statement about the world that evidence could confirm or refute, whether true or not
- opinion: a taste, feeling or judgement that no evidence settles
- not_a_claim: a question, exclamation, request or instruction
- other: none of these, for example the assistant speaking of itself
Worth (of a factual claim; "check" for the other types):
- check: worth looking up
- commonsense: everybody knows it and nobody would look it up
- not_publicly_checkable: only the people concerned can know it
Importance within its sentence:
- yes: it is what the sentence is there to say
- intermediate: it supports or details that
- no: the sentence would say the same without it
${EVERY} ${REASON}`,
  user: `The claims, numbered, each followed by its sentence in brackets:
{{claims}}`,
}

export const checkworthyPrompt: Prompt = {
  name: 'checkworthy',
  version: 1,
  system: `You decide which sentences of a response have to be fact-checked.
- yes: it states at least one objective fact that is not obvious, even if the rest is opinion
- opinion: it only tells a feeling, taste or judgement
- not_a_claim: it asserts nothing: a question, an exclamation, a request, an instruction, a heading
- other: none of these, for example the assistant speaking of itself
Whether a fact is true plays no part.
${EVERY} ${REASON}`,
  user: SENTENCES,
}

export const importancePrompt: Prompt = {
  name: 'importance',
  version: 1,
  system: `You rate how much each sentence of a response matters for answering the request.
- yes: without it the request would not be answered
- intermediate: it adds to the answer, which stands without it
- no: the reader would not miss it
${EVERY} ${REASON}`,
  user: SENTENCES,
}

export const supportedPrompt: Prompt = {
  name: 'supported',
  version: 1,
  system: `You decide by search results alone whether a claim is supported.
Say that it is supported only if the results, taken together, state all of it. If they are silent, unclear, or say otherwise, it is not. What you know yourself plays no part. ${REASON}`,
  user: `The claim:
{{claim}}

The search results:
{{passages}}`,
}
