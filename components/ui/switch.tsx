'use client'

import { Switch as Radix } from 'radix-ui'
import { type ComponentProps, type ReactNode, useId } from 'react'
import { cn } from './cn'

type SwitchProps = Omit<ComponentProps<typeof Radix.Root>, 'children' | 'asChild'> & {
  label: ReactNode
  hint?: ReactNode
}

/** Something that is on or off at once, with its label. For what waits for a Save button, use a checkbox. */
export function Switch({ label, hint, className, id, ...props }: SwitchProps) {
  const ownId = useId()
  const switchId = id ?? ownId
  return (
    <div className={cn('flex items-start gap-3', className)}>
      <Radix.Root
        aria-describedby={hint ? `${switchId}-hint` : undefined}
        {...props}
        id={switchId}
        className="mt-px inline-flex h-5 w-9 shrink-0 items-center rounded-full border border-control bg-sunken px-0.5 transition-colors disabled:cursor-not-allowed disabled:opacity-55 data-[state=checked]:border-accent data-[state=checked]:bg-accent"
      >
        <Radix.Thumb className="bar-fill size-3.5 rounded-full bg-control transition-transform data-[state=checked]:translate-x-4 data-[state=checked]:bg-on-accent rtl:data-[state=checked]:-translate-x-4" />
      </Radix.Root>
      <div className="text-sm">
        <label htmlFor={switchId}>{label}</label>
        {hint ? (
          <p id={`${switchId}-hint`} className="text-[0.8125rem] text-muted">
            {hint}
          </p>
        ) : null}
      </div>
    </div>
  )
}
