import { describe, expect, it } from 'vitest'
import { bootstrap } from './bootstrap'
import { bootstrapCounts } from './bootstrap-counts'
import { percentAgreement } from './percent-agreement'
import { ratingsOf } from './ratings'
import { seededRandom } from './seeded-random'
import { StatsInputError } from './stats-input-error'

const next = seededRandom(3)
const pairs = Array.from({ length: 120 }, () => [next(2), next(2)])
const clusters = pairs.map((_, unit) => Math.floor(unit / 4))

describe('bootstrapCounts', () => {
  it('gives for a share the interval that resampling whole clusters of ratings gives', () => {
    const counts = Array.from({ length: 30 }, (_, cluster) => {
      const own = pairs.filter((_, unit) => clusters[unit] === cluster)
      return [own.length, own.filter(([a, b]) => a === b).length]
    })
    const share = (sums: Float64Array) => ({ value: (sums[1] ?? 0) / (sums[0] ?? 1) })
    const ratings = ratingsOf(pairs, { categories: [0, 1] })
    const byRatings = bootstrap(
      ratings,
      { share: (x) => percentAgreement(x) },
      { clusters, seed: 5, resamples: 500 },
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
