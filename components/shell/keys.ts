import { byId, keyTable } from '@/lib/platform/client/keymap'

/** The keys of every page that has any. */
export const SHELL_BINDINGS = keyTable<'inbox' | 'shortcuts'>('shell', [
  { id: 'inbox', keys: ['shift+i'], label: 'Inbox: what waits for you', group: 'Help' },
  { id: 'shortcuts', keys: ['?'], label: 'Show this list', group: 'Help' },
])

/** For buttons. */
export const SHELL_KEYS = byId(SHELL_BINDINGS)
