import { describe, expect, it } from 'vitest'
import { bootstrap } from './bootstrap'
import { bootstrapCounts, drawableCounts } from './bootstrap-counts'
import { bootstrapInSlices, resampleInSlices } from './bootstrap-in-slices'
import { resampleTogether } from './bootstrap-together'
import { cohenKappa } from './cohen-kappa'
import { confusionMatrix } from './confusion-matrix'
import { countDraws } from './draws'
import { krippendorffAlpha } from './krippendorff-alpha'
import { percentAgreement } from './percent-agreement'
import { type Label, type RatingTable, ratingsOf } from './ratings'
import { seededRandom } from './seeded-random'

const categories: Label[] = ['a', 'b', 'c']
const next = seededRandom(77)
const codeRows = Array.from({ length: 60 }, () => {
  const truth = next(3)
  return [0, 1, 2].map(() => [truth, truth, truth, next(3), -1][next(5)] ?? 0)
})
const units = codeRows.map((row) => row.map((code) => categories[code] ?? null))
const clusters = units.map((_, unit) => Math.floor(unit / 3))
const ratings = ratingsOf(units, { categories })
const statistics = {
  agreement: (table: RatingTable) => percentAgreement(table),
  alpha: (table: RatingTable) => krippendorffAlpha(table, { level: 'nominal' }),
  kappa: (table: RatingTable) => cohenKappa(confusionMatrix(table)),
}

describe('bootstrap in slices', () => {
  it('gives exactly the figures of the bootstrap at once', async () => {
    const options = { seed: 4, resamples: 500, clusters }
    expect(await bootstrapInSlices(ratings, statistics, options)).toEqual(bootstrap(ratings, statistics, options))
  })

  it('gives the same for counts', async () => {
    const counts = codeRows.map(([a = 0, b = 0]) => [a + 1, b + 2])
    const share = { share: ([a = 0, b = 0]: Float64Array) => ({ value: a / b }) }
    const sliced = await resampleInSlices(countDraws(counts, 2), drawableCounts(counts, 2), share, { seed: 2 })
    expect(sliced).toEqual(bootstrapCounts(counts, 2, share, { seed: 2 }))
  })

  it('lets others work in between', async () => {
    let turns = 0
    let going = true
    const takeTurns = () => {
      turns++
      if (going) setImmediate(takeTurns)
    }
    setImmediate(takeTurns)
    // Twenty resamples of at least 2 ms are four slices of 10 ms.
    const slow = (table: RatingTable) => {
      const until = performance.now() + 2
      while (performance.now() < until);
      return percentAgreement(table)
    }
    await bootstrapInSlices(ratings, { slow }, { resamples: 20 })
    going = false
    expect(turns).toBeGreaterThanOrEqual(3)
  })

  it('stops when told to', async () => {
    const stop = new AbortController()
    const reason = new Error('no longer wanted')
    let calls = 0
    const statistic = (table: RatingTable) => {
      if (++calls === 5) stop.abort(reason)
      const until = performance.now() + 4
      while (performance.now() < until);
      return percentAgreement(table)
    }
    const work = bootstrapInSlices(ratings, { statistic }, { signal: stop.signal, resamples: 1_000_000 })
    await expect(work).rejects.toBe(reason)
    expect(calls).toBeLessThan(20)
    await expect(bootstrapInSlices(ratings, { statistic }, { signal: stop.signal })).rejects.toBe(reason)
  })
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
  it('give exactly what each gives by itself', async () => {
    const counts = codeRows.map(([a = 0, b = 0]) => [a + 1, b + 2])
    const others = codeRows.map(([a = 0, , c = 0]) => [c + 2, a + 3])
    const share = { share: ([a = 0, b = 0]: Float64Array) => ({ value: a / b }) }
    const never = { never: () => ({ value: null, reason: 'empty' as const }) }
    const parts = [counts, others].map((each) => ({
      draws: countDraws(each, 2),
      sample: drawableCounts(each, 2),
      statistics: share,
    }))
    const idle = { draws: countDraws(counts, 2), sample: drawableCounts(counts, 2), statistics: never }
    const options = { seed: 3, resamples: 400 }
    expect(await resampleTogether([...parts, idle], options)).toEqual([
      bootstrapCounts(counts, 2, share, options),
      bootstrapCounts(others, 2, share, options),
      bootstrapCounts(counts, 2, never, options),
    ])
  })

  it('are refused where sizes differ', async () => {
    const of = (rows: number[][]) => ({
      draws: countDraws(rows, 1),
      sample: drawableCounts(rows, 1),
      statistics: { sum: ([a = 0]: Float64Array) => ({ value: a }) },
    })
    await expect(resampleTogether([of([[1], [2]]), of([[1]])])).rejects.toThrow(/one size/)
  })

  it('stop where they are told to', async () => {
    const rows = [[1], [2]]
    const part = {
      draws: countDraws(rows, 1),
      sample: drawableCounts(rows, 1),
      statistics: { sum: ([a = 0]: Float64Array) => ({ value: a }) },
    }
    await expect(resampleTogether([part], { signal: AbortSignal.abort(new Error('enough')) })).rejects.toThrow('enough')
  })
})
