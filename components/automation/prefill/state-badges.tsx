import { Badge } from '@/components/ui/badge'
import type { Tone } from '@/components/ui/tone'
import type { RunItemState, RunView } from '@/lib/automation/prefill/contract'
import { ITEM_STATE_TEXT, RUN_STATE_TEXT } from '@/lib/automation/prefill/rules'

const RUN_TONES: Record<RunView['state'], Tone> = {
  running: 'accent',
  paused: 'stale',
  done: 'positive',
  cancelled: 'neutral',
}

export const ITEM_TONES: Record<RunItemState, Tone> = {
  waiting: 'neutral',
  running: 'accent',
  done: 'positive',
  failed: 'negative',
  skipped: 'partial',
  cancelled: 'neutral',
}

/** Where a run stands, in a word. */
export function RunStateBadge({ state }: { state: RunView['state'] }) {
  return <Badge tone={RUN_TONES[state]}>{RUN_STATE_TEXT[state]}</Badge>
}

/** What became of an item of a run, in a word. */
export function ItemStateBadge({ state }: { state: RunItemState }) {
  return <Badge tone={ITEM_TONES[state]}>{ITEM_STATE_TEXT[state]}</Badge>
}
