import { type ReactNode, useId } from 'react'
import { cn } from './cn'

type PanelProps = {
  children: ReactNode
  /** With a title the panel is a named section. */
  title?: ReactNode
  description?: ReactNode
  actions?: ReactNode
  headingLevel?: 2 | 3
  /** Where a link to this part of the page leads. */
  id?: string
  className?: string
}

/** A surface that holds what belongs together. */
export function Panel({ children, title, description, actions, headingLevel = 2, id, className }: PanelProps) {
  const headingId = useId()
  const Heading = headingLevel === 2 ? 'h2' : 'h3'
  return (
    <section
      id={id}
      aria-labelledby={title ? headingId : undefined}
      className={cn('scroll-mt-20 rounded-xl border border-line bg-surface p-4 sm:p-5', className)}
    >
      {title || actions ? (
        <div className="mb-4 flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
          <div className="min-w-0 flex-1 basis-72">
            {title ? (
              <Heading id={headingId} className="font-semibold text-base">
                {title}
              </Heading>
            ) : null}
            {description ? <p className="mt-0.5 text-muted text-sm">{description}</p> : null}
          </div>
          {actions ? <div className="flex flex-wrap gap-2">{actions}</div> : null}
        </div>
      ) : null}
      {children}
    </section>
  )
}
