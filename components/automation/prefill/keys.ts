import { byId, keyTable } from '@/lib/platform/client/keymap'

/** The keys of the page of runs. */
export const RUNS_BINDINGS = keyTable<'prefill'>('prefill', [
  { id: 'prefill', keys: ['p'], label: 'Set up a run', group: 'Pre-fill' },
])

/** The keys of the form of a run. */
export const BUILDER_BINDINGS = keyTable<'start'>('prefill', [
  { id: 'start', keys: ['mod+enter'], label: 'Start the run', group: 'Pre-fill', when: 'always', destroys: 'final' },
])

/** For buttons. */
export const PREFILL_KEYS = { ...byId(RUNS_BINDINGS), ...byId(BUILDER_BINDINGS) }
