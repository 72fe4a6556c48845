import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { drawPlaces } from '@/lib/stats/draw-places'
import { seededRandom } from '@/lib/stats/seeded-random'
import { drawFrom } from './rules'
import { type Candidate, leftOut } from './sampling/rules'

const seeds = fc.integer({ min: 0, max: 2 ** 31 - 1 })

describe('drawing', () => {
  it('draws as many as asked, each once and in order, or all', () => {
    fc.assert(
      fc.property(fc.nat(40), fc.nat(60), seeds, (size, count, seed) => {
        const drawn = drawPlaces(size, count, seededRandom(seed))
        expect(drawn).toHaveLength(Math.min(size, count))
        expect(drawn).toEqual([...new Set(drawn)].sort((one, other) => one - other))
        expect(drawn.every((place) => place >= 0 && place < size)).toBe(true)
        expect(drawPlaces(size, count, seededRandom(seed))).toEqual(drawn)
      }),
    )
  })

  it('draws everything equally often', () => {
    const next = seededRandom(5)
    const times = [0, 0, 0, 0, 0]
    for (let round = 0; round < 5_000; round++)
      for (const place of drawPlaces(5, 2, next)) times[place] = (times[place] ?? 0) + 1
    // Expected 2,000 each; 150 is more than four standard deviations.
    for (const count of times) expect(Math.abs(count - 2_000)).toBeLessThan(150)
  })

  it('keeps the order of what it draws from', () => {
    expect(drawFrom(['a', 'b', 'c'], 9, 1)).toEqual(['a', 'b', 'c'])
    expect(drawFrom([], 3, 1)).toEqual([])
  })
})

describe('a sampling plan', () => {
  const candidates = fc.array(fc.record({ set: fc.constantFrom('wiki', 'news', ''), begun: fc.boolean() }), {
    maxLength: 30,
  })
  const numbered = candidates.map((all): Candidate[] => all.map((each, index) => ({ ...each, itemId: `i${index}` })))

  it('leaves so many of each named set, or what was begun, and others whole', () => {
    fc.assert(
      fc.property(numbered, fc.nat(12), fc.nat(12), seeds, (all, wiki, news, seed) => {
        const counts = new Map([
          ['wiki', wiki],
          ['news', news],
        ])
        const going = leftOut(all, counts, seed)
        expect(going.filter(({ begun, set }) => begun || set === '')).toEqual([])
        const gone = new Set(going.map(({ itemId }) => itemId))
        for (const [set, count] of counts) {
          const own = all.filter((each) => each.set === set)
          const begun = own.filter((each) => each.begun).length
          const kept = own.filter(({ itemId }) => !gone.has(itemId)).length
          expect(kept).toBe(Math.min(own.length, Math.max(count, begun)))
        }
        expect(leftOut(all, counts, seed)).toEqual(going)
      }),
    )
  })
})
