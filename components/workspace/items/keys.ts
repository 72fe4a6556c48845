import { ENTER } from '@/lib/platform/client/fixed-keys'
import { keyTable } from '@/lib/platform/client/keymap'

/** The keys of the list of items. */
export const ITEMS_BINDINGS = keyTable<'next' | 'previous' | 'search'>('items', [
  { id: 'next', keys: ['j'], label: 'Next item', group: 'List', repeats: true },
  { id: 'previous', keys: ['k'], label: 'Previous item', group: 'List', repeats: true },
  { id: 'search', keys: ['/'], label: 'Search', group: 'List' },
])

/** The key of links, for the sheet. */
export const OPEN_ITEM = { ...ENTER, label: 'Open the item', group: 'List' }

/** The keys of an item's page. */
export const ITEM_BINDINGS = keyTable<'next' | 'previous' | 'list'>('item', [
  { id: 'next', keys: ['j'], label: 'Next item', group: 'Items' },
  { id: 'previous', keys: ['k'], label: 'Previous item', group: 'Items' },
  { id: 'list', keys: ['u'], label: 'Back to the list', group: 'Items' },
])
