import { Fragment } from 'react'
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
            <Fragment key={part.key}>
              <Heard> added: </Heard>
              <ins className="rounded-sm border border-accent-border bg-accent-surface box-decoration-clone px-0.5 no-underline">
                {part.text}
              </ins>
              <Heard>; </Heard>
            </Fragment>
          )
        if (part.kind === 'removed')
          return (
            <Fragment key={part.key}>
              <Heard> taken out: </Heard>
              <del className="text-muted line-through">{part.text}</del>
              <Heard>; </Heard>
            </Fragment>
          )
        return <span key={part.key}>{part.text}</span>
      })}
    </span>
  )
}

/** Says what only the look of a word says, and keeps what lies side by side apart; it is not copied along. */
const Heard = ({ children }: { children: string }) => (
  <span dir="ltr" className="sr-only select-none">
    {children}
  </span>
)
