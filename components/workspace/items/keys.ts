import { ENTER } from '@/lib/platform/client/fixed-keys'
import { keyTable } from '@/lib/platform/client/keymap'

/** The keys of the list of items. */
export const ITEMS_BINDINGS = keyTable<'next' | 'previous' | 'search' | 'select' | 'selectTo' | 'undo'>('items', [
  { id: 'next', keys: ['j'], label: 'Next item', group: 'List', repeats: true },
  { id: 'previous', keys: ['k'], label: 'Previous item', group: 'List', repeats: true },
  { id: 'search', keys: ['/'], label: 'Search', group: 'List' },
  { id: 'select', keys: ['x'], label: 'Select the item, or not', group: 'Selection' },
  { id: 'selectTo', keys: ['shift+x'], label: 'Select from the last one to this', group: 'Selection' },
  { id: 'undo', keys: ['u'], label: 'Undo the last change of many', group: 'Selection' },
])

/** The key of links, for the sheet. */
export const OPEN_ITEM = { ...ENTER, label: 'Open the item', group: 'List' }

/** The keys of an item's page. */
export const ITEM_BINDINGS = keyTable<'next' | 'previous' | 'list'>('item', [
  { id: 'next', keys: ['j'], label: 'Next item', group: 'Items' },
  { id: 'previous', keys: ['k'], label: 'Previous item', group: 'Items' },
  { id: 'list', keys: ['u'], label: 'Back to the list', group: 'Items' },
])
