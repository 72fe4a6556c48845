import { Badge } from '@/components/ui/badge'
import { Time } from '@/components/ui/time'
import type { Checks, FindingView } from '@/lib/gold/checks/contract'
import { valueText } from '@/lib/gold/checks/rules'
import { OverrideDialog } from './override-dialog'
import { TakeBackDialog } from './take-back-dialog'

interface LabelSettlementProps {
  checks: Checks
  item: FindingView['item']
  label: NonNullable<FindingView['label']>
}

/** What speaks of an item's label, what was decided of it, and the way to decide. */
export function LabelSettlement({ checks, item, label }: LabelSettlementProps) {
  const { override } = label
  const sources = [
    ...(label.stored === undefined ? [] : [{ key: 'record', title: 'In the record', value: label.stored }]),
    ...checks.rules.flatMap(({ key, title }) => {
      const value = label.byRule[key]
      return value === undefined ? [] : [{ key, title, value }]
    }),
  ]
  return (
    <div className="space-y-3">
      <dl className="flex flex-wrap gap-x-6 gap-y-2">
        {sources.map(({ key, title, value }) => (
          <div key={key} className="flex items-center gap-2">
            <dt className="text-muted">{title}</dt>
            <dd>
              <Value checks={checks} value={value} />
            </dd>
          </div>
        ))}
      </dl>
      {override && override.value !== null ? (
        <div className="space-y-1">
          <p className="flex flex-wrap items-center gap-2">
            Set by hand: <Value checks={checks} value={override.value} />
            <span className="text-muted">
              {override.by}, <Time value={override.at} />
            </span>
          </p>
          <p dir="auto" className="wrap-anywhere whitespace-pre-wrap">
            {override.reason}
          </p>
          {override.stands ? null : (
            <p>
              <Badge tone="stale">Stale: the gold has changed since, so this settles nothing any more</Badge>
            </p>
          )}
        </div>
      ) : null}
      {checks.canSettle ? (
        <div className="flex flex-wrap gap-2">
          <OverrideDialog item={item} values={checks.values} version={override?.version ?? 0} />
          {override && override.value !== null ? <TakeBackDialog item={item} version={override.version} /> : null}
        </div>
      ) : null}
    </div>
  )
}

function Value({ checks, value }: { checks: Checks; value: Checks['values'][number]['value'] }) {
  const { text, tone } = valueText(checks.values, value)
  return <Badge tone={tone}>{text}</Badge>
}
