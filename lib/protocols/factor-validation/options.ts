import type { DiscardReason, Option } from '@/lib/protocols/protocol'

/** What an edit changes, in the order of FACTOR's Table 3. */
export const errorTypes = ['predicate', 'entity', 'circumstance', 'coreference', 'link'] as const
export type ErrorType = (typeof errorTypes)[number]

export const discardReasons = [
  { value: 'completion_false', text: 'The completion is not true' },
  { value: 'completion_unclear', text: 'The completion states nothing that could be changed' },
  { value: 'broken_prefix', text: 'Broken or unreadable prefix' },
  { value: 'no_agreement', text: 'No agreement' },
  { value: 'other', text: 'Other' },
] as const satisfies readonly DiscardReason[]

/** Yes: `y`, no: `x`; `n` moves to what is missing everywhere. */
export const nonFactualOptions: readonly Option[] = [
  {
    value: true,
    text: 'Non-factual',
    key: 'y',
    tone: 'positive',
    definition: 'Read after the prefix, it states something that cannot be true together with the true completion.',
  },
  {
    value: false,
    text: 'Not a contradiction',
    key: 'x',
    tone: 'negative',
    definition: 'It says the same in other words, adds or leaves out something, or could be true as well.',
  },
]

export const fluentOptions: readonly Option[] = [
  {
    value: true,
    text: 'Fluent',
    key: 'f',
    tone: 'positive',
    definition: 'Grammatical and natural: one would not guess from the language alone that it was edited.',
  },
  {
    value: false,
    text: 'Not fluent',
    key: 'u',
    tone: 'negative',
    definition: 'Ungrammatical, broken off, or worded as nobody would write it.',
  },
]

export const selfConsistentOptions: readonly Option[] = [
  {
    value: true,
    text: 'Self-consistent',
    key: 'c',
    tone: 'positive',
    definition: 'Its parts fit each other, whatever the truth: no statement in it rules out another.',
  },
  {
    value: false,
    text: 'Contradicts itself',
    key: 'i',
    tone: 'negative',
    definition: 'It rules itself out, or the edit was made in one place and forgotten in another.',
  },
]

/** Digits 1 to 5, in the order of the published table. */
export const errorTypeOptions: readonly Option[] = [
  {
    value: 'predicate',
    text: 'Predicate',
    key: '1',
    tone: 'negative',
    definition: 'What is done or is the case was changed: another verb, or the opposite of it.',
  },
  {
    value: 'entity',
    text: 'Entity',
    key: '2',
    tone: 'negative',
    definition: 'Who or what it is about was changed: the subject or the object of the statement.',
  },
  {
    value: 'circumstance',
    text: 'Circumstance',
    key: '3',
    tone: 'partial',
    definition: 'When, where or how it happened was changed: a time, date, place or manner.',
  },
  {
    value: 'coreference',
    text: 'Coreference',
    key: '4',
    tone: 'partial',
    definition: 'A pronoun or other reference now points to somebody or something else in the context.',
  },
  {
    value: 'link',
    text: 'Link',
    key: '5',
    tone: 'neutral',
    definition: 'How two statements hang together was changed: before or after, because or although.',
  },
]
