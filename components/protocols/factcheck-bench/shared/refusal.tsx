'use client'
import { type QuestionProps, useBench } from '@/components/annotation/bench-context'

/** Why a value cannot be saved as it is, where that is so. */
export function Refusal({ unit, question }: QuestionProps) {
  const { entries } = useBench()
  const refused = entries.find((entry) => entry.unit === unit.key && entry.question === question.key)?.refused
  return refused ? (
    <p role="alert" className="mt-1.5 text-negative-text text-sm">
      {refused}
    </p>
  ) : null
}
