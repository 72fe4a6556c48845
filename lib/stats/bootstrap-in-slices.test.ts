import { describe, expect, it } from 'vitest'
import { bootstrap, drawable, resample } from './bootstrap'
import { bootstrapCounts, drawableCounts } from './bootstrap-counts'
import { bootstrapInSlices, resampleInSlices } from './bootstrap-in-slices'
import { resampleTogether } from './bootstrap-together'
import { clusterRatings, clustersOfRaters, clustersWithoutRaters } from './cluster-ratings'
import { cohenKappa } from './cohen-kappa'
import { confusionMatrix } from './confusion-matrix'
import { countDraws } from './draws'
import { pairOfRaters, withoutRaters } from './fewer-rows'
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

describe('ratings from counts', () => {
  const patterns = [...new Map(codeRows.map((row) => [row.join(), row])).values()]
  const indexOf = (row: readonly number[]) => patterns.findIndex((pattern) => pattern.join() === row.join())
  const folded = clusterRatings({
    patterns,
    categories,
    clusters: Array.from({ length: 20 }, (_, cluster) => ({
      patternIndexes: codeRows.slice(cluster * 3, cluster * 3 + 3).map(indexOf),
      responses: 1,
    })),
  })
  const options = { seed: 8, resamples: 200 }
  const intervals = (of: typeof folded) => resample(of.draws, drawable(of.ratings), statistics, options)

  it('give the figures of the units written out', () => {
    expect(intervals(folded)).toEqual(bootstrap(ratings, statistics, { ...options, clusters }))
  })

  it('draw equal responses as if they stood one after the other', () => {
    const two = { patternIndexes: [0, 1], responses: 2 }
    const one = { patternIndexes: [2], responses: 1 }
    const counted = clusterRatings({ patterns, categories, clusters: [two, one, two] })
    const listed = clusterRatings({
      patterns,
      categories,
      clusters: [two, two, one, two, two].map((cluster) => ({ ...cluster, responses: 1 })),
    })
    expect(intervals(counted)).toEqual(intervals(listed))
    expect(counted.draws.typeOf.length).toBe(5)
  })

  it('keep a pair of raters, or forget who rated', () => {
    const clustered = { ...options, clusters }
    expect(intervals(clustersOfRaters(folded, [2, 0]))).toEqual(
      bootstrap(pairOfRaters(ratings, 2, 0), statistics, clustered),
    )
    expect(intervals(clustersWithoutRaters(folded)).alpha).toEqual(
      bootstrap(withoutRaters(ratings), statistics, clustered).alpha,
    )
    expect(() => clustersOfRaters(folded, [3])).toThrow('not one of 3')
  })

  it('fold patterns that are given twice', () => {
    const twice = clusterRatings({
      patterns: [
        [0, 1],
        [0, 1],
      ],
      categories,
      clusters: [{ patternIndexes: [0, 1], responses: 3 }],
    })
    expect(twice.ratings.times).toEqual(Float64Array.of(6))
  })

  it.each([
    ['ragged patterns', [[0, 1], [0]], [0], 1, 'columns'],
    ['a code that is no category', [[0, 3]], [0], 1, 'no category'],
    ['a code that is no whole number', [[0, 0.5]], [0], 1, 'no category'],
    ['an index that is no pattern', [[0, 1]], [1], 1, 'not a pattern'],
    ['half a response', [[0, 1]], [0], 0.5, 'not a count'],
  ])('are rejected for %s', (_, rows, patternIndexes, responses, words) => {
    const input = { patterns: rows, categories, clusters: [{ patternIndexes, responses }] }
    expect(() => clusterRatings(input)).toThrow(words)
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
