/** Lists that are settled by a single act. */
import { listOf, rowsOf } from '@/lib/adjudication/consolidation/lists/rules'
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
