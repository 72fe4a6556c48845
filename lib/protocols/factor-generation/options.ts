import type { DiscardReason, Option } from '@/lib/protocols/protocol'

export const kinds = ['fact', 'none'] as const

/** One fact: `y`, none: `x`. */
export const kindOptions: readonly Option[] = [
  {
    value: 'fact',
    text: 'One fact',
    key: 'y',
    tone: 'positive',
    definition: 'The two sentences differ in one fact, which can be written down by itself. Write the true version.',
  },
  {
    value: 'none',
    text: 'No single fact',
    key: 'x',
    tone: 'neutral',
    definition:
      'They differ in nothing, in several facts at once, or do not contradict each other. There is nothing to judge texts by.',
  },
]

export const judgements = ['true', 'false', 'neutral', 'ill-formed', 'non-contradictory'] as const
export type Judgement = (typeof judgements)[number]

/** Judgements that take a text out of the figures. */
export const dropped: readonly Judgement[] = ['ill-formed', 'non-contradictory']

/** `n` belongs to the workbench, so neutral is `u`: it leaves the fact undecided. */
export const judgementOptions: readonly Option[] = [
  {
    value: 'true',
    text: 'True',
    key: 't',
    tone: 'positive',
    definition: 'The text states or implies the fact, in whatever words.',
  },
  {
    value: 'false',
    text: 'False',
    key: 'f',
    tone: 'negative',
    definition:
      'The text contradicts the fact: both cannot be so at once, whether it errs like the contradiction or otherwise.',
  },
  {
    value: 'neutral',
    text: 'Neutral',
    key: 'u',
    tone: 'neutral',
    definition: 'The text says nothing about the fact, or leaves it undecided.',
  },
  {
    value: 'ill-formed',
    text: 'Drop: ill-formed',
    key: 'i',
    tone: 'partial',
    definition:
      'It is empty, garbled, cut off before it says anything, or goes on with another text. It is not counted.',
  },
  {
    value: 'non-contradictory',
    text: 'Drop: no contradiction',
    key: 'c',
    tone: 'partial',
    definition:
      'Read with this text, the two sentences do not contradict each other about the fact, so neither true nor false can be said. It is not counted.',
  },
]

/** Why an item is of no use. */
export const discardReasons = [
  { value: 'no_single_fact', text: 'The sentences differ in no single fact' },
  { value: 'ill_formed', text: 'The text or one of the sentences is ill-formed' },
  { value: 'no_agreement', text: 'No agreement' },
  { value: 'other', text: 'Other' },
] as const satisfies readonly DiscardReason[]
