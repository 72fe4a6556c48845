'use client'
import { type QuestionProps, useBench } from '@/components/annotation/bench-context'
import { Suggestions } from '@/components/annotation/question-frame'

/** What stands below a control: what a machine suggests, and why a value cannot be saved as it is. */
export function Below({ unit, question }: QuestionProps) {
  const { entries } = useBench()
  const refused = entries.find((entry) => entry.unit === unit.key && entry.question === question.key)?.refused
  return (
    <>
      <Suggestions unit={unit} question={question} />
      {refused ? (
        <p role="alert" className="mt-1.5 text-negative-text text-sm">
          {refused}
        </p>
      ) : null}
    </>
  )
}
