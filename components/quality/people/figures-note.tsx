import { Callout } from '@/components/ui/callout'
import { Time } from '@/components/ui/time'
import type { FiguresState } from '@/lib/quality/agreement/ledger/contract'
import { counted } from '@/lib/text/counted'

/** Says which figures are not those of now, and that newer ones are being computed; nothing where all are. */
export function FiguresNote({ figures: { state, tasks, at } }: { figures: FiguresState }) {
  if (state === 'current') return null
  if (state === 'awaited' || at === null)
    return (
      <Callout title="Agreement, units and answers are being computed">
        They appear here by themselves. Everything else on this page is of now.
      </Callout>
    )
  return (
    <Callout title="Agreement, units and answers are of an earlier moment">
      They were counted over {counted(tasks ?? 0, 'task')} on <Time value={at} />. Newer ones are being computed, and
      take their place here by themselves. Everything else on this page is of now.
    </Callout>
  )
}
