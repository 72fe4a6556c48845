import { byId, keyTable } from '@/lib/platform/client/keymap'

export const INBOX_BINDINGS = keyTable<'start'>('inbox', [
  { id: 'start', keys: ['n'], label: 'Take what comes first', group: 'Inbox' },
])

/** For buttons. */
export const INBOX_KEYS = byId(INBOX_BINDINGS)
