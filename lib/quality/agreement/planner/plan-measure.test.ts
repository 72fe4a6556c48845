import { describe, expect, it } from 'vitest'
import { measureIntervals } from '@/lib/quality/agreement/intervals'
import type { MeasureScale } from '@/lib/quality/agreement/samples'
import { seededRandom } from '@/lib/stats/seeded-random'
import { planMeasure, projectsFor } from './plan-measure'

const tone = 'neutral'
const MEASURE: MeasureScale = {
  level: 'nominal',
  categories: ['true', 'false'].map((value) => ({ value, text: value, tone })),
}
const PATTERNS = [
  [0, 0],
  [0, 1],
  [1, 1],
].map((codes) => ({ raters: [1, 2], codes }))

/** Responses of three units each, mostly alike. */
function clustersOf(responses: number) {
  const random = seededRandom(3)
  const types = Array.from({ length: responses }, () => {
    const counts = [0, 0, 0]
    for (let unit = 0; unit < 3; unit++) {
      const pattern = random(5) === 0 ? 1 : random(2) * 2
      counts[pattern] = (counts[pattern] ?? 0) + 1
    }
    return counts.map((units, pattern): [number, number] => [pattern, units]).filter(([, units]) => units > 0)
  })
  return { patterns: PATTERNS, types, typeOf: types.map((_, index) => index) }
}

describe('planMeasure', () => {
  it('starts from the interval that is shown, and its plan gives about the wanted width when tried out', () => {
    const clusters = clustersOf(60)
    const plan = planMeasure({ measure: MEASURE, clusters, query: { coefficient: 'alpha', width: 0.15 } })
    expect(plan.now.estimate.interval).toEqual(measureIntervals({ measure: MEASURE, clusters }).alpha)
    expect(plan.now).toMatchObject({ responses: 60, units: 180 })
    expect(plan.outcome).toBe('planned')
    expect(plan.simulated?.projects).toBe(projectsFor(60 + (plan.more ?? 0)))
    expect(plan.simulated?.mean).toBeGreaterThan(0.15 * 0.8)
    expect(plan.simulated?.mean).toBeLessThan(0.15 * 1.25)
    expect(plan.simulated?.low).toBeLessThanOrEqual(plan.simulated?.high ?? 0)
    expect(planMeasure({ measure: MEASURE, clusters, query: { coefficient: 'alpha', width: 0.15 } })).toEqual(plan)
  })

  it('counts the responses annotated twice for AC1 too, with the interval of all rated ones', () => {
    const { patterns, types, typeOf } = clustersOf(40)
    const once = { raters: [1], codes: [1] }
    const clusters = {
      patterns: [...patterns, once],
      types: [...types, [[patterns.length, 2]] as [number, number][]],
      typeOf: [...typeOf, ...Array<number>(20).fill(types.length)],
    }
    const plan = planMeasure({ measure: MEASURE, clusters, query: { coefficient: 'ac1', width: 0.25 } })
    expect(plan.now.estimate.interval).toMatchObject({ drawn: 60 })
    expect(plan.now.estimate.interval).toEqual(measureIntervals({ measure: MEASURE, clusters }).ac1)
    expect(plan.now).toMatchObject({ responses: 40, units: 120 })
    expect(plan.outcome).toBe('planned')
    expect(plan.simulated?.mean).toBeGreaterThan(0.25 * 0.8)
    expect(plan.simulated?.mean).toBeLessThan(0.25 * 1.25)
  })

  it('offers what the measure has, and says so of what it has not', () => {
    const plan = planMeasure({ measure: MEASURE, clusters: clustersOf(20), query: { coefficient: 'alphaWeighted' } })
    expect(plan.coefficients.map(({ key }) => key)).not.toContain('alphaWeighted')
    expect(plan).toMatchObject({ outcome: 'undefined', more: null, simulated: null })
  })

  it('makes no plan from few units', () => {
    const plan = planMeasure({
      measure: MEASURE,
      clusters: clustersOf(3),
      query: { coefficient: 'percent', width: 0.1 },
    })
    expect(plan).toMatchObject({ outcome: 'too-few-units', now: { units: 9, width: null }, simulated: null })
  })
})

describe('projectsFor', () => {
  it('tries fewer projects the larger they are, and none where it would take too long', () => {
    expect([50, 10_000, 25_000, 100_000].map(projectsFor)).toEqual([20, 20, 8, 0])
  })
})
