import type { DiscardReason, Option } from '@/lib/protocols/protocol'

/** Why an item is of no use. `no_agreement` is a finding about several people, so no single annotator can choose it. */
export const discardReasons = [
  { value: 'procedure', text: 'Asks for a procedure' },
  { value: 'non_factual', text: 'States no facts' },
  { value: 'riddle', text: 'Riddle or play on words' },
  { value: 'broken_answer', text: 'Broken or cut-off answer' },
  { value: 'no_agreement', text: 'No agreement' },
  { value: 'other', text: 'Other' },
] as const satisfies readonly DiscardReason[]

/** Keep: `y`, remove: `x`. The letters leave j and k to moving about. */
export const actionOptions: readonly Option[] = [
  {
    value: 'keep',
    text: 'Keep',
    key: 'y',
    tone: 'positive',
    definition: 'The response states facts that can be checked, so every segment gets a label.',
  },
  {
    value: 'remove',
    text: 'Remove',
    key: 'x',
    tone: 'negative',
    definition: 'The item does not belong in a factuality dataset. Give the reason; the segments need no labels then.',
  },
]

/** Digits: the error types that share them are not on screen while an item is being removed. */
export const removeReasonOptions: readonly Option[] = [
  {
    value: 'procedure',
    text: 'Asks for a procedure',
    key: '1',
    tone: 'neutral',
    definition: 'The response is a list of steps or advice that is good or bad rather than true or false.',
  },
  {
    value: 'non_factual',
    text: 'States no facts',
    key: '2',
    tone: 'neutral',
    definition: 'Opinion, fiction, small talk or a refusal: there is nothing that a source could confirm.',
  },
  {
    value: 'riddle',
    text: 'Riddle or play on words',
    key: '3',
    tone: 'neutral',
    definition: 'The prompt is a puzzle or pun whose answer rests on a trick and not on the world.',
  },
  {
    value: 'broken_answer',
    text: 'Broken or cut-off answer',
    key: '4',
    tone: 'neutral',
    definition: 'The response is empty, garbled, cut off, or belongs to another prompt.',
  },
  {
    value: 'other',
    text: 'Other',
    key: '5',
    tone: 'neutral',
    definition: 'None of the above. Say in a sentence what is wrong.',
  },
]

/** True: `t`, false: `f`. */
export const labelOptions: readonly Option[] = [
  {
    value: true,
    text: 'True',
    key: 't',
    tone: 'positive',
    definition:
      'Everything the segment states is correct and answers the prompt. A segment that states nothing is true.',
  },
  {
    value: false,
    text: 'False',
    key: 'f',
    tone: 'negative',
    definition:
      'At least one thing the segment states is wrong, does not follow, or has nothing to do with the prompt.',
  },
]

/** Digits 1 to 4, in the order of the published tables. */
export const errorTypeOptions: readonly Option[] = [
  {
    value: 'knowledge_error',
    text: 'Knowledge error',
    key: '1',
    tone: 'negative',
    definition: 'A fact is wrong or made up: a name, date, number, event or quotation that sources contradict.',
  },
  {
    value: 'reasoning_error',
    text: 'Reasoning error',
    key: '2',
    tone: 'negative',
    definition: 'The steps do not lead to the conclusion: faulty logic, a slip in arithmetic, a contradiction.',
  },
  {
    value: 'irrelevant_with_qst',
    text: 'Irrelevant',
    key: '3',
    tone: 'neutral',
    definition: 'The segment has nothing to do with what the prompt asks, whether or not it is correct by itself.',
  },
  {
    value: 'fooled',
    text: 'Fooled',
    key: '4',
    tone: 'partial',
    definition: 'The prompt holds a false premise or a joke, and the segment takes it at its word.',
  },
]

/** The type of an error, as FELM's records write it. */
export const errorTypes = ['knowledge_error', 'reasoning_error', 'irrelevant_with_qst', 'fooled'] as const
export type ErrorType = (typeof errorTypes)[number]
