'use client'
import type { ReactNode } from 'react'
import { unitId, useBench } from '@/components/annotation/workbench/bench-context'
import { askedQuestion } from '@/components/protocols/factcheck-bench/shared/questions'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { cn } from '@/components/ui/cn'
import { Sign } from '@/components/ui/sign'
import type { Tone } from '@/components/ui/tone'
import { answerOf } from '@/lib/protocols/completeness'
import { stanceOptions } from '@/lib/protocols/factcheck-bench/options'
import type { UnitDraft } from '@/lib/protocols/protocol'
import { referencesOf, toggleReference } from './acts'
import type { SameAs } from './evidence-order'
import { VERIFY_KEYS } from './handlers'

interface CardFrameProps {
  claim: UnitDraft
  unit: UnitDraft
  number: number
  sameAs?: SameAs
  /** What else one can do with the card, at the end of its first line. */
  actions?: ReactNode
  children: ReactNode
}

const SIDE: Record<Tone, string> = {
  positive: 'border-s-positive',
  partial: 'border-s-partial',
  negative: 'border-s-negative',
  neutral: 'border-s-neutral',
  suggestion: 'border-s-suggestion',
  stale: 'border-s-stale',
  warning: 'border-s-stale',
  accent: 'border-s-accent',
}

/** A piece of evidence with its number, its stance, and whether the correction rests on it. */
export function CardFrame({ claim, unit, number, sameAs, actions, children }: CardFrameProps) {
  const { answers, open, go, enter } = useBench()
  const isOpen = open === unit.key
  const stance = stanceOptions.find(({ value }) => value === answerOf(answers, unit.key, 'stance'))
  return (
    <section
      id={unitId(unit.key)}
      tabIndex={-1}
      aria-label={`Evidence ${number}${stance ? `, ${stance.text}` : ', no stance yet'}`}
      aria-current={isOpen ? 'step' : undefined}
      // Keys answer what has the focus, however it came there.
      onFocus={isOpen ? undefined : () => enter(unit.key)}
      className={cn(
        'scroll-mt-28 scroll-mb-4 rounded-lg border border-s-4 bg-surface p-3',
        isOpen ? 'border-accent' : 'border-line',
        stance ? SIDE[stance.tone] : 'border-s-control',
      )}
    >
      <div className="mb-1.5 flex min-h-7 flex-wrap items-center gap-2">
        <h4 className="font-semibold text-sm">
          <button
            type="button"
            className="min-h-6 rounded-sm hover:underline pointer-coarse:min-h-11"
            onClick={() => go({ unit: unit.key, question: null })}
          >
            Evidence {number}
            {unit.kind === 'own-evidence' ? <span className="font-normal text-muted"> · yours</span> : null}
          </button>
        </h4>
        {stance ? <Badge tone={stance.tone}>{stance.text}</Badge> : null}
        {sameAs ? (
          <span className="text-muted text-xs">
            {sameAs.kind === 'exact' ? 'Same as' : 'Nearly the same as'} evidence {sameAs.number}
          </span>
        ) : null}
        <span className="ms-auto flex items-center gap-1">
          <ReferenceToggle claim={claim} unit={unit} hasKey={isOpen} />
          {actions}
        </span>
      </div>
      {children}
    </section>
  )
}

/** Whether the correction rests on this piece; there only where there is a correction. */
function ReferenceToggle({ claim, unit, hasKey }: { claim: UnitDraft; unit: UnitDraft; hasKey: boolean }) {
  const bench = useBench()
  if (!askedQuestion(bench, claim, 'references')) return null
  const isReference = referencesOf(bench, claim).includes(unit.key)
  return (
    <Button
      size="sm"
      aria-pressed={isReference}
      disabled={bench.readOnly}
      shortcut={hasKey ? VERIFY_KEYS.reference : undefined}
      className={cn('pointer-coarse:min-h-11', isReference && 'border-accent bg-accent-surface text-accent-text')}
      onClick={() => toggleReference(bench, claim, unit.key)}
    >
      {isReference ? <Sign of="✓" /> : null} Reference
    </Button>
  )
}
