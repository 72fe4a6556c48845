/** What the workbench does beyond single choices: parts and the results they rest on, and all remaining results at once. */
import type { Bench } from '@/components/annotation/workbench/bench-context'
import { type Act, addEntry, isListQuestion, listOf } from '@/components/annotation/workbench/lists'
import { answerOf } from '@/lib/protocols/completeness'
import type { UnitDraft } from '@/lib/protocols/protocol'
import { ITEM, referencesIn, resultsOf } from '@/lib/protocols/veriscore-verification/fields'

export type Side = 'supports' | 'contradicts'

const OTHER: Readonly<Record<Side, Side>> = { supports: 'contradicts', contradicts: 'supports' }

/** Says of a part that a result supports or contradicts it, or takes that back. A result is on one side only. */
export function toggleReference(bench: Bench, part: UnitDraft, side: Side, result: UnitDraft): void {
  const { subject, answers, chooseAll, readOnly } = bench
  if (readOnly) return
  const now = new Set(referencesIn(answers, part.key, side))
  const isTakenBack = now.delete(result.key)
  if (!isTakenBack) now.add(result.key)
  const across = referencesIn(answers, part.key, OTHER[side])
  const inOrder = resultsOf(subject).flatMap(({ key }) => (now.has(key) ? [key] : []))
  const rest = across.filter((key) => key !== result.key)
  chooseAll(
    [
      { unit: part.key, question: side, value: inOrder.length > 0 ? inOrder : null },
      ...(rest.length < across.length
        ? [{ unit: part.key, question: OTHER[side], value: rest.length > 0 ? rest : null }]
        : []),
    ],
    { origin: 'chosen' },
  )
}

/** The results without a stance. */
export const unjudged = ({ subject, answers }: Bench): UnitDraft[] =>
  resultsOf(subject).filter(({ key }) => answerOf(answers, key, 'stance') === null)

/** Those without a stance are inconclusive: one act, undone as one; the claim comes next. */
export function restInconclusive(bench: Bench): void {
  bench.chooseAll(unjudged(bench).map(({ key: unit }) => ({ unit, question: 'stance', value: 'inconclusive' })))
  bench.go({ unit: ITEM, question: null })
}

/** A new part at the end of the list, to be written into. */
export function addedPart({ stage, answers }: Bench): Act | null {
  const question = stage.questions.find((each) => each.key === 'parts')
  return question && isListQuestion(question) ? addEntry(listOf(answers, ITEM, question), null) : null
}
