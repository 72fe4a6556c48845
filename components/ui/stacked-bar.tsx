import type { ReactNode } from 'react'
import { cn } from './cn'
import { TONE_FILL, type Tone } from './tone'
import { ToneMark } from './tone-mark'

export type BarPart = {
  key: string
  /** May be a link. */
  label: ReactNode
  value: number
  tone: Tone
  /** One letter instead of the tone's icon. */
  letter?: string
  /** Figure in words; the value itself where left away. */
  valueText?: string
}

/** Parts of a whole in one bar, with a legend that says the same in words. */
export function StackedBar({ parts, className }: { parts: readonly BarPart[]; className?: string }) {
  const total = parts.reduce((sum, part) => sum + part.value, 0)
  return (
    <div className={className}>
      <div aria-hidden className="flex h-3 gap-0.5 overflow-hidden rounded-full bg-sunken">
        {parts
          .filter((part) => part.value > 0)
          .map((part) => (
            <div
              key={part.key}
              className={cn('bar-fill min-w-1', TONE_FILL[part.tone])}
              style={{ width: `${(part.value / total) * 100}%` }}
            />
          ))}
      </div>
      <ul className="mt-2 flex flex-wrap gap-x-4 gap-y-1 text-sm">
        {parts.map((part) => (
          <li key={part.key} className="flex min-h-6 items-center gap-1.5">
            <span aria-hidden className={cn('bar-fill size-2.5 rounded-sm', TONE_FILL[part.tone])} />
            <ToneMark tone={part.tone} letter={part.letter} />
            {part.label}
            <span className="text-muted tabular-nums">{part.valueText ?? part.value}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}
