import type { ReactNode } from 'react'
import { Inbox } from '@/components/ui/icons'
import { cn } from './cn'

type EmptyStateProps = {
  title: ReactNode
  /** What to do next, in a sentence. */
  children: ReactNode
  icon?: ReactNode
  actions?: ReactNode
  className?: string
}

/** Says why there is nothing here and what to do next. */
export function EmptyState({ title, children, icon, actions, className }: EmptyStateProps) {
  return (
    <div
      className={cn(
        'flex flex-col items-center rounded-xl border border-control border-dashed px-6 py-10 text-center',
        className,
      )}
    >
      <span aria-hidden className="mb-3 text-muted [&>svg]:size-7">
        {icon ?? <Inbox />}
      </span>
      <p className="font-semibold">{title}</p>
      <div className="mt-1 max-w-prose text-muted text-sm">{children}</div>
      {actions ? <div className="mt-4 flex flex-wrap justify-center gap-2">{actions}</div> : null}
    </div>
  )
}
