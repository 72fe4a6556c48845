'use client'
import { useBench } from '@/components/annotation/workbench/bench-context'
import { UnitQuestions } from '@/components/annotation/workbench/unit-questions'
import { contentOf, isFixedDomain } from '@/lib/protocols/felm/content'
import { isRemoved, labelOf } from '@/lib/protocols/felm/labels'
import type { UnitDraft } from '@/lib/protocols/protocol'

/** The whole item: keep or remove, and the links that speak for the response as a whole. */
export function ItemForm({ unit }: { unit: UnitDraft }) {
  return <UnitQuestions unit={unit} />
}

/** The open segment: its text once more, then true or false and, when false, what is wrong. */
export function SegmentForm({ unit }: { unit: UnitDraft }) {
  const { subject, answers } = useBench()
  const fixed = isFixedDomain(contentOf(subject.content))
  return (
    <div className="space-y-4">
      <p dir="auto" className="line-clamp-4 whitespace-pre-wrap border-accent-border border-s-2 ps-3 text-sm">
        {unit.text}
      </p>
      {isRemoved(answers) ? (
        <p className="text-muted text-sm">The item is to be removed, so segments need no labels.</p>
      ) : null}
      {fixed && labelOf(answers, unit) === false ? (
        <p className="text-muted text-sm">In mathematics and reasoning every error counts as a reasoning error.</p>
      ) : null}
      <UnitQuestions unit={unit} />
    </div>
  )
}
