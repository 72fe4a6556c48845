'use client'
import { useBench } from '@/components/annotation/workbench/bench-context'
import { UnitQuestions } from '@/components/annotation/workbench/unit-questions'
import { answerOf } from '@/lib/protocols/completeness'
import { ITEM } from '@/lib/protocols/factor-generation/fact-stage'
import type { UnitDraft } from '@/lib/protocols/protocol'

/** One fact or none, and the fact. */
export function FactForm({ unit }: { unit: UnitDraft }) {
  const { answers } = useBench()
  return (
    <div className="space-y-4">
      <UnitQuestions unit={unit} />
      {answerOf(answers, ITEM, 'kind') === 'none' ? (
        <p className="text-muted text-sm">
          No text will be judged for this item. A reviewer or manager discards it with this reason.
        </p>
      ) : null}
    </div>
  )
}
