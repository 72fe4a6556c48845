/** Percentile bootstrap of figures made of sums: whole items are drawn, the same ones for every system. */
import type { EvaluationFigure, Scoring } from '@/lib/protocols/evaluation'
import { evaluationTasks } from '@/lib/protocols/evaluations'
import { quantileOfSorted } from '@/lib/stats/quantile'
import { seededRandom } from '@/lib/stats/seeded-random'
import type { Figure } from './report-schema'
import { likenessFigure } from './similarity'

export const CONFIDENCE = 0.95

export interface Draw {
  resamples: number
  seed: number
  signal: AbortSignal | undefined
  replicate: Replicator
}

/** Values of each figure in each resample; NaN where undefined. */
export type Replicates = readonly Float64Array[]

/** What is resampled: tables of sums (rows × width), all of the same rows, and how often, from which seed. */
export interface Resampled {
  tables: readonly Float64Array[]
  rows: number
  width: number
  resamples: number
  seed: number
}

/** Makes the replicates of these tables under a scoring: here, or in another process. */
export type Replicator = (
  resampled: Resampled,
  scoring: Pick<Scoring, 'key' | 'figures'>,
  signal: AbortSignal | undefined,
) => Promise<Replicates[]>

/** For a process in which nobody waits meanwhile. */
export const replicateInPlace: Replicator = async (resampled, { figures }) => replicate(resampled, figures)

/** The replicates of tables as `draw` says. */
export function replicatesOf(
  tables: readonly Float64Array[],
  rows: number,
  scoring: Scoring,
  { resamples, seed, signal, replicate: make }: Draw,
): Promise<Replicates[]> {
  return make({ tables, rows, width: scoring.sums, resamples, seed }, scoring, signal)
}

/** Rows that have the same sums are one kind: most items of a million labels are of few kinds. */
interface Kinds {
  kindOf: Int32Array
  sums: Float64Array
  count: number
  drawn: Int32Array
}

/**
 * The figures of every table of sums (rows × width) in every resample. Resample r draws as many rows as there are, by
 * `seededRandom(seed)`; all tables have the same rows, so that systems can be compared in pairs.
 */
function replicate(
  { tables, rows, width, resamples, seed }: Resampled,
  figures: readonly EvaluationFigure[],
): Replicates[] {
  // One item drawn again and again says nothing of others.
  if (rows < 2) return tables.map(() => figures.map(() => new Float64Array(0)))
  const kinds = tables.map((sums) => kindsOf(sums, rows, width))
  const values = tables.map(() => figures.map(() => new Float64Array(resamples).fill(Number.NaN)))
  const random = seededRandom(seed)
  const identity = Int32Array.from({ length: rows }, (_, row) => row)
  const counts = new Int32Array(rows)
  const totals = new Float64Array(width)
  for (let run = 0; run < resamples; run++) {
    random.tally(identity, counts.fill(0))
    kinds.forEach((table, at) => {
      addUp(table, counts, totals)
      figures.forEach(({ of }, index) => {
        const value = of(totals).value
        const list = values[at]?.[index]
        if (value !== null && list) list[run] = value
      })
    })
  }
  return values
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
export function namedReplicates({
  protocolId,
  task: key,
  parameters,
  scoring,
  likeness,
  ...resampled
}: NamedResampled) {
  const task = evaluationTasks(protocolId).find((each) => each.key === key)
  const found = task?.scorings(task.parameters.parse(parameters)).find((each) => each.key === scoring)
  if (!found) throw new Error(`There is no scoring ${scoring} of ${key} in ${protocolId}.`)
  const figures = likeness === null ? found.figures : [...found.figures, likenessFigure(likeness, found.sums)]
  return replicate(resampled, figures)
}

function kindsOf(sums: Float64Array, rows: number, width: number): Kinds {
  const known = new Map<string, number>()
  const kindOf = new Int32Array(rows)
  const kept: number[] = []
  for (let row = 0; row < rows; row++) {
    const own = sums.subarray(row * width, (row + 1) * width)
    const key = own.join(' ')
    const kind = known.get(key) ?? known.size
    if (kind === known.size) {
      known.set(key, kind)
      kept.push(...own)
    }
    kindOf[row] = kind
  }
  return { kindOf, sums: Float64Array.from(kept), count: known.size, drawn: new Int32Array(known.size) }
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

/** No intervals from a single row of which anything was scored, however many others are drawn beside it. */
export const ofSeveral = (scoredRows: number, replicates: Replicates = []): Replicates =>
  scoredRows < 2 ? [] : replicates

/** A point with the limits of its resamples (type 7 quantiles of the defined ones); none where the point is undefined. */
export function withLimits(point: ReturnType<EvaluationFigure['of']>, replicates: Float64Array | undefined): Figure {
  if (point.value === null) return { value: null, reason: point.reason, low: null, high: null, nUndefined: 0 }
  const all = replicates ?? new Float64Array(0)
  const sorted = all.filter((value) => !Number.isNaN(value)).sort()
  const tail = (1 - CONFIDENCE) / 2
  const limit = (p: number) => (sorted.length === 0 ? null : quantileOfSorted(sorted, p))
  return {
    value: point.value,
    reason: null,
    low: limit(tail),
    high: limit(1 - tail),
    nUndefined: all.length - sorted.length,
  }
}
