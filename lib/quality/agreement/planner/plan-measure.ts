/** From the responses of a measure to a plan. Pure: the same responses always give the same plan. */
import { COEFFICIENTS } from '@/lib/quality/agreement/coefficients'
import {
  CONFIDENCE,
  type CoefficientKey,
  coefficientKeys,
  type EstimateView,
  SEED,
} from '@/lib/quality/agreement/contract'
import { figuresOf } from '@/lib/quality/agreement/figures'
import { intervalsOf } from '@/lib/quality/agreement/intervals'
import { isOfAllRated, namesOfMeasure, partsFor, statisticsNamed } from '@/lib/quality/agreement/measures'
import {
  type Clusters,
  drawsOfClusters,
  type MeasureScale,
  patternsOf,
  sampleOf,
} from '@/lib/quality/agreement/samples'
import { type Drawable, resample, type Statistics } from '@/lib/stats/bootstrap'
import type { Draws } from '@/lib/stats/draws'
import { quantileOfSorted } from '@/lib/stats/quantile'
import { seededRandom } from '@/lib/stats/seeded-random'
import type { Plan, PlanQuery } from './contract'
import { outcomeOf } from './rules'

export interface PlanInput {
  measure: MeasureScale
  clusters: Clusters
  query: PlanQuery
}

export type MeasurePlan = Omit<Plan, 'version' | 'stage' | 'measure'>

/** What a coefficient of a measure would take; the interval of now is the one that is shown elsewhere. */
export function planMeasure({ measure, clusters, query }: PlanInput): MeasurePlan {
  const { coefficient, width: asked } = query
  const patterns = patternsOf(clusters)
  const names = namesOfMeasure(measure, patterns)
  const { drawable, placesOf, pairablePlacesOf } = sampleOf(measure, patterns, partsFor(names))
  const draws = drawsOfClusters(clusters, isOfAllRated(coefficient) ? placesOf : pairablePlacesOf)
  const twice = drawsOfClusters(clusters, pairablePlacesOf).typeOf.length
  const figures = figuresOf(measure, { patterns, responses: clusters.typeOf.length, responsesWithTwo: twice })
  const statistics = statisticsNamed(measure, names)
  const statistic = statistics.get(coefficient)
  const point = estimateIn(figures, coefficient)
  const found = point.value === null || !statistic ? {} : intervalsOf(draws, drawable, { it: statistic })
  const estimate = { ...point, interval: found.it ?? null }
  const width = found.it ? found.it.high - found.it.low : null
  const now = { responses: twice, units: figures.unitsWithTwo, estimate, width }
  const outcome = outcomeOf(now, asked)
  const isTried = statistic !== undefined && outcome.outcome === 'planned' && outcome.more !== null
  return {
    coefficient,
    now,
    ...outcome,
    coefficients: coefficientKeys
      .filter((key) => statistics.has(key))
      .map((key) => ({ key, title: COEFFICIENTS[key].title })),
    simulated: isTried
      ? simulatePlan(draws, drawable, statistic, {
          // Responses without a unit rated twice come along in the share that they have now.
          responses: Math.round((now.responses + (outcome.more ?? 0)) * (draws.typeOf.length / twice)),
          seed: SEED,
          confidence: CONFIDENCE,
        })
      : null,
  }
}

function estimateIn({ percent, alpha, others }: ReturnType<typeof figuresOf>, key: CoefficientKey): EstimateView {
  if (key === 'percent') return percent
  if (key === 'alpha') return alpha
  const other = others.find((each) => each.key === key)
  return other?.estimate ?? { value: null, reason: 'empty', words: NOT_OF_MEASURE, interval: null }
}

const NOT_OF_MEASURE =
  'The measure does not have this coefficient: its values have no order, no numbers or no distances, or not everybody rated every unit.'

const PROJECTS = 20
const RESAMPLES = 200
/** Draws in all; beyond, fewer projects are tried. */
const MOST_DRAWS = 40_000_000
const FEWEST_PROJECTS = 5

/** How many projects of this many responses are tried; 0 where that would take too long. */
export function projectsFor(responses: number): number {
  const affordable = Math.min(PROJECTS, Math.floor(MOST_DRAWS / (RESAMPLES * responses)))
  return affordable < FEWEST_PROJECTS ? 0 : affordable
}

/**
 * How wide intervals come out in projects of `responses` responses that are drawn with replacement from those there are:
 * each project gets an interval of its own by the bootstrap of whole responses (a nested bootstrap: Davison & Hinkley
 * 1997, 3.9). One generator from `seed` draws the projects; the resamples of project k come from the seed plus k + 1.
 * null: too many to try, or no project has an interval.
 */
function simulatePlan<Sample>(
  draws: Draws,
  sample: Drawable<Sample>,
  statistic: Statistics<'it', Sample>['it'],
  plan: { responses: number; seed: number; confidence: number },
): Plan['simulated'] {
  const { responses, seed, confidence } = plan
  const projects = projectsFor(responses)
  const nextIndex = seededRandom(seed)
  const widths: number[] = []
  for (let project = 0; project < projects; project++) {
    const size = draws.typeOf.length
    const typeOf = Int32Array.from({ length: responses }, () => draws.typeOf[nextIndex(size)] ?? 0)
    const options = { seed: seed + project + 1, resamples: RESAMPLES, confidence }
    const { it } = resample({ ...draws, typeOf }, sample, { it: statistic }, options)
    if (it.low !== null && it.high !== null) widths.push(it.high - it.low)
  }
  if (widths.length === 0) return null
  const sorted = Float64Array.from(widths).sort()
  const mean = sorted.reduce((sum, width) => sum + width, 0) / sorted.length
  const [low, high] = [quantileOfSorted(sorted, 0.05), quantileOfSorted(sorted, 0.95)]
  return { projects: widths.length, resamples: RESAMPLES, seed, mean, low, high }
}
