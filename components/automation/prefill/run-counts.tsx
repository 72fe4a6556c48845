import { ProgressBar } from '@/components/ui/progress-bar'
import { StackedBar } from '@/components/ui/stacked-bar'
import { Time } from '@/components/ui/time'
import { counted } from '@/components/workspace/imports/counted'
import { type RunView, runItemStates } from '@/lib/automation/prefill/contract'
import { ITEM_STATE_TEXT, runProgress } from '@/lib/automation/prefill/rules'
import { ITEM_TONES } from './state-badges'

/** How far a run has come: one bar, its counts by state, and when it will be done. */
export function RunCounts({ run }: { run: RunView }) {
  const { total, ended, share } = runProgress(run.items)
  const parts = runItemStates
    .filter((state) => run.items[state] > 0)
    .map((state) => ({
      key: state,
      label: ITEM_STATE_TEXT[state],
      value: run.items[state],
      tone: ITEM_TONES[state],
      valueText: run.items[state].toLocaleString('en'),
    }))
  return (
    <div className="space-y-4">
      <ProgressBar
        label="Ended"
        showLabel
        value={ended}
        max={Math.max(total, 1)}
        valueText={`${ended.toLocaleString('en')} of ${counted(total, 'item')} (${Math.floor(share * 100)}%)`}
        className="[&_[role=progressbar]]:h-3"
      />
      {parts.length > 0 ? <StackedBar parts={parts} /> : null}
      <Expected run={run} />
    </div>
  )
}

function Expected({ run }: { run: RunView }) {
  if (run.finishedAt)
    return (
      <p className="text-muted text-sm">
        Ended <Time value={run.finishedAt} format="relative" />.
      </p>
    )
  if (run.state !== 'running') return null
  return (
    <p className="text-muted text-sm">
      {run.expectedAt ? (
        <>
          Expected to end <Time value={run.expectedAt} format="relative" />, at the pace of the last minutes.
        </>
      ) : (
        'When it ends cannot be told yet.'
      )}
    </p>
  )
}
