'use client'
import { useState } from 'react'
import { fieldId, type QuestionProps, useBench } from '@/components/annotation/workbench/bench-context'
import { Textarea } from '@/components/ui/textarea'

interface StartedTextProps extends QuestionProps {
  /** What stands there until something is written; it is no answer by itself. */
  start?: string
  lines?: number
  placeholder?: string
  /** Enter leads on; Shift+Enter starts a new line. Without it Enter starts a new line, as in a text of paragraphs. */
  onEnter?(): void
  onEscape(): void
}

/** A text that is edited in place: it begins with what is there, and only what is typed becomes an answer. */
export function StartedText({
  unit,
  question,
  start = '',
  lines = 3,
  placeholder,
  onEnter,
  onEscape,
}: StartedTextProps) {
  const { answers, readOnly, type } = useBench()
  const [isEmptied, setEmptied] = useState(false)
  const written = answers[unit.key]?.[question.key]
  const height = `calc(${lines}lh + 1rem + 2px)`
  return (
    <Textarea
      id={fieldId(unit.key, question.key)}
      aria-label={question.prompt}
      value={typeof written === 'string' ? written : isEmptied ? '' : start}
      readOnly={readOnly}
      placeholder={placeholder}
      rows={lines}
      // As tall as it begins, so that nothing around it moves while somebody types; the handle makes it taller.
      style={{ height, minHeight: height }}
      className="field-sizing-fixed overflow-y-auto text-base"
      onChange={(event) => {
        setEmptied(event.target.value.trim() === '')
        // Back at what it begins with it is no answer any more, and goes on following that.
        type(unit.key, question.key, event.target.value === start ? null : event.target.value)
      }}
      onBlur={() => setEmptied(false)}
      onKeyDown={(event) => {
        // While an input method composes, Enter and Escape are its own.
        if (event.nativeEvent.isComposing || event.keyCode === 229) return
        if (event.key === 'Escape') onEscape()
        else if (onEnter && event.key === 'Enter' && !event.shiftKey && !event.ctrlKey && !event.metaKey) onEnter()
        else return
        event.preventDefault()
      }}
    />
  )
}
