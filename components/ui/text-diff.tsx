import { cn } from '@/components/ui/cn'
import { wordDiff } from '@/lib/text/word-diff'

/** Two texts as one: words only in the second underlined, words only in the first struck through. */
export function TextDiff({ before, after, className }: { before: string; after: string; className?: string }) {
  let offset = 0
  const parts = wordDiff(before, after).map((part) => {
    offset += part.text.length
    return { ...part, key: `${offset}-${part.kind}` }
  })
  return (
    <div dir="auto" className={cn('whitespace-pre-wrap', className)}>
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
    </div>
  )
}
