'use client'
import { useBench } from '@/components/annotation/workbench/bench-context'
import { QuestionControl } from '@/components/annotation/workbench/unit-questions'
import { DecisionPanel } from '@/components/protocols/side-by-side/decision-panel'
import type { OutboxStatus } from '@/lib/annotation/outbox/outbox-entry'
import type { UnitDraft } from '@/lib/protocols/protocol'

/** Which list, was it hard, and why: beside each other where there is room. */
export function ChoiceForm({ unit }: { unit: UnitDraft }) {
  const { survey } = useBench()
  const askedQuestions = survey.units.get(unit.key)?.asked ?? []
  return (
    <div className="grid items-start gap-x-6 gap-y-3 lg:grid-cols-3">
      {askedQuestions.map((question) => (
        <QuestionControl key={question.key} unit={unit} question={question} />
      ))}
    </div>
  )
}

export function ChoicePanel({ status }: { status: OutboxStatus }) {
  return <DecisionPanel status={status} Form={ChoiceForm} />
}
