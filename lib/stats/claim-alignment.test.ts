import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { matchClaims } from './claim-alignment'

describe('matchClaims', () => {
  it('prefers the best whole to the best pair', () => {
    expect(
      matchClaims(
        [
          [0.9, 0.8],
          [0.85, 0.2],
        ],
        0.3,
      ),
    ).toEqual([
      [0, 1],
      [1, 0],
    ])
  })

  it('keeps the order of claims that are all the same', () => {
    const same = Array.from({ length: 4 }, () => [1, 1, 1, 1])
    expect(matchClaims(same, 0.5)).toEqual([0, 1, 2, 3].map((index) => [index, index]))
  })

  it('leaves claims alone that have no like', () => {
    expect(matchClaims([], 0.5)).toEqual([])
    expect(matchClaims([[], []], 0.5)).toEqual([])
    expect(matchClaims([[0.49], [0.5]], 0.5)).toEqual([[1, 0]])
  })

  it('refuses what cannot be matched', () => {
    expect(() => matchClaims([[1], [1, 0]], 0.5)).toThrow('columns')
    expect(() => matchClaims([[Number.NaN]], 0.5)).toThrow('number')
    expect(() => matchClaims([[1]], Number.NaN)).toThrow('threshold')
  })

  it('is as good as the best of all matchings, and one-to-one', () => {
    const best = (rows: number[][], threshold: number, taken = new Set<number>()): number => {
      const [first, ...rest] = rows
      if (!first) return 0
      const totals = first.map((value, right) =>
        value >= threshold && !taken.has(right) ? value + best(rest, threshold, new Set([...taken, right])) : 0,
      )
      return Math.max(best(rest, threshold, taken), ...totals)
    }
    const table = fc.tuple(fc.integer({ min: 0, max: 5 }), fc.integer({ min: 0, max: 5 })).chain(([rows, columns]) =>
      fc.array(fc.array(fc.integer({ min: 0, max: 8 }), { minLength: columns, maxLength: columns }), {
        minLength: rows,
        maxLength: rows,
      }),
    )
    fc.assert(
      fc.property(table, fc.integer({ min: 0, max: 8 }), (similarity, threshold) => {
        const pairs = matchClaims(similarity, threshold)
        const total = pairs.reduce((sum, [left, right]) => sum + (similarity[left]?.[right] ?? Number.NaN), 0)
        expect(total).toBe(best(similarity, threshold))
        expect(pairs.every(([left, right]) => (similarity[left]?.[right] ?? -1) >= threshold)).toBe(true)
        expect(new Set(pairs.map(([left]) => left)).size).toBe(pairs.length)
        expect(new Set(pairs.map(([, right]) => right)).size).toBe(pairs.length)
      }),
    )
  })
})
