'use client'

import type { ReactNode } from 'react'
import { OctagonAlert, RotateCw } from '@/components/ui/icons'
import { Button } from './button'
import { cn } from './cn'

type ErrorStateProps = {
  title?: ReactNode
  /** What went wrong and what is safe, in plain words. */
  children: ReactNode
  onRetry?: () => void
  actions?: ReactNode
  /** A number that the operator finds in the log. */
  reference?: string
  className?: string
}

/** Takes the place of what could not be shown. */
export function ErrorState(props: ErrorStateProps) {
  const { title = 'This could not be shown', children, onRetry, actions, reference, className } = props
  return (
    <div
      role="alert"
      className={cn(
        'flex flex-col items-center rounded-xl border border-negative-border bg-negative-surface px-6 py-10 text-center',
        className,
      )}
    >
      <OctagonAlert aria-hidden className="mb-3 size-7 text-negative-text" />
      <p className="font-semibold text-negative-text">{title}</p>
      <div className="mt-1 max-w-prose text-sm">{children}</div>
      {reference ? <p className="mt-2 font-mono text-xs">Reference {reference}</p> : null}
      {onRetry || actions ? (
        <div className="mt-4 flex flex-wrap justify-center gap-2">
          {onRetry ? (
            <Button onClick={onRetry} icon={<RotateCw aria-hidden className="size-4" />}>
              Try again
            </Button>
          ) : null}
          {actions}
        </div>
      ) : null}
    </div>
  )
}
