import { Badge } from '@/components/ui/badge'
import { OutsideLink } from '@/components/ui/link'
import type { Json, Question } from '@/lib/protocols/protocol'
import { wordDiff } from '@/lib/text/word-diff'
import { linksOf } from './words'

type ValueViewProps = {
  question: Question
  value: Json
  /** A text to compare with: words that it does not have are marked. */
  other?: Json
}

/** A value as its question's form shows it; texts with the words that another text lacks underlined. */
export function ValueView({ question, value, other }: ValueViewProps) {
  const option = question.options?.find((each) => each.value === value)
  if (option)
    return (
      <Badge tone={option.tone} letter={option.key.toUpperCase()} className="text-sm">
        {option.text}
      </Badge>
    )
  if (question.form === 'links') return <LinkList value={value} />
  if (typeof value !== 'string') return <span className="text-muted text-sm">no answer</span>
  return <MarkedText text={value} other={typeof other === 'string' ? other : value} />
}

function LinkList({ value }: { value: Json }) {
  const links = linksOf(value)
  if (links.length === 0) return <span className="text-muted text-sm">no links</span>
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

function MarkedText({ text, other }: { text: string; other: string }) {
  let offset = 0
  const parts = wordDiff(other, text)
    .filter(({ kind }) => kind !== 'removed')
    .map((part) => {
      offset += part.text.length
      return { ...part, key: offset }
    })
  return (
    <p dir="auto" className="wrap-anywhere whitespace-pre-wrap text-sm leading-relaxed">
      {parts.map(({ key, kind, text: words }) =>
        kind === 'added' ? (
          <mark key={key} className="rounded-sm bg-accent-surface text-accent-text underline underline-offset-2">
            {words}
          </mark>
        ) : (
          <span key={key}>{words}</span>
        ),
      )}
    </p>
  )
}
