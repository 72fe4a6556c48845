import { byId, keyTable } from '@/lib/platform/client/keymap'

/** The keys of the page that asks whether the guidelines have been read. */
export const GUIDELINES_BINDINGS = keyTable('guidelines', [
  {
    id: 'confirm',
    keys: ['mod+enter'],
    label: 'I have read the guidelines, or what changed',
    when: 'always',
    group: 'Guidelines',
  },
])

/** For buttons. */
export const GUIDELINES_KEYS = byId(GUIDELINES_BINDINGS)
