import { DefinitionList } from '@/components/ui/definition-list'
import { Time } from '@/components/ui/time'
import type { RunView } from '@/lib/automation/prefill/contract'
import { durationText, madeText, moneyText } from '@/lib/automation/prefill/rules'

/** What a run has cost and made so far. */
export function RunFacts({ run }: { run: RunView }) {
  const ceiling = run.budgetMicro === null ? 'no ceiling of its own' : `of at most ${moneyText(run.budgetMicro)}`
  return (
    <DefinitionList
      items={[
        { term: 'Cost', description: `${moneyText(run.spentMicro)}, ${ceiling}` },
        { term: 'Calls', description: callsText(run) },
        { term: madeText(run), description: run.suggestions.toLocaleString('en') },
        {
          term: 'Time an item',
          description: run.latency
            ? `${durationText(run.latency.p50)} in the middle, ${durationText(run.latency.p95)} for the slowest twentieth`
            : 'Not known before an item is done',
        },
        {
          term: 'Started',
          description: (
            <>
              <Time value={run.startedAt ?? run.createdAt} />
              {run.by ? (
                <>
                  {' by '}
                  <bdi className="wrap-anywhere">{run.by}</bdi>
                </>
              ) : null}
            </>
          ),
        },
      ]}
    />
  )
}

/** Kept answers are not paid again; both numbers count towards what the items needed. */
function callsText({ calls, cachedCalls }: RunView): string {
  if (calls === 0 && cachedCalls === 0) return 'None'
  const out = `${calls.toLocaleString('en')} sent`
  return cachedCalls === 0 ? out : `${out}, ${cachedCalls.toLocaleString('en')} answered from what was kept`
}
