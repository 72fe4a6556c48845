/**
 * Intervals of figures made of sums, and tests of their differences: whole items are drawn, the same ones for every system, and exchanged
 * between two systems, all in one call, which another process can take.
 */
import type { EvaluationFigure, Scoring } from '@/lib/protocols/evaluation'
import { evaluationTasks } from '@/lib/protocols/evaluations'
import { type IntervalMethod, intervalLimits, type Range, rangeOfDifference, SHARE } from '@/lib/stats/interval-limits'
import { seededRandom } from '@/lib/stats/seeded-random'
import { likenessFigure } from './similarity'

export const CONFIDENCE = 0.95

export interface Draw {
  resamples: number
  seed: number
  method: IntervalMethod
  signal: AbortSignal | undefined
  replicate: Replicator
}

/** The places of the classes that macro averages are over; null: in every resample those that occur in it. */
export type Classes = readonly number[] | null

/** A table of sums (rows × width), and what its macro averages are over. */
export interface SumTable {
  sums: Float64Array
  /** Rows of which anything was scored: as many as the interval rests on. */
  scored: number
  classes: Classes
}

/** Two of the tables whose figures are subtracted. */
export interface TablePair {
  first: number
  second: number
}

/** What is resampled, all tables of the same rows, and how often, from which seed. */
export interface Resampled {
  tables: readonly SumTable[]
  pairs: readonly TablePair[]
  rows: number
  width: number
  resamples: number
  seed: number
  method: IntervalMethod
}

/** Limits of a figure; null where nothing was resampled or it is undefined in all resamples. */
export interface Limits {
  low: number | null
  high: number | null
  /** Resamples in which the figure is undefined. */
  nUndefined: number
}

export interface PairLimits extends Limits {
  /** Of the permutation test; null where the difference or every exchange is undefined. */
  pValue: number | null
}

/** By table or pair, then by figure. */
export interface Replicated {
  tables: Limits[][]
  pairs: PairLimits[][]
}

/** Works these tables out under a scoring: here, or in another process. */
export type Replicator = (
  resampled: Resampled,
  scoring: Pick<Scoring, 'key' | 'figures'>,
  signal: AbortSignal | undefined,
) => Promise<Replicated>

/** For a process in which nobody waits meanwhile. */
export const replicateInPlace: Replicator = async (resampled, { figures }) => replicate(resampled, figures)

/** Rows that have the same sums are one kind: most items of a million labels are of few kinds. */
interface Kinds {
  kindOf: Int32Array
  sums: Float64Array
  count: number
  drawn: Int32Array
  totals: Float64Array
  classes: readonly number[] | undefined
}

const figureOf = ({ of }: EvaluationFigure, sums: ArrayLike<number>, classes: readonly number[] | undefined): number =>
  of(sums, classes).value ?? Number.NaN

/**
 * Resample r draws as many rows as there are, by `seededRandom(seed)`; all tables have the same rows, so that systems are compared in
 * pairs.
 */
function replicate(resampled: Resampled, figures: readonly EvaluationFigure[]): Replicated {
  const { tables, pairs, rows, width, resamples, seed } = resampled
  const kinds = tables.map((table) => kindsOf(table, rows, width))
  const values = kinds.map(() => figures.map(() => new Float64Array(resamples)))
  const random = seededRandom(seed)
  const identity = Int32Array.from({ length: rows }, (_, row) => row)
  const counts = new Int32Array(rows)
  const totals = new Float64Array(width)
  for (let run = 0; run < resamples; run++) {
    random.tally(identity, counts.fill(0))
    kinds.forEach((table, tableIndex) => {
      addUp(table, counts, totals)
      figures.forEach((figure, index) => {
        const list = values[tableIndex]?.[index]
        if (list) list[run] = figureOf(figure, totals, table.classes)
      })
    })
  }
  const pointsOf = (table: Kinds) => figures.map((figure) => figureOf(figure, table.totals, table.classes))
  const points = kinds.map(pointsOf)
  return {
    tables: kinds.map((_, tableIndex) =>
      figures.map((figure, index) =>
        limitsOf(resampled.method, {
          range: rangeOf(figure),
          point: points[tableIndex]?.[index] ?? Number.NaN,
          found: values[tableIndex]?.[index] ?? NONE,
          drawn: tables[tableIndex]?.scored ?? 0,
        }),
      ),
    ),
    pairs: pairs.map(({ first, second }) => {
      const [one, other] = [kinds[first], kinds[second]]
      if (!one || !other) return []
      const drawn = Math.min(tables[first]?.scored ?? 0, tables[second]?.scored ?? 0)
      const pValues = exchanged(one, other, figures, resampled)
      return figures.map((figure, index) => {
        const [left, right] = [values[first]?.[index] ?? NONE, values[second]?.[index] ?? NONE]
        const found = left.map((value, run) => value - (right[run] ?? Number.NaN))
        const point = (points[first]?.[index] ?? Number.NaN) - (points[second]?.[index] ?? Number.NaN)
        const range = rangeOfDifference(rangeOf(figure))
        const limits = limitsOf(resampled.method, { range, point, found, drawn })
        return { ...limits, pValue: pValues[index] ?? null }
      })
    }),
  }
}

const NONE = new Float64Array(0)

const rangeOf = ({ form, range }: EvaluationFigure): Range | null => range ?? (form === 'share' ? SHARE : null)

interface Found {
  range: Range | null
  point: number
  found: Float64Array
  drawn: number
}

function limitsOf(method: IntervalMethod, { range, point, found, drawn }: Found): Limits {
  if (Number.isNaN(point)) return { low: null, high: null, nUndefined: 0 }
  const sorted = found.filter((value) => !Number.isNaN(value)).sort()
  const limits = intervalLimits(method, { point, sorted, drawn, confidence: CONFIDENCE, range })
  return { low: limits?.low ?? null, high: limits?.high ?? null, nUndefined: found.length - sorted.length }
}

/**
 * The test of a difference by exchanging: were the two systems alike, each item's sums could be either's. Every exchange gives or leaves
 * whole items by chance, so that what parts of one item have in common stays together; p is the share of exchanges, the one that was
 * found among them, whose difference is at least as far from 0 (Good 2005, Permutation, Parametric and Bootstrap Tests of Hypotheses,
 * 3.7; Phipson & Smyth 2010, Stat. Appl. Genet. Mol. Biol. 9:39). Two-sided, one for each figure; null where the difference is undefined.
 */
function exchanged(
  one: Kinds,
  other: Kinds,
  figures: readonly EvaluationFigure[],
  { rows, width, resamples, seed }: Resampled,
): (number | null)[] {
  const differs = rowsThatDiffer(one, other, rows, width)
  const apart = (figure: EvaluationFigure, left: Float64Array, right: Float64Array) =>
    Math.abs(figureOf(figure, left, one.classes) - figureOf(figure, right, other.classes))
  const found = figures.map((figure) => apart(figure, one.totals, other.totals))
  const asFar = figures.map(() => 0)
  const defined = figures.map(() => 0)
  const random = seededRandom(seed)
  const [left, right] = [new Float64Array(width), new Float64Array(width)]
  for (let run = 0; run < resamples; run++) {
    left.set(one.totals)
    right.set(other.totals)
    for (const row of differs) {
      if (random(2) === 0) continue
      const [a, b] = [(one.kindOf[row] ?? 0) * width, (other.kindOf[row] ?? 0) * width]
      for (let k = 0; k < width; k++) {
        const moved = (other.sums[b + k] ?? 0) - (one.sums[a + k] ?? 0)
        left[k] = (left[k] ?? 0) + moved
        right[k] = (right[k] ?? 0) - moved
      }
    }
    figures.forEach((figure, index) => {
      const distance = apart(figure, left, right)
      if (Number.isNaN(distance)) return
      defined[index] = (defined[index] ?? 0) + 1
      if (distance >= (found[index] ?? 0) - 1e-12) asFar[index] = (asFar[index] ?? 0) + 1
    })
  }
  return figures.map((_, index) => {
    const runs = defined[index] ?? 0
    return Number.isNaN(found[index]) || runs === 0 ? null : (1 + (asFar[index] ?? 0)) / (1 + runs)
  })
}

/** Exchanging the others changes nothing. */
function rowsThatDiffer(one: Kinds, other: Kinds, rows: number, width: number): number[] {
  const differs: number[] = []
  for (let row = 0; row < rows; row++) {
    const [a, b] = [(one.kindOf[row] ?? 0) * width, (other.kindOf[row] ?? 0) * width]
    let same = true
    for (let k = 0; k < width && same; k++) same = one.sums[a + k] === other.sums[b + k]
    if (!same) differs.push(row)
  }
  return differs
}

/** The same where the figures are named: they are functions, which do not reach another process. */
export interface NamedResampled extends Resampled {
  protocolId: string
  task: string
  /** As they were asked for. */
  parameters: Readonly<Record<string, unknown>>
  scoring: string
  /** The title of the likeness in meaning that was added to the scoring; null where none was. */
  likeness: string | null
}

/** @throws where there is no such task or scoring. */
export async function namedReplicates({
  protocolId,
  task: key,
  parameters,
  scoring,
  likeness,
  ...resampled
}: NamedResampled) {
  const task = (await evaluationTasks(protocolId)).find((each) => each.key === key)
  const found = task?.scorings(task.parameters.parse(parameters)).find((each) => each.key === scoring)
  if (!found) throw new Error(`There is no scoring ${scoring} of ${key} in ${protocolId}.`)
  const figures = likeness === null ? found.figures : [...found.figures, likenessFigure(likeness, found.sums)]
  return replicate(resampled, figures)
}

function kindsOf({ sums, classes }: SumTable, rows: number, width: number): Kinds {
  const kindByKey = new Map<string, number>()
  const kindOf = new Int32Array(rows)
  const distinctSums: number[] = []
  const totals = new Float64Array(width)
  for (let row = 0; row < rows; row++) {
    const ofRow = sums.subarray(row * width, (row + 1) * width)
    const key = ofRow.join(' ')
    const kind = kindByKey.get(key) ?? kindByKey.size
    if (kind === kindByKey.size) {
      kindByKey.set(key, kind)
      distinctSums.push(...ofRow)
    }
    kindOf[row] = kind
    for (let k = 0; k < width; k++) totals[k] = (totals[k] ?? 0) + (ofRow[k] ?? 0)
  }
  return {
    kindOf,
    totals,
    sums: Float64Array.from(distinctSums),
    count: kindByKey.size,
    drawn: new Int32Array(kindByKey.size),
    classes: classes ?? undefined,
  }
}

function addUp({ kindOf, sums, count, drawn }: Kinds, counts: Int32Array, totals: Float64Array): void {
  drawn.fill(0)
  for (let row = 0; row < kindOf.length; row++) {
    const kind = kindOf[row] ?? 0
    drawn[kind] = (drawn[kind] ?? 0) + (counts[row] ?? 0)
  }
  const width = totals.length
  totals.fill(0)
  for (let kind = 0; kind < count; kind++) {
    const times = drawn[kind] ?? 0
    if (times === 0) continue
    for (let k = 0; k < width; k++) totals[k] = (totals[k] ?? 0) + times * (sums[kind * width + k] ?? 0)
  }
}
