import { byId, keyTable } from '@/lib/platform/client/keymap'

/** The keys of every page that has any. */
export const SHELL_BINDINGS = keyTable<'shortcuts'>('shell', [
  { id: 'shortcuts', keys: ['?'], label: 'Show this list', group: 'Help' },
])

/** For buttons. */
export const SHELL_KEYS = byId(SHELL_BINDINGS)
