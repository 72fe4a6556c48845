import type { ReactNode } from 'react'
import { cn } from './cn'

type DefinitionListProps = {
  items: readonly { term: string; description: ReactNode }[]
  className?: string
}

/** Names and their values: side by side, stacked on narrow screens. */
export function DefinitionList({ items, className }: DefinitionListProps) {
  return (
    <dl className={cn('grid gap-x-6 gap-y-1 text-sm sm:grid-cols-[max-content_minmax(0,1fr)] sm:gap-y-2', className)}>
      {items.map((item) => (
        <div key={item.term} className="contents">
          <dt className="text-muted">{item.term}</dt>
          <dd className="mb-2 min-w-0 break-words sm:mb-0">{item.description}</dd>
        </div>
      ))}
    </dl>
  )
}
