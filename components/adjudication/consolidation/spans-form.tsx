'use client'
import { useRef, useState } from 'react'
import { FIELD_KEYS, optionBinding } from '@/components/annotation/workbench/keys'
import {
  inPlaceOf,
  labelled,
  neighbour,
  type SpanAct,
  type Stretch,
  withoutSpan,
} from '@/components/annotation/workbench/marking/act-on-spans'
import { lineOf } from '@/components/annotation/workbench/marking/span-drawing'
import {
  chooseSpan,
  chosenInField,
  placeInText,
  SpansField,
} from '@/components/annotation/workbench/marking/spans-field'
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
import { spanInWords } from '@/lib/protocols/span-words'
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
  const perform = (act: SpanAct | null) => {
    if (act === null) return field.current?.focus()
    if ('problem' in act) return setProblem(act.problem)
    setProblem(null)
    setPicked(act.picked)
    onChange(spansAnswer(question, act.spans))
  }
  const chosen = (): Stretch | null => field.current && chosenInField(field.current, text, picked)
  const label = (of: MarkedSpan['label']) => perform(labelled(question, spans, { chosen: chosen(), picked, label: of }))
  const keyed = options.map((option) => [optionBinding(protocol.id, stage, question, option), option] as const)
  const pick = (span: MarkedSpan | null) => {
    setProblem(null)
    setPicked(span)
  }
  const goTo = (span: MarkedSpan) => {
    pick(span)
    const place = spans.findIndex((each) => sameSpan(each, span))
    if (field.current) chooseSpan(field.current, text, span, place)
  }
  const step = (by: 1 | -1) => {
    const place = field.current ? placeInText(text, field.current.selectionStart) : 0
    const next = neighbour(spans, { picked, place }, by)
    if (next) goTo(next)
  }
  /** The button of the span goes with it, and the focus into the text. */
  const remove = (span: MarkedSpan) => {
    perform(withoutSpan(spans, span))
    field.current?.focus({ preventScroll: true })
  }
  useKeymap(
    [...keyed.map(([binding]) => binding), FIELD_KEYS.nextSpan, FIELD_KEYS.previousSpan, FIELD_KEYS.removeSpan],
    {
      ...Object.fromEntries(keyed.map(([{ id }, option]) => [id, () => label(option.value)])),
      nextSpan: () => step(1),
      previousSpan: () => step(-1),
      removeSpan: () => {
        const active = document.activeElement
        const isAtSpan = active === field.current || active?.closest('[data-picked-span]')
        if (picked && isAtSpan) remove(picked)
      },
    },
  )
  const enter = (words: Stretch) => {
    if (picked) return perform(inPlaceOf(question, spans, [picked, { ...picked, ...words }]))
    if (options.length > 1) return setProblem('Choose a label for these words.')
    perform(labelled(question, spans, { chosen: words, picked: null, label: options[0]?.value ?? null }))
  }
  const beginWith = (answer: Json) => {
    setProblem(
      answer === null
        ? 'This may not be given as it is: spans would overlap, or there would be too many or too few.'
        : null,
    )
    if (answer !== null) onChange(answer)
  }
  const said = lanes.flatMap((lane) => {
    const answer = answerOf(lane.answers, unit, question.key)
    return answer === null ? [] : [{ lane, answer }]
  })
  const answers = said.map(({ answer }) => answer)
  return (
    <fieldset ref={box} className="space-y-3">
      <legend className="mb-1.5 font-medium text-sm">{question.prompt}</legend>
      <div className="flex flex-wrap gap-2">
        {said.map(({ lane, answer }) => (
          <Button key={lane.id} size="sm" onClick={() => beginWith(answer)}>
            {laneName(view, lane.id)}
          </Button>
        ))}
        {said.length > 1 ? (
          <>
            <Button size="sm" onClick={() => beginWith(unionOfSpans(question, answers))}>
              All that anybody marked
            </Button>
            <Button size="sm" onClick={() => beginWith(intersectionOfSpans(question, answers))}>
              Only what all marked
            </Button>
          </>
        ) : null}
        <Button size="sm" onClick={() => beginWith({ spans: [] })}>
          Nothing
        </Button>
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
      <ol className="space-y-1 text-sm">
        {spans.map((span) => {
          const words = spanInWords(question, text, span)
          return (
            <li
              key={`${span.start} ${span.end} ${String(span.label)}`}
              data-picked-span={span === picked ? '' : undefined}
              className={cn('flex items-start gap-2', span === picked && 'bg-accent-surface')}
            >
              <button type="button" className="min-h-6 flex-1 text-start" onClick={() => goTo(span)}>
                <q dir="auto" className="wrap-anywhere">
                  {words.text}
                </q>{' '}
                {words.label ? <span className="ms-2 text-muted text-xs">{words.label}</span> : null}
              </button>
              <Button
                size="sm"
                variant="ghost"
                aria-label={`Remove “${words.text}”`}
                shortcut={span === picked ? FIELD_KEYS.removeSpan : undefined}
                onClick={() => remove(span)}
              >
                Remove
              </Button>
            </li>
          )
        })}
      </ol>
    </fieldset>
  )
}
