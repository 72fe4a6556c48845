'use client'
import { useDeferredValue, useMemo, useState } from 'react'
import { ToneMark } from '@/components/ui/tone-mark'
import { answerOf } from '@/lib/protocols/completeness'
import { nextAcceptable } from './acceptance'
import { fieldId, type QuestionProps, useBench } from './bench-context'
import { BENCH_KEYS } from './keys'
import { originalOf } from './proposed-value'
import {
  type Fate,
  fateOf,
  isExactly,
  isHidden,
  originOf,
  type Proposed,
  percentChanged,
  proposedFor,
  proposersInWords,
} from './suggested'
import { Folded, SuggestionCard } from './suggestion-card'
import { useFocusIn } from './use-focused'

interface FateLineProps extends QuestionProps {
  proposed: readonly Proposed[]
  original?: string
}

/** What became of what was proposed, in a quiet line as high as the one it takes the place of; the rest folded away. */
function FateLine({ unit, question, proposed, original }: FateLineProps) {
  const bench = useBench()
  const { workbench, entries, answers, readOnly } = bench
  const place = { unit: unit.key, question: question.key }
  const answer = useDeferredValue(answerOf(answers, unit.key, question.key))
  const isAccepted = originOf({ entries, workbench }, place) === 'suggestion'
  const wasHidden = isHidden(workbench, unit, question)
  const fate = useMemo(
    () => fateOf(proposed, answer, { wasHidden, isAccepted }),
    [proposed, answer, wasHidden, isAccepted],
  )
  if (!fate) return null
  const words = fateInWords(fate)
  const reasoned = fate.of.by.some(({ rationale }) => rationale)
  const isPlain = !wasHidden && proposed.length === 1 && isExactly(fate.of.value, answer) && !reasoned
  const line = (
    <>
      <ToneMark tone="suggestion" className="me-1.5 inline size-3 align-[-0.1em]" />
      {words}
    </>
  )
  return (
    <div className="mt-1.5 min-h-6 text-muted text-xs" data-fate={fate.kind}>
      {isPlain ? (
        <p className="py-1">{line}</p>
      ) : (
        <Folded summary={line}>
          <div className="space-y-1.5 pb-1">
            {wasHidden ? <p>Suggestions were shown only after the first answer.</p> : null}
            {proposed.map((each) => (
              <SuggestionCard
                key={each.by[0].id}
                unit={unit}
                question={question}
                original={original}
                proposed={each}
                acceptLabel={readOnly || isExactly(each.value, answer) ? undefined : 'Use this instead'}
              />
            ))}
          </div>
        </Folded>
      )}
    </div>
  )
}

/** "Edited, 12 % changed (llama 0.82)". */
function fateInWords({ kind, of, changed }: Fate): string {
  const by = proposersInWords(of.by)
  if (kind === 'accepted') return `Accepted from ${by}`
  const words: Record<Exclude<Fate['kind'], 'accepted'>, string> = {
    same: 'Same as suggested',
    edited: `Edited, ${percentChanged(changed ?? 0)} changed`,
    replaced: 'Other than suggested',
    blind_match: 'Same as suggested',
    blind_different: 'Other than suggested',
  }
  return `${words[kind]} (${by})`
}

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
