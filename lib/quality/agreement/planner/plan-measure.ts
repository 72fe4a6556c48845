/** From the responses of a measure to a plan. Pure: the same responses always give the same plan. */
import { type Clusters, drawsOfClusters, unitsOfKinds } from '@/lib/quality/agreement/clusters'
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
import { sampleOf } from '@/lib/quality/agreement/sample'
import { isOfAllRated, type MeasureScale, statisticsOf } from '@/lib/quality/agreement/statistics'
import type { Plan, PlanQuery } from './contract'
import { outcomeOf } from './rules'
import { simulatePlan } from './simulate'

export type MeasurePlan = Omit<Plan, 'version' | 'stage' | 'measure'>

/** What a coefficient of a measure would take; the interval of now is the one that is shown elsewhere. */
export async function planMeasure(
  measure: MeasureScale,
  clusters: Clusters,
  { coefficient, width: asked }: PlanQuery,
): Promise<MeasurePlan> {
  const units = unitsOfKinds(clusters, clusters.patterns.length)
  const patterns = clusters.patterns.map((rated, index) => ({ ...rated, units: units[index] ?? 0 }))
  const { drawable, placesOf, pairablePlacesOf } = sampleOf(measure, patterns)
  const draws = drawsOfClusters(clusters, isOfAllRated(coefficient) ? placesOf : pairablePlacesOf)
  const twice = drawsOfClusters(clusters, pairablePlacesOf).typeOf.length
  const figures = figuresOf(measure, { patterns, responses: clusters.typeOf.length })
  const statistics = statisticsOf(measure)
  const statistic = statistics.get(coefficient)
  const point = estimateIn(figures, coefficient)
  const found = point.value === null || !statistic ? {} : await intervalsOf(draws, drawable, { it: statistic })
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
      ? await simulatePlan(draws, drawable, statistic, {
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

const NOT_OF_MEASURE = 'The measure has no table of distances, which this coefficient is weighted by.'
