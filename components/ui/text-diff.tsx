import type { ReactNode } from 'react'
import { cn } from '@/components/ui/cn'
import { wordDiff } from '@/lib/text/word-diff'

interface TextDiffProps {
  before: string
  after: string
  /** So many changed words are told apart at most; unless given, as many as `wordDiff` does. */
  most?: number
  className?: string
}

/** Two texts as one: words only in the second underlined, words only in the first struck through. */
export function TextDiff({ before, after, most, className }: TextDiffProps) {
  let offset = 0
  const parts = wordDiff(before, after, most).map((part) => {
    offset += part.text.length
    return { ...part, key: `${offset}-${part.kind}` }
  })
  return (
    <div dir="auto" className={cn('whitespace-pre-wrap', className)}>
      {parts.map(({ key, kind, text }) => {
        if (kind === 'added') return <Added key={key}>{text}</Added>
        if (kind === 'removed') return <Removed key={key}>{text}</Removed>
        return <span key={key}>{text}</span>
      })}
    </div>
  )
}

/** Many screen readers say nothing of insertions and deletions by themselves. Not copied along, and of no direction to the text. */
const Spoken = ({ children }: { children: string }) => (
  <bdi dir="ltr" className="sr-only select-none">
    {children}
  </bdi>
)

export const Added = ({ children }: { children: ReactNode }) => (
  <ins className="rounded-sm bg-positive-surface text-positive-text underline">
    <Spoken>[added: </Spoken>
    {children}
    <Spoken>]</Spoken>
  </ins>
)

export const Removed = ({ children }: { children: ReactNode }) => (
  <del className="rounded-sm bg-negative-surface text-negative-text line-through">
    <Spoken>[removed: </Spoken>
    {children}
    <Spoken>]</Spoken>
  </del>
)
