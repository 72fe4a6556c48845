'use client'
import { useBench } from '@/components/annotation/workbench/bench-context'
import { PanelSheet, titleOf, UnitSection } from '@/components/annotation/workbench/unit-panel'
import { UnitQuestions } from '@/components/annotation/workbench/unit-questions'
import { Button } from '@/components/ui/button'
import { cn } from '@/components/ui/cn'
import type { OutboxStatus } from '@/lib/annotation/outbox/outbox-entry'
import { ITEM } from '@/lib/protocols/veriscore-verification/fields'
import { restInconclusive, unjudged } from './acts'
import { ClaimForm } from './claim-form'
import { OWN_KEYS } from './keys'

/** The open result, and the claim below it; on narrow screens only what is open. */
export function VerificationPanel({ status }: { status: OutboxStatus }) {
  const { stage, subject, openUnit, open, survey } = useBench()
  const claim = survey.units.get(ITEM)?.unit
  const result = openUnit?.kind === 'result' ? openUnit : null
  return (
    <PanelSheet status={status}>
      {result ? (
        <UnitSection unit={result} title={titleOf(stage, subject, result)}>
          <UnitQuestions key={open} unit={result} />
          <RestInconclusive />
        </UnitSection>
      ) : null}
      {claim ? (
        <UnitSection unit={claim} title="Claim" className={cn(result && 'max-lg:hidden')}>
          <ClaimForm claim={claim} />
        </UnitSection>
      ) : null}
    </PanelSheet>
  )
}

/** What is left is usually beside the point. */
function RestInconclusive() {
  const bench = useBench()
  const left = unjudged(bench).length
  if (bench.readOnly || left === 0) return null
  return (
    <Button size="sm" variant="ghost" className="mt-3" shortcut={OWN_KEYS.rest} onClick={() => restInconclusive(bench)}>
      {left === 1 ? 'The one without a stance is inconclusive' : `All ${left} without a stance are inconclusive`}
    </Button>
  )
}
