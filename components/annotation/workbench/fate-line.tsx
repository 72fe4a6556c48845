'use client'
import { useDeferredValue, useMemo } from 'react'
import { ToneMark } from '@/components/ui/tone-mark'
import { answerOf } from '@/lib/protocols/completeness'
import { type QuestionProps, useBench } from './bench-context'
import {
  type Fate,
  fateOf,
  isExactly,
  isHidden,
  originOf,
  type Proposed,
  percentChanged,
  proposersInWords,
} from './suggested'
import { Folded, SuggestionCard } from './suggestion-card'

interface FateLineProps extends QuestionProps {
  proposed: readonly Proposed[]
  original?: string
}

/** What became of what was proposed, in a quiet line as high as the one it takes the place of; the rest folded away. */
export function FateLine({ unit, question, proposed, original }: FateLineProps) {
  const bench = useBench()
  const { workbench, entries, answers, readOnly } = bench
  const at = { unit: unit.key, question: question.key }
  const answer = useDeferredValue(answerOf(answers, unit.key, question.key))
  const isAccepted = originOf({ entries, workbench }, at) === 'suggestion'
  const wasHidden = isHidden(workbench, unit, question)
  const fate = useMemo(
    () => fateOf(proposed, answer, { wasHidden, isAccepted }),
    [proposed, answer, wasHidden, isAccepted],
  )
  if (!fate) return null
  const words = fateInWords(fate)
  const reasoned = fate.of.by.some(({ rationale }) => rationale)
  const isPlain = proposed.length === 1 && isExactly(fate.of.value, answer) && !reasoned
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
    blind_match: 'Same as suggested, not seen before your first answer',
    blind_different: 'Other than suggested, not seen before your first answer',
  }
  return `${words[kind]} (${by})`
}
