'use client'
import { useMemo } from 'react'
import { fieldId, type QuestionProps, useBench } from '@/components/annotation/workbench/bench-context'
import { markedFieldId } from './mark-acts'
import { proposedMarks } from './proposed-marks'
import { markingAt } from './span-acts'
import { MARKED_LETTERS, SpansField } from './spans-field'

/** The text of a question of spans, or of a list of marks, where it is read: what is chosen in it is marked. */
export function MarkedPane({ unit, question: asked }: QuestionProps) {
  const bench = useBench()
  const { question, text, spans, picked, pick, enter } = markingAt(bench, { unit, question: asked })
  const id = markedFieldId(unit.key, asked)
  const { workbench, readOnly, passedOver, answers } = bench
  // Drawn anew only where others are proposed.
  const proposed = useMemo(
    () => proposedMarks({ workbench, readOnly, passedOver, answers }, { unit, question: asked }),
    [workbench, readOnly, passedOver, answers, unit, asked],
  )
  return (
    <SpansField
      id={id}
      label={question.prompt}
      describedBy={bench.readOnly ? undefined : `${fieldId(unit.key, asked.key)}-how`}
      text={text}
      question={question}
      spans={spans}
      picked={picked}
      proposed={proposed}
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
