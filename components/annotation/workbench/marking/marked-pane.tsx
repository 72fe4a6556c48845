'use client'
import { fieldId, type QuestionProps, useBench } from '@/components/annotation/workbench/bench-context'
import { markedFieldId } from './mark-acts'
import { markingAt } from './span-acts'
import { MARKED_LETTERS, SpansField } from './spans-field'

/** The text of a question of spans, or of a list of marks, where it is read: what is chosen in it is marked. */
export function MarkedPane({ unit, question: asked }: QuestionProps) {
  const bench = useBench()
  const { question, text, spans, picked, pick, enter } = markingAt(bench, { unit, question: asked })
  const id = markedFieldId(unit.key, asked)
  return (
    <SpansField
      id={id}
      label={question.prompt}
      describedBy={bench.readOnly ? undefined : `${fieldId(unit.key, asked.key)}-how`}
      text={text}
      question={question}
      spans={spans}
      picked={picked}
      readOnly={bench.readOnly}
      onPick={(span) => {
        if (span !== null || picked !== null || bench.picked !== null) pick(span)
      }}
      onEnter={enter}
      onLeave={() => bench.go({ unit: picked?.entry ?? unit.key, question: null })}
    />
  )
}

/** A text that is marked for other units than the open one: its letters stand where they stand in the field. */
export function UnmarkedPane({ text }: { text: string }) {
  return (
    <div dir="auto" className={MARKED_LETTERS}>
      {text}
    </div>
  )
}
