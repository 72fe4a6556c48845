import type { Prompt } from '@/lib/protocols/prefill'

const TASK = `You look for errors in an answer that a language model wrote. The answer is divided into numbered segments.
A segment is wrong when at least one thing it states is false, does not follow, or has nothing to do with the question. A segment that states nothing is not wrong. Judge every segment by itself, knowing the ones before it.`
const ANSWER = `Name the numbers of the wrong segments only; an empty list says that all are right. Say of each in one sentence what is wrong and what would be right, and which kind of error it is: knowledge_error (a fact is wrong or made up), reasoning_error (it does not follow, or is miscalculated), irrelevant_with_qst (it does not answer the question), fooled (it fell for a trick, joke or false assumption in the question).`
const CLAIMS = `You check numbered claims. Name the numbers of the false ones only; an empty list says that all are true. Say of each in one sentence what is wrong and what would be right, and which kind of error it is: knowledge_error (a fact is wrong or made up), reasoning_error (it does not follow, or is miscalculated), irrelevant_with_qst (it does not bear on the question), fooled (it fell for a trick in the question).`
const AT_ONCE = 'Leave "thought" null.'

/** What is given stands behind the question, each part under its heading. */
const asking = (name: string, system: readonly string[], ...parts: readonly string[]): Prompt => ({
  name,
  version: 1,
  system: system.join('\n'),
  user: ['The question:\n{{prompt}}', ...parts].join('\n\n'),
})

const SEGMENTS = 'The segments:\n{{segments}}'

/** One call a response; judged at once. */
export const verdictsPlain = asking('verdicts-plain', [TASK, ANSWER, AT_ONCE], SEGMENTS)

/** One call a response; reasons first. Also asked several times for self-consistency. */
export const verdictsReasoned = asking(
  'verdicts-reasoned',
  [
    TASK,
    'First write down in "thought", segment by segment and briefly, what you know or can derive about it. Then decide.',
    ANSWER,
  ],
  SEGMENTS,
)

/** With the addresses and summaries of pages that may bear on it. */
export const verdictsWithLinks = asking(
  'verdicts-with-links',
  [
    TASK,
    'You are given the addresses of pages on the subject, with what is known of them. They may help, be beside the point, or be wrong.',
    ANSWER,
    AT_ONCE,
  ],
  'Pages:\n{{references}}',
  SEGMENTS,
)

/** With passages of those pages. */
export const verdictsWithText = asking(
  'verdicts-with-text',
  [
    TASK,
    'You are given passages from pages on the subject. Where they speak about a segment, they weigh more than what you remember; where they are silent, judge by what you know.',
    ANSWER,
    AT_ONCE,
  ],
  'Passages:\n{{references}}',
  SEGMENTS,
)

/** What each segment claims, for verdicts claim by claim. */
export const segmentClaims = asking(
  'segment-claims',
  [
    'You list what numbered segments of an answer claim. A claim is one statement about the world that can be true or false, written so that it can be understood without the segment: names instead of pronouns, with the time and place it is about. Opinions, advice and questions claim nothing. Give every claim with the number of its segment.',
  ],
  SEGMENTS,
)

const LISTED = ['References, where there are any:\n{{references}}', 'The claims:\n{{claims}}']

/** Which of numbered claims are false. */
export const claimVerdicts = asking('claim-verdicts', [CLAIMS, AT_ONCE], ...LISTED)

/** The same; reasons first. Also asked several times for self-consistency. */
export const claimVerdictsReasoned = asking(
  'claim-verdicts-reasoned',
  [
    CLAIMS,
    'First write down in "thought", claim by claim and briefly, what you know or can derive about it. Then decide.',
  ],
  ...LISTED,
)
