'use client'

import { RadioGroup as Radix } from 'radix-ui'
import { type ReactNode, useId } from 'react'
import type { KeyBinding } from '@/lib/platform/client/keyboard'
import { cn } from './cn'
import { useFieldControl, useFieldLabelId } from './field-context'
import { Kbd } from './kbd'
import { useAriaKeys } from './use-shortcut'

export type RadioOption<V extends string = string> = {
  value: V
  label: ReactNode
  hint?: ReactNode
  shortcut?: KeyBinding
  disabled?: boolean
}

type RadioGroupProps<V extends string> = {
  options: readonly RadioOption<V>[]
  value: V | null
  onValueChange: (value: V) => void
  /** Names the group where no `Field` does. */
  label?: string
  name?: string
  disabled?: boolean
  className?: string
}

/** One of a few, all in sight. Inside a `Field`, or with a `label`. */
export function RadioGroup<V extends string>(props: RadioGroupProps<V>) {
  const { options, value, onValueChange, label, name, disabled, className } = props
  const { id, ...field } = useFieldControl({})
  const labelledBy = useFieldLabelId()
  const prefix = useId()
  const aria = useAriaKeys()
  return (
    <Radix.Root
      {...field}
      id={id}
      aria-label={label}
      aria-labelledby={label ? undefined : labelledBy}
      name={name}
      disabled={disabled}
      value={value}
      onValueChange={(next) => {
        const option = options.find((o) => o.value === next)
        if (option) onValueChange(option.value)
      }}
      className={cn('flex flex-col gap-2', className)}
    >
      {options.map((option) => (
        <div key={option.value} className="flex items-start gap-2.5">
          <Radix.Item
            id={`${prefix}-${option.value}`}
            value={option.value}
            disabled={option.disabled}
            aria-describedby={option.hint ? `${prefix}-${option.value}-hint` : undefined}
            aria-keyshortcuts={aria(option.shortcut)}
            className="relative mt-0.5 flex size-[1.125rem] shrink-0 items-center justify-center rounded-full border border-control bg-surface after:absolute after:-inset-1 disabled:cursor-not-allowed disabled:opacity-55 data-[state=checked]:border-accent"
          >
            <Radix.Indicator className="bar-fill size-2.5 rounded-full bg-accent" />
          </Radix.Item>
          <div className="wrap-anywhere min-w-0 text-sm">
            <label htmlFor={`${prefix}-${option.value}`} className="inline-flex items-center gap-2">
              {option.label}
              {option.shortcut ? <Kbd of={option.shortcut} hidden className="text-muted" /> : null}
            </label>
            {option.hint ? (
              <p id={`${prefix}-${option.value}-hint`} className="text-[0.8125rem] text-muted">
                {option.hint}
              </p>
            ) : null}
          </div>
        </div>
      ))}
    </Radix.Root>
  )
}
