'use client'
import { useMemo, useRef } from 'react'
import { Button } from '@/components/ui/button'
import { useKeyTest } from '@/components/ui/use-keymap'
import type { Span } from '@/lib/protocols/protocol'
import { fieldId, type QuestionProps, useBench } from './bench-context'
import { FIELD_KEYS } from './keys'
import { proposeSpan } from './propose-span'
import { QuestionFrame } from './question-frame'
import { SpanField } from './span-field'
import { spanFromField, spanOf, spanValue } from './spans'

/** Which words of the whole a unit stands for: chosen with the mouse, by touch, or with Shift and the arrows. */
export function SpanQuestion({ unit, question }: QuestionProps) {
  const { survey, answers, readOnly, chooseAll, go } = useBench()
  const isKey = useKeyTest()
  const text = survey.units.get(unit.parent ?? '')?.unit.text ?? ''
  const span = spanOf(answers, unit.key, question.key)
  const proposed = useMemo(() => (readOnly ? null : proposeSpan(text, unit.text)), [readOnly, text, unit.text])
  const field = useRef<HTMLTextAreaElement>(null)
  const answer = (value: Span | null) =>
    chooseAll([{ unit: unit.key, question: question.key, value: value && spanValue(value) }], { origin: 'chosen' })
  const markChosen = () => {
    const { selectionStart = 0, selectionEnd = 0 } = field.current ?? {}
    const chosen = spanFromField(text, selectionStart, selectionEnd)
    if (chosen) answer(chosen)
    go({ unit: unit.key, question: chosen ? null : question.key })
  }
  return (
    <QuestionFrame unit={unit} question={question}>
      <SpanField
        ref={field}
        id={fieldId(unit.key, question.key)}
        label={question.prompt}
        text={text}
        span={span ?? proposed}
        isProposed={!span}
        marked={span ? 'Marked' : 'Proposed'}
        unmarked="Nothing is marked."
        shortcuts="Enter"
        onKeyDown={(event) => {
          if (event.nativeEvent.isComposing || event.ctrlKey || event.metaKey || event.altKey) return
          if (event.key === 'Escape') go({ unit: unit.key, question: null })
          else if (!readOnly && (event.key === 'Enter' || isKey(FIELD_KEYS.mark, event))) markChosen()
          else return
          event.preventDefault()
        }}
      />
      {readOnly ? null : (
        <div className="mt-2 flex flex-wrap gap-2">
          <Button size="sm" shortcut={FIELD_KEYS.mark} onClick={markChosen}>
            Mark chosen words
          </Button>
          {!span && proposed ? (
            <Button size="sm" shortcut={FIELD_KEYS.markProposed} onClick={() => answer(proposed)}>
              Mark the proposed words
            </Button>
          ) : null}
          {span ? (
            <Button size="sm" variant="ghost" onClick={() => answer(null)}>
              Remove the mark
            </Button>
          ) : null}
        </div>
      )}
    </QuestionFrame>
  )
}
