import { describe, expect, it } from 'vitest'
import { MIN_UNITS, RESAMPLES } from '@/lib/quality/agreement/contract'
import { measureIntervals } from '@/lib/quality/agreement/intervals'
import { type Clusters, foldClusters } from '@/lib/quality/agreement/samples'
import { responseDraws } from '@/lib/stats/response-draws'
import { pilotOf } from './basis'
import { MOST_LABELS, MOST_PLANNED, type PlanRequestInput, planRequestSchema } from './contract'
import { type Chances, chanceAgreement, chancesOf, modelOf } from './model'
import { mostResponses, planProject } from './plan-project'
import { TWO_VALUES } from './two-values'

const requestOf = (given: PlanRequestInput = {}) => planRequestSchema.parse(given)
const chancesFor = (given: PlanRequestInput): Chances => {
  const chances = chancesOf(requestOf(given))
  if ('problem' in chances) throw new Error(chances.problem)
  return chances
}
const planOf = (given: PlanRequestInput) => planProject({ request: requestOf(given), chances: chancesFor(given) })

describe('chancesOf', () => {
  it.each([
    [0.4, 0.35],
    [0.87, 0.2],
    [0.7, 0.05],
  ])(
    'annotators of an alpha of %s at a prevalence of %s agree so, and give the value as often as it is there',
    (alpha, p) => {
      const { hit, alarm } = chancesFor({ expected: alpha, prevalence: p })
      expect(p * hit + (1 - p) * alarm).toBeCloseTo(p, 12)
      const agree = p * (hit ** 2 + (1 - hit) ** 2) + (1 - p) * (alarm ** 2 + (1 - alarm) ** 2)
      expect((agree - chanceAgreement(p)) / (1 - chanceAgreement(p))).toBeCloseTo(alpha, 12)
      expect(chancesFor({ figure: 'percent', expected: agree, prevalence: p }).hit).toBeCloseTo(hit, 12)
    },
  )

  it('a system of an F1 has it as its precision and its recall', () => {
    const { hit, alarm } = chancesFor({ figure: 'f1', expected: 0.75, prevalence: 0.1 })
    expect(hit).toBe(0.75)
    expect((0.1 * hit) / (0.1 * hit + 0.9 * alarm)).toBeCloseTo(0.75, 12)
  })

  it('says what cannot be expected, and what chance alone would give', () => {
    expect(chancesOf(requestOf({ figure: 'percent', expected: 0.8, prevalence: 0.1 }))).toEqual({
      problem: expect.stringMatching(/more than 82\.0%.*10\.0%/),
    })
    expect(chancesOf(requestOf({ expected: 0 }))).toHaveProperty('problem')
    expect(chancesOf(requestOf({ figure: 'f1', expected: 0.1, prevalence: 0.6 }))).toHaveProperty('problem')
  })
})

const PROJECTS = 80

describe('planProject', () => {
  it('takes every seed, also where the projects behind it would have seeds beyond the last', () => {
    const { planned } = planOf({ expected: 0.7, prevalence: 0.3, width: 0.3, seed: 2 ** 32 - 1 })
    expect(planned?.reached).toBeGreaterThanOrEqual(0.8)
  })

  it('is the smallest size that enough projects come out narrow in, the same every time', () => {
    const plan = planOf({ expected: 0.7, prevalence: 0.3, width: 0.3, minutes: 6 })
    const { planned } = plan
    if (!planned) throw new Error('There is no plan.')
    expect(planned.reached).toBeGreaterThanOrEqual(0.8)
    expect(planned.labels).toBe(planned.units * 2)
    expect(planned.hours).toBeCloseTo((planned.responses * 2 * 6) / 60, 12)
    const smaller = plan.sizes.filter(({ responses }) => responses < planned.responses)
    expect(smaller.length).toBeGreaterThan(0)
    for (const { reached } of smaller) expect(reached).toBeLessThan(0.8)
    expect(plan.words).toContain(`${planned.responses} responses annotated by 2 people each`)
    expect(planOf({ expected: 0.7, prevalence: 0.3, width: 0.3, minutes: 6 })).toEqual(plan)
  })

  it('needs about four times as much for half the width, and less the more people annotate', () => {
    const of = (given: PlanRequestInput) => planOf({ expected: 0.7, prevalence: 0.3, ...given }).planned?.responses ?? 0
    const [wide, narrow] = [of({ width: 0.3 }), of({ width: 0.15 })]
    expect(narrow / wide).toBeGreaterThan(3)
    expect(narrow / wide).toBeLessThan(5)
    expect(of({ width: 0.15, raters: 3 })).toBeLessThan(narrow)
  })

  it('tries no project of more labels than a plan may have, however units and people are combined', () => {
    const plan = planOf({ expected: 0.7, width: 0.01, units: 200, raters: 20 })
    expect(plan).toMatchObject({
      outcome: 'out-of-reach',
      words: expect.stringMatching(/100 responses.*400,000 labels/),
    })
    expect(Math.max(...plan.sizes.map(({ labels }) => labels))).toBeLessThanOrEqual(MOST_LABELS)
    expect(mostResponses({ units: 5, raters: 2 })).toBe(MOST_PLANNED)
  })

  it('marks sizes whose intervals are marked, and says what is out of reach', () => {
    expect(planOf({ expected: 0.9, prevalence: 0.3, width: 0.5 }).words).toMatch(
      /Intervals from fewer than 40 responses are marked/,
    )
    const far = planOf({ figure: 'f1', expected: 0.6, prevalence: 0.005, units: 1, width: 0.01 })
    expect(far).toMatchObject({ outcome: 'out-of-reach', planned: null })
    expect(far.words).toContain('20,000')
  })

  it.each([
    { expected: 0.87, prevalence: 0.2, width: 0.15 },
    { figure: 'percent' as const, expected: 0.8, prevalence: 0.35, width: 0.15 },
  ])('keeps its promise where projects get their intervals by resampling: %o', (given) => {
    const responses = planOf(given).planned?.responses ?? 0
    const model = modelOf(requestOf(given), chancesFor(given))
    const { figure = 'alpha' } = given
    const widths = Array.from({ length: PROJECTS }, (_, project) => {
      const clusters = foldClusters(drawnProject(model, responses, 5000 + project))
      const resampling = { seed: 1, resamples: RESAMPLES, method: 'arcsine' as const, minUnits: MIN_UNITS }
      const interval = measureIntervals({ measure: TWO_VALUES, clusters, names: [figure] }, resampling)[figure]
      return interval ? interval.high - interval.low : Number.POSITIVE_INFINITY
    })
    const reached = widths.filter((width) => width <= given.width).length / PROJECTS
    // Four of five are promised; the standard error of 80 projects is a twentieth.
    expect(reached).toBeGreaterThan(0.68)
    expect(reached).toBeLessThan(0.92)
  })
})

/** Responses as the model draws them, each unit rated by two. */
function drawnProject(model: ReturnType<typeof modelOf>, responses: number, seed: number) {
  const draws = responseDraws(seed)
  return Array.from({ length: responses }, () => {
    const counts = new Float64Array(model.cells)
    model.add(draws, counts, 0)
    return [...counts].flatMap((count, given) =>
      Array.from({ length: count }, () => ({ raters: [1, 2], codes: [Number(given > 0), Number(given > 1)] })),
    )
  })
}

describe('pilotOf', () => {
  it('finds again what a large project was drawn by', () => {
    const given = { expected: 0.7, prevalence: 0.3, units: 5, alikeness: 0.3 }
    const model = modelOf(requestOf(given), chancesFor(given))
    const pilot = pilotOf({ scale: TWO_VALUES, clusters: foldClusters(drawnProject(model, 3000, 7)) })
    expect(pilot).toMatchObject({ responses: 3000, value: 'value', raters: 2 })
    expect(pilot.prevalence).toBeCloseTo(0.3, 1)
    expect(pilot.alpha).toBeCloseTo(0.7, 1)
    expect(pilot.units).toBeCloseTo(5, 0)
    expect(Math.abs((pilot.alikeness ?? 0) - 0.3)).toBeLessThan(0.05)
  })

  it('expects nothing of too few units, or of a single value', () => {
    const unit = { raters: [1, 2], codes: [1, 1] }
    const found = (clusters: Clusters) => pilotOf({ scale: TWO_VALUES, clusters })
    expect(found(foldClusters([[unit, unit]]))).toMatchObject({
      responses: 1,
      prevalence: null,
      alpha: null,
    })
    expect(found(foldClusters(Array.from({ length: 20 }, () => [unit])))).toMatchObject({ value: null })
    expect(found({ patterns: [], types: [], typeOf: [] })).toMatchObject({ responses: 0, units: null })
  })
})
