import { byId, keyTable } from '@/lib/platform/client/keymap'

/** The keys of every page that has any. */
export const SHELL_BINDINGS = keyTable<'palette' | 'inbox' | 'shortcuts'>('shell', [
  { id: 'palette', keys: ['mod+k'], label: 'Go to a page, an item or a person', group: 'Help', when: 'always' },
  { id: 'inbox', keys: ['shift+i'], label: 'Inbox: what waits for you', group: 'Help' },
  { id: 'shortcuts', keys: ['?'], label: 'Show this list', group: 'Help' },
])

/** For buttons. */
export const SHELL_KEYS = byId(SHELL_BINDINGS)
