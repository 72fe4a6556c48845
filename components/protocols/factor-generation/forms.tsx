'use client'
import { useBench } from '@/components/annotation/workbench/bench-context'
import { UnitQuestions } from '@/components/annotation/workbench/unit-questions'
import { answerOf } from '@/lib/protocols/completeness'
import { commonStart } from '@/lib/protocols/factor-generation/common-start'
import { contentOf } from '@/lib/protocols/factor-generation/content'
import { CONTINUATION, factOf, ITEM } from '@/lib/protocols/factor-generation/labels'
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
