'use client'
import { useBench } from '@/components/annotation/workbench/bench-context'
import { UnitQuestions } from '@/components/annotation/workbench/unit-questions'
import { commonStart } from '@/lib/protocols/factor-generation/common-start'
import { contentOf } from '@/lib/protocols/factor-generation/content'
import { factOf } from '@/lib/protocols/factor-generation/judge-stage'
import type { UnitDraft } from '@/lib/protocols/protocol'

/** The open text behind the words it goes on from, with the fact above it; then the judgement. */
export function TextForm({ unit }: { unit: UnitDraft }) {
  const { subject } = useBench()
  const { completion, contradiction } = contentOf(subject.content)
  return (
    <div className="space-y-4">
      <p dir="auto" className="font-medium text-sm">
        {factOf(subject.units)}
      </p>
      <p dir="auto" className="line-clamp-6 whitespace-pre-wrap border-accent-border border-s-2 ps-3 text-sm">
        <span className="text-muted">{commonStart(completion, contradiction)} </span>
        {unit.text.trim()}
      </p>
      <UnitQuestions unit={unit} />
    </div>
  )
}
