import type { Prompt } from '@/lib/protocols/prefill'

const TASK = `You look for errors in an answer that a language model wrote. The answer is divided into numbered segments.
A segment is wrong when at least one thing it states is false, does not follow, or has nothing to do with the question. A segment that states nothing is not wrong. Judge every segment by itself, knowing the ones before it.`
const ANSWER = `Name the numbers of the wrong segments only; an empty list says that all are right. Say of each in one sentence what is wrong and what would be right, and which kind of error it is: knowledge_error (a fact is wrong or made up), reasoning_error (it does not follow, or is miscalculated), irrelevant_with_qst (it does not answer the question), fooled (it fell for a trick, joke or false assumption in the question).`

/** One call a response; judged at once. */
export const verdictsPlain: Prompt = {
  name: 'verdicts-plain',
  version: 1,
  system: `${TASK}\n${ANSWER}\nLeave "thought" null.`,
  user: `The question:
{{prompt}}

The segments:
{{segments}}`,
}

/** One call a response; reasons first. Also asked several times for self-consistency. */
export const verdictsReasoned: Prompt = {
  name: 'verdicts-reasoned',
  version: 1,
  system: `${TASK}\nFirst write down in "thought", segment by segment and briefly, what you know or can derive about it. Then decide.\n${ANSWER}`,
  user: `The question:
{{prompt}}

The segments:
{{segments}}`,
}

/** With the addresses and summaries of pages that may bear on it. */
export const verdictsWithLinks: Prompt = {
  name: 'verdicts-with-links',
  version: 1,
  system: `${TASK}\nYou are given the addresses of pages on the subject, with what is known of them. They may help, be beside the point, or be wrong.\n${ANSWER}\nLeave "thought" null.`,
  user: `The question:
{{prompt}}

Pages:
{{references}}

The segments:
{{segments}}`,
}

/** With passages of those pages. */
export const verdictsWithText: Prompt = {
  name: 'verdicts-with-text',
  version: 1,
  system: `${TASK}\nYou are given passages from pages on the subject. Where they speak about a segment, they weigh more than what you remember; where they are silent, judge by what you know.\n${ANSWER}\nLeave "thought" null.`,
  user: `The question:
{{prompt}}

Passages:
{{references}}

The segments:
{{segments}}`,
}

/** What each segment claims, for verdicts claim by claim. */
export const segmentClaims: Prompt = {
  name: 'segment-claims',
  version: 1,
  system: `You list what numbered segments of an answer claim. A claim is one statement about the world that can be true or false, written so that it can be understood without the segment: names instead of pronouns, with the time and place it is about. Opinions, advice and questions claim nothing. Give every claim with the number of its segment.`,
  user: `The question:
{{prompt}}

The segments:
{{segments}}`,
}

const CLAIMS = `You check numbered claims. Name the numbers of the false ones only; an empty list says that all are true. Say of each in one sentence what is wrong and what would be right, and which kind of error it is: knowledge_error (a fact is wrong or made up), reasoning_error (it does not follow, or is miscalculated), irrelevant_with_qst (it does not bear on the question), fooled (it fell for a trick in the question).`
const CLAIMS_GIVEN = `The question:
{{prompt}}

References, where there are any:
{{references}}

The claims:
{{claims}}`

/** Which of numbered claims are false. */
export const claimVerdicts: Prompt = {
  name: 'claim-verdicts',
  version: 1,
  system: `${CLAIMS}\nLeave "thought" null.`,
  user: CLAIMS_GIVEN,
}

/** The same; reasons first. Also asked several times for self-consistency. */
export const claimVerdictsReasoned: Prompt = {
  name: 'claim-verdicts-reasoned',
  version: 1,
  system: `${CLAIMS}\nFirst write down in "thought", claim by claim and briefly, what you know or can derive about it. Then decide.`,
  user: CLAIMS_GIVEN,
}
