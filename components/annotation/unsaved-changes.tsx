'use client'
import { TextDiff } from '@/components/text/text-diff'
import { Button } from '@/components/ui/button'
import { Callout } from '@/components/ui/callout'
import type { Outbox } from '@/lib/client/outbox'
import { entryKey, type OutboxEntry } from '@/lib/client/outbox-entry'
import type { Json } from '@/lib/protocols/protocol'
import { useBench } from './bench-context'
import { inWords } from './question-frame'
import { unitName } from './unit-name'

/** Changes that wait for a decision: changed elsewhere as well, or refused. Nothing is lost until one is made. */
export function UnsavedChanges({ outbox }: { outbox: Outbox | null }) {
  const { entries, go } = useBench()
  const blocked = entries.filter((entry) => entry.conflict || entry.refused)
  return blocked.map((entry) => {
    const settle = (choice: 'mine' | 'theirs') => {
      outbox?.settle(entryKey(entry), choice)
      go({ unit: entry.unit, question: null })
    }
    return entry.conflict ? (
      <Conflict key={entryKey(entry)} entry={entry} other={entry.conflict} onSettle={settle} />
    ) : (
      <Refused key={entryKey(entry)} entry={entry} onSettle={settle} />
    )
  })
}

interface SettleProps {
  entry: OutboxEntry
  onSettle(choice: 'mine' | 'theirs'): void
}

/** The words for the field of a change. */
export function useNames(entry: OutboxEntry) {
  const { stage, subject, answers } = useBench()
  const unit = subject.units.find((candidate) => candidate.key === entry.unit)
  // Of a unit that is no longer listed only the question is left.
  const question = stage.questions.find((each) => each.key === entry.question && (!unit || each.unit === unit.kind))
  const name = `${question?.title ?? entry.question}, ${unit ? unitName(stage, subject, unit) : 'no longer listed'}`
  const words = (value: Json) => (question ? inWords(question, value, answers) : JSON.stringify(value))
  return { name, words }
}

function Conflict({ entry, other, onSettle }: SettleProps & { other: NonNullable<OutboxEntry['conflict']> }) {
  const { name, words } = useNames(entry)
  return (
    <Callout
      tone="warning"
      live
      title={`${name}: changed elsewhere since you saw it`}
      actions={
        <>
          <Button onClick={() => onSettle('mine')}>Keep mine</Button>
          <Button onClick={() => onSettle('theirs')}>Take the other</Button>
        </>
      }
    >
      <p className="mb-1">From the other version (struck through) to yours (underlined):</p>
      <TextDiff
        before={words(other.value)}
        after={words(entry.value)}
        className="rounded-md border border-line bg-surface px-3 py-2"
      />
    </Callout>
  )
}

function Refused({ entry, onSettle }: SettleProps) {
  const { name, words } = useNames(entry)
  return (
    <Callout
      tone="danger"
      title={`${name}: not saved`}
      actions={
        <>
          <Button onClick={() => onSettle('mine')}>Try again</Button>
          <Button onClick={() => onSettle('theirs')}>Let go of my change</Button>
        </>
      }
    >
      <p>{entry.refused} Your change is kept on this device:</p>
      <p dir="auto" className="mt-1 whitespace-pre-wrap">
        {words(entry.value)}
      </p>
    </Callout>
  )
}
