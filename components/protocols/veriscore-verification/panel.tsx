'use client'
import { useBench } from '@/components/annotation/workbench/bench-context'
import { LIST_KEYS } from '@/components/annotation/workbench/keys'
import { QuestionFrame } from '@/components/annotation/workbench/question-frame'
import { PanelSheet, titleOf, UnitSection } from '@/components/annotation/workbench/unit-panel'
import { UnitQuestions } from '@/components/annotation/workbench/unit-questions'
import { Button } from '@/components/ui/button'
import { cn } from '@/components/ui/cn'
import { TriangleAlert } from '@/components/ui/icons'
import type { OutboxStatus } from '@/lib/annotation/outbox/outbox-entry'
import type { UnitDraft } from '@/lib/protocols/protocol'
import { checkVerification } from '@/lib/protocols/veriscore-verification/check'
import { ITEM } from '@/lib/protocols/veriscore-verification/fields'
import { hintsFor } from '@/lib/protocols/veriscore-verification/hints'
import { addedPart, restInconclusive, unjudged } from './acts'
import { OWN_KEYS } from './keys'
import { PartCard } from './part-card'

/** The verdict with what speaks for or against it, the parts, and a comment. */
function ClaimForm({ claim }: { claim: UnitDraft }) {
  return (
    <div className="space-y-4">
      <UnitQuestions unit={claim} only={['verdict', 'why']} />
      <Hints />
      <Parts claim={claim} />
      <UnitQuestions unit={claim} only={['comment']} />
    </div>
  )
}

/** What follows from the parts, what does not fit, and what keeps the claim from being submitted. */
function Hints() {
  const { subject, answers } = useBench()
  const hints = hintsFor(subject, answers).map(({ rule: key, kind, text }) => ({
    key,
    isDoubt: kind === 'doubt',
    text,
  }))
  const findings = checkVerification(subject, answers)
    .filter(({ unit }) => unit === 'item')
    .map(({ question: key, message: text }) => ({ key, isDoubt: true, text }))
  // The finding says what follows as well.
  const notices = findings.length > 0 ? findings : hints
  return (
    <div aria-live="polite" className="space-y-1.5 empty:hidden">
      {notices.map(({ key, isDoubt, text }) => (
        <p key={key} className="flex items-start gap-2 text-sm">
          {isDoubt ? <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-stale-text" /> : null}
          <span>{text}</span>
        </p>
      ))}
    </div>
  )
}

function Parts({ claim }: { claim: UnitDraft }) {
  const bench = useBench()
  const { stage, subject, readOnly, perform } = bench
  const question = stage.questions.find(({ key }) => key === 'parts')
  if (!question) return null
  const parts = subject.units.filter(({ kind }) => kind === 'part')
  return (
    <QuestionFrame unit={claim} question={question}>
      <div className="space-y-2">
        {parts.map((part, index) => (
          <PartCard key={part.key} part={part} number={index + 1} total={parts.length} />
        ))}
        {readOnly ? null : (
          <Button shortcut={LIST_KEYS.add} onClick={() => perform(addedPart(bench))}>
            Add a part
          </Button>
        )}
      </div>
    </QuestionFrame>
  )
}

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
