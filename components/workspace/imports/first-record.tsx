'use client'

import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { Panel } from '@/components/ui/panel'
import type { PreviewRecord } from '@/lib/workspace/imports/contract'

/** So many units are shown at first: the columns and the decision stay near. */
const SHOWN_UNITS = 12

/** One record as its annotator will see it: what is read, the units that are asked about, and the labels that came along. */
export function FirstRecord({ record }: { record: PreviewRecord }) {
  const { parts, units, unitsLeft, labels, line } = record
  const labelsOf = (key: string) => labels.filter(({ unit }) => unit === key)
  const [limit, setLimit] = useState(SHOWN_UNITS)
  const partUnits = units.filter(({ key }) => key !== 'item')
  return (
    <Panel title="As its annotator will see it" description={`The first record, of line ${line}.`}>
      <div className="space-y-4">
        {parts.map(({ title, text }) => (
          <section key={title}>
            <h3 className="font-medium text-sm">{title}</h3>
            <p dir="auto" className="wrap-anywhere mt-1 max-w-prose whitespace-pre-wrap">
              {text}
            </p>
          </section>
        ))}
        <Labels labels={labelsOf('item')} />
        {partUnits.length > 0 ? (
          <ol className="space-y-2 border-line border-t pt-3">
            {partUnits.slice(0, limit).map(({ key, kind, text }, index) => (
              <li key={key} className="flex gap-3">
                <span className="w-10 shrink-0 text-muted text-sm tabular-nums">
                  {partUnits.slice(0, index + 1).filter((unit) => unit.kind === kind).length}
                </span>
                <div className="min-w-0 space-y-1">
                  <p dir="auto" className="wrap-anywhere whitespace-pre-wrap">
                    {text}
                  </p>
                  <Labels labels={labelsOf(key)} />
                </div>
              </li>
            ))}
          </ol>
        ) : null}
        {partUnits.length > limit ? (
          <Button size="sm" onClick={() => setLimit(partUnits.length)}>
            Show {partUnits.length - limit} more
          </Button>
        ) : null}
        {unitsLeft > 0 && partUnits.length <= limit ? (
          <p className="text-muted text-sm">
            The first {partUnits.length} of {(partUnits.length + unitsLeft).toLocaleString('en')} are listed here.
          </p>
        ) : null}
      </div>
    </Panel>
  )
}

function Labels({ labels }: { labels: PreviewRecord['labels'] }) {
  if (labels.length === 0) return null
  return (
    <ul className="flex flex-wrap gap-x-4 gap-y-1 text-sm">
      {labels.map(({ question, value }) => (
        <li key={question}>
          <span className="text-muted">{question}:</span> <span dir="auto">{value}</span>
        </li>
      ))}
    </ul>
  )
}
