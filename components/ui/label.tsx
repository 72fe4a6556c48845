import type { ComponentProps } from 'react'
import { cn } from './cn'

/** The label of one control; `htmlFor` is its id. */
export function Label({ className, htmlFor, children, ...props }: ComponentProps<'label'> & { htmlFor: string }) {
  return (
    <label htmlFor={htmlFor} className={cn('font-medium text-ink text-sm', className)} {...props}>
      {children}
    </label>
  )
}
