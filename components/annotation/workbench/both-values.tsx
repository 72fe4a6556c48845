'use client'
import { TextDiff } from '@/components/ui/text-diff'
import type { Json, Question } from '@/lib/protocols/protocol'

interface BothValuesProps {
  question: Question | undefined
  mine: Json
  theirs: Json
  /** A value as people read it; a list has a line an entry. */
  words(value: Json): string
}

/** Two values of one field: texts as a difference, lists entry by entry, anything else by name. */
export function BothValues({ question, mine, theirs, words }: BothValuesProps) {
  if (Array.isArray(mine) || Array.isArray(theirs))
    return <Entries mine={linesOf(mine, words)} theirs={linesOf(theirs, words)} />
  if (question?.options || typeof (mine ?? theirs) !== 'string')
    return (
      <dl className="grid grid-cols-[auto_1fr] gap-x-3 gap-y-1">
        <dt className="text-muted">Yours</dt>
        <dd dir="auto">{words(mine)}</dd>
        <dt className="text-muted">The other</dt>
        <dd dir="auto">{words(theirs)}</dd>
      </dl>
    )
  return (
    <>
      <p className="mb-1">From the other version (struck through) to yours (underlined):</p>
      <TextDiff
        before={words(theirs)}
        after={words(mine)}
        className="rounded-md border border-line bg-surface px-3 py-2"
      />
    </>
  )
}

const linesOf = (value: Json, words: BothValuesProps['words']): string[] =>
  Array.isArray(value) ? value.map((entry) => words([entry])) : []

function Entries({ mine, theirs }: { mine: string[]; theirs: string[] }) {
  const groups = [
    { title: 'Only in yours', entries: mine.filter((entry) => !theirs.includes(entry)) },
    { title: 'Only in the other', entries: theirs.filter((entry) => !mine.includes(entry)) },
    { title: 'In both', entries: mine.filter((entry) => theirs.includes(entry)) },
  ]
  const nonEmptyGroups = groups.filter(({ entries }) => entries.length > 0)
  if (nonEmptyGroups.every(({ title }) => title === 'In both')) return <p>The same entries in another order.</p>
  return nonEmptyGroups.map(({ title, entries }) => (
    <div key={title} className="mb-2 last:mb-0">
      <p className="text-muted">{title}</p>
      <ul dir="auto" className="ms-3 whitespace-pre-wrap">
        {[...new Set(entries)].map((entry) => (
          <li key={entry}>{entry}</li>
        ))}
      </ul>
    </div>
  ))
}
