import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { movesOf, outcomeOf, type SettledRow } from './moves'
import { shareOf, wilson } from './rules'

const row = (given: Partial<SettledRow>): SettledRow => ({
  position: 1,
  how: 'discussed',
  holders: [],
  movers: [],
  times: 1,
  ...given,
})

describe('movesOf', () => {
  it('tells who gave way to whom, whom a third rater upheld, and what became of the rest', () => {
    const moves = movesOf(
      [
        row({ holders: [1], movers: [2], times: 3 }),
        row({ position: 2, holders: [2], movers: [1] }),
        row({ position: 2, movers: [1, 2] }),
        row({ position: 3, how: 'lane', holders: [1], movers: [2] }),
        row({ position: 3, how: 'edited', movers: [1, 2] }),
        row({ position: 4, how: 'majority', holders: [1, 3], movers: [2] }),
        row({ position: 5, how: null }),
      ],
      true,
    )
    expect(moves.outcomes).toEqual({
      settled: { count: 8, inItems: 4, items: [1, 2, 3, 4] },
      discussedToOne: { count: 4, inItems: 2, items: [1, 2] },
      discussedToThird: { count: 1, inItems: 1, items: [2] },
      decidedForOne: { count: 1, inItems: 1, items: [3] },
      decidedForThird: { count: 1, inItems: 1, items: [3] },
      majority: { count: 1, inItems: 1, items: [4] },
      dissolved: { count: 1, inItems: 1, items: [5] },
    })
    expect(moves.conformity).toEqual({ count: 4, of: 5, share: null, interval: null })
    expect(moves.people.get(1)).toMatchObject({ gaveWay: { count: 1, of: 4 }, upheld: { count: 1, of: 1 } })
    expect(moves.people.get(2)).toMatchObject({ gaveWay: { count: 3, of: 4 }, upheld: { count: 0, of: 1 } })
    expect(moves.moves).toEqual([
      { from: 2, to: 1, cell: { count: 3, inItems: 1, items: [1] } },
      { from: 1, to: 2, cell: { count: 1, inItems: 1, items: [2] } },
    ])
  })

  it('lists no items for readers who may not know them', () => {
    const { outcomes, moves } = movesOf([row({ holders: [1], movers: [2] })], false)
    expect([...Object.values(outcomes), ...moves.map(({ cell }) => cell)].every(({ items }) => items === null)).toBe(
      true,
    )
  })

  it('puts every disagreement into exactly one outcome', () => {
    const how = fc.constantFrom('discussed', 'lane', 'edited', 'majority', 'agreed', null)
    const rows = fc.array(fc.record({ how, holders: fc.subarray([1, 2]), times: fc.integer({ min: 1, max: 9 }) }))
    fc.assert(
      fc.property(rows, (given) => {
        const whole = given.map((each) => row({ ...each, movers: [1, 2].filter((one) => !each.holders.includes(one)) }))
        const { settled, ...outcomes } = movesOf(whole, true).outcomes
        const total = whole.reduce((sum, { times }) => sum + times, 0)
        expect(Object.values(outcomes).reduce((sum, { count }) => sum + count, 0)).toBe(total)
        expect(settled.count).toBe(total - outcomes.dissolved.count)
      }),
    )
  })
})

it('names the outcome by who decided and whether anybody had said it', () => {
  expect(outcomeOf({ how: 'discussed', holders: [1] })).toBe('discussedToOne')
  expect(outcomeOf({ how: 'edited', holders: [] })).toBe('decidedForThird')
  expect(outcomeOf({ how: null, holders: [] })).toBe('dissolved')
})

describe('wilson', () => {
  it('solves its own equation at both limits', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 500 }), fc.nat(), (of, drawn) => {
        const count = drawn % (of + 1)
        const { low, high } = wilson(count, of) ?? { low: Number.NaN, high: Number.NaN }
        for (const [limit, reached] of [
          [low, count === 0],
          [high, count === of],
        ] as const)
          if (!reached)
            expect(Math.abs(count / of - limit)).toBeCloseTo(
              1.959963984540054 * Math.sqrt((limit * (1 - limit)) / of),
              9,
            )
        expect(low).toBeLessThanOrEqual(count / of)
        expect(high).toBeGreaterThanOrEqual(count / of)
      }),
    )
    expect(wilson(0, 0)).toBeNull()
  })

  it('gives counts only where there are few', () => {
    expect(shareOf(3, 9)).toEqual({ of: 9, count: 3, share: null, interval: null })
    expect(shareOf(5, 10).interval?.low).toBeCloseTo(0.2366, 4)
  })
})
