/** Lists that are settled by a single act. */
import { listOf, type PlaceOf, placesIn, rowsOf } from '@/lib/adjudication/consolidation/lists/rules'
import { hasMarks } from '@/lib/protocols/marks'
import type { Json } from '@/lib/protocols/protocol'
import type { Desk } from './desk-context'

/** Everything that any annotator listed, what stands for the same once. */
export function listOfAll({ current, lanes }: Pick<Desk, 'current' | 'lanes'>): Json {
  return current ? listOf(rowsOf(lanes, current)) : null
}

/** Takes all of it, where there is anything. */
export function takeAll(desk: Desk): void {
  const all = listOfAll(desk)
  if (Array.isArray(all) && all.length > 0) desk.takeValue(all)
}

/** Where the entries of the open list are marked; undefined where they are written, not marked. */
export function placesAt({
  current,
  question,
  lanes,
}: Pick<Desk, 'current' | 'question' | 'lanes'>): PlaceOf | undefined {
  return current && question && hasMarks(question) ? placesIn(lanes, current, question) : undefined
}
