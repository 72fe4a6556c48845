/** Two systems on what both were scored on: differences with paired intervals, the test by exchanging, and McNemar's test where it is asked for. */
import type { GiveTurn } from '@/lib/platform/foreign/turns'
import type { FigureValue, Scoring } from '@/lib/protocols/evaluation'
import type { Json } from '@/lib/protocols/protocol'
import { holm } from '@/lib/stats/holm'
import { FEWEST_RESAMPLED } from '@/lib/stats/interval-limits'
import { mcnemar } from '@/lib/stats/mcnemar'
import { classesOfPair, classTitles } from './fixed-classes'
import { type ItemSums, isCounted, itemSums, MARK } from './item-sums'
import type { Figure, Pair } from './report-schema'
import type { Classes, PairLimits, SumTable, TablePair } from './resampling'
import type { ClassReading } from './rules'
import type { Subjects } from './subjects'
import type { Source } from './systems'

/** A source with its sums over everything. */
export interface Scored {
  source: Source
  sums: ItemSums
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

/** What pairs are worked out from. */
export interface PairSetting {
  giveTurn: GiveTurn
  scoring: Scoring
  prepared: Json
  subjects: Subjects
  classes: ClassReading
  /** Is McNemar's test asked for? */
  mcnemar: boolean
}

/** Two systems, over what both were scored on. */
export interface Compared {
  first: Scored
  second: Scored
  classes: Classes
  common: number
}

/** `all`: everything that is scored, whose classes a comparison is over. */
export async function compared(
  setting: PairSetting,
  all: readonly Scored[],
  first: Scored,
  second: Scored,
): Promise<Compared> {
  const common = commonMarks(first.sums.marks, second.sums.marks)
  const holds = ({ sums }: Scored) => common.every((both, index) => both === Number(isCounted(sums.marks[index] ?? 0)))
  const within = async (each: Scored): Promise<Scored> =>
    holds(each) ? each : { ...each, sums: await itemSums(setting, setting.subjects.all, each.source, common) }
  return {
    first: await within(first),
    second: await within(second),
    classes: classesOfPair(setting, all, [first, second]),
    common: common.reduce((sum, both) => sum + both, 0),
  }
}

/** The tables that pairs are resampled from, and which of them are subtracted. */
export function tablesOfPairs(pairs: readonly Compared[]): { tables: SumTable[]; pairs: TablePair[] } {
  const tables: SumTable[] = []
  const place = ({ sums: { sums, rows } }: Scored, classes: Classes) => {
    const existingIndex = tables.findIndex((table) => table.sums === sums && String(table.classes) === String(classes))
    return existingIndex >= 0 ? existingIndex : tables.push({ sums, scored: rows, classes }) - 1
  }
  const places = pairs.map(({ first, second, classes }) => ({
    first: place(first, classes),
    second: place(second, classes),
  }))
  return { tables, pairs: places }
}

/** All pairs as the report has them; the tests of a figure are adjusted for as many pairs as are tested on it. */
export function presentPairs(
  setting: PairSetting,
  pairs: readonly Compared[],
  limits: readonly (readonly PairLimits[])[],
): Pair[] {
  const { scoring } = setting
  const found = pairs.map((pair, pairIndex) => presentPair(setting, pair, limits[pairIndex]))
  scoring.figures.forEach(({ key }, index) => {
    const tested = found.flatMap((pair, pairIndex) => {
      const pValue = pair.resampled < FEWEST_RESAMPLED ? null : (limits[pairIndex]?.[index]?.pValue ?? null)
      return pValue === null ? [] : [{ pair, pValue }]
    })
    const adjusted = holm(tested.map(({ pValue }) => pValue))
    tested.forEach(({ pair, pValue }, testIndex) => {
      pair.tests[key] = { pValue, adjusted: adjusted[testIndex] ?? 1, pairs: tested.length }
    })
  })
  return found
}

function presentPair(
  { scoring, mcnemar: isAsked }: PairSetting,
  { first, second, classes, common }: Compared,
  limits: readonly PairLimits[] | undefined,
): Pair {
  const resampled = Math.min(first.sums.rows, second.sums.rows)
  const over = classes ?? undefined
  const differences = scoring.figures.map(({ key, of }, index): [string, Figure] => [
    key,
    withLimits(minus(of(first.sums.totals, over), of(second.sums.totals, over)), resampled, limits?.[index]),
  ])
  return {
    first: first.source.name,
    second: second.source.name,
    common,
    resampled,
    classes: classTitles(scoring, classes),
    differences: Object.fromEntries(differences),
    tests: {},
    mcnemar: isAsked && scoring.isRight ? testOf(first.sums.marks, second.sums.marks) : null,
  }
}

/** A point with its limits; without any where too few items were resampled. */
export function withLimits(
  point: FigureValue,
  resampled: number,
  limits: { low: number | null; high: number | null; nUndefined: number } | undefined,
): Figure {
  if (point.value === null) return { value: null, reason: point.reason, low: null, high: null, nUndefined: 0 }
  const { low, high, nUndefined } = limits ?? { low: null, high: null, nUndefined: 0 }
  const isFew = resampled < FEWEST_RESAMPLED
  return { value: point.value, reason: null, low: isFew ? null : low, high: isFew ? null : high, nUndefined }
}

const commonMarks = (first: Uint8Array, second: Uint8Array): Uint8Array =>
  first.map((mark, index) => Number(isCounted(mark) && isCounted(second[index] ?? 0)))

function minus(first: FigureValue, second: FigureValue): FigureValue {
  if (first.value === null) return first
  return second.value === null ? second : { value: first.value - second.value }
}

function testOf(first: Uint8Array, second: Uint8Array): Pair['mcnemar'] {
  let [onlyFirst, onlySecond, judged] = [0, 0, 0]
  first.forEach((mark, index) => {
    const other = second[index] ?? MARK.missing
    if (mark < MARK.wrong || other < MARK.wrong) return
    judged++
    if (mark === MARK.right && other === MARK.wrong) onlyFirst++
    if (mark === MARK.wrong && other === MARK.right) onlySecond++
  })
  return judged === 0 ? null : { onlyFirst, onlySecond, ...mcnemar(onlyFirst, onlySecond) }
}
