'use client'
import { Fragment } from 'react'
import { queriesIn } from '@/components/annotation/workbench/query-list'
import { AddressLink } from '@/components/ui/address-text'
import { Badge } from '@/components/ui/badge'
import { cn } from '@/components/ui/cn'
import type { Lane } from '@/lib/adjudication/consolidation/contract'
import { marksOfEntry, textsOf } from '@/lib/adjudication/consolidation/lists/rules'
import { entriesOf, placeOfEntry, textOfEntry } from '@/lib/protocols/made-units'
import { hasMarks } from '@/lib/protocols/marks'
import { listedOptions, onlyIn } from '@/lib/protocols/option-lists'
import { referencesIn } from '@/lib/protocols/picks'
import type { Json, ListEntry, Question, Span } from '@/lib/protocols/protocol'
import { placeInWords } from '@/lib/protocols/span-words'
import { wordDiff } from '@/lib/text/word-diff'
import { useDeskContext } from './desk-context'
import { DiffText } from './diff-text'
import { seenId } from './seen-id'
import { SpansView } from './spans-view'
import { linksOf, partName, spanText } from './words'

type ValueViewProps = {
  question: Question
  /** The unit it is about. */
  unit: string
  value: Json
  /** What to compare with: words of a text, and values of a set, that it does not have are marked. */
  other?: Json
  /** Whose value it is: what they list is shown in their words. */
  lane?: Lane
}

/** Does a value hold several things, which stand one below the other? */
export const isListed = ({ form, takes }: Question) => form === 'references' || form === 'links' || takes === 'queries'

const NOTHING = 'text-muted text-sm'

/** A value as its question's form shows it; texts with the words that another text lacks underlined. */
export function ValueView({ question, unit, value, other, lane }: ValueViewProps) {
  const option = question.options?.find((each) => each.value === value)
  if (option)
    return (
      <Badge tone={option.tone} className="text-sm">
        {option.text}
      </Badge>
    )
  if (question.options && Array.isArray(value) && question.form !== 'references')
    return (
      <span className="flex flex-wrap gap-1">
        {listedOptions(question, value).map(({ value: each, text, tone }) => {
          const isOnlyHere = question.form === 'set' && Array.isArray(other) && onlyIn(value, other).includes(each)
          return (
            <Badge
              key={String(each)}
              tone={tone}
              className={cn('text-sm', isOnlyHere && 'underline underline-offset-3')}
            >
              {text}
              {isOnlyHere ? <span className="sr-only"> (only here)</span> : null}
            </Badge>
          )
        })}
      </span>
    )
  if (typeof value === 'number') return <span className="text-sm tabular-nums">{value}</span>
  if (question.form === 'links') return <LinkList value={value} />
  if (question.form === 'list') return <EntryList question={question} unit={unit} value={value} lane={lane} />
  if (question.form === 'references') return <ReferenceList value={value} />
  if (question.form === 'span') return <SpanWords unit={unit} value={value} />
  if (question.form === 'spans') return <SpansView question={question} value={value} other={other} />
  if (typeof value !== 'string') return <span className={NOTHING}>no answer</span>
  if (question.takes === 'queries') return <Queries text={value} other={typeof other === 'string' ? other : value} />
  return <MarkedText text={value} other={typeof other === 'string' ? other : value} />
}

function LinkList({ value }: { value: Json }) {
  const links = linksOf(value)
  if (links.length === 0) return <span className={NOTHING}>no links</span>
  return (
    <ul className="space-y-1 text-sm">
      {links.map(({ url, note }) => (
        <li key={url} className="wrap-anywhere">
          <AddressLink href={url} />
          {note ? (
            <span dir="auto" className="block text-muted">
              {note}
            </span>
          ) : null}
        </li>
      ))}
    </ul>
  )
}

/** The entries by their texts: as their lane wrote them, as settled, or in the words of all who listed them. */
function EntryList({ question, unit, value, lane }: Pick<ValueViewProps, 'question' | 'unit' | 'value' | 'lane'>) {
  const { subject, lanes, answers } = useDeskContext()
  const entries = entriesOf(value)
  if (entries.length === 0) return <span className={NOTHING}>nothing listed</span>
  const wordingsFrom = (some: readonly Lane[], entry: ListEntry): readonly Wording[] =>
    hasMarks(question)
      ? marksOfEntry(some, { unit, question: question.key }, question, entry)
      : textsOf(some, entry).map((text) => ({ text, place: null }))
  const wordingsFor = (entry: ListEntry): readonly Wording[] => {
    const laneWordings = lane ? wordingsFrom([lane], entry) : []
    if (laneWordings.length > 0 || !question.list) return laneWordings
    const about = answers[entry.key]
    const settled = textOfEntry(question.list, subject.content, about)
    return settled === '' ? wordingsFrom(lanes, entry) : [{ text: settled, place: placeOfEntry(question.list, about) }]
  }
  return (
    <ol className="list-decimal space-y-1 ps-5 text-sm">
      {entries.map((entry) => (
        <li key={entry.key} className="wrap-anywhere">
          <EntryWords wordings={wordingsFor(entry)} />
        </li>
      ))}
    </ol>
  )
}

/** `place`: of a mark. */
interface Wording {
  text: string
  place: Span | null
}

function EntryWords({ wordings }: { wordings: readonly Wording[] }) {
  if (wordings.length === 0) return <span className="text-muted">new, its text is asked for next</span>
  return wordings.map(({ text, place }, index) => (
    <Fragment key={place ? placeInWords(place) : text}>
      {index > 0 ? (
        <span className="block text-muted text-xs">{place ? 'or, in another place' : 'or, in other words'}</span>
      ) : null}
      <span dir="auto" className="block">
        {text}
      </span>
      {place ? (
        // The same words may stand elsewhere again.
        <span dir="ltr" className="block text-muted text-xs">
          {placeInWords(place)}
        </span>
      ) : null}
    </Fragment>
  ))
}

function ReferenceList({ value }: { value: Json }) {
  const { stage, view } = useDeskContext()
  const keys = referencesIn(value)
  if (keys.length === 0) return <span className={NOTHING}>none</span>
  const texts = new Map(view.units.map(({ key, text }) => [key, text]))
  return (
    <ul className="space-y-1 text-sm">
      {keys.map((key) => (
        <li key={key}>
          <a
            href={`#${seenId(key)}`}
            className="rounded-sm text-accent-text underline underline-offset-3"
            onClick={(event) => {
              event.preventDefault()
              document.getElementById(seenId(key))?.scrollIntoView({ block: 'center' })
            }}
          >
            {partName(stage, view.units, key)}
          </a>
          <span dir="auto" className="line-clamp-2 text-muted">
            {texts.get(key)}
          </span>
        </li>
      ))}
    </ul>
  )
}

function SpanWords({ unit, value }: { unit: string; value: Json }) {
  const { view } = useDeskContext()
  const words = spanText(value, { units: view.units, unit })
  return words ? (
    <p dir="auto" className="wrap-anywhere text-sm">
      {words}
    </p>
  ) : (
    <span className={NOTHING}>no place marked</span>
  )
}

/** Queries one below the other; those that the other lane does not have are marked. */
function Queries({ text, other }: { text: string; other: string }) {
  const others = new Set(queriesIn(other))
  return (
    <ul className="list-disc space-y-0.5 ps-5 text-sm">
      {queriesIn(text).map((query) => (
        <li key={query} dir="auto" className="wrap-anywhere">
          <DiffText parts={[{ kind: others.has(query) ? 'same' : 'added', text: query }]} />
        </li>
      ))}
    </ul>
  )
}

function MarkedText({ text, other }: { text: string; other: string }) {
  return (
    <p dir="auto" className="wrap-anywhere whitespace-pre-wrap text-sm leading-relaxed">
      <DiffText parts={wordDiff(other, text).filter(({ kind }) => kind !== 'removed')} />
    </p>
  )
}
