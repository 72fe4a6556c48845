import type { DiscardReason, Option } from '@/lib/protocols/protocol'

/** Why a claim is of no use. */
export const discardReasons: readonly DiscardReason[] = [
  { value: 'not_verifiable', text: 'No claim that could be verified' },
  { value: 'broken_claim', text: 'Broken or cut-off claim' },
  { value: 'broken_results', text: 'The search results belong to another claim' },
  { value: 'other', text: 'Other' },
]

/** What a search result says of the claim. Keys 1 to 3. */
export const stanceOptions: readonly Option[] = [
  {
    value: 'supports',
    text: 'Supports',
    key: '1',
    tone: 'positive',
    definition: 'What the result states makes the claim, or a part of it, true.',
  },
  {
    value: 'contradicts',
    text: 'Contradicts',
    key: '2',
    tone: 'negative',
    definition: 'What the result states cannot be true together with the claim, or with a part of it.',
  },
  {
    value: 'inconclusive',
    text: 'Inconclusive',
    key: '3',
    tone: 'neutral',
    definition:
      'The result neither supports nor contradicts any part of the claim: it is about something else, or silent.',
  },
]

/** Whether a result's source can be trusted. Keys 4 to 6. */
export const trustOptions: readonly Option[] = [
  {
    value: 'trustworthy',
    text: 'Trustworthy',
    key: '4',
    tone: 'positive',
    definition: 'A primary source, an encyclopedia, an official page, or a publisher that answers for its errors.',
  },
  {
    value: 'doubtful',
    text: 'Doubtful',
    key: '5',
    tone: 'negative',
    definition: 'A forum, a sales page, copied or generated text, or a page of which nobody knows the author.',
  },
  {
    value: 'cannot_tell',
    text: 'Cannot tell',
    key: '6',
    tone: 'neutral',
    definition: 'Title, snippet and address do not show what kind of source it is.',
  },
]

/** The verdict on the claim. Keys y, r and i. */
export const verdictOptions: readonly Option[] = [
  {
    value: 'supported',
    text: 'Supported',
    key: 'y',
    tone: 'positive',
    definition: 'Every part of the claim is supported by some result, and no result contradicts any part.',
  },
  {
    value: 'contradicted',
    text: 'Contradicted',
    key: 'r',
    tone: 'negative',
    definition: 'At least one part of the claim is contradicted by some result, and no result supports that part.',
  },
  {
    value: 'inconclusive',
    text: 'Inconclusive',
    key: 'i',
    tone: 'neutral',
    definition: 'Neither: a part is not mentioned, results conflict about a part, or nobody can tell what is meant.',
  },
]
export const verdicts = ['supported', 'contradicted', 'inconclusive'] as const
export type Verdict = (typeof verdicts)[number]

/** Why a claim is inconclusive: (a) to (c) of the paper. Keys p, b and u. */
export const whyOptions: readonly Option[] = [
  {
    value: 'a',
    text: '(a) A part is not mentioned',
    key: 'p',
    tone: 'neutral',
    definition: 'Some part of the claim is neither supported nor contradicted by any result.',
  },
  {
    value: 'b',
    text: '(b) The results conflict',
    key: 'b',
    tone: 'partial',
    definition: 'Some part of the claim is supported by one result and contradicted by another.',
  },
  {
    value: 'c',
    text: '(c) Unclear or too general',
    key: 'u',
    tone: 'neutral',
    definition: 'It cannot be told what the claim refers to, or it is too general for any result to settle.',
  },
]
export const reasons = ['a', 'b', 'c'] as const
export type Reason = (typeof reasons)[number]
