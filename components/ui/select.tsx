'use client'

import { Select as Radix } from 'radix-ui'
import type { ReactNode } from 'react'
import { Check, ChevronDown } from '@/components/ui/icons'
import { cn } from './cn'
import { CONTROL } from './control-class'
import { useFieldControl } from './field-context'

export type SelectOption<V extends string = string> = { value: V; label: ReactNode; disabled?: boolean }
export type SelectGroup<V extends string = string> = { label: string; options: readonly SelectOption<V>[] }

type SelectProps<V extends string> = {
  /** Values must not be empty; for "none" use a word. */
  options: readonly (SelectOption<V> | SelectGroup<V>)[]
  value: V | null
  onValueChange: (value: V) => void
  placeholder?: string
  /** Names it where no `Field` does. */
  label?: string
  name?: string
  disabled?: boolean
  className?: string
}

const ITEM =
  'relative flex min-h-8 cursor-default select-none items-center rounded py-1.5 ps-8 pe-3 text-sm outline-none data-disabled:opacity-55 data-highlighted:bg-accent-surface data-highlighted:text-accent-text forced-colors:data-highlighted:outline-2'

function Option<V extends string>({ option }: { option: SelectOption<V> }) {
  return (
    <Radix.Item value={option.value} disabled={option.disabled} className={ITEM}>
      <Radix.ItemIndicator className="absolute start-2">
        <Check aria-hidden className="size-4" />
      </Radix.ItemIndicator>
      <Radix.ItemText>{option.label}</Radix.ItemText>
    </Radix.Item>
  )
}

/** One of many, folded away until asked for. */
export function Select<V extends string>(props: SelectProps<V>) {
  const { options, value, onValueChange, placeholder = 'Choose…', label, name, disabled, className } = props
  const { required, ...field } = useFieldControl({})
  const flat = options.flatMap((entry) => ('options' in entry ? entry.options : [entry]))
  return (
    <Radix.Root
      value={value ?? ''}
      name={name}
      disabled={disabled}
      required={required}
      onValueChange={(next) => {
        const option = flat.find((o) => o.value === next)
        if (option) onValueChange(option.value)
      }}
    >
      <Radix.Trigger
        {...field}
        aria-label={label}
        className={cn(
          CONTROL,
          'inline-flex min-h-9 items-center justify-between gap-2 py-1.5 text-start data-placeholder:text-muted',
          className,
        )}
      >
        <span className="truncate">
          {/* Said here, or the server would draw an empty control. */}
          <Radix.Value placeholder={placeholder}>{flat.find((option) => option.value === value)?.label}</Radix.Value>
        </span>
        <Radix.Icon>
          <ChevronDown aria-hidden className="size-4 text-muted" />
        </Radix.Icon>
      </Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          position="popper"
          sideOffset={4}
          collisionPadding={8}
          className="z-50 max-h-(--radix-select-content-available-height) min-w-(--radix-select-trigger-width) max-w-[calc(100vw-1rem)] animate-pop overflow-hidden rounded-lg border border-line bg-raised text-ink shadow-lg"
        >
          <Radix.Viewport className="p-1">
            {options.map((entry) =>
              'options' in entry ? (
                <Radix.Group key={entry.label}>
                  <Radix.Label className="px-2 pt-2 pb-1 text-muted text-xs">{entry.label}</Radix.Label>
                  {entry.options.map((option) => (
                    <Option key={option.value} option={option} />
                  ))}
                </Radix.Group>
              ) : (
                <Option key={entry.value} option={entry} />
              ),
            )}
          </Radix.Viewport>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
