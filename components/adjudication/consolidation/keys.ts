import { CAUSE_TEXT } from '@/components/workspace/tasks/cause-text'
import type { KeyBinding } from '@/lib/platform/client/keyboard'
import { byId, keyTable } from '@/lib/platform/client/keymap'
import { disagreementCauses } from '@/lib/workspace/tasks/contract'

/** Lanes that have a digit; a stage with more annotators is settled by choosing with the mouse or by editing. */
const LANE_KEYS = ['1', '2', '3', '4', '5'] as const

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
  | 'unfold'
  | 'leave'
  | `cause-${(typeof disagreementCauses)[number]}`

const ORDINAL = { 1: 'first', 2: 'second', 3: 'third', 4: 'fourth', 5: 'fifth' } as const
const MOVING = 'Moving'
const SETTLING = 'Settling'
const TALKING = 'Discussion'
const ITEM = 'The item'

/** Every key of the page; which of them do something depends on what is open and on what the reader may do. */
const deskTable: readonly KeyBinding<DeskKey>[] = [
  { id: 'next', keys: ['j', 'arrowdown'], label: 'Next question', group: MOVING, repeats: true },
  { id: 'previous', keys: ['k', 'arrowup'], label: 'Previous question', group: MOVING, repeats: true },
  { id: 'fold', keys: ['f'], label: 'Show or hide what is agreed', group: MOVING },
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
  {
    id: 'undo',
    keys: ['u'],
    label: 'Take back what you settled or said last',
    group: SETTLING,
    destroys: 'undoable',
  },
  { id: 'cause', keys: ['c'], label: 'Why they disagree, then a cause', group: SETTLING },
  { id: 'propose', keys: ['p'], label: 'Propose a value', group: TALKING },
  { id: 'accept', keys: ['a'], label: 'Accept the proposal', group: TALKING },
  { id: 'agree', keys: ['y'], label: 'Take what your partner holds', group: TALKING },
  { id: 'object', keys: ['o'], label: 'Object to a value', group: TALKING },
  { id: 'call', keys: ['t'], label: 'Call a third rater', group: TALKING, destroys: 'asks' },
  { id: 'comment', keys: ['/'], label: 'Write a remark', group: TALKING },
  { id: 'confirm', keys: ['mod+enter'], label: 'Confirm or approve the item', group: ITEM, destroys: 'final' },
  { id: 'refuse', keys: ['r'], label: 'Send the item back', group: ITEM, destroys: 'asks' },
  { id: 'nextItem', keys: ['n'], label: 'Next item', group: ITEM },
  { id: 'guidelines', keys: ['g'], label: 'Guidelines', group: ITEM },
  { id: 'replay', keys: ['h'], label: 'How they searched, with the pages they read', group: ITEM },
  { id: 'unfold', keys: ['v'], label: 'Show in full what stands beside the question, or less', group: ITEM },
]

export const DESK_BINDINGS: readonly KeyBinding<DeskKey>[] = [
  ...keyTable(
    'desk',
    deskTable.map((binding) => ({ ...binding, at: 'reading' })),
  ),
  { id: 'leave', keys: ['escape'], label: 'Leave the form', group: MOVING, when: 'always' },
]

/** For buttons. */
export const DESK_KEYS = byId(DESK_BINDINGS)

/** The keys of the lane at a place, from 0: its value, and all it says of the unit. */
export function laneKeys(index: number): { value?: KeyBinding<DeskKey>; unit?: KeyBinding<DeskKey> } {
  const key = LANE_KEYS[index]
  return key ? { value: DESK_KEYS[`lane${key}`], unit: DESK_KEYS[`unit${key}`] } : {}
}

/** For buttons. */
export const REVIEW_BINDINGS = keyTable<'start'>('review', [
  { id: 'start', keys: ['n'], label: 'Start with the next item', group: 'Review' },
])
export const REVIEW_KEYS = byId(REVIEW_BINDINGS)

/** While the menu of causes is open, its digits stand in for those of the lanes. */
export const CAUSE_BINDINGS: readonly KeyBinding<DeskKey>[] = keyTable(
  'desk',
  disagreementCauses.map(
    (cause, index): KeyBinding<DeskKey> => ({
      id: `cause-${cause}`,
      keys: [String(index + 1)],
      label: CAUSE_TEXT[cause].text,
      group: 'Why they disagree, once the menu is open',
      at: 'cause',
    }),
  ),
)

/** For the menu. */
export const CAUSE_KEYS = byId(CAUSE_BINDINGS)
