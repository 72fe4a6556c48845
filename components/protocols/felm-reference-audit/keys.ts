import { byId, keyTable } from '@/lib/platform/client/keymap'
import { REFERENCES } from '@/lib/protocols/felm-reference-audit/stage'

export const bindings = keyTable(`felm-reference-audit/${REFERENCES}`, [
  { id: 'reliable', keys: ['y'], label: 'Reliable: free of both', group: 'Answering' },
])

/** For hints. */
export const OWN_KEYS = byId(bindings)
