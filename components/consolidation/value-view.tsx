'use client'
import { Badge } from '@/components/ui/badge'
import { OutsideLink } from '@/components/ui/link'
import { entriesOf } from '@/lib/protocols/made-units'
import type { Json, Question } from '@/lib/protocols/protocol'
import { wordDiff } from '@/lib/text/word-diff'
import { useDeskContext } from './desk-context'
import { DiffText } from './diff-text'
import { linksOf, partName, referencesOf, spanText } from './words'

type ValueViewProps = {
  question: Question
  /** The unit it is about. */
  unit: string
  value: Json
  /** A text to compare with: words that it does not have are marked. */
  other?: Json
}

const NOTHING = 'text-muted text-sm'

/** A value as its question's form shows it; texts with the words that another text lacks underlined. */
export function ValueView({ question, unit, value, other }: ValueViewProps) {
  const option = question.options?.find((each) => each.value === value)
  if (option)
    return (
      <Badge tone={option.tone} letter={option.key.toUpperCase()} className="text-sm">
        {option.text}
      </Badge>
    )
  if (question.form === 'links') return <LinkList value={value} />
  if (question.form === 'list') return <EntryList question={question} value={value} />
  if (question.form === 'references') return <ReferenceList value={value} />
  if (question.form === 'span') return <SpanWords unit={unit} value={value} />
  if (typeof value !== 'string') return <span className={NOTHING}>no answer</span>
  return <MarkedText text={value} other={typeof other === 'string' ? other : value} />
}

function LinkList({ value }: { value: Json }) {
  const links = linksOf(value)
  if (links.length === 0) return <span className={NOTHING}>no links</span>
  return (
    <ul className="space-y-1 text-sm">
      {links.map(({ url, note }) => (
        <li key={url} className="wrap-anywhere">
          <OutsideLink href={url}>{url}</OutsideLink>
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

/** The entries by their texts: as settled, or as whoever listed them wrote them. */
function EntryList({ question, value }: { question: Question; value: Json }) {
  const { lanes, answers } = useDeskContext()
  const entries = entriesOf(value)
  if (entries.length === 0) return <span className={NOTHING}>nothing listed</span>
  const listed = new Map(lanes.flatMap((lane) => lane.listed.map(({ key, text }) => [key, text] as const)))
  const textOf = (key: string, from: readonly string[]) => {
    const settled = answers[key]?.[question.list?.text ?? '']
    if (typeof settled === 'string') return settled
    return from.map((each) => listed.get(each)).find((text) => text !== undefined) ?? listed.get(key)
  }
  return (
    <ol className="list-decimal space-y-1 ps-5 text-sm">
      {entries.map(({ key, from }) => (
        <li key={key} dir="auto" className="wrap-anywhere">
          {textOf(key, from) ?? <span className="text-muted">new, its text is asked for next</span>}
        </li>
      ))}
    </ol>
  )
}

function ReferenceList({ value }: { value: Json }) {
  const { stage, view } = useDeskContext()
  const keys = referencesOf(value)
  if (keys.length === 0) return <span className={NOTHING}>none</span>
  const texts = new Map(view.units.map(({ key, text }) => [key, text]))
  return (
    <ul className="space-y-1 text-sm">
      {keys.map((key) => (
        <li key={key}>
          {partName(stage, view.units, key)}
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

function MarkedText({ text, other }: { text: string; other: string }) {
  return (
    <p dir="auto" className="wrap-anywhere whitespace-pre-wrap text-sm leading-relaxed">
      <DiffText parts={wordDiff(other, text).filter(({ kind }) => kind !== 'removed')} />
    </p>
  )
}
