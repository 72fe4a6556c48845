/** Marks of a list that are proposed and not taken: where they stand in the text. */
import type { Bench } from '@/components/annotation/workbench/bench-context'
import { isListQuestion, listOf } from '@/components/annotation/workbench/lists'
import { openSeeds, placeOfSeed } from '@/components/annotation/workbench/seeds'
import type { Span } from '@/lib/protocols/protocol'
import { type MarkingPlace, markingAt } from './span-acts'
import { chooseSpan } from './spans-field'

const NONE: readonly Span[] = []

/** In the order in which they are offered. */
export function proposedMarks(
  bench: Pick<Bench, 'workbench' | 'readOnly' | 'passedOver' | 'answers'>,
  { unit, question }: MarkingPlace,
): readonly Span[] {
  if (bench.workbench.suggestions.length === 0 || !isListQuestion(question)) return NONE
  const list = listOf(bench.answers, unit.key, question)
  return openSeeds(bench, list).flatMap((seed) => placeOfSeed(list, seed) ?? [])
}

/** Chooses the words of a proposed mark in their text. */
export function showProposed(bench: Bench, place: MarkingPlace, proposed: Span | null): void {
  const { field, text, spans } = markingAt(bench, place)
  const element = field()
  if (!element || !proposed) return
  const index = proposedMarks(bench, place).findIndex(
    ({ start, end }) => start === proposed.start && end === proposed.end,
  )
  chooseSpan(element, text, proposed, spans.length + index)
}
