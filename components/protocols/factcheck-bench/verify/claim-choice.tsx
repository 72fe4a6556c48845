'use client'
import { fieldId, useBench } from '@/components/annotation/workbench/bench-context'
import { suggestedOptions } from '@/components/annotation/workbench/suggested'
import { useFocusIn } from '@/components/annotation/workbench/use-focused'
import { Below } from '@/components/protocols/factcheck-bench/shared/below'
import { KeyChoice } from '@/components/protocols/factcheck-bench/shared/key-choice'
import { askedQuestion } from '@/components/protocols/factcheck-bench/shared/questions'
import { answerOf } from '@/lib/protocols/completeness'
import type { UnitDraft } from '@/lib/protocols/protocol'
import { choose } from './handlers'

interface ClaimChoiceProps {
  claim: UnitDraft
  questionKey: string
  className: string
}

/** One of the claim's choices, where it is asked; its keys answer while the claim itself is open. */
export function ClaimChoice({ claim, questionKey, className }: ClaimChoiceProps) {
  const bench = useBench()
  const question = askedQuestion(bench, claim, questionKey)
  // The references are numbered, and have the digits while they have the focus.
  const isElsewhere = useFocusIn(fieldId(claim.key, 'references'))
  if (!question) return null
  return (
    <div>
      <KeyChoice
        id={fieldId(claim.key, question.key)}
        question={question}
        value={answerOf(bench.answers, claim.key, question.key)}
        suggested={suggestedOptions(bench, { unit: claim, question })}
        hasKeys={bench.open === claim.key && !isElsewhere}
        className={className}
        onChoose={(value) => choose(bench, claim, question.key, value)}
      />
      <Below unit={claim} question={question} />
    </div>
  )
}
