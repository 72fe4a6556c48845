'use client'

import type { ComponentProps } from 'react'
import { cn } from './cn'
import { CONTROL } from './control-class'
import { useFieldControl } from './field-context'

/** A line of text. Follows the direction of what is written. */
export function Input({ className, ...props }: ComponentProps<'input'>) {
  const field = useFieldControl(props)
  return (
    <input
      type="text"
      dir="auto"
      {...props}
      {...field}
      className={cn(CONTROL, 'min-h-9 py-1.5 read-only:bg-sunken', className)}
    />
  )
}
