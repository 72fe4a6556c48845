import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { everyIndexVector } from '@/tests/oracle/doors/every-index-vector'
import { bootstrap, bootstrapCounts, drawableCounts, OutOfTime, resampleTogether } from './bootstrap'
import { cohenKappa } from './cohen-kappa'
import { confusionMatrix } from './confusion-matrix'
import { countDraws } from './draws'
import { percentAgreement } from './percent-agreement'
import { quantileOfSorted } from './quantile'
import { type Label, type RatingTable, ratingsOf } from './ratings'
import { seededRandom } from './seeded-random'
import { StatsInputError } from './stats-input-error'

const categories: Label[] = ['a', 'b']
const kappa = (ratings: RatingTable) => cohenKappa(confusionMatrix(ratings))
const agreement = (ratings: RatingTable) => percentAgreement(ratings)
const units = [
  ['a', 'a'],
  ['a', 'b'],
  ['b', 'b'],
  ['b', 'b'],
  ['a', 'a'],
  ['b', 'a'],
]
const ratings = ratingsOf(units, { categories })

describe('quantile', () => {
  it('interpolates between order statistics', () => {
    expect(quantileOfSorted(Float64Array.of(1, 2, 3, 4), 0.5)).toBe(2.5)
    expect(quantileOfSorted(Float64Array.of(7), 0.9)).toBe(7)
    expect(quantileOfSorted(Float64Array.of(1, 9, 10), 1)).toBe(10)
  })

  it('rejects what is no probability', () => {
    expect(() => quantileOfSorted(Float64Array.of(1), 1.1)).toThrow('not a probability')
  })
})

describe('seeded random indices', () => {
  it('repeat for a seed and differ between seeds', () => {
    const draw = (seed: number) =>
      Array.from(
        { length: 20 },
        (
          (next) => () =>
            next(1000)
        )(seededRandom(seed)),
      )
    expect(draw(7)).toEqual(draw(7))
    expect(draw(7)).not.toEqual(draw(8))
  })

  it('are spread evenly (chi-square with 9 degrees of freedom under 27.9, p = 0.001)', () => {
    const next = seededRandom(20)
    const counts = new Array<number>(10).fill(0)
    for (let i = 0; i < 100_000; i++) {
      const index = next(10)
      counts[index] = (counts[index] ?? 0) + 1
    }
    expect(counts.reduce((sum, count) => sum + (count - 10_000) ** 2 / 10_000, 0)).toBeLessThan(27.9)
  })

  it.each([-1, 0.5, 2 ** 32, Number.NaN])('reject the seed %s', (seed) => {
    expect(() => seededRandom(seed)).toThrow('not a seed')
  })
})

describe('bootstrap', () => {
  it('gives the same interval for the same seed and states it', () => {
    const first = bootstrap(ratings, { kappa }, { seed: 5, resamples: 300 })
    expect(bootstrap(ratings, { kappa }, { seed: 5, resamples: 300 })).toEqual(first)
    expect(bootstrap(ratings, { kappa }, { seed: 6, resamples: 300 })).not.toEqual(first)
    expect(first.kappa).toMatchObject({ seed: 5, nResamples: 300, nDrawn: 6, confidence: 0.95 })
  })

  it('takes one series of resamples for all statistics', () => {
    const together = bootstrap(ratings, { kappa, agreement }, { seed: 9, resamples: 200 })
    expect(together.agreement).toEqual(bootstrap(ratings, { agreement }, { seed: 9, resamples: 200 }).agreement)
    expect(together.kappa).toEqual(bootstrap(ratings, { kappa }, { seed: 9, resamples: 200 }).kappa)
  })

  it('orders its limits and counts every resample, whatever the data', () => {
    const labels = fc.constantFrom(...categories)
    const rows = fc.array(fc.tuple(labels, labels), { minLength: 1, maxLength: 8 })
    fc.assert(
      fc.property(rows, fc.nat(), (pairs, seed) => {
        const result = bootstrap(ratingsOf(pairs, { categories }), { kappa }, { seed, resamples: 50 }).kappa
        if (result.value === null) {
          expect(result).toMatchObject({ reason: 'no-variation', low: null, high: null, se: null, nResamples: 0 })
        } else if (result.low === null || result.high === null) {
          expect(result.nUndefined).toBe(50)
        } else {
          expect(result.low).toBeLessThanOrEqual(result.high)
          expect(result.nResamples).toBe(50)
        }
      }),
    )
  })

  it('draws the units that the generator says', () => {
    const onlyUnit = (unit: number) =>
      bootstrap(ratings, { agreement }, { resamples: 3, nextIndex: () => unit }).agreement
    expect(onlyUnit(0)).toMatchObject({ low: 1, high: 1, mean: 1, se: 0, seed: null })
    expect(onlyUnit(1)).toMatchObject({ low: 0, high: 0, mean: 0, se: 0 })
  })

  it('draws whole clusters', () => {
    const clusters = ['x', 'x', 'x', 'y', 'y', 'y']
    const only = (cluster: number) =>
      bootstrap(ratings, { agreement }, { clusters, resamples: 1, nextIndex: () => cluster }).agreement
    expect(only(0)).toMatchObject({ nDrawn: 2, mean: 2 / 3 })
    let turn = 0
    const alternate = { clusters: [1, 2, 2, 2, 2, 2], resamples: 1, nextIndex: () => turn++ % 2 }
    expect(bootstrap(ratings, { agreement }, alternate).agreement.mean).toBe(4 / 6)
  })

  it('counts undefined resamples and leaves them out', () => {
    let index = 0
    const nextIndex = () => Math.floor(index++ / 6)
    const result = bootstrap(ratings, { kappa }, { resamples: 3, nextIndex }).kappa
    // Six times unit 0 and six times unit 2 have one label each; only the unit with a disagreement has a kappa.
    expect(result).toMatchObject({ nResamples: 3, nUndefined: 2, low: 0, high: 0, se: null })
  })

  it('unfolds counted rows into single units', () => {
    const counted = ratingsOf(
      [
        ['a', 'a'],
        ['a', 'b'],
      ],
      { categories, times: [3, 1] },
    )
    const listed = ratingsOf(
      [
        ['a', 'a'],
        ['a', 'a'],
        ['a', 'a'],
        ['a', 'b'],
      ],
      { categories },
    )
    const options = { seed: 3, resamples: 100 }
    expect(bootstrap(counted, { agreement }, options)).toEqual(bootstrap(listed, { agreement }, options))
  })

  it('has no limits without a point', () => {
    const result = bootstrap(ratingsOf([], { categories }), { agreement }).agreement
    expect(result).toMatchObject({ value: null, reason: 'no-pairable-units', low: null, high: null, nResamples: 0 })
  })

  it('rejects options out of range', () => {
    expect(() => bootstrap(ratings, { kappa }, { resamples: 0 })).toThrow('number of resamples')
    expect(() => bootstrap(ratings, { kappa }, { confidence: 1 })).toThrow('confidence')
    expect(() => bootstrap(ratings, { kappa }, { clusters: ['x'] })).toThrow('1 clusters, 6 units')
  })

  it('the exact distribution of two units by hand: agreement 1, 1/2, 1/2, 0', () => {
    const two = ratingsOf(
      [
        ['a', 'a'],
        ['a', 'b'],
      ],
      { categories },
    )
    const options = { confidence: 0.5, resamples: 4, nextIndex: everyIndexVector(2) }
    const result = bootstrap(two, { agreement }, options).agreement
    expect(result).toMatchObject({ nResamples: 4, nUndefined: 0, mean: 0.5, low: 0.375, high: 0.625 })
  })
})

const nextPair = seededRandom(3)
const pairs = Array.from({ length: 120 }, () => [nextPair(2), nextPair(2)])
const clustersOfPairs = pairs.map((_, unit) => Math.floor(unit / 4))

describe('bootstrapCounts', () => {
  it('gives for a share the interval that resampling whole clusters of ratings gives', () => {
    const counts = Array.from({ length: 30 }, (_, cluster) => {
      const own = pairs.filter((_, unit) => clustersOfPairs[unit] === cluster)
      return [own.length, own.filter(([a, b]) => a === b).length]
    })
    const share = (sums: Float64Array) => ({ value: (sums[1] ?? 0) / (sums[0] ?? 1) })
    const table = ratingsOf(pairs, { categories: [0, 1] })
    const byRatings = bootstrap(
      table,
      { share: (x) => percentAgreement(x) },
      { clusters: clustersOfPairs, seed: 5, resamples: 500 },
    ).share
    const byCounts = bootstrapCounts(counts, 2, { share }, { seed: 5, resamples: 500 }).share
    expect(byCounts.value).toBeCloseTo(byRatings.value ?? Number.NaN, 12)
    expect(byCounts.low).toBeCloseTo(byRatings.low ?? Number.NaN, 1)
    expect(byCounts.high).toBeCloseTo(byRatings.high ?? Number.NaN, 1)
    expect(byCounts.nDrawn).toBe(byRatings.nDrawn)
  })

  it('draws clusters without any counts too', () => {
    const sum = (sums: Float64Array) => ({ value: sums[0] ?? 0 })
    const { low, high, nDrawn } = bootstrapCounts([[4], [0], [0], [0]], 1, { sum }, { resamples: 2000 }).sum
    expect(nDrawn).toBe(4)
    expect([low, (high ?? 0) % 4]).toEqual([0, 0])
    expect(high).toBeGreaterThanOrEqual(8)
  })

  it('refuses clusters of another length', () => {
    expect(() => bootstrapCounts([[1, 2], [3]], 2, {})).toThrow(StatsInputError)
  })
})

const next = seededRandom(77)
const triples = Array.from({ length: 60 }, () => {
  const truth = next(3)
  return [0, 1, 2].map(() => [truth, truth, truth, next(3), -1][next(5)] ?? 0)
})

describe('seeded draws in bulk', () => {
  it('are the draws one by one, however they are mixed', () => {
    const [bulk, single] = [seededRandom(5), seededRandom(5)]
    const typeOf = Int32Array.from({ length: 1500 }, (_, index) => index % 7)
    for (let run = 0; run < 4; run++) {
      const [counts, wanted] = [new Int32Array(7), new Int32Array(7)]
      bulk.tally(typeOf, counts)
      for (let i = 0; i < typeOf.length; i++) {
        const type = typeOf[single(typeOf.length)] ?? 0
        wanted[type] = (wanted[type] ?? 0) + 1
      }
      expect(counts).toEqual(wanted)
      expect(bulk(1000)).toBe(single(1000))
    }
  })
})

describe('samples of one size together', () => {
  it('give exactly what each gives by itself', () => {
    const counts = triples.map(([a = 0, b = 0]) => [a + 1, b + 2])
    const others = triples.map(([a = 0, , c = 0]) => [c + 2, a + 3])
    const share = { share: ([a = 0, b = 0]: Float64Array) => ({ value: a / b }) }
    const never = { never: () => ({ value: null, reason: 'empty' as const }) }
    const parts = [counts, others].map((each) => ({
      draws: countDraws(each, 2),
      sample: drawableCounts(each, 2),
      statistics: share,
    }))
    const idle = { draws: countDraws(counts, 2), sample: drawableCounts(counts, 2), statistics: never }
    const options = { seed: 3, resamples: 400 }
    expect(resampleTogether([...parts, idle], options)).toEqual([
      bootstrapCounts(counts, 2, share, options),
      bootstrapCounts(others, 2, share, options),
      bootstrapCounts(counts, 2, never, options),
    ])
  })

  it('are refused where sizes differ', () => {
    const of = (rows: number[][]) => ({
      draws: countDraws(rows, 1),
      sample: drawableCounts(rows, 1),
      statistics: { sum: ([a = 0]: Float64Array) => ({ value: a }) },
    })
    expect(() => resampleTogether([of([[1], [2]]), of([[1]])])).toThrow(/one size/)
  })

  it('end at their deadline, and so does one alone', () => {
    const rows = [[1], [2]]
    const part = {
      draws: countDraws(rows, 1),
      sample: drawableCounts(rows, 1),
      statistics: { sum: ([a = 0]: Float64Array) => ({ value: a }) },
    }
    const deadline = performance.now() - 1
    expect(() => resampleTogether([part], { deadline })).toThrow(OutOfTime)
    expect(() => bootstrapCounts(rows, 1, part.statistics, { deadline })).toThrow(OutOfTime)
  })
})
