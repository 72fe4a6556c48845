import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { everyIndexVector } from '@/tests/oracle/doors/every-index-vector'
import { bootstrap } from './bootstrap'
import { cohenKappa } from './cohen-kappa'
import { confusionMatrix } from './confusion-matrix'
import { percentAgreement } from './percent-agreement'
import { quantileOfSorted } from './quantile'
import { type Label, type RatingTable, ratingsOf } from './ratings'
import { seededRandom } from './seeded-random'

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
