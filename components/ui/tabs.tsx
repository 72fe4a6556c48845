'use client'

import { Tabs as Radix } from 'radix-ui'
import type { ReactNode } from 'react'
import { cn } from './cn'

type TabsProps<V extends string> = {
  /** Names the row of tabs. */
  label: string
  items: readonly { value: V; label: ReactNode; content: ReactNode; disabled?: boolean }[]
  defaultValue?: V
  value?: V
  onValueChange?: (value: V) => void
  className?: string
}

/** Views of one thing, one at a time; arrow keys move between the tabs. */
export function Tabs<V extends string>({ label, items, defaultValue, value, onValueChange, className }: TabsProps<V>) {
  return (
    <Radix.Root
      defaultValue={defaultValue ?? items[0]?.value}
      value={value}
      onValueChange={(next) => {
        const item = items.find((i) => i.value === next)
        if (item) onValueChange?.(item.value)
      }}
      className={className}
    >
      <Radix.List aria-label={label} className="flex gap-1 overflow-x-auto border-line border-b p-1 pb-0">
        {items.map((item) => (
          <Radix.Trigger
            key={item.value}
            value={item.value}
            disabled={item.disabled}
            className={cn(
              '-mb-px min-h-9 whitespace-nowrap rounded-t border-b-2 border-b-transparent px-3 text-muted text-sm hover:text-ink focus-visible:-outline-offset-2 disabled:opacity-55 data-[state=active]:border-b-accent data-[state=active]:font-medium data-[state=active]:text-ink forced-colors:border-b-[Canvas] forced-colors:data-[state=active]:border-b-[Highlight]',
            )}
          >
            {item.label}
          </Radix.Trigger>
        ))}
      </Radix.List>
      {items.map((item) => (
        <Radix.Content key={item.value} value={item.value} className="pt-4">
          {item.content}
        </Radix.Content>
      ))}
    </Radix.Root>
  )
}
