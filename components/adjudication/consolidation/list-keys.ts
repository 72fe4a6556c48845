import type { KeyBinding } from '@/lib/platform/client/keyboard'
import { byId, keyTable } from '@/lib/platform/client/keymap'

const LANES = ['1', '2', '3', '4', '5'] as const
export type ListKey =
  | `only${(typeof LANES)[number]}`
  | 'all'
  | 'down'
  | 'up'
  | 'include'
  | 'link'
  | 'unlink'
  | 'moveDown'
  | 'moveUp'
  | 'add'
  | 'save'

const GROUP = 'Editing a list'

/** The keys of the list that is being put together. */
export const LIST_BINDINGS = keyTable<ListKey>('desk-list', [
  { id: 'down', keys: ['j', 'arrowdown'], label: 'Next row', group: GROUP, repeats: true },
  { id: 'up', keys: ['k', 'arrowup'], label: 'Previous row', group: GROUP, repeats: true },
  ...LANES.map(
    (lane): KeyBinding<ListKey> => ({
      id: `only${lane}`,
      keys: [lane],
      label: `Take the row as lane ${lane} has it, and go on`,
      group: GROUP,
    }),
  ),
  { id: 'all', keys: ['b'], label: 'Take the row as one entry of all who list it, and go on', group: GROUP },
  { id: 'include', keys: ['x'], label: 'Leave the row out, or take it in', group: GROUP },
  { id: 'link', keys: ['l'], label: 'Hold the row, then link it with another', group: GROUP },
  { id: 'unlink', keys: ['u'], label: 'Take the row apart', group: GROUP },
  { id: 'moveDown', keys: ['shift+j', 'shift+arrowdown'], label: 'Move the row down', group: GROUP, repeats: true },
  { id: 'moveUp', keys: ['shift+k', 'shift+arrowup'], label: 'Move the row up', group: GROUP, repeats: true },
  { id: 'add', keys: ['a'], label: 'Add a row that nobody listed', group: GROUP },
  { id: 'save', keys: ['mod+enter'], label: 'Save the list', group: GROUP, when: 'always' },
])

/** For buttons and hints. */
export const LIST_KEYS = byId(LIST_BINDINGS)

/** The key that takes a row as the lane at this place, from 0, has it. */
export function onlyKey(index: number): KeyBinding<ListKey> | undefined {
  const lane = LANES[index]
  return lane ? LIST_KEYS[`only${lane}`] : undefined
}
