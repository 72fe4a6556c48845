'use client'
import { Time } from '@/components/ui/time'
import type { SettledValue } from '@/lib/adjudication/consolidation/contract'
import type { Question } from '@/lib/protocols/protocol'
import { useDeskContext } from './desk-context'
import { ValueView } from './value-view'
import { howText } from './words'

/** The value that stands: who settled it, from which lane, and why. */
export function SettledNote({ settled, question }: { settled: SettledValue; question: Question }) {
  const { view } = useDeskContext()
  return (
    <section aria-label="What stands" className="space-y-1.5 rounded-lg border border-line bg-sunken p-3 text-sm">
      <ValueView question={question} unit={settled.unit} value={settled.value} />
      <p className="text-muted">
        {howText(view, settled)}
        {settled.at ? (
          <>
            {', '}
            <Time value={settled.at} format="relative" />
          </>
        ) : null}
        .
      </p>
      {settled.reason ? (
        <p dir="auto" className="wrap-anywhere whitespace-pre-wrap">
          {settled.reason}
        </p>
      ) : null}
    </section>
  )
}
