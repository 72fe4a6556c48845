/** Prompts of the second stage. Versions rise with every change of the text. */
import type { Prompt } from '@/lib/protocols/prefill'
import { EVERY, REASON } from './parts'

const CLAIM_AND_PASSAGES = `The claim:
{{claim}}

The passages, numbered:
{{passages}}`

export const queriesPrompt: Prompt = {
  name: 'queries',
  version: 1,
  system: `You prepare a web search that is to find out whether a claim is true.
Write the questions whose answers decide it: each about one part of the claim, each naming what it is about, none taking for granted that the claim is right. Ask for the true value ("When did ... open?") rather than for a confirmation. Two to five questions are usual; one is enough for a claim of a single fact.`,
  user: `The claim:
{{claim}}

The sentence that it comes from:
{{sentence}}`,
}

export const stancePrompt: Prompt = {
  name: 'stance',
  version: 1,
  system: `You say what each passage says of a claim. Go by the passage alone: neither what you know nor the other passages play a part.
- completely-support: the whole claim follows from the passage
- partially-support: the passage confirms a part of the claim and is silent about the rest
- refute: the passage speaks of the same thing and clearly says otherwise, about all of the claim or a part of it
- irrelevant: the passage does not speak of what the claim states; being silent is not refuting
${EVERY} ${REASON}`,
  user: CLAIM_AND_PASSAGES,
}

export const enoughPrompt: Prompt = {
  name: 'enough',
  version: 1,
  system: `You say whether passages, taken together, are enough to decide if a claim is true or false. They are if they confirm all of it, or clearly contradict any part of it. They are not if they are silent about a part and contradict none, or contradict each other with neither side stronger. What you know yourself plays no part. ${REASON}`,
  user: CLAIM_AND_PASSAGES,
}

export const verdictPrompt: Prompt = {
  name: 'verdict',
  version: 1,
  system: `You decide by passages alone whether a claim is true.
- true: the passages support all of it, and none that is as strong refutes any of it
- false: the passages refute all or a part of it
- not_enough_evidence: no passage is relevant, or the passages conflict and neither side is stronger
Leave passages that are beside the point out of account. In a conflict weigh how reliable the sources look, then how many they are. Never decide by what you know yourself.
Name the numbers of the passages that the decision rests on; none if there is not enough evidence. Give the reason in one or two sentences.`,
  user: CLAIM_AND_PASSAGES,
}

export const correctionPrompt: Prompt = {
  name: 'correction',
  version: 1,
  system: `You correct a claim that was found to be false.
Change as few words as possible: replace or strike what the passages refute, keep every other word, add nothing that is not aimed at the error. The corrected claim has to be supported by the passages, and may not be the claim as it was.
If nothing true is left of the claim, choose "delete" and leave the corrected text null.
Name the numbers of the passages that the correction rests on. Give the reason in one or two sentences.`,
  user: `The false claim:
{{claim}}

Why it was found false:
{{reason}}

The passages, numbered:
{{passages}}`,
}
