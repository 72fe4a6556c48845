'use client'
import { useBench } from '@/components/annotation/workbench/bench-context'
import { UnitQuestions } from '@/components/annotation/workbench/unit-questions'
import { CONTINUATION, factOf } from '@/lib/protocols/factor-generation/judge-stage'
import type { UnitDraft } from '@/lib/protocols/protocol'

/** The whole item: a comment, and what to do where there is nothing to judge. */
export function JudgeItemForm({ unit }: { unit: UnitDraft }) {
  const { units } = useBench().subject
  const hasTexts = units.some(({ kind }) => kind === CONTINUATION)
  return (
    <div className="space-y-4">
      {hasTexts || factOf(units) === null ? null : (
        <p className="text-muted text-sm">
          There are no texts yet. A manager can import them with the item, or let models write them under Pre-fill; then
          take the task again.
        </p>
      )}
      <UnitQuestions unit={unit} />
    </div>
  )
}
