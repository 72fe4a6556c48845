import { cn } from '@/components/ui/cn'
import { wordDiff } from '@/lib/text/word-diff'

/** A contradiction with its edit: words put in are boxed, words of the completion that went are struck through. */
export function EditedText({ completion, text, className }: { completion: string; text: string; className?: string }) {
  let offset = 0
  const parts = wordDiff(completion, text).map((part) => {
    offset += part.text.length
    return { ...part, key: `${offset}-${part.kind}` }
  })
  return (
    <span dir="auto" className={cn('wrap-anywhere whitespace-pre-wrap', className)}>
      {parts.map((part) => {
        if (part.kind === 'added')
          return (
            <ins
              key={part.key}
              className="rounded-sm border border-accent-border bg-accent-surface box-decoration-clone px-0.5 no-underline"
            >
              {part.text}
            </ins>
          )
        if (part.kind === 'removed')
          return (
            <del key={part.key} className="text-muted line-through">
              {part.text}
            </del>
          )
        return <span key={part.key}>{part.text}</span>
      })}
    </span>
  )
}
