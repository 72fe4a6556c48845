'use client'

import { RadioGroup as Radix } from 'radix-ui'
import type { ReactNode } from 'react'
import { cn } from './cn'
import { useFieldControl, useFieldLabelId } from './field-context'

type SegmentedControlProps<V extends string> = {
  options: readonly { value: V; label: ReactNode; icon?: ReactNode; disabled?: boolean }[]
  value: V | null
  onValueChange: (value: V) => void
  /** Names the group where no `Field` does. */
  label?: string
  className?: string
}

/** One of two to five short options in a row; for a way of looking, or a setting. */
export function SegmentedControl<V extends string>(props: SegmentedControlProps<V>) {
  const { options, value, onValueChange, label, className } = props
  const field = useFieldControl({})
  const labelledBy = useFieldLabelId()
  return (
    <Radix.Root
      {...field}
      aria-label={label}
      aria-labelledby={label ? undefined : labelledBy}
      orientation="horizontal"
      value={value}
      onValueChange={(next) => {
        const option = options.find((o) => o.value === next)
        if (option) onValueChange(option.value)
      }}
      className={cn(
        'inline-flex max-w-full flex-wrap self-start gap-0.5 rounded-lg border border-line bg-sunken p-0.5',
        className,
      )}
    >
      {options.map((option) => (
        <Radix.Item
          key={option.value}
          value={option.value}
          disabled={option.disabled}
          className="inline-flex min-h-8 items-center gap-1.5 rounded-md border border-transparent px-3 text-muted text-sm transition-colors hover:text-ink disabled:cursor-not-allowed disabled:opacity-55 data-[state=checked]:border-control data-[state=checked]:bg-surface data-[state=checked]:font-medium data-[state=checked]:text-ink forced-colors:border-[ButtonBorder] forced-colors:data-[state=checked]:outline-2"
        >
          {option.icon}
          {option.label}
        </Radix.Item>
      ))}
    </Radix.Root>
  )
}
