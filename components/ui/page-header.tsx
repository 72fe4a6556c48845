import type { ReactNode } from 'react'
import { cn } from './cn'

type PageHeaderProps = {
  title: ReactNode
  description?: ReactNode
  /** Where this page lies, above the title. */
  eyebrow?: ReactNode
  actions?: ReactNode
  className?: string
}

/** The top of a page: its only h1, a sentence about it, its main actions. */
export function PageHeader({ title, description, eyebrow, actions, className }: PageHeaderProps) {
  return (
    <header className={cn('mb-6 flex flex-wrap items-start justify-between gap-x-6 gap-y-3', className)}>
      <div className="min-w-0">
        {eyebrow ? <p className="mb-1 text-muted text-sm">{eyebrow}</p> : null}
        <h1 className="text-balance font-semibold text-2xl tracking-tight">{title}</h1>
        {description ? <p className="mt-1 max-w-prose text-muted">{description}</p> : null}
      </div>
      {actions ? <div className="flex flex-wrap items-center gap-2">{actions}</div> : null}
    </header>
  )
}
