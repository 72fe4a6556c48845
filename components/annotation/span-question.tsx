'use client'
import { useMemo, useRef } from 'react'
import { Button } from '@/components/ui/button'
import { cn } from '@/components/ui/cn'
import { CONTROL } from '@/components/ui/control-class'
import type { Span } from '@/lib/protocols/protocol'
import { fieldId, type QuestionProps, useBench } from './bench-context'
import { FIELD_KEYS } from './keys'
import { proposeSpan } from './propose-span'
import { QuestionFrame } from './question-frame'
import { spanFrom, spanOf, spanPieces, spanValue } from './spans'

/** Which words of the whole a unit stands for: chosen with the mouse, by touch, or with Shift and the arrows. */
export function SpanQuestion({ unit, question }: QuestionProps) {
  const { survey, answers, readOnly, chooseAll, go } = useBench()
  const text = survey.units.get(unit.parent ?? '')?.unit.text ?? ''
  const span = spanOf(answers, unit.key, question.key)
  const proposed = useMemo(() => (readOnly ? null : proposeSpan(text, unit.text)), [readOnly, text, unit.text])
  const field = useRef<HTMLTextAreaElement>(null)
  const answer = (value: Span | null) =>
    chooseAll([{ unit: unit.key, question: question.key, value: value && spanValue(value) }], { origin: 'chosen' })
  const markChosen = () => {
    const { selectionStart = 0, selectionEnd = 0 } = field.current ?? {}
    const chosen = spanFrom(text, selectionStart, selectionEnd)
    if (chosen) answer(chosen)
    go({ unit: unit.key, question: chosen ? null : question.key })
  }
  const shown = span ?? proposed
  return (
    <QuestionFrame unit={unit} question={question}>
      <div className="grid">
        <MarkedText text={text} span={shown} proposed={!span} />
        <textarea
          ref={field}
          id={fieldId(unit.key, question.key)}
          aria-label={question.prompt}
          aria-keyshortcuts="Enter"
          dir="auto"
          readOnly
          value={text}
          className={cn(CONTROL, LETTERS, 'h-full resize-none overflow-hidden bg-transparent')}
          onKeyDown={(event) => {
            if (event.nativeEvent.isComposing || event.ctrlKey || event.metaKey || event.altKey) return
            if (event.key === 'Escape') go({ unit: unit.key, question: null })
            else if (!readOnly && (event.key === 'Enter' || event.key.toLowerCase() === FIELD_KEYS.mark)) markChosen()
            else return
            event.preventDefault()
          }}
        />
      </div>
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

/** Letters of the field and of what lies behind it fall on each other. */
const LETTERS =
  'col-start-1 row-start-1 block h-auto w-full whitespace-pre-wrap wrap-break-word px-3 py-2 text-base leading-relaxed'

/** The text once more behind the field, unseen but for its mark; read out as what is marked. */
function MarkedText({ text, span, proposed }: { text: string; span: Span | null; proposed: boolean }) {
  const [before, marked, behind] = span ? spanPieces(text, span) : [text, '', '']
  return (
    <>
      <div
        aria-hidden
        dir="auto"
        className={cn(LETTERS, 'min-h-11 select-none border border-transparent text-transparent')}
      >
        {before}
        {marked === '' ? null : (
          <mark
            className={cn(
              'rounded-sm text-transparent',
              proposed
                ? 'bg-suggestion-surface outline-1 outline-suggestion-border outline-dashed'
                : 'bg-accent-surface outline-1 outline-accent',
            )}
          >
            {marked}
          </mark>
        )}
        {behind}
      </div>
      <p className="sr-only">
        {marked === '' ? 'Nothing is marked.' : `${proposed ? 'Proposed' : 'Marked'}: ${marked}`}
      </p>
    </>
  )
}
