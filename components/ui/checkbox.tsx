'use client'

import { Checkbox as Radix } from 'radix-ui'
import { type ComponentProps, type ReactNode, useId } from 'react'
import { Check, Minus } from '@/components/ui/icons'
import { cn } from './cn'

type CheckboxProps = Omit<ComponentProps<typeof Radix.Root>, 'children' | 'asChild'> & {
  label: ReactNode
  hint?: ReactNode
  /** Keeps the label for screen readers only. */
  hideLabel?: boolean
}

/** A box to tick, with its label; `checked="indeterminate"` shows a dash. */
export function Checkbox({ label, hint, hideLabel, className, id, ...props }: CheckboxProps) {
  const ownId = useId()
  const boxId = id ?? ownId
  return (
    <div className={cn('flex items-start gap-2.5', className)}>
      <Radix.Root
        aria-describedby={hint ? `${boxId}-hint` : undefined}
        {...props}
        id={boxId}
        className="peer relative mt-0.5 size-[1.125rem] shrink-0 rounded border border-control bg-surface text-on-accent after:absolute after:-inset-1 disabled:cursor-not-allowed disabled:opacity-55 data-[state=checked]:border-accent data-[state=indeterminate]:border-accent data-[state=checked]:bg-accent data-[state=indeterminate]:bg-accent"
      >
        <Radix.Indicator className="group flex items-center justify-center">
          <Check aria-hidden strokeWidth={3} className="size-3.5 group-data-[state=indeterminate]:hidden" />
          <Minus aria-hidden strokeWidth={3} className="hidden size-3.5 group-data-[state=indeterminate]:block" />
        </Radix.Indicator>
      </Radix.Root>
      <div className={hideLabel ? 'sr-only' : 'text-sm peer-disabled:[&>label]:opacity-55'}>
        <label htmlFor={boxId}>{label}</label>
        {hint ? (
          <p id={`${boxId}-hint`} className="text-[0.8125rem] text-muted">
            {hint}
          </p>
        ) : null}
      </div>
    </div>
  )
}
