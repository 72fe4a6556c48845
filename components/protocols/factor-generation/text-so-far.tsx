'use client'
import { excerpt } from '@/lib/text/excerpt'

/** Longer texts show their last paragraph; the rest is a click away. */
const LONG = 600

/** What stood before the sentence. */
export function TextSoFar({ text }: { text: string }) {
  const trimmed = text.trim()
  const cut = trimmed.length > LONG ? Math.max(trimmed.lastIndexOf('\n', trimmed.length - 2), 0) : 0
  const [before, last] = [trimmed.slice(0, cut).trim(), trimmed.slice(cut).trim()]
  if (trimmed === '') return <p className="text-muted text-sm">The sentence begins its text.</p>
  return (
    <div className="space-y-2">
      {before === '' ? null : (
        <details className="text-sm">
          <summary className="cursor-pointer rounded-sm text-muted">
            What stands before: <span dir="auto">{excerpt(before, 60)}</span>
          </summary>
          <p dir="auto" className="reading mt-2 whitespace-pre-wrap">
            {before}
          </p>
        </details>
      )}
      <p dir="auto" className="reading whitespace-pre-wrap">
        {last}
      </p>
    </div>
  )
}
