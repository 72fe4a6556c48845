'use client'
import { useRef, useState } from 'react'
import { FIELD_KEYS, optionBinding } from '@/components/annotation/workbench/keys'
import { markingIn } from '@/components/annotation/workbench/marking/span-acts'
import { SpanAnnouncements } from '@/components/annotation/workbench/marking/span-announcements'
import { lineOf } from '@/components/annotation/workbench/marking/span-drawing'
import { SpanList } from '@/components/annotation/workbench/marking/span-list'
import { SpansField } from '@/components/annotation/workbench/marking/spans-field'
import { Button } from '@/components/ui/button'
import { cn } from '@/components/ui/cn'
import { useKeymap } from '@/components/ui/use-keymap'
import { answerOf } from '@/lib/protocols/completeness'
import {
  intersectionOfSpans,
  type MarkedSpan,
  sameSpan,
  spansAnswer,
  spansOf,
  textToMark,
  unionOfSpans,
} from '@/lib/protocols/marked-spans'
import type { Json, Question } from '@/lib/protocols/protocol'
import { useDeskContext } from './desk-context'
import { laneName } from './words'

interface SpansFormProps {
  question: Question
  unit: string
  value: Json
  onChange(value: Json): void
}

/** Spans as they are to stand: begun with those of a lane, of all, or that all share, then marked, moved and removed as on the workbench. */
export function SpansForm({ question, unit, value, onChange }: SpansFormProps) {
  const { protocol, stage, subject, lanes, view } = useDeskContext()
  const box = useRef<HTMLFieldSetElement>(null)
  const field = useRef<HTMLTextAreaElement>(null)
  const [at, setPicked] = useState<MarkedSpan | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const text = textToMark(question, subject.content)
  const spans = spansOf(value) ?? []
  // What is gone, by beginning with others for one, is no place to be at.
  const picked = spans.find((span) => at && sameSpan(span, at)) ?? null
  const options = question.options ?? []
  const marking = markingIn({
    question,
    text,
    spans,
    picked,
    field: () => field.current,
    pick: (span) => {
      setProblem(null)
      setPicked(span)
    },
    write: (marked) => onChange(spansAnswer(question, marked)),
    goToText: () => field.current?.focus({ preventScroll: true }),
    refuse: setProblem,
    askForLabel: () => setProblem('Choose a label for these words.'),
  })
  const { label, pick, enter, step, remove, goToText } = marking
  const keyed = options.map((option) => [optionBinding(protocol.id, stage, question, option), option] as const)
  useKeymap(
    [...keyed.map(([binding]) => binding), FIELD_KEYS.nextSpan, FIELD_KEYS.previousSpan, FIELD_KEYS.removeSpan],
    {
      ...Object.fromEntries(keyed.map(([{ id }, option]) => [id, () => label(option.value)])),
      nextSpan: () => step(1),
      previousSpan: () => step(-1),
      removeSpan: () => {
        const active = document.activeElement
        const isAtSpan = active === field.current || active?.closest('[data-picked-span]')
        if (!picked || !isAtSpan) return
        remove(picked)
        // The row goes, and the focus with it.
        goToText()
      },
    },
  )
  const beginWith = (answer: Json) => {
    setProblem(
      answer === null
        ? 'This may not be given as it is: spans would overlap, or there would be too many or too few.'
        : null,
    )
    if (answer !== null) onChange(answer)
  }
  const laneAnswers = lanes.flatMap((lane) => {
    const answer = answerOf(lane.answers, unit, question.key)
    return answer === null ? [] : [{ lane, answer }]
  })
  const answers = laneAnswers.map(({ answer }) => answer)
  return (
    <fieldset ref={box} className="space-y-3">
      <legend className="mb-1.5 font-medium text-sm">{question.prompt}</legend>
      <div className="flex flex-wrap gap-2">
        {laneAnswers.map(({ lane, answer }) => (
          <Button key={lane.id} size="sm" onClick={() => beginWith(answer)}>
            {laneName(view, lane.id)}
          </Button>
        ))}
        {laneAnswers.length > 1 ? (
          <>
            <Button size="sm" onClick={() => beginWith(unionOfSpans(question, answers))}>
              All that anybody marked
            </Button>
            <Button size="sm" onClick={() => beginWith(intersectionOfSpans(question, answers))}>
              Only what all marked
            </Button>
          </>
        ) : null}
        {(question.range?.min ?? 0) > 0 ? null : (
          <Button size="sm" onClick={() => beginWith({ spans: [] })}>
            Nothing
          </Button>
        )}
      </div>
      <SpansField
        id={`settle-${unit}-${question.key}`}
        ref={field}
        label={question.prompt}
        text={text}
        question={question}
        spans={spans}
        picked={picked}
        readOnly={false}
        onPick={pick}
        onEnter={enter}
        onLeave={() => box.current?.querySelector('button')?.focus()}
      />
      <div className="flex flex-wrap gap-2">
        {keyed.map(([binding, option]) => (
          <Button
            key={option.key}
            size="sm"
            shortcut={binding}
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => label(option.value)}
          >
            <span className={cn('border-b-3', lineOf(question, option.value))}>{option.text}</span>
          </Button>
        ))}
        {options.length === 0 ? (
          <Button size="sm" onClick={() => label(null)}>
            Mark the chosen words
          </Button>
        ) : null}
      </div>
      {problem ? (
        <p role="alert" className="text-negative-text text-sm">
          {problem}
        </p>
      ) : null}
      {value !== null && spans.length === 0 ? <p className="text-sm">Nothing is marked.</p> : null}
      {spans.length > 0 ? <SpanList question={question} marking={marking} readOnly={false} /> : null}
      <SpanAnnouncements question={question} marking={marking} />
    </fieldset>
  )
}
