import fc from 'fast-check'
import { expect, it } from 'vitest'
import { kappaOfCells } from '@/lib/quality/agreement/measures'
import { cohenKappa } from '@/lib/stats/cohen-kappa'
import { pairFigures as figuresOf, type PairCounts } from './pair-figures'

const CATEGORIES = ['a', 'b', 'c']
const pairFigures = (
  { length: size }: readonly string[],
  responses: readonly PairCounts[],
  { intervals = true } = {},
) => figuresOf({ size, rows: responses.map((counts) => ({ counts, responses: 1 })), intervals })
const table = fc.array(fc.nat(9), { minLength: 9, maxLength: 9 })

it('gives the kappa of the statistics room for any table', () => {
  fc.assert(
    fc.property(table, (sums) => {
      const counts = CATEGORIES.map((_, row) => Float64Array.from(sums.slice(row * 3, row * 3 + 3)))
      const n = sums.reduce((sum, count) => sum + count, 0)
      const known = cohenKappa({ categories: CATEGORIES, declared: true, counts, n })
      const own = kappaOfCells(Float64Array.from(sums), CATEGORIES.length)
      if (known.value === null) expect(own).toEqual({ value: null, reason: known.reason })
      else expect(own.value).toBeCloseTo(known.value, 12)
    }),
  )
})

it('does not depend on how units are spread over responses, but for the interval', () => {
  fc.assert(
    fc.property(table, table, (first, second) => {
      const apart = pairFigures(CATEGORIES, [first, second], { intervals: false })
      const sums = first.map((count, cell) => count + (second[cell] ?? 0))
      const together = pairFigures(CATEGORIES, [sums], { intervals: false })
      expect({ ...apart, responses: 1 }).toEqual(together)
    }),
  )
})

it('says why there is no figure: nothing in common, too few units, no variation', () => {
  expect(pairFigures(['x', 'y'], [])).toMatchObject({ units: 0, percent: { reason: 'no-pairable-units' } })
  expect(pairFigures(['x', 'y'], [[9, 0, 0, 0]])).toMatchObject({ alike: 9, percent: { reason: 'too-few-units' } })
  const same = pairFigures(['x', 'y'], [[10, 0, 0, 0]])
  expect(same).toMatchObject({ percent: { value: 1 }, kappa: { value: null, reason: 'no-variation' } })
})

it('draws whole responses: where all are alike the interval is a point, and of fewer than ten there is none', () => {
  const alike = (responses: number) => pairFigures(['x', 'y'], Array<number[]>(responses).fill([8, 2, 1, 9])).percent
  expect(alike(10).interval).toMatchObject({ low: 0.85, high: 0.85, drawn: 10, resamples: 2000 })
  expect(alike(9)).toMatchObject({ value: 0.85, interval: null })
})

it('counts responses that are alike as so many in a row', () => {
  const rows = [
    { counts: [3, 1, 2, 4], responses: 40 },
    { counts: [5, 0, 0, 1], responses: 7 },
  ]
  const listed = rows.flatMap(({ counts, responses }) => Array.from({ length: responses }, () => counts))
  expect(figuresOf({ size: 2, rows, intervals: true })).toEqual(pairFigures(['x', 'y'], listed))
})
