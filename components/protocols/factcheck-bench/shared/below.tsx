'use client'
import { type QuestionProps, useBench } from '@/components/annotation/workbench/bench-context'
import { Suggestions } from '@/components/annotation/workbench/suggestions'

/** What stands below a control: what a machine suggests (`original`: for a text that starts from another), and why a value cannot be saved as it is. */
export function Below({ unit, question, original }: QuestionProps & { original?: string }) {
  const { entries } = useBench()
  const refused = entries.find((entry) => entry.unit === unit.key && entry.question === question.key)?.refused
  return (
    <>
      <Suggestions unit={unit} question={question} original={original} />
      {refused ? (
        <p role="alert" className="mt-1.5 text-negative-text text-sm">
          {refused}
        </p>
      ) : null}
    </>
  )
}
