'use client'
import { fieldId, type QuestionProps, useBench } from '@/components/annotation/workbench/bench-context'
import { FIELD_KEYS, optionBinding } from '@/components/annotation/workbench/keys'
import { QuestionFrame } from '@/components/annotation/workbench/question-frame'
import { Button } from '@/components/ui/button'
import { cn } from '@/components/ui/cn'
import { Kbd } from '@/components/ui/kbd'
import { useAriaKeys } from '@/components/ui/use-shortcut'
import { ENTER } from '@/lib/platform/client/fixed-keys'
import type { Option, Question } from '@/lib/protocols/protocol'
import { numberOfSpans } from '@/lib/protocols/span-words'
import { markingAt } from './span-acts'
import { SpanAnnouncements } from './span-announcements'
import { lineOf } from './span-drawing'
import { SpanList } from './span-list'

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
        <SpanList question={question} marking={marking} readOnly={readOnly} />
      )}
      <SpanAnnouncements question={question} marking={marking} />
    </QuestionFrame>
  )
}

/** The labels with their keys, or one button where spans have none; then what is said where nothing is to be marked. */
function Tools({ unit, question, marking }: QuestionProps & { marking: ReturnType<typeof markingAt> }) {
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

/** A label with its key and its line. `question`: whose option it is. */
export function LabelButton({
  question,
  option,
  onChoose,
}: {
  question: Question
  option: Option
  onChoose: () => void
}) {
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
