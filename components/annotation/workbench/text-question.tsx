'use client'
import { type KeyboardEvent, useDeferredValue, useLayoutEffect, useRef, useState } from 'react'
import { Button } from '@/components/ui/button'
import { TextDiff } from '@/components/ui/text-diff'
import { Textarea } from '@/components/ui/textarea'
import { answerOf } from '@/lib/protocols/completeness'
import type { Question, Stage, UnitDraft } from '@/lib/protocols/protocol'
import { fieldId, type QuestionProps, useBench } from './bench-context'
import { FIELD_KEYS } from './keys'
import { QuestionFrame } from './question-frame'

/**
 * Room for so many lines at least, and at most where the text has more from the start; longer texts scroll. Listed texts are short; where a
 * quotation is from is shorter still.
 */
const LINES = { origin: { least: 1, most: 2 }, listed: { least: 2, most: 3 }, other: { least: 4, most: 8 } }

function linesOf({ questions }: Stage, { kind }: UnitDraft, { key }: Question) {
  const list = questions.find((each) => each.list?.kind === kind)?.list
  if (list?.evidence && [list.evidence.url, list.evidence.query].includes(key)) return LINES.origin
  return list?.text === key ? LINES.listed : LINES.other
}

/** A text. Enter goes on, Shift+Enter starts a new line, Escape goes back to the unit. */
export function TextQuestion({ unit, question }: QuestionProps) {
  const { subject, answers, type } = useBench()
  const value = answers[unit.key]?.[question.key]
  const initial = question.initial?.(subject, answers, unit)
  return (
    <QuestionFrame unit={unit} question={question}>
      {typeof initial === 'string' ? (
        // Blanks at its ends belong to what lies between texts, not to this one.
        <StartedText unit={unit} question={question} initial={initial.trim()} />
      ) : (
        <TextField
          unit={unit}
          question={question}
          value={typeof value === 'string' ? value : ''}
          onWrite={(text) => type(unit.key, question.key, text)}
        />
      )}
    </QuestionFrame>
  )
}

/**
 * A text that starts from another. Untouched it saves nothing and the other stands; changed, the difference is shown as it
 * comes about, and one key goes back.
 */
function StartedText({ unit, question, initial }: QuestionProps & { initial: string }) {
  const { answers, readOnly, type, chooseAll } = useBench()
  const answer = answerOf(answers, unit.key, question.key)
  // A field may be emptied to write anew; left empty, the first text stands again.
  const [emptied, setEmptied] = useState(false)
  const value = typeof answer === 'string' ? answer : initial
  const deferredValue = useDeferredValue(value)
  return (
    <>
      <TextField
        unit={unit}
        question={question}
        value={emptied && answer === null ? '' : value}
        onLeave={() => setEmptied(false)}
        onWrite={(text) => {
          setEmptied(text.trim() === '')
          type(unit.key, question.key, text === initial ? null : text)
        }}
      />
      {/* As tall before the first change as after most, so that nothing below moves; what is longer is shown in full. */}
      <div className="mt-2 flex min-h-[calc(3lh+2px)] items-start gap-2 text-sm max-sm:min-h-[calc(3lh+2.75rem)] max-sm:flex-col">
        <div className="min-w-0 flex-1">
          {answer === null ? (
            <p className="text-muted">Unchanged.</p>
          ) : (
            <>
              <span className="sr-only">What you changed:</span>
              <TextDiff before={initial} after={deferredValue} className="wrap-anywhere" />
            </>
          )}
        </div>
        {readOnly ? null : (
          <Button
            size="sm"
            variant="ghost"
            shortcut={FIELD_KEYS.original}
            disabled={answer === null}
            onClick={() => chooseAll([{ unit: unit.key, question: question.key, value: null }], { origin: 'chosen' })}
          >
            Back to the original
          </Button>
        )}
      </div>
    </>
  )
}

interface TextFieldProps extends QuestionProps {
  value: string
  onWrite(text: string): void
  onLeave?(): void
}

function TextField({ unit, question, value, onWrite, onLeave }: TextFieldProps) {
  const { stage, readOnly, go, goOn } = useBench()
  const lines = linesOf(stage, unit, question)
  const { field, height, follow } = useHeight(value, lines)
  const onKeyDown = (event: KeyboardEvent) => {
    // While an input method composes, Enter and Escape are its own.
    if (event.nativeEvent.isComposing || event.keyCode === 229) return
    if (event.key === 'Escape') go({ unit: unit.key, question: null })
    else if (event.key === 'Enter' && !event.shiftKey && !event.ctrlKey && !event.metaKey) goOn()
    else return
    event.preventDefault()
  }
  return (
    <Textarea
      ref={field}
      id={fieldId(unit.key, question.key)}
      aria-label={question.prompt}
      value={value}
      readOnly={readOnly}
      rows={lines.least}
      style={{ height, minHeight: height, maxHeight: height }}
      className="field-sizing-fixed resize-none overflow-y-auto text-base"
      onChange={(event) => {
        follow(event.target.value)
        onWrite(event.target.value)
      }}
      onBlur={onLeave}
      onKeyDown={onKeyDown}
    />
  )
}

/**
 * As tall as the text that the field begins with, or that undo brings back, within its lines. While somebody types the height
 * stays and the text scrolls, so that nothing around it moves.
 */
function useHeight(value: string, { least, most }: { least: number; most: number }) {
  const field = useRef<HTMLTextAreaElement>(null)
  const typed = useRef<string | null>(null)
  const [lines, setLines] = useState(least)
  useLayoutEffect(() => {
    const element = field.current
    if (!element || typed.current === value || element.scrollHeight <= element.clientHeight) return
    const { lineHeight, paddingTop, paddingBottom } = getComputedStyle(element)
    const text = element.scrollHeight - Number.parseFloat(paddingTop) - Number.parseFloat(paddingBottom)
    setLines(Math.min(Math.ceil(text / Number.parseFloat(lineHeight)), most))
  }, [value, most])
  return {
    field,
    height: `calc(${lines}lh + 1rem + 2px)`,
    follow: (text: string) => {
      typed.current = text
    },
  }
}
