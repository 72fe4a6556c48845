import type { ReactNode } from 'react'
import { CircleCheck, Info, OctagonAlert, TriangleAlert } from '@/components/ui/icons'
import { cn } from './cn'
import { TONE_BOX } from './tone'

const TONES = {
  info: { box: TONE_BOX.accent, Icon: Info, word: 'Note' },
  success: { box: TONE_BOX.positive, Icon: CircleCheck, word: 'Done' },
  warning: { box: TONE_BOX.stale, Icon: TriangleAlert, word: 'Warning' },
  danger: { box: TONE_BOX.negative, Icon: OctagonAlert, word: 'Problem' },
}

type CalloutProps = {
  children: ReactNode
  tone?: keyof typeof TONES
  title?: ReactNode
  actions?: ReactNode
  /** Read out when it appears. Leave on for what answers an action, off for what is there from the start. */
  live?: boolean
  className?: string
}

/** A boxed message in the flow of the page. */
export function Callout({
  children,
  tone = 'info',
  title,
  actions,
  live = tone === 'danger',
  className,
}: CalloutProps) {
  const { box, Icon, word } = TONES[tone]
  return (
    <div
      role={live ? (tone === 'danger' ? 'alert' : 'status') : undefined}
      className={cn('flex items-start gap-2.5 rounded-lg border px-3.5 py-3 text-sm', box, className)}
    >
      <Icon aria-hidden className="mt-0.5 size-4 shrink-0" />
      <span className="sr-only">{word}: </span>
      <div className="min-w-0 flex-1">
        {title ? <p className="font-semibold">{title}</p> : null}
        <div className="text-ink">{children}</div>
        {actions ? <div className="mt-2.5 flex flex-wrap gap-2">{actions}</div> : null}
      </div>
    </div>
  )
}
