import { wordDiff } from '@/lib/text/word-diff'

/** Two texts as one: words only in the second underlined, words only in the first struck through. */
export function TextDiff({ before, after }: { before: string; after: string }) {
  let offset = 0
  const parts = wordDiff(before, after).map((part) => {
    offset += part.text.length
    return { ...part, key: `${offset}-${part.kind}` }
  })
  return (
    <p dir="auto" className="whitespace-pre-wrap rounded-md border border-line bg-surface px-3 py-2">
      {parts.map(({ key, kind, text }) => {
        if (kind === 'added')
          return (
            <ins key={key} className="rounded-sm bg-positive-surface text-positive-text underline">
              {text}
            </ins>
          )
        if (kind === 'removed')
          return (
            <del key={key} className="rounded-sm bg-negative-surface text-negative-text line-through">
              {text}
            </del>
          )
        return <span key={key}>{text}</span>
      })}
    </p>
  )
}
