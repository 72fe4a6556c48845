import { Badge } from '@/components/ui/badge'
import { Panel } from '@/components/ui/panel'
import type { PreviewRecord } from '@/lib/workspace/imports/contract'
import { counted } from './counted'

/** The first records as they would be imported, unit by unit. */
export function PreviewPanel({ records, total }: { records: readonly PreviewRecord[]; total: number }) {
  const description =
    total > records.length ? `The first ${records.length} of ${counted(total, 'record')}.` : 'Every record of the file.'
  return (
    <Panel title="Preview" description={description}>
      <ol className="space-y-2">
        {records.map((record) => (
          <li key={record.line}>
            <Record record={record} />
          </li>
        ))}
      </ol>
    </Panel>
  )
}

function Record({ record }: { record: PreviewRecord }) {
  const facts = [`line ${record.line}`, record.externalId && `id ${record.externalId}`, record.domain, record.source]
  const units = record.units.filter((unit) => unit.key !== 'item')
  return (
    <details className="rounded-lg border border-line px-3.5 py-2.5">
      <summary className="cursor-pointer">
        <span dir="auto" className="font-medium">
          {record.title}
        </span>
        <span className="mt-1 flex flex-wrap items-center gap-2 text-muted text-sm">
          <span className="min-w-0 break-words">{facts.filter(Boolean).join(' · ')}</span>
          {record.labelled ? <Badge tone="accent">Has labels</Badge> : null}
          {record.discarded === null ? null : <Badge tone="partial">Discarded: {record.discarded}</Badge>}
          {record.duplicate ? <Badge tone="neutral">Already here</Badge> : null}
        </span>
      </summary>
      <ol className="mt-3 space-y-1.5 border-line border-t pt-3 text-sm">
        {units.map((unit) => (
          <li key={unit.key} className="flex gap-3">
            <span className="w-10 shrink-0 text-muted tabular-nums">{unit.key}</span>
            <span dir="auto" className="min-w-0 whitespace-pre-wrap break-words">
              {unit.text}
            </span>
          </li>
        ))}
      </ol>
    </details>
  )
}
