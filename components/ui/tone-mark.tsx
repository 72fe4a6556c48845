import {
  Check,
  CircleDot,
  Clock3,
  Contrast,
  type IconComponent,
  Minus,
  Sparkles,
  TriangleAlert,
  X,
} from '@/components/ui/icons'
import { cn } from './cn'
import type { Tone } from './tone'

const ICONS: Record<Tone, IconComponent> = {
  positive: Check,
  partial: Contrast,
  negative: X,
  neutral: Minus,
  suggestion: Sparkles,
  stale: Clock3,
  warning: TriangleAlert,
  accent: CircleDot,
}

type ToneMarkProps = {
  tone: Tone
  /** One letter instead of the tone's icon. */
  letter?: string
  className?: string
}

/** The letter or icon that says a tone without its colour. Decoration: the words stand beside it. */
export function ToneMark({ tone, letter, className }: ToneMarkProps) {
  const Icon = ICONS[tone]
  if (!letter) return <Icon aria-hidden className={cn('size-3.5 shrink-0', className)} />
  return (
    <span aria-hidden className={cn('shrink-0 font-bold text-[0.75rem] leading-none', className)}>
      {letter}
    </span>
  )
}
