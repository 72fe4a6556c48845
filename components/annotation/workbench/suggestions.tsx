'use client'
import { useMemo, useState } from 'react'
import { answerOf } from '@/lib/protocols/completeness'
import { nextAcceptable } from './acceptance'
import { fieldId, type QuestionProps, useBench } from './bench-context'
import { FateLine } from './fate-line'
import { BENCH_KEYS } from './keys'
import { originalOf } from './proposed-value'
import { isHidden, proposedFor } from './suggested'
import { SuggestionCard } from './suggestion-card'
import { useFocusIn } from './use-focused'

/**
 * What machines propose for a field: dashed until it is answered, then a line that says what became of it. `original`: the
 * text that the field starts from, where the question itself does not say. While the focus is in the field or here, nothing
 * takes another's place, so that no button moves away under the hand.
 */
export function Suggestions({ unit, question, original }: QuestionProps & { original?: string }) {
  const bench = useBench()
  const { workbench, answers, readOnly } = bench
  const [field, place] = [fieldId(unit.key, question.key), `suggested-${unit.key}-${question.key}`]
  const answered = answerOf(answers, unit.key, question.key) !== null
  const isAnswered = useSteady(answered, useFocusIn(field, place))
  const proposed = useMemo(
    () => proposedFor(workbench.suggestions, { unit: unit.key, question: question.key }),
    [workbench.suggestions, unit.key, question.key],
  )
  // What is proposed for a list is drawn by the list, entry by entry.
  if (question.form === 'list') return null
  const hidden = isHidden(workbench, unit, question)
  if (hidden && !answered) return readOnly ? null : <KeptBack />
  if (proposed.length === 0) return hidden ? <div className="mt-1.5 min-h-6" /> : null
  const started = original ?? originalOf(bench, { unit, question })
  if (isAnswered || readOnly)
    return answered ? <FateLine unit={unit} question={question} proposed={proposed} original={started} /> : null
  const next = bench.open === unit.key ? nextAcceptable(bench) : null
  return (
    <ul id={place} tabIndex={-1} aria-label={`Suggested: ${question.title}`} className="mt-2 space-y-2 rounded-md">
      {proposed.map((each, index) => (
        <li key={each.by[0].id}>
          <SuggestionCard
            unit={unit}
            question={question}
            proposed={each}
            original={started}
            acceptLabel="Accept"
            shortcut={
              index === 0 && next && 'question' in next && next.question === question.key
                ? BENCH_KEYS.accept
                : undefined
            }
          />
        </li>
      ))}
    </ul>
  )
}

/** Says that something may come; as high as the line that comes in its place. */
export const KeptBack = () => (
  <p className="mt-1.5 min-h-6 py-1 text-muted text-xs">
    A suggestion appears when you have answered, if there is one.
  </p>
)

/** The value as it was when the focus came, until the focus has gone. */
function useSteady(value: boolean, isFocused: boolean): boolean {
  const [held, setHeld] = useState({ value, isFocused })
  const next = held.isFocused && isFocused ? held : { value, isFocused }
  if (next.value !== held.value || next.isFocused !== held.isFocused) setHeld(next)
  return next.value
}
