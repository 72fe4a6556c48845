'use client'
import { TriangleAlert } from 'lucide-react'
import { useBench } from '@/components/annotation/workbench/bench-context'
import { LIST_KEYS } from '@/components/annotation/workbench/keys'
import { QuestionFrame } from '@/components/annotation/workbench/question-frame'
import { UnitQuestions } from '@/components/annotation/workbench/unit-questions'
import { Button } from '@/components/ui/button'
import type { UnitDraft } from '@/lib/protocols/protocol'
import { checkVerification } from '@/lib/protocols/veriscore-verification/check'
import { hintsFor } from '@/lib/protocols/veriscore-verification/hints'
import { addedPart } from './acts'
import { PartCard } from './part-card'

/** The verdict with what speaks for or against it, the parts, and a comment. */
export function ClaimForm({ claim }: { claim: UnitDraft }) {
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
  const shown = findings.length > 0 ? findings : hints
  return (
    <div aria-live="polite" className="space-y-1.5 empty:hidden">
      {shown.map(({ key, isDoubt, text }) => (
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
