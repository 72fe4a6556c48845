'use client'
import { useBench } from '@/components/annotation/workbench/bench-context'
import { UnitQuestions } from '@/components/annotation/workbench/unit-questions'
import { shownText } from '@/lib/protocols/factor-validation/shown-text'
import { exampleOf } from '@/lib/protocols/factor-validation/units'
import type { UnitDraft } from '@/lib/protocols/protocol'
import { EditedText } from './edited-text'

/** The open contradiction: its edit once more, then the three properties and what was changed. */
export function ContradictionForm({ unit }: { unit: UnitDraft }) {
  const { subject } = useBench()
  const { completion } = exampleOf(subject.content)
  return (
    <div className="space-y-4">
      <p dir="auto" className="border-accent-border border-s-2 ps-3 text-sm">
        <EditedText completion={shownText(completion ?? '')} text={unit.text} />
      </p>
      <UnitQuestions unit={unit} />
    </div>
  )
}
