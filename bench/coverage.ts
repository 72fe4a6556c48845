/**
 * How often intervals hold the figure of the population that projects are drawn from, which they promise for 95 of 100: percent agreement,
 * alpha and AC1 of two annotators, F1 of a system and the difference of two, from responses of three to seven units that resemble each other,
 * by the code that pages, the API and the command line use. Both ways of making limits are of the same resamples.
 * Run: npm run bench -- coverage [--projects 2000] [--resamples 2000] [responses ...]
 */
import { parseArgs } from 'node:util'
import { type Replicated, replicateInPlace } from '@/lib/gold/evaluation/scoring/resampling'
import { detectionFigures } from '@/lib/protocols/evaluating/detection'
import { MIN_UNITS } from '@/lib/quality/agreement/contract'
import { measureIntervals } from '@/lib/quality/agreement/intervals'
import { statisticsNamed } from '@/lib/quality/agreement/measures'
import { foldClusters, type MeasureScale, sampleOf } from '@/lib/quality/agreement/samples'
import { FEWEST_RESAMPLED, type IntervalMethod, intervalMethods, isMarked } from '@/lib/stats/interval-limits'
import { say } from './setting/app'
import {
  type Cells,
  cellOf,
  detectionSums,
  expectedCells,
  type Population,
  simulate,
} from './setting/simulated-responses'

const POPULATIONS: Readonly<Record<string, Population>> = {
  moderate: { prevalence: 0.35, alikeness: 0.15, hits: [0.8, 0.75], alarms: [0.12, 0.15] },
  skewed: { prevalence: 0.1, alikeness: 0.15, hits: [0.75, 0.7], alarms: [0.02, 0.03] },
  'high agreement': { prevalence: 0.2, alikeness: 0.15, hits: [0.95, 0.93], alarms: [0.01, 0.015] },
}
const NAMES = ['percent', 'alpha', 'ac1'] as const
const SCALE: MeasureScale = {
  level: 'nominal',
  categories: ['right', 'wrong'].map((value) => ({ value, text: value })),
}
const FIGURES = [...NAMES, 'F1', 'difference of F1'] as const
type FigureName = (typeof FIGURES)[number]

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { projects: { type: 'string', default: '2000' }, resamples: { type: 'string', default: '2000' } },
})
const projects = Number(values.projects)
const resamples = Number(values.resamples)
const sizes = positionals.length > 0 ? positionals.map(Number) : [10, 20, 40, 100]

/** Units as the two rated them; without the truth, which annotators have no part in. */
const ratedUnits = (cells: Cells) =>
  [0, 1].flatMap((first) =>
    [0, 1].flatMap((second) =>
      Array.from({ length: (cells[cellOf(0, first, second)] ?? 0) + (cells[cellOf(1, first, second)] ?? 0) }, () => ({
        raters: [1, 2],
        codes: [first, second],
      })),
    ),
  )

const f1 = (sums: ArrayLike<number>) => detectionFigures[0].of(sums).value ?? Number.NaN

/** The figures of the population: of so many units that nothing depends on their number. */
function truthOf(population: Population): Record<FigureName, number> {
  const cells = expectedCells(population)
  const many = 1e12
  const patterns = [0, 1].flatMap((first) =>
    [0, 1].map((second) => ({
      raters: [1, 2],
      codes: [first, second],
      units: many * ((cells[cellOf(0, first, second)] ?? 0) + (cells[cellOf(1, first, second)] ?? 0)),
    })),
  )
  const { whole } = sampleOf(SCALE, patterns).drawable
  const statistics = statisticsNamed(SCALE, NAMES)
  const of = (name: (typeof NAMES)[number]) => statistics.get(name)?.(whole).value ?? Number.NaN
  const [first, second] = [f1(detectionSums(cells, 0)), f1(detectionSums(cells, 1))]
  return { percent: of('percent'), alpha: of('alpha'), ac1: of('ac1'), F1: first, 'difference of F1': first - second }
}

interface Limits {
  low: number | null
  high: number | null
}

type Found = Record<FigureName, Record<IntervalMethod, Limits | undefined>>

async function intervalsOf(responses: readonly Cells[], seed: number): Promise<Found> {
  const clusters = foldClusters(responses.map(ratedUnits))
  const resampling = { seed, resamples, method: 'arcsine' as const, minUnits: MIN_UNITS }
  const agreement = measureIntervals({ measure: SCALE, clusters, names: NAMES }, resampling)
  const tables = ([0, 1] as const).map((who) => ({
    sums: Float64Array.from(responses.flatMap((cells) => detectionSums(cells, who))),
    scored: responses.length,
    classes: null,
  }))
  const asked = { tables, pairs: [{ first: 0, second: 1 }], rows: responses.length, width: 4, resamples, seed }
  const figures = [detectionFigures[0]] as const
  const by = async (method: IntervalMethod): Promise<Replicated> =>
    replicateInPlace({ ...asked, method }, { key: 'f1', figures }, undefined)
  const evaluated = { arcsine: await by('arcsine'), percentile: await by('percentile') }
  const ofEvaluation = (limits: (of: Replicated) => Limits | undefined) => ({
    arcsine: limits(evaluated.arcsine),
    percentile: limits(evaluated.percentile),
  })
  const ofAgreement = (name: (typeof NAMES)[number]) => ({
    arcsine: agreement[name],
    percentile: agreement[name]?.percentile,
  })
  return {
    percent: ofAgreement('percent'),
    alpha: ofAgreement('alpha'),
    ac1: ofAgreement('ac1'),
    F1: ofEvaluation(({ tables: [first] }) => first?.[0]),
    'difference of F1': ofEvaluation(({ pairs: [pair] }) => pair?.[0]),
  }
}

/** Of the intervals that are shown, the share that hold the figure, and their mean width. */
class Held {
  private shown = 0
  private held = 0
  private width = 0

  add(limits: Limits | undefined, truth: number): void {
    if (!limits || limits.low === null || limits.high === null) return
    this.shown++
    this.width += limits.high - limits.low
    // A figure of 1e12 units is that of the population but for rounding.
    if (limits.low <= truth + 1e-9 && limits.high >= truth - 1e-9) this.held++
  }

  text(): string {
    return `${((100 * this.held) / this.shown).toFixed(1)} (${(this.width / this.shown).toFixed(3)})`
  }
}

for (const [name, population] of Object.entries(POPULATIONS)) {
  const truth = truthOf(population)
  say(`${name}: ${FIGURES.map((figure) => `${figure} ${truth[figure].toFixed(3)}`).join(', ')}`)
  for (const size of sizes) {
    const held = new Map(
      intervalMethods.flatMap((method) => FIGURES.map((figure) => [`${method} ${figure}`, new Held()])),
    )
    const simulated = simulate(size)
    for (let project = 0; project < projects; project++) {
      const found = await intervalsOf(
        Array.from({ length: size }, () => simulated.response(population)),
        project,
      )
      for (const figure of FIGURES)
        for (const method of intervalMethods) held.get(`${method} ${figure}`)?.add(found[figure][method], truth[figure])
    }
    const mark = size < FEWEST_RESAMPLED ? 'not shown' : isMarked(size) ? 'marked' : 'shown'
    for (const method of intervalMethods)
      say(
        `  ${size} responses, ${projects} projects, ${method} (${mark}): ${FIGURES.map((figure) => `${figure} ${held.get(`${method} ${figure}`)?.text()}`).join(', ')}`,
      )
  }
}
