'use client'
import { Textarea } from '@/components/ui/textarea'
import { fieldId, type QuestionProps, useBench } from './bench-context'
import { QuestionFrame } from './question-frame'

/** Room for four lines; longer texts scroll, so that nothing around them moves. */
const HEIGHT = 'calc(4lh + 1rem + 2px)'

/** A text. Enter goes on, Shift+Enter starts a new line, Escape goes back to the unit. */
export function TextQuestion({ unit, question }: QuestionProps) {
  const { answers, readOnly, type, go, goOn } = useBench()
  const value = answers[unit.key]?.[question.key]
  return (
    <QuestionFrame unit={unit} question={question}>
      <Textarea
        id={fieldId(unit.key, question.key)}
        aria-label={question.prompt}
        value={typeof value === 'string' ? value : ''}
        readOnly={readOnly}
        rows={4}
        style={{ height: HEIGHT, minHeight: HEIGHT, maxHeight: HEIGHT }}
        className="field-sizing-fixed resize-none overflow-y-auto text-base"
        onChange={(event) => type(unit.key, question.key, event.target.value)}
        onKeyDown={(event) => {
          // While an input method composes, Enter and Escape are its own.
          if (event.nativeEvent.isComposing || event.keyCode === 229) return
          if (event.key === 'Escape') go({ unit: unit.key, question: null })
          else if (event.key === 'Enter' && !event.shiftKey && !event.ctrlKey && !event.metaKey) goOn()
          else return
          event.preventDefault()
        }}
      />
    </QuestionFrame>
  )
}
