'use client'
import type { Outbox } from '@/lib/annotation/outbox/outbox'
import { entryKey, type OutboxEntry } from '@/lib/annotation/outbox/outbox-entry'
import type { Json } from '@/lib/protocols/protocol'
import { useBench } from './bench-context'
import { BothValues } from './both-values'
import { inWords } from './question-frame'
import { unitName } from './unit-name'
import { ConflictCallout, RefusedCallout } from './unsaved-callouts'

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
  return { name, words, question }
}

function Conflict({ entry, other, onSettle }: SettleProps & { other: NonNullable<OutboxEntry['conflict']> }) {
  const { name, words, question } = useNames(entry)
  return (
    <ConflictCallout name={name} onEnd={onSettle}>
      <BothValues question={question} mine={entry.value} theirs={other.value} words={words} />
    </ConflictCallout>
  )
}

function Refused({ entry, onSettle }: SettleProps) {
  const { name, words } = useNames(entry)
  return (
    <RefusedCallout name={name} message={entry.refused} onEnd={onSettle}>
      {words(entry.value)}
    </RefusedCallout>
  )
}
