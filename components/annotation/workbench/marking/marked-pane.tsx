'use client'
import { fieldId, type QuestionProps, useBench } from '@/components/annotation/workbench/bench-context'
import { markingAt } from './span-acts'
import { SpansField } from './spans-field'

/** The text of a question of spans where it is read: what is chosen in it is marked. */
export function MarkedPane({ unit, question }: QuestionProps) {
  const bench = useBench()
  const { text, spans, picked, pick, enter } = markingAt(bench, { unit, question })
  const id = fieldId(unit.key, question.key)
  return (
    <SpansField
      id={id}
      label={question.prompt}
      describedBy={bench.readOnly ? undefined : `${id}-how`}
      text={text}
      question={question}
      spans={spans}
      picked={picked}
      readOnly={bench.readOnly}
      onPick={(span) => {
        if (span !== null || bench.picked !== null) pick(span)
      }}
      onEnter={enter}
      onLeave={() => bench.go({ unit: unit.key, question: null })}
    />
  )
}
