/** The figures of a receipt, from where pages and API have them; intervals are waited for. */
import 'server-only'
import { transaction } from '@/lib/platform/server/db'
import { found } from '@/lib/platform/server/errors'
import type { Comparison, Measure } from '@/lib/protocols/protocol'
import type { EstimateView, Figures } from '@/lib/quality/agreement/contract'
import type { PairView } from '@/lib/quality/agreement/detail/contract'
import { type Counts, figuresOf, presentEstimate, presentPair } from '@/lib/quality/agreement/figures'
import { findIntervals } from '@/lib/quality/agreement/find-intervals'
import {
  blockOfComparison,
  blockOfMeasure,
  blockOfPair,
  blockOfSlice,
  costOf,
  type IntervalBody,
} from '@/lib/quality/agreement/interval-sets'
import type { OpenFigures, OpenStage } from '@/lib/quality/agreement/open-figures'
import { findPairs } from '@/lib/quality/agreement/pair-sets'
import { readComparison, readSliceCounts, readStageCounts } from '@/lib/quality/agreement/read-counts'
import type { SliceKind } from '@/lib/workspace/items/contract'
import { drawnBy, linesOfComparison, linesOfFigures, linesOfPair } from './figure-lines'
import type { FigureLine, Ratio, Selection } from './receipt'

export interface ShownFigures {
  version: string
  figures: FigureLine[]
  drawn: number | null
}

export interface Shown {
  opened: OpenFigures
  at: OpenStage
}

/** Of a measure: over all annotators, in a slice, or of a pair. @throws `not_found` for a slice or pair without units. */
export async function measureShown(
  shown: Shown,
  measure: Measure,
  { by, slice, pair }: Selection,
): Promise<ShownFigures> {
  const { version } = shown.opened.ledger
  if (pair) return { version, ...pairLines(measure, await pairOf(shown, measure, pair)) }
  if (by !== null) return { version, ...figureLines(await sliceOf(shown, measure, by, slice)) }
  const { intervals, counts } = await stageIntervals(shown)
  const own = counts.get(measure.key) ?? { patterns: [], responses: 0 }
  return { version, ...figureLines(figuresOf(measure, own, intervals[blockOfMeasure(measure.key)])) }
}

export async function comparisonShown(shown: Shown, comparison: Comparison): Promise<ShownFigures> {
  const { intervals } = await stageIntervals(shown)
  const { sums, ...counts } = await transaction((tx) => readComparison(tx, shown.at.id, comparison))
  const figures = comparison.figures.map(({ key, title, form, of }) => {
    const about = { n: form === 'count' ? 0 : counts.units, only: null }
    const interval = intervals[blockOfComparison(comparison.key)]?.[key]
    return { key, title, form, estimate: presentEstimate('figure', of(sums), about, interval) }
  })
  const ratios = new Map(
    comparison.figures.flatMap(({ key, ratio }): [string, Ratio][] => (ratio ? [[key, ratio]] : [])),
  )
  const drawn = drawnBy(figures.map(({ estimate }) => estimate))
  return { version: shown.opened.ledger.version, figures: linesOfComparison({ ...counts, figures }, ratios), drawn }
}

/** Of this stage alone, and how its measures were rated. */
async function stageIntervals({
  opened,
  at,
}: Shown): Promise<{ intervals: IntervalBody; counts: Map<string, Counts> }> {
  const counts = await transaction((tx) => readStageCounts(tx, at.id))
  const costs = [...counts.values()].map(({ responses }) => costOf('measure', responses))
  const { bodies } = await findIntervals(opened, [{ set: ['stage', at.key], costs }], 'always')
  return { intervals: bodies[0] ?? {}, counts }
}

async function pairOf({ opened, at }: Shown, measure: Measure, pair: readonly [string, string]): Promise<PairView> {
  const { pairs } = await findPairs(opened, at, measure)
  const costs = pairs.map(({ responses }) => costOf('pair', responses))
  const { bodies } = await findIntervals(opened, [{ set: ['pairs', at.key, measure.key], costs }], 'always')
  const counts = found(
    pairs.find(({ first, second }) => first === pair[0] && second === pair[1]),
    'These two have rated no unit in common. The lower annotator comes first, and gold and models second.',
  )
  return presentPair(measure, counts, bodies[0]?.[blockOfPair(...pair)]?.cohen)
}

async function sliceOf({ opened, at }: Shown, measure: Measure, by: SliceKind, slice: string | null): Promise<Figures> {
  const counts = await transaction((tx) => readSliceCounts(tx, { stageId: at.id, measure: measure.key }, by))
  const costs = counts.map(({ responses }) => costOf('measure', responses))
  const { bodies } = await findIntervals(opened, [{ set: ['slices', by, at.key, measure.key], costs }], 'always')
  const own = found(
    counts.find(({ value }) => value === slice),
    'There is no unit with this value.',
  )
  return figuresOf(measure, own, bodies[0]?.[blockOfSlice(slice)])
}

function figureLines(figures: Figures) {
  const { percent, alpha, others, categories } = figures
  const estimates: EstimateView[] = [percent, alpha, ...others.map(({ estimate }) => estimate)]
  return { figures: linesOfFigures(figures), drawn: drawnBy([...estimates, ...categories.map((each) => each.alpha)]) }
}

function pairLines({ categories }: Measure, pair: PairView) {
  const values = categories.map(({ value }) => value)
  return { figures: linesOfPair(pair, values), drawn: drawnBy(pair.coefficients.map(({ estimate }) => estimate)) }
}
