/** Two systems on what both were scored on: differences with paired intervals, and McNemar's test. */
import type { Scoring } from '@/lib/protocols/evaluation'
import type { Json } from '@/lib/protocols/protocol'
import { mcnemar } from '@/lib/stats/mcnemar'
import type { Estimate } from '@/lib/stats/result'
import { type ItemSums, isCounted, itemSums, MARK } from './item-sums'
import type { Figure, Pair } from './report-schema'
import { type Draw, ofSeveral, type Replicates, replicatesOf, withLimits } from './resampling'
import type { Subjects } from './subjects'
import type { Source } from './systems'

/** A source with its sums over everything, and its figures in every resample. */
export interface Scored {
  source: Source
  sums: ItemSums
  replicates: Replicates
}

/** Up to so many systems are compared two by two; of more, only the leader with each, and neighbours. */
export const MOST_COMPARED = 8

/** Which systems are compared: `order` are their numbers, best first. */
export function pairsOf(order: readonly number[]): [number, number][] {
  const few = order.length <= MOST_COMPARED
  return order.flatMap((first, place) =>
    order
      .slice(place + 1)
      .filter((_, step) => few || place === 0 || step === 0)
      .map((second): [number, number] => [first, second]),
  )
}

/** What a pair is worked out from. */
export interface PairSetting {
  scoring: Scoring
  prepared: Json
  subjects: Subjects
  draw: Draw
}

export async function comparePair(setting: PairSetting, first: Scored, second: Scored): Promise<Pair> {
  const { scoring } = setting
  const common = commonMarks(first.sums.marks, second.sums.marks)
  const same =
    common.every((both, at) => both === Number(isCounted(first.sums.marks[at] ?? 0))) &&
    common.every((both, at) => both === Number(isCounted(second.sums.marks[at] ?? 0)))
  const [one, other] = same ? [first, second] : await restricted(setting, first, second, common)
  const differences = scoring.figures.map(({ key, of }, index): [string, Figure] => {
    const point = minus(of(one.sums.totals), of(other.sums.totals))
    const [left, right] = [one.replicates[index], other.replicates[index]]
    return [
      key,
      withLimits(
        point,
        left?.map((value, run) => value - (right?.[run] ?? Number.NaN)),
      ),
    ]
  })
  return {
    first: first.source.name,
    second: second.source.name,
    common: common.reduce((sum, both) => sum + both, 0),
    differences: Object.fromEntries(differences),
    mcnemar: scoring.isRight ? testOf(first.sums.marks, second.sums.marks) : null,
  }
}

const commonMarks = (first: Uint8Array, second: Uint8Array): Uint8Array =>
  first.map((mark, at) => Number(isCounted(mark) && isCounted(second[at] ?? 0)))

function minus(first: Estimate, second: Estimate): Estimate {
  if (first.value === null) return first
  return second.value === null ? second : { value: first.value - second.value }
}

/** Both over what both were scored on. */
async function restricted(
  { scoring, prepared, subjects, draw }: PairSetting,
  first: Scored,
  second: Scored,
  only: Uint8Array,
): Promise<[Scored, Scored]> {
  const group = subjects.all
  const anew = ({ source }: Scored) => itemSums({ scoring, prepared, subjects }, group, source, only)
  const [one, other] = [anew(first), anew(second)]
  const replicates = await replicatesOf([one.sums, other.sums], group.rows, scoring, draw)
  return [
    { source: first.source, sums: one, replicates: ofSeveral(one.rows, replicates[0]) },
    { source: second.source, sums: other, replicates: ofSeveral(other.rows, replicates[1]) },
  ]
}

function testOf(first: Uint8Array, second: Uint8Array): Pair['mcnemar'] {
  let [onlyFirst, onlySecond, judged] = [0, 0, 0]
  first.forEach((mark, at) => {
    const other = second[at] ?? MARK.missing
    if (mark < MARK.wrong || other < MARK.wrong) return
    judged++
    if (mark === MARK.right && other === MARK.wrong) onlyFirst++
    if (mark === MARK.wrong && other === MARK.right) onlySecond++
  })
  return judged === 0 ? null : { onlyFirst, onlySecond, ...mcnemar(onlyFirst, onlySecond) }
}
