import type { Bench } from '@/components/annotation/workbench/bench-context'
import { isAsked } from '@/lib/protocols/completeness'
import type { Question, UnitDraft } from '@/lib/protocols/protocol'

/** A unit's question by key, where it is asked now. */
export function askedQuestion({ stage, subject, answers }: Bench, unit: UnitDraft, key: string): Question | undefined {
  return stage.questions.find(
    (question) => question.key === key && question.unit === unit.kind && isAsked(question, subject, answers, unit),
  )
}
