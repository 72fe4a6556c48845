import type { DiffPart } from '@/lib/text/word-diff'

/** A text in parts; words that were added are marked, words that were removed struck out. */
export function DiffText({ parts }: { parts: readonly DiffPart[] }) {
  let offset = 0
  return parts.map((part) => {
    offset += part.text.length
    const key = `${offset} ${part.kind}`
    if (part.kind === 'same') return <span key={key}>{part.text}</span>
    if (part.kind === 'removed')
      return (
        <del key={key} className="text-muted">
          {part.text}
        </del>
      )
    return (
      <mark key={key} className="rounded-sm bg-accent-surface text-accent-text underline underline-offset-2">
        {part.text}
      </mark>
    )
  })
}
