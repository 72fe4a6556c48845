/** Vectors about tables of ratings as receipts: the figures of a measure, computed again by the receipt's own program. */
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { z } from 'zod'
import { MIN_UNITS, RESAMPLES, SEED } from '@/lib/quality/agreement/contract'
import { figuresOf, presentPair } from '@/lib/quality/agreement/figures'
import { measureIntervals, pairInterval, type Resampling } from '@/lib/quality/agreement/intervals'
import { RECEIPT_VERSION } from '@/lib/quality/agreement/receipts/contract'
import {
  type Cell,
  type FigureLine,
  linesOfFigures,
  linesOfPair,
  OPTIONS,
  type ReceiptHead,
  receiptJson,
} from '@/lib/quality/agreement/receipts/receipt'
import {
  type Clusters,
  countPairs,
  countPatterns,
  foldClusters,
  type MeasureScale,
  responsesWithTwo,
} from '@/lib/quality/agreement/samples'
import type { Vector } from '@/tests/oracle/read-vectors'
import { type AnsweringDoor, type Door, expectedKeys } from './door'
import { type RatingFile, readingOf } from './rating-files'
import { ratingInput, ratingsIn, type Unit } from './rating-vectors'
import { withFiles } from './run-assay'

/** What of a receipt a vector is held to: keys of `expected`, and the figures that say so. */
interface Entry {
  /** Are its figures of two raters, or of all? */
  pair: boolean
  intervals?: boolean
  figures: Readonly<Record<string, string>>
}

const MEASURE = { pair: false } as const
const PAIR = { pair: true } as const
const OVER_ALL = { pa: 'percent', nUnits: 'unitsWithTwo' }

/** null for what a project's measures do not offer: weights, AC2, Conger, standard errors. */
function entryOf(vector: Vector): Entry | null {
  const { options, categories } = ratingInput(vector)
  const isPlain = options.weights === 'none'
  switch (vector.metric) {
    case 'percent_agreement': {
      const key = { units: 'percent', unanimous: 'unanimous', raterPairs: null, pooled: null }[options.average]
      return key === null ? null : { ...MEASURE, figures: { value: key } }
    }
    case 'krippendorff_alpha': {
      const key = options.level === 'ratio' ? 'alphaWeighted' : 'alpha'
      return { ...MEASURE, figures: { value: key, reason: key, nUnits: 'unitsWithTwo' } }
    }
    case 'fleiss_kappa':
      if (options.missing !== 'listwise') return null
      return {
        ...MEASURE,
        figures: { value: 'fleiss', reason: 'fleiss', pBar: 'percent', nUnits: 'unitsWithTwo', nRaters: 'raters' },
      }
    case 'gwet_ac1':
      return { ...MEASURE, figures: { value: 'ac1', ...OVER_ALL } }
    case 'brennan_prediger':
      return isPlain ? { ...MEASURE, figures: { value: 'brennanPrediger', ...OVER_ALL } } : null
    case 'mean_pairwise_cohen':
      return { ...MEASURE, figures: { value: 'meanCohen' } }
    case 'cohen_kappa':
      // With two categories, weights change nothing.
      if (!isPlain && categories?.length !== 2) return null
      return { ...PAIR, figures: { value: 'cohen', reason: 'cohen', n: 'units', po: 'percent' } }
    case 'scott_pi':
      return isPlain ? { ...PAIR, figures: { value: 'scott', reason: 'scott', pa: 'percent', nUnits: 'units' } } : null
    case 'bootstrap_ci': {
      const ofAll = { percent_agreement: 'percent', krippendorff_alpha_nominal: 'alpha', fleiss_kappa: 'fleiss' }
      const { statistic } = options
      if (statistic === undefined || statistic === 'macro_f1') return null
      const key = statistic === 'cohen_kappa' ? 'cohen' : ofAll[statistic]
      const limits = { value: key, low: `${key}, low`, high: `${key}, high` }
      return { pair: statistic === 'cohen_kappa', intervals: true, figures: limits }
    }
    default:
      return null
  }
}

function measureOf({ level, categories, units, distances }: RatingFile): MeasureScale {
  const met = [...new Set(units.flatMap(ratingsIn))].sort((a, b) => Number(a) - Number(b))
  return {
    level,
    categories: (categories ?? met).map((value) => ({ value: String(value), text: String(value) })),
    distances,
  }
}

const PERCENTILE: Resampling = { seed: SEED, resamples: RESAMPLES, method: 'percentile', minUnits: MIN_UNITS }

const keyOf = (place: number) => `a${place + 1}`

interface Rated {
  item: number
  labels: readonly (string | null)[]
}

function ratedUnits({ units, clusters }: RatingFile): Rated[] {
  const items = [...new Set(clusters)]
  return units.flatMap((unit: Unit, index) => {
    if (ratingsIn(unit).length === 0) return []
    const cluster = clusters?.[index]
    const item = cluster === undefined ? index : items.indexOf(cluster)
    return [{ item, labels: unit.map((label) => (label === null ? null : String(label))) }]
  })
}

/** As the ledger keeps responses: annotators by their numbers, values by the indexes of categories. */
function clustersOf({ categories }: MeasureScale, rated: readonly Rated[]): Clusters {
  const responses = new Map<number, { raters: number[]; codes: number[] }[]>()
  for (const { item, labels } of rated) {
    const given = labels.flatMap((label, place) => (label === null ? [] : [{ label, number: place + 1 }]))
    const unit = {
      raters: given.map(({ number }) => number),
      codes: given.map(({ label }) => categories.findIndex(({ value }) => value === label)),
    }
    responses.set(item, [...(responses.get(item) ?? []), unit])
  }
  return foldClusters([...responses].sort(([a], [b]) => a - b).map(([, units]) => units))
}

interface Lines {
  figures: FigureLine[]
  drawn: number | null
}

async function measureLines(measure: MeasureScale, clusters: Clusters, withIntervals: boolean): Promise<Lines> {
  const intervals = withIntervals ? measureIntervals({ measure, clusters }, PERCENTILE) : {}
  const counts = {
    patterns: countPatterns(clusters),
    responses: clusters.typeOf.length,
    responsesWithTwo: responsesWithTwo(clusters),
  }
  return { figures: linesOfFigures(figuresOf(measure, counts, intervals)), drawn: intervals.percent?.drawn ?? null }
}

async function pairLines(measure: MeasureScale, clusters: Clusters, withIntervals: boolean): Promise<Lines> {
  const q = measure.categories.length
  const [pair] = countPairs(q, clusters, () => true)
  if (!pair) throw new Error('The two raters have no unit in common.')
  const interval = withIntervals ? pairInterval({ q, cellOf: pair.cellOf }, clusters, PERCENTILE) : undefined
  const view = presentPair(measure, { ...pair, first: keyOf(0), second: keyOf(1) }, interval)
  const values = measure.categories.map(({ value }) => value)
  return { figures: linesOfPair(view, values), drawn: interval?.drawn ?? null }
}

async function receiptOf(file: RatingFile, { pair, intervals = false }: Pick<Entry, 'pair' | 'intervals'>) {
  const measure = measureOf(file)
  const rated = ratedUnits(file)
  const clusters = clustersOf(measure, rated)
  const raters = file.units[0]?.map((_, place) => keyOf(place)) ?? []
  const { level, categories, distances = null } = measure
  const lines = await (pair ? pairLines : measureLines)(measure, clusters, intervals)
  const head: ReceiptHead = {
    format: RECEIPT_VERSION,
    software: { name: 'assay', version: '0' },
    kind: 'measure',
    key: 'label',
    project: { id: 'p', name: 'P', protocol: 'Q' },
    stage: { key: 's', title: 'S' },
    title: 'Label',
    unitOfAnalysis: 'unit',
    version: '1',
    rules: {},
    formulas: {},
    legend: {},
    options: { ...OPTIONS, method: 'percentile' },
    level,
    categories,
    distances,
    selection: { by: null, slice: null, pair: pair ? [keyOf(0), keyOf(1)] : null },
    raters: raters.map((key) => ({ key, kind: 'annotator', name: key })),
    columns: ['item', 'unit', 'use', ...raters],
    ...lines,
  }
  const rows = rated.map(({ item, labels }, index): Cell[] => {
    const isTwice = labels.filter((label) => label !== null).length > 1
    const use = isTwice ? 'used' : pair ? 'not rated by both' : 'single rating'
    return [item, `u${index}`, use, ...labels]
  })
  let text = ''
  const batches = (async function* () {
    yield rows
  })()
  for await (const part of receiptJson(head, batches, { changedMeanwhile: () => Promise.resolve(false) })) text += part
  return text
}

const outcomeSchema = z.object({
  code: z.int(),
  found: z.record(z.string(), z.union([z.number(), z.string(), z.null()])),
})
type Outcome = z.infer<typeof outcomeSchema>

/** What the program finds in each receipt, in one process. */
function recompute(receipts: readonly string[]): Promise<Outcome[]> {
  return withFiles({ 'receipts.jsonl': receipts.map((receipt) => JSON.parse(receipt)) }, async (pathOf) => {
    const args = ['tests/oracle/doors/recompute-all.mjs', pathOf('receipts.jsonl'), '--json']
    const { stdout } = await promisify(execFile)(process.execPath, args, { maxBuffer: 2 ** 30 })
    return stdout
      .trimEnd()
      .split('\n')
      .map((line) => outcomeSchema.parse(JSON.parse(line)))
  })
}

/** The receipts of all vectors that have one, computed again together; vectors of one file share its receipt. */
export async function recomputedReceipts(vectors: readonly Vector[]): Promise<AnsweringDoor> {
  const receiptFor = new Map<Vector, string>()
  const made = new Map<string, Promise<string>>()
  for (const vector of vectors.filter((each) => receiptDoor.checks(each).length > 0)) {
    const [entry, reading] = [entryOf(vector), readingOf(vector)]
    if (!entry || !reading) continue
    const key = JSON.stringify([reading.file, entry.pair, entry.intervals])
    const receipt = made.get(key) ?? receiptOf(reading.file, entry)
    made.set(key, receipt)
    receiptFor.set(vector, await receipt)
  }
  const receipts = [...new Set(receiptFor.values())]
  const outcomes = await recompute(receipts)
  const outcomeOf = new Map(receipts.map((receipt, index) => [receipt, outcomes[index]]))
  return { ...receiptDoor, answer: (vector) => readOutcome(vector, outcomeOf.get(receiptFor.get(vector) ?? '')) }
}

function readOutcome(vector: Vector, outcome: Outcome | undefined): Record<string, unknown> {
  // The program ends with 1 where one digit of the receipt is another than its own.
  if (outcome?.code !== 0) throw new Error(`The program ended with ${outcome?.code}.`)
  const figures = Object.entries(entryOf(vector)?.figures ?? {})
  return Object.fromEntries(
    figures.map(([key, name]) => {
      const found = outcome.found[name]
      return [key, key === 'reason' || typeof found === 'number' ? found : null]
    }),
  )
}

export const receiptDoor: Door = {
  name: 'receipt',
  checks: (vector: Vector) => {
    const [entry, reading] = [entryOf(vector), readingOf(vector)]
    if (!entry || !reading || reading.fewest < MIN_UNITS) return []
    return expectedKeys(vector).filter((key) => key in entry.figures)
  },
}
