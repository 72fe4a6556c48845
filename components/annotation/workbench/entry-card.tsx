'use client'
import type { ComponentType } from 'react'
import { Badge } from '@/components/ui/badge'
import { cn } from '@/components/ui/cn'
import type { Tone } from '@/components/ui/tone'
import { answerOf, standingAnswer } from '@/lib/protocols/completeness'
import type { ListEntry, UnitDraft } from '@/lib/protocols/protocol'
import { unitId, useBench } from './bench-context'
import { EntryTools } from './entry-tools'
import type { List } from './lists'
import { changeOf, type Lineage, lineageOf } from './seeds'
import { percentChanged } from './suggested'
import { capitalised } from './unit-name'

interface EntryCardProps {
  list: List
  entry: ListEntry
  /** Its place in the list, from 0. */
  index: number
  part: UnitDraft
  /** The word for such a unit. */
  word: string
  Form: ComponentType<{ unit: UnitDraft }>
}

/** One listed unit: in short, or, when it is open, with its questions and what can be done to it. */
export function EntryCard({ list, entry, index, part, word, Form }: EntryCardProps) {
  const { open, answers, workbench, survey, readOnly, go } = useBench()
  const isOpen = open === entry.key
  const name = `${capitalised(word)} ${index + 1} of ${list.entries.length}`
  const lacking = survey.units.get(entry.key)?.lacking.length ?? 0
  const isCompact = !isOpen
  return (
    <li
      id={unitId(entry.key)}
      tabIndex={-1}
      aria-label={name}
      aria-current={isOpen ? 'step' : undefined}
      className={cn(
        'scroll-mt-40 rounded-md border bg-surface focus-visible:outline-none',
        isOpen ? 'border-accent p-3' : 'border-line px-2 py-1',
      )}
    >
      <div className={cn('flex flex-wrap items-center gap-x-2 gap-y-0.5', isCompact ? 'text-[0.6875rem]' : 'text-xs')}>
        <span className={cn('font-semibold', isCompact ? 'text-xs' : 'text-sm')}>{name}</span>
        <LineageBadge
          lineage={lineageOf(list, entry, answers, workbench.suggestions)}
          changed={changeOf(list, entry, answers, workbench.suggestions)}
        />
        {lacking > 0 && !readOnly ? (
          <span className="text-muted">{lacking === 1 ? '1 answer missing' : `${lacking} answers missing`}</span>
        ) : null}
        {isCompact ? <Choices part={part} /> : null}
      </div>
      {isOpen ? (
        <div className="mt-2 space-y-3">
          <Form unit={part} />
          {readOnly ? null : <EntryTools word={word} />}
        </div>
      ) : (
        <button
          type="button"
          className="block min-h-7 w-full rounded-sm text-start hover:bg-hover pointer-coarse:min-h-11"
          onClick={() => go({ unit: entry.key, question: null })}
        >
          <span className="sr-only">{`Open ${name}: `}</span>
          <span dir="auto" className="wrap-anywhere line-clamp-2 whitespace-pre-wrap text-sm leading-snug">
            {part.text === '' ? <span className="text-muted">No text yet.</span> : part.text}
          </span>
        </button>
      )}
    </li>
  )
}

/** The choices made, as words, in the first line of a row: what tells entries apart at a glance. */
function Choices({ part }: { part: UnitDraft }) {
  const { subject, answers, survey } = useBench()
  const choices = (survey.units.get(part.key)?.asked ?? []).flatMap((question) => {
    const option = question.options?.find(({ value }) => value === standingAnswer(question, subject, answers, part))
    return option && answerOf(answers, part.key, question.key) !== null ? [option] : []
  })
  return (
    <span className="ms-auto flex flex-wrap justify-end gap-1 empty:hidden">
      {choices.map(({ text, tone }) => (
        <Badge key={text} tone={tone}>
          {text}
        </Badge>
      ))}
    </span>
  )
}

const LINEAGES: Record<Lineage, { text: string; tone: Tone }> = {
  automatic: { text: 'Automatic', tone: 'suggestion' },
  edited: { text: 'Automatic, edited', tone: 'accent' },
  added: { text: 'Added', tone: 'accent' },
  split: { text: 'Split from another', tone: 'accent' },
  merged: { text: 'Joined from others', tone: 'accent' },
}

function LineageBadge({ lineage, changed }: { lineage: Lineage; changed: number }) {
  const { text, tone } = LINEAGES[lineage]
  return <Badge tone={tone}>{lineage === 'edited' ? `${text} (${percentChanged(changed)})` : text}</Badge>
}
