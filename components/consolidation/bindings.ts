import type { KeyBinding } from '@/lib/client/keyboard'
import { causes } from '@/lib/consolidation/contract'
import { CAUSE_TEXT } from './cause-text'

/** Lanes that have a digit; a stage with more annotators is settled by choosing with the mouse or by editing. */
export const LANE_KEYS = ['1', '2', '3', '4', '5'] as const

export type DeskKey =
  | 'next'
  | 'previous'
  | 'fold'
  | `lane${(typeof LANE_KEYS)[number]}`
  | `unit${(typeof LANE_KEYS)[number]}`
  | 'both'
  | 'edit'
  | 'undo'
  | 'cause'
  | 'propose'
  | 'comment'
  | 'accept'
  | 'object'
  | 'agree'
  | 'call'
  | 'confirm'
  | 'refuse'
  | 'nextItem'
  | 'guidelines'
  | 'replay'
  | 'leave'
  | `cause-${(typeof causes)[number]}`

const ORDINAL = { 1: 'first', 2: 'second', 3: 'third', 4: 'fourth', 5: 'fifth' } as const
const MOVING = 'Moving'
const SETTLING = 'Settling'
const TALKING = 'Discussion'
const ITEM = 'The item'

/** Every key of the page; which of them do something depends on what is open and on what the reader may do. */
export const DESK_BINDINGS: readonly KeyBinding<DeskKey>[] = [
  { id: 'next', keys: ['j', 'arrowdown'], label: 'Next question', group: MOVING, repeats: true },
  { id: 'previous', keys: ['k', 'arrowup'], label: 'Previous question', group: MOVING, repeats: true },
  { id: 'fold', keys: ['f'], label: 'Unfold or fold what agreed', group: MOVING },
  { id: 'leave', keys: ['escape'], label: 'Leave the form', group: MOVING, when: 'always' },
  ...LANE_KEYS.map(
    (key): KeyBinding<DeskKey> => ({
      id: `lane${key}`,
      keys: [key],
      label: `Take the ${ORDINAL[key]} lane`,
      group: SETTLING,
    }),
  ),
  ...LANE_KEYS.map(
    (key): KeyBinding<DeskKey> => ({
      id: `unit${key}`,
      keys: [`shift+${key}`],
      label: `Take the ${ORDINAL[key]} lane for all of this unit`,
      group: SETTLING,
    }),
  ),
  { id: 'both', keys: ['b'], label: 'Take what any lane lists', group: SETTLING },
  { id: 'edit', keys: ['e'], label: 'Settle it otherwise', group: SETTLING },
  { id: 'undo', keys: ['u'], label: 'Take back what you settled or said last', group: SETTLING },
  { id: 'cause', keys: ['c'], label: 'Why they disagree, then a digit', group: SETTLING },
  { id: 'propose', keys: ['p'], label: 'Propose a value', group: TALKING },
  { id: 'accept', keys: ['a'], label: 'Accept the proposal', group: TALKING },
  { id: 'agree', keys: ['y'], label: 'Accept what your partner holds', group: TALKING },
  { id: 'object', keys: ['o'], label: 'Object to a value', group: TALKING },
  { id: 'call', keys: ['t'], label: 'Call a third rater', group: TALKING },
  { id: 'comment', keys: ['/'], label: 'Write a remark', group: TALKING },
  { id: 'confirm', keys: ['mod+enter'], label: 'Confirm or approve the item', group: ITEM },
  { id: 'refuse', keys: ['r'], label: 'Send the item back to be settled again', group: ITEM },
  { id: 'nextItem', keys: ['n'], label: 'Next item', group: ITEM },
  { id: 'guidelines', keys: ['g'], label: 'Guidelines', group: ITEM },
  { id: 'replay', keys: ['h'], label: 'How they searched', group: ITEM },
]

/** While the menu of causes is open, its digits stand in for those of the lanes. */
export const CAUSE_BINDINGS: readonly KeyBinding<DeskKey>[] = causes.map((cause, index) => ({
  id: `cause-${cause}`,
  keys: [String(index + 1)],
  label: CAUSE_TEXT[cause].text,
  group: 'Why they disagree (after C)',
}))
