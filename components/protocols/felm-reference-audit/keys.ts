import { byId, keyTable } from '@/lib/platform/client/keymap'
import { referencesStage } from '@/lib/protocols/felm-reference-audit/work'

export const bindings = keyTable(`felm-reference-audit/${referencesStage.key}`, [
  { id: 'reliable', keys: ['y'], label: 'Reliable: free of both', group: 'Answering' },
])

/** For hints. */
export const OWN_KEYS = byId(bindings)
