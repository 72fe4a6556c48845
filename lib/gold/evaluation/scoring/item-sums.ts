import type { GiveTurn } from '@/lib/platform/foreign/turns'
import type { Scored, Scoring } from '@/lib/protocols/evaluation'
import type { Json } from '@/lib/protocols/protocol'
import type { Group, Subjects } from './subjects'
import type { Source } from './systems'

/** What a source made of a subject. */
export const MARK = { missing: 0, uncounted: 1, unjudged: 2, wrong: 3, right: 4 } as const
export const isCounted = (mark: number): boolean => mark >= MARK.unjudged

/** A source's sums under a scoring: for each row of a group (an item) so many in a row. */
export interface ItemSums {
  sums: Float64Array
  totals: Float64Array
  /** Rows of which anything was scored. */
  rows: number
  scored: number
  abstained: number
  missing: number
  /** Abstentions that the scoring leaves out. */
  leftOut: number
  /** A mark for each of the group's subjects. */
  marks: Uint8Array
}

/** What scores: how, with what it has prepared, and what is scored. */
export interface Scorer {
  scoring: Scoring
  prepared: Json
  subjects: Subjects
  /** Asked before every subject. */
  giveTurn: GiveTurn
}

/** `only`: leaves out subjects that are not marked in it. */
export async function itemSums(
  { scoring, prepared, subjects, giveTurn }: Scorer,
  group: Group,
  source: Source,
  only?: Uint8Array,
): Promise<ItemSums> {
  const width = scoring.sums
  const sums = new Float64Array(group.rows * width)
  const totals = new Float64Array(width)
  const rows = new Set<number>()
  const marks = new Uint8Array(group.subjects.length)
  let [scored, abstained, missing, leftOut] = [0, 0, 0, 0]
  for (let index = 0; index < group.subjects.length; index++) {
    const turn = giveTurn()
    if (turn) await turn
    if (only && only[index] === 0) continue
    const found = subjects.scoredOf(source, group.subjects[index] ?? 0)
    const added = found ? scoring.score(found, prepared) : null
    marks[index] = markOf(scoring, found, added)
    if (found === undefined) missing++
    else if (found.value === null) abstained++
    if (added === null) {
      if (found?.value === null) leftOut++
      continue
    }
    scored++
    rows.add(group.rowOf[index] ?? 0)
    addTo(sums, (group.rowOf[index] ?? 0) * width, totals, added)
  }
  return { sums, totals, rows: rows.size, scored, abstained, missing, leftOut, marks }
}

function addTo(sums: Float64Array, start: number, totals: Float64Array, added: readonly number[]): void {
  for (let k = 0; k < totals.length; k++) {
    const amount = added[k] ?? 0
    sums[start + k] = (sums[start + k] ?? 0) + amount
    totals[k] = (totals[k] ?? 0) + amount
  }
}

function markOf(scoring: Scoring, found: Scored | undefined, added: readonly number[] | null): number {
  if (found === undefined) return MARK.missing
  if (added === null) return MARK.uncounted
  const isRight = scoring.isRight?.(found) ?? null
  if (isRight === null) return MARK.unjudged
  return isRight ? MARK.right : MARK.wrong
}
