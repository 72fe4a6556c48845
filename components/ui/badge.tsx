import type { ReactNode } from 'react'
import { cn } from './cn'
import { TONE_BOX, type Tone } from './tone'
import { ToneMark } from './tone-mark'

type BadgeProps = {
  children: ReactNode
  tone?: Tone
  /** One letter instead of the tone's icon. */
  letter?: string
  /** An icon instead of the tone's own. */
  icon?: ReactNode
  className?: string
}

/** A small label: colour, mark and words together. */
export function Badge({ children, tone = 'neutral', letter, icon, className }: BadgeProps) {
  return (
    <span
      className={cn(
        'inline-flex max-w-full items-center gap-1.5 rounded-full border px-2 py-0.5 font-medium text-xs leading-5',
        TONE_BOX[tone],
        className,
      )}
    >
      {icon ?? <ToneMark tone={tone} letter={letter} />}
      <span className="truncate">{children}</span>
    </span>
  )
}
