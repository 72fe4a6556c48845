'use client'
import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { fieldId, type QuestionProps, useBench } from '@/components/annotation/workbench/bench-context'
import { FIELD_KEYS, optionBinding } from '@/components/annotation/workbench/keys'
import { QuestionFrame } from '@/components/annotation/workbench/question-frame'
import { Button } from '@/components/ui/button'
import { cn } from '@/components/ui/cn'
import { Kbd } from '@/components/ui/kbd'
import { useAriaKeys } from '@/components/ui/use-shortcut'
import { ENTER } from '@/lib/platform/client/fixed-keys'
import { type MarkedSpan, sameSpan } from '@/lib/protocols/marked-spans'
import type { Option, Question } from '@/lib/protocols/protocol'
import { numberOfSpans, spanInWords } from '@/lib/protocols/span-words'
import { changeInWords } from './act-on-spans'
import { type Marking, markingAt } from './span-acts'
import { lineOf } from './span-drawing'

/**
 * Spans of a text, beside the text: what marks them, with its keys, and each span as text. The text itself is marked where it is read
 * (marked-pane.tsx).
 */
export function SpansQuestion({ unit, question }: QuestionProps) {
  const bench = useBench()
  const { readOnly } = bench
  const marking = markingAt(bench, { unit, question })
  const { spans, isAnswered } = marking
  return (
    <QuestionFrame unit={unit} question={question} note={numberOfSpans(question)}>
      {readOnly ? null : <Tools unit={unit} question={question} marking={marking} />}
      {spans.length === 0 ? (
        <p className={cn('text-sm', isAnswered ? 'font-medium' : 'text-muted')}>
          {isAnswered ? 'Nothing is marked: there is nothing to mark.' : 'Nothing is marked yet.'}
        </p>
      ) : (
        <ol className="mt-3 space-y-1.5" aria-label="Marked spans">
          {spans.map((span) => (
            <SpanRow
              key={`${span.start} ${span.end} ${String(span.label)}`}
              question={question}
              marking={marking}
              span={span}
            />
          ))}
        </ol>
      )}
      <Announcements question={question} marking={marking} />
    </QuestionFrame>
  )
}

interface MarkingProps {
  question: Question
  marking: Marking
}

/** The labels with their keys, or one button where spans have none; then what is said where nothing is to be marked. */
function Tools({ unit, question, marking }: QuestionProps & { marking: Marking }) {
  const bench = useBench()
  const { label, goToText, nothing, mayBeNothing, isAnswered } = marking
  return (
    <>
      <p id={`${fieldId(unit.key, question.key)}-how`} className="mb-2 text-muted text-xs">
        Choose words in the text, with the pointer or with Shift and the arrows
        {question.options ? ', then press the key of a label.' : ', then press Enter.'} At a marked span, Enter moves it
        to the words that are chosen.
      </p>
      {question.options ? (
        <div className={cn('grid gap-2', bench.showDefinitions ? 'grid-cols-1' : 'grid-cols-2')}>
          {question.options.map((option) => (
            <LabelButton key={option.key} question={question} option={option} onChoose={() => label(option.value)} />
          ))}
        </div>
      ) : (
        <Button size="sm" onClick={() => label(null)}>
          Mark the chosen words <Kbd of={ENTER} hidden />
        </Button>
      )}
      <div className="mt-2 mb-3 flex flex-wrap gap-2">
        <Button size="sm" shortcut={FIELD_KEYS.markText} onClick={goToText}>
          To the text
        </Button>
        {mayBeNothing ? (
          <Button size="sm" shortcut={FIELD_KEYS.nothingMarked} aria-pressed={isAnswered} onClick={nothing}>
            Nothing to mark
          </Button>
        ) : null}
      </div>
    </>
  )
}

function LabelButton({ question, option, onChoose }: { question: Question; option: Option; onChoose: () => void }) {
  const { protocol, stage, showDefinitions } = useBench()
  const aria = useAriaKeys()
  const key = optionBinding(protocol.id, stage, question, option)
  return (
    <button
      type="button"
      aria-keyshortcuts={aria(key)}
      // The words stay chosen, and the focus in the text.
      onMouseDown={(event) => event.preventDefault()}
      onClick={onChoose}
      className="min-h-11 rounded-md border border-control bg-surface px-3 py-2 text-start text-sm hover:bg-hover"
    >
      <span className="flex items-center justify-between gap-2">
        <span className={cn('border-b-3', lineOf(question, option.value))}>{option.text}</span>
        <Kbd of={key} hidden />
      </span>
      {showDefinitions ? (
        <span className="mt-1 block font-normal text-muted text-xs leading-relaxed">{option.definition}</span>
      ) : null}
    </button>
  )
}

/** A span as text: its words, which lead to it, its label, and what can be done to it. */
function SpanRow({ question, marking, span }: MarkingProps & { span: MarkedSpan }) {
  const bench = useBench()
  const { text, picked, goTo, goToText, relabel, moveTo, remove } = marking
  // The button goes with its row, and the focus with it.
  const removeHere = () => {
    remove(span)
    goToText()
  }
  const words = spanInWords(question, text, span)
  const isPicked = picked !== null && sameSpan(picked, span)
  return (
    <li
      data-picked-span={isPicked ? '' : undefined}
      className={cn(
        'rounded-md border px-2.5 py-2 text-sm',
        isPicked ? 'border-accent bg-accent-surface' : 'border-line bg-surface',
      )}
    >
      <button
        type="button"
        aria-current={isPicked ? 'true' : undefined}
        onClick={() => goTo(span)}
        className="min-h-6 w-full rounded-sm text-start"
      >
        <q dir="auto" className="wrap-anywhere">
          {words.text}
        </q>{' '}
        {words.label ? (
          <span className={cn('ms-2 border-b-3 text-muted text-xs', lineOf(question, span.label))}>{words.label}</span>
        ) : null}
      </button>
      {bench.readOnly || !isPicked ? null : (
        <div className="mt-2 flex flex-wrap gap-2">
          {question.options?.map((option) =>
            option.value === span.label ? null : (
              <Button key={option.key} size="sm" onClick={() => relabel(span, option.value)}>
                {option.text}
              </Button>
            ),
          )}
          <Button size="sm" onClick={() => moveTo(span)}>
            Move to the chosen words
          </Button>
          <Button size="sm" variant="ghost" shortcut={FIELD_KEYS.removeSpan} onClick={removeHere}>
            <Trash2 aria-hidden className="size-4" /> Remove
          </Button>
        </div>
      )}
    </li>
  )
}

/** Says to those who listen what was marked, moved or removed, also by undo, and which span one is at. */
function Announcements({ question, marking }: MarkingProps) {
  const { spans, text, picked } = marking
  const inWords = (span: MarkedSpan) => {
    const { text: words, label } = spanInWords(question, text, span)
    return label ? `“${words}” as ${label}` : `“${words}”`
  }
  const state = JSON.stringify([spans, picked])
  const [said, setSaid] = useState({ state, spans, words: '' })
  if (said.state !== state) {
    const change = changeInWords(said.spans, spans, inWords)
    const place = picked ? spans.findIndex((span) => sameSpan(span, picked)) + 1 : 0
    const at = picked ? `Span ${place} of ${spans.length}: ${inWords(picked)}.` : ''
    setSaid({ state, spans, words: change || at })
  }
  return (
    <p role="status" className="sr-only">
      {said.words}
    </p>
  )
}
