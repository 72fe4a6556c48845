'use client'
import { useDeferredValue, useMemo } from 'react'
import { unitId, useBench } from '@/components/annotation/workbench/bench-context'
import { ChordHint } from '@/components/annotation/workbench/chord-hint'
import { cn } from '@/components/ui/cn'
import { Lightbulb } from '@/components/ui/icons'
import { answerOf } from '@/lib/protocols/completeness'
import { hintFor } from '@/lib/protocols/factcheck-bench/hints'
import type { UnitDraft } from '@/lib/protocols/protocol'
import { BothSides } from './both-sides'
import { ClaimChoice } from './claim-choice'
import { Correction } from './correction'
import { OwnEvidence, type OwnEvidenceProps } from './own-evidence'
import { SEVERAL_KEYS, severalHandlers } from './several-keys'

/** What follows from the evidence: whether it was enough, the annotator's own, the verdict, and what it calls for. */
export function Decision({ claim, cards, repeated }: OwnEvidenceProps) {
  const { open, enter, readOnly, answers } = useBench()
  const isOpen = open === claim.key
  const isDecided = answerOf(answers, claim.key, 'verdict') !== null
  return (
    <section
      id={unitId(claim.key)}
      tabIndex={-1}
      aria-label="Verdict on the claim"
      aria-current={isOpen ? 'step' : undefined}
      onFocus={
        isOpen
          ? undefined
          : ({ target }) => {
              // Rows of own evidence stand within, and are units of their own.
              if (target.closest('section[id]')?.id === unitId(claim.key)) enter(claim.key)
            }
      }
      className={cn(
        'scroll-mt-28 scroll-mb-4 space-y-4 rounded-lg border bg-surface p-3',
        isOpen ? 'border-accent' : 'border-line',
      )}
    >
      <ClaimChoice claim={claim} questionKey="enough" className="grid-cols-2" />
      <OwnEvidence claim={claim} cards={cards} repeated={repeated} />
      <BothSides claim={claim} cards={cards} />
      <HintLine claim={claim} />
      {isOpen && !readOnly ? <KeyHints isDecided={isDecided} /> : null}
      <ClaimChoice claim={claim} questionKey="verdict" className="grid-cols-1 sm:grid-cols-3" />
      <Correction claim={claim} />
    </section>
  )
}

const KEY_HINTS = [
  ['trueByThese', 'enough, true'],
  ['falseByThese', 'enough, false, on to the correction'],
  ['restAndTrue', 'the rest irrelevant; enough, true'],
  ['restAndFalse', 'the rest irrelevant; enough, false, on to the correction'],
  ['undecidedKept', 'not enough evidence, keep it'],
] as const

/** The keys that decide the claim at once, as far as they can now. Their line stays when it is decided, so that nothing moves. */
function KeyHints({ isDecided }: { isDecided: boolean }) {
  const handlers = severalHandlers(useBench())
  return (
    <div className={cn('flex min-h-6 flex-wrap gap-x-4 gap-y-1', isDecided && 'invisible')}>
      {KEY_HINTS.map(([key, words]) =>
        handlers[key] ? (
          <ChordHint key={key} of={SEVERAL_KEYS[key]}>
            {words}
          </ChordHint>
        ) : null,
      )}
    </div>
  )
}

/**
 * What the guideline's rules say of the stances so far; a line to read, never an answer. Once there is a verdict, it stands
 * where it suggests another one, or advises how to go on. Its place stays, so that no button moves under the hand.
 */
function HintLine({ claim }: { claim: UnitDraft }) {
  const { subject, answers } = useDeferredValue(useBench())
  const hint = useMemo(() => hintFor(subject, answers, claim), [subject, answers, claim])
  if (hint.rule === 'nothing-judged') return null
  const verdict = answerOf(answers, claim.key, 'verdict')
  const isOver = verdict !== null && hint.verdict === verdict && !hint.advises
  const isOther = verdict !== null && hint.verdict !== null && hint.verdict !== verdict && !hint.advises
  return (
    <p className={cn('flex items-start gap-2 text-muted text-sm', isOver && 'invisible')}>
      <Lightbulb aria-hidden className="mt-0.5 size-4 shrink-0" />
      <span>
        <span className="font-medium">
          {isOther ? 'The guideline suggests another verdict: ' : 'The guideline says: '}
        </span>
        {hint.why}
      </span>
    </p>
  )
}
