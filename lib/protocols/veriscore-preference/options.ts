import type { DiscardReason, Option } from '@/lib/protocols/protocol'

/** `identical`: two equal lists say nothing of who is better; they are set aside and counted. */
export const discardReasons = [
  { value: 'identical', text: 'Identical lists' },
  { value: 'no_claims', text: 'The text states nothing to verify' },
  { value: 'broken_text', text: 'Broken or cut-off text' },
  { value: 'other', text: 'Other' },
] as const satisfies readonly DiscardReason[]

export const sides = ['left', 'right'] as const
export type Side = (typeof sides)[number]

/** Neither of two extractors' lists is better. */
export const UNDECIDED = 'hard_to_choose'

const LEFT: Option = {
  value: 'left',
  text: 'List 1',
  key: '1',
  tone: 'neutral',
  definition:
    'The first list, left or above, has more of what can be verified and less of what cannot: opinions, advice, fiction, and statements that nobody could look up.',
}
const RIGHT: Option = {
  value: 'right',
  text: 'List 2',
  key: '2',
  tone: 'neutral',
  definition:
    'The second list, right or below, has more of what can be verified and less of what cannot: opinions, advice, fiction, and statements that nobody could look up.',
}

export const betterOptions: readonly Option[] = [LEFT, RIGHT]

export const comparedOptions: readonly Option[] = [
  LEFT,
  RIGHT,
  {
    value: UNDECIDED,
    text: 'Hard to choose',
    key: '3',
    tone: 'partial',
    definition: 'The lists differ, but neither is better: what one has over the other it loses elsewhere.',
  },
]

export const hardOptions: readonly Option[] = [
  {
    value: 'easy',
    text: 'Easy',
    key: 'e',
    tone: 'positive',
    definition:
      'You would choose the same again without thinking: the difference is plain. It counts as a strong preference.',
  },
  {
    value: 'hard',
    text: 'Hard',
    key: 'h',
    tone: 'partial',
    definition: 'You hesitated: both have their merits or faults. It counts as a slight preference.',
  },
]
