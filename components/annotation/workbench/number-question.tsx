'use client'
import { useState } from 'react'
import { Input } from '@/components/ui/input'
import { NOT_A_NUMBER, readNumber } from '@/lib/text/read-number'
import { fieldId, type QuestionProps, useBench } from './bench-context'
import { QuestionFrame } from './question-frame'

/** A number. What is no number yet is saved as none, and said to be; Enter goes on, Escape goes back to the unit. */
export function NumberQuestion({ unit, question }: QuestionProps) {
  const { answers, readOnly, type, go, goOn } = useBench()
  const value = answers[unit.key]?.[question.key] ?? null
  const [draft, setDraft] = useState<string | null>(null)
  const { min = null, max = null, step = null } = question.range ?? {}
  const text = draft !== null && readNumber(draft) === value ? draft : value === null ? (draft ?? '') : String(value)
  return (
    <QuestionFrame unit={unit} question={question}>
      <Input
        id={fieldId(unit.key, question.key)}
        aria-label={question.prompt}
        inputMode="decimal"
        className="w-40 tabular-nums"
        readOnly={readOnly}
        dir="ltr"
        placeholder={bounds(min, max, step)}
        value={text}
        onChange={(event) => {
          setDraft(event.target.value)
          type(unit.key, question.key, readNumber(event.target.value))
        }}
        onKeyDown={(event) => {
          if (event.nativeEvent.isComposing || event.ctrlKey || event.metaKey || event.altKey) return
          if (event.key === 'Enter') goOn()
          else if (event.key === 'Escape') go({ unit: unit.key, question: null })
          else return
          event.preventDefault()
        }}
      />
      {text.trim() !== '' && readNumber(text) === null ? (
        <p role="status" className="mt-1.5 text-muted text-sm">
          {NOT_A_NUMBER}
        </p>
      ) : null}
    </QuestionFrame>
  )
}

function bounds(min: number | null, max: number | null, step: number | null): string {
  const range =
    min !== null && max !== null ? `${min} to ${max}` : min !== null ? `from ${min}` : max !== null ? `to ${max}` : ''
  return step === null ? range : `${range} in steps of ${step}`.trim()
}
