/** Figures on counts are the figures of the units written out. */
import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { bootstrap } from '@/lib/stats/bootstrap'
import { brennanPrediger } from '@/lib/stats/brennan-prediger'
import { cohenKappa } from '@/lib/stats/cohen-kappa'
import { confusionMatrix } from '@/lib/stats/confusion-matrix'
import { congerKappa } from '@/lib/stats/conger-kappa'
import { fleissKappa } from '@/lib/stats/fleiss-kappa'
import { gwetAc1 } from '@/lib/stats/gwet-ac1'
import { iccAgreement, iccOneWay } from '@/lib/stats/intraclass-correlation'
import { krippendorffAlpha } from '@/lib/stats/krippendorff-alpha'
import { meanPairwiseCohen } from '@/lib/stats/mean-pairwise-cohen'
import { percentAgreement } from '@/lib/stats/percent-agreement'
import { ratingsOf, type Units } from '@/lib/stats/ratings'
import { seededRandom } from '@/lib/stats/seeded-random'
import { MIN_UNITS } from './contract'
import { figuresOf, presentPair } from './figures'
import { measureIntervals, pairInterval } from './intervals'
import { rangeOf } from './measures'
import { countPairs, foldClusters, type MeasureScale, responsesWithTwo, unitsOfKinds } from './samples'

const LABELS = ['a', 'b', 'c']
const measure: MeasureScale = {
  level: 'nominal',
  categories: LABELS.map((value) => ({ value, text: value.toUpperCase() })),
}
const RATERS = 4

/** As intervals are made where nothing else is asked for. */
const ARCSINE = { seed: 1, method: 'arcsine', rangeOf } as const

/** Responses of units; a unit has one code for each of four raters, -1 where they did not rate it. */
type Response = number[][]

const unit = fc
  .array(fc.integer({ min: -1, max: LABELS.length - 1 }), { minLength: RATERS, maxLength: RATERS })
  .filter((codes) => codes.some((code) => code >= 0))
const responses = fc.array(fc.array(unit, { minLength: 1, maxLength: 4 }), { minLength: 12, maxLength: 30 })

/** As the ledger keeps it: rater r has the number 2 r + 1. */
function foldedFrom(all: readonly Response[]) {
  return foldClusters(
    all.map((units) =>
      units.map((codes) => ({
        raters: codes.flatMap((code, rater) => (code < 0 ? [] : [2 * rater + 1])),
        codes: codes.filter((code) => code >= 0),
      })),
    ),
  )
}

function countsFrom(all: readonly Response[]) {
  const clusters = foldedFrom(all)
  const units = unitsOfKinds(clusters, clusters.patterns.length)
  const patterns = clusters.patterns.map((pattern, index) => ({ ...pattern, units: units[index] ?? 0 }))
  return { clusters, counts: { patterns, responses: all.length, responsesWithTwo: responsesWithTwo(clusters) } }
}

/** All units, one column a rater. */
const written = (all: readonly Response[]): Units =>
  all.flat().map((codes) => codes.map((code) => LABELS[code] ?? null))

/** Units with two ratings or more. */
const twiceRated = (all: readonly Response[]): Units =>
  written(all).filter((labels) => labels.filter((label) => label !== null).length > 1)

const close = (value: number | null | undefined) => (typeof value === 'number' ? expect.closeTo(value, 10) : null)

describe('figuresOf', () => {
  it('is what the coefficients say of the units written out', () => {
    fc.assert(
      fc.property(responses, (all) => {
        const twice = twiceRated(all)
        fc.pre(twice.length >= MIN_UNITS)
        const ratings = ratingsOf(twice, { categories: LABELS })
        // Gwet's chance agreement is that of all rated units, those rated once too.
        const allRatings = ratingsOf(written(all), { categories: LABELS })
        const figures = figuresOf(measure, countsFrom(all).counts)
        const other = (name: string) => figures.others.find(({ key }) => key === name)?.estimate.value ?? null
        expect(figures.unitsWithTwo).toBe(twice.length)
        expect(figures.percent.value).toEqual(close(percentAgreement(ratings).value))
        expect(figures.alpha.value).toEqual(close(krippendorffAlpha(ratings, { level: 'nominal' }).value))
        expect(other('meanCohen')).toEqual(close(meanPairwiseCohen(ratings).value))
        expect(other('ac1')).toEqual(close(gwetAc1(allRatings).value))
        expect(other('brennanPrediger')).toEqual(close(brennanPrediger(allRatings).value))
        expect(figures.units).toBe(all.flat().length)
      }),
    )
  })

  it('gives Fleiss of complete data and refuses it on gaps, in words', () => {
    const complete = Array.from({ length: 12 }, (_, index): Response => [[index % 3, index % 3, index % 2, 0]])
    const fleissOf = (all: readonly Response[]) =>
      figuresOf(measure, countsFrom(all).counts).others.find(({ key }) => key === 'fleiss')?.estimate
    const expected = fleissKappa(ratingsOf(twiceRated(complete), { categories: LABELS })).value
    expect(fleissOf(complete)?.value).toEqual(close(expected))
    expect(fleissOf([...complete, [[0, 1, -1, -1]]])).toMatchObject({ value: null, reason: 'incomplete-data' })
    expect(fleissOf([...complete, [[0, -1, -1, -1]]])).toMatchObject({ value: null, reason: 'incomplete-data' })
  })

  it('shows counts only under ten units, and no weighted alpha without a table', () => {
    const figures = figuresOf(measure, countsFrom([[[0, 1, -1, -1]], [[0, 0, -1, -1]]]).counts)
    expect(figures).toMatchObject({ unitsWithTwo: 2, unanimous: 1 })
    expect(figures.alpha).toMatchObject({ value: null, reason: 'too-few-units' })
    expect(figures.categories.map(({ count, share }) => [count, share])).toEqual([
      [3, null],
      [1, null],
      [0, null],
    ])
    expect(figures.confusion[0]).toEqual([1, 1, 0])
    expect(figures.others.map(({ key }) => key)).not.toContain('alphaWeighted')
  })
})

describe('majorities', () => {
  const of = (...units: number[][]) => figuresOf(measure, countsFrom([units]).counts).majorities

  it('tell units rated alike by all, by more than half, and by no majority; two ratings do not count', () => {
    expect(of([0, 0, 0, -1], [1, 1, 1, 1], [0, 0, 1, -1], [2, 1, 1, 1], [0, 1, 2, -1], [0, 0, 1, 1])).toEqual({
      units: 6,
      all: 2,
      majority: 2,
      none: 2,
    })
    expect(of([0, 0, 0, -1], [0, 0, -1, -1], [1, -1, -1, -1])).toEqual({ units: 1, all: 1, majority: 0, none: 0 })
    expect(of([0, 0, -1, -1], [0, 1, -1, -1])).toBeNull()
  })

  it('are those of the units written out, whatever way they are folded', () => {
    fc.assert(
      fc.property(responses, (all) => {
        const rated = all.flat().map((codes) => codes.filter((code) => code >= 0))
        const shares = rated
          .filter(({ length }) => length > 2)
          .map((codes) =>
            Math.max(...LABELS.map((_, code) => codes.filter((each) => each === code).length / codes.length)),
          )
        const counted = figuresOf(measure, countsFrom(all).counts).majorities
        const alike = shares.filter((share) => share === 1).length
        const none = shares.filter((share) => share <= 0.5).length
        const expected = { units: shares.length, all: alike, majority: shares.length - alike - none, none }
        expect(counted).toEqual(shares.length === 0 ? null : expected)
      }),
      { numRuns: 50 },
    )
  })
})

describe('measureIntervals', () => {
  it('draws as a bootstrap of the written-out units by response does, in the order of responses', () => {
    const all = Array.from({ length: 40 }, (_, index): Response => {
      const second = index % 5 === 0 ? 1 : 0
      return [
        [index % 3, index % 4 === 0 ? (index + 1) % 3 : index % 3, -1, index % 3],
        ...(index % 2 ? [[second, 0, 2, -1]] : []),
        ...(index % 7 ? [] : [[1, -1, -1, -1]]),
      ]
    })
    const { clusters } = countsFrom(all)
    const units = all.flatMap((response, index) => response.map((codes) => ({ index, codes })))
    const entering = units.filter(({ codes }) => codes.filter((code) => code >= 0).length > 1)
    const ratings = ratingsOf(
      entering.map(({ codes }) => codes.map((code) => LABELS[code] ?? null)),
      { categories: LABELS },
    )
    const expected = bootstrap(
      ratings,
      {
        alpha: (x) => krippendorffAlpha(x, { level: 'nominal' }),
        meanCohen: (x) => meanPairwiseCohen(x),
        percent: (x) => percentAgreement(x),
      },
      { ...ARCSINE, resamples: 2000, clusters: entering.map(({ index }) => index) },
    )
    const found = measureIntervals({ measure, clusters })
    for (const name of ['alpha', 'meanCohen', 'percent'] as const) {
      expect(found[name]?.low).toBeCloseTo(expected[name].low ?? Number.NaN, 10)
      expect(found[name]?.high).toBeCloseTo(expected[name].high ?? Number.NaN, 10)
      expect(found[name]?.percentile.low).toBeCloseTo(expected[name].percentile?.low ?? Number.NaN, 10)
      expect(found[name]).toMatchObject({ drawn: 40, resamples: 2000, seed: 1 })
    }
  })

  it('keeps intervals that are whole where the time for those of other annotators is up', () => {
    const all = Array.from(
      { length: 40 },
      (_, index): Response => [Array.from({ length: 12 }, (_, rater) => ((index + rater) % 5 === 0 ? 1 : 0))],
    )
    const sample = { measure, clusters: countsFrom(all).clusters }
    const [usual, resamples] = [{ seed: 1, method: 'arcsine', minUnits: MIN_UNITS } as const, 100]
    let asked = 0
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => asked++)
    const whole = measureIntervals(sample, { ...usual, resamples })
    expect(whole.percent?.withAnnotators).toBeDefined()
    // The clock is read once a resample: the last of them are those with annotators.
    const deadline = asked - resamples / 2
    asked = 0
    const onCrossedOutOfTime = vi.fn<() => void>()
    const cut = measureIntervals(sample, { ...usual, resamples, deadline, onCrossedOutOfTime })
    const { withAnnotators: _, ...percent } = whole.percent ?? {}
    expect(cut.percent).toEqual(percent)
    expect(Object.keys(cut)).toEqual(Object.keys(whole))
    expect(onCrossedOutOfTime).toHaveBeenCalledOnce()
    clock.mockRestore()
  })

  it('draws all rated responses for AC1, and for all others those with a unit rated twice', () => {
    const all = Array.from({ length: 30 }, (_, index): Response => {
      if (index % 3 === 0) return [[index % 2, -1, -1, -1]]
      return [
        [index % 3, index % 4 === 0 ? 2 : index % 3, -1, -1],
        [-1, -1, 2, -1],
      ]
    })
    const units = all.flatMap((response, index) => response.map((codes) => ({ index, codes })))
    const intervalsOf = (entering: typeof units) =>
      bootstrap(
        ratingsOf(
          entering.map(({ codes }) => codes.map((code) => LABELS[code] ?? null)),
          { categories: LABELS },
        ),
        { ac1: gwetAc1, brennanPrediger: (x) => brennanPrediger(x), percent: (x) => percentAgreement(x) },
        { ...ARCSINE, resamples: 2000, clusters: entering.map(({ index }) => index) },
      )
    const ofAll = intervalsOf(units)
    const ofTwice = intervalsOf(units.filter(({ codes }) => codes.filter((code) => code >= 0).length > 1))
    const found = measureIntervals({ measure, clusters: countsFrom(all).clusters })
    expect(found.ac1).toMatchObject({ drawn: 30 })
    expect(found.ac1?.low).toBeCloseTo(ofAll.ac1.low ?? Number.NaN, 10)
    expect(found.ac1?.high).toBeCloseTo(ofAll.ac1.high ?? Number.NaN, 10)
    expect(found.ac1?.low).not.toBeCloseTo(ofTwice.ac1.low ?? Number.NaN, 3)
    for (const name of ['percent', 'brennanPrediger'] as const) {
      expect(found[name]).toMatchObject({ drawn: 20 })
      expect(found[name]?.low).toBeCloseTo(ofTwice[name].low ?? Number.NaN, 10)
      expect(found[name]?.high).toBeCloseTo(ofTwice[name].high ?? Number.NaN, 10)
    }
  })
})

describe('pairs', () => {
  it('are what the coefficients say of the units that both rated, with the interval of kappa', () => {
    const all = Array.from(
      { length: 30 },
      (_, index): Response => [
        [index % 3, index % 5 ? index % 3 : 0, -1, -1],
        [-1, index % 2, index % 2, 0],
      ],
    )
    const { clusters } = countsFrom(all)
    const pairs = countPairs(3, clusters, () => true)
    expect(pairs.map(({ numbers }) => numbers)).toEqual([
      [1, 3],
      [3, 5],
      [3, 7],
      [5, 7],
    ])
    const ratings = ratingsOf(
      all.map((response) => response[0]?.slice(0, 2).map((code) => LABELS[code] ?? null) ?? []),
      { categories: LABELS },
    )
    const [pair] = pairs
    if (!pair) throw new Error('there are pairs')
    const interval = pairInterval({ q: 3, cellOf: pair.cellOf }, clusters)
    const view = presentPair(measure, { ...pair, first: 'a1', second: 'a3' }, interval)
    const cohen = view.coefficients.find(({ key }) => key === 'cohen')?.estimate
    expect(view).toMatchObject({ n: 30, responses: 30 })
    expect(cohen?.value).toBeCloseTo(cohenKappa(confusionMatrix(ratings)).value ?? Number.NaN, 12)
    const expected = bootstrap(ratings, { kappa: (x) => cohenKappa(confusionMatrix(x)) }, ARCSINE)
    expect(cohen?.interval?.low).toBeCloseTo(expected.kappa.low ?? Number.NaN, 10)
    expect(view.coefficients.map(({ key }) => key)).not.toContain('biasIndex')
  })
})

describe('coefficients beside alpha', () => {
  const random = seededRandom(3)
  const numbers: MeasureScale = {
    level: 'interval',
    categories: ['1', '2', '3'].map((value) => ({ value, text: value })),
  }
  const full = Array.from({ length: 15 }, () =>
    Array.from({ length: 2 }, () => {
      const truth = random(3)
      return Array.from({ length: RATERS }, () => (random(3) === 0 ? random(3) : truth))
    }),
  )
  const keysOf = (scale: MeasureScale, all: readonly Response[]) =>
    figuresOf(scale, countsFrom(all).counts).others.map(({ key }) => key)

  it('are weighted where values have an order, of fixed annotators where all rated everything, of numbers where there are any', () => {
    expect(keysOf(measure, full)).toContain('conger')
    expect(keysOf(measure, full)).not.toContain('meanCohenLinear')
    const added = ['meanCohenLinear', 'meanCohenQuadratic', 'conger', 'icc', 'iccAgreement']
    expect(keysOf(numbers, full)).toEqual(expect.arrayContaining(added))
    const gap = full.map((units, at) => (at === 0 ? units.map((codes) => [-1, ...codes.slice(1)]) : units))
    expect(keysOf(numbers, gap)).toEqual(expect.arrayContaining(['meanCohenLinear', 'icc']))
    expect(keysOf(numbers, gap)).not.toEqual(expect.arrayContaining(['conger']))
    expect(keysOf(numbers, gap)).not.toEqual(expect.arrayContaining(['iccAgreement']))
  })

  it('are those of the units written out, each with an interval', () => {
    const { counts, clusters } = countsFrom(full)
    const intervals = measureIntervals({ measure: numbers, clusters })
    const table = ratingsOf(
      full.flat().map((codes) => codes.map((code) => code + 1)),
      { categories: [1, 2, 3] },
    )
    const expected: Record<string, number | null> = {
      meanCohenLinear: meanPairwiseCohen(table, { weights: 'linear' }).value,
      meanCohenQuadratic: meanPairwiseCohen(table, { weights: 'quadratic' }).value,
      conger: congerKappa(table).value,
      icc: iccOneWay(table).value,
      iccAgreement: iccAgreement(table).value,
    }
    const { others } = figuresOf(numbers, counts, intervals)
    for (const [key, value] of Object.entries(expected)) {
      const estimate = others.find((other) => other.key === key)?.estimate
      expect(estimate?.value).toBeCloseTo(value ?? Number.NaN, 12)
      expect(estimate?.interval).not.toBeNull()
    }
  })
})
