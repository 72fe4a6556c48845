import fc from 'fast-check'
import { expect, it } from 'vitest'
import { cohenKappa } from '@/lib/stats/cohen-kappa'
import { kappaOf, pairFigures } from './pair-figures'
import { pairFiguresInSlices } from './pair-figures-in-slices'

const CATEGORIES = ['a', 'b', 'c']
const table = fc.array(fc.nat(9), { minLength: 9, maxLength: 9 })

it('gives the kappa of the statistics room for any table', () => {
  fc.assert(
    fc.property(table, (sums) => {
      const counts = CATEGORIES.map((_, row) => Float64Array.from(sums.slice(row * 3, row * 3 + 3)))
      const n = sums.reduce((sum, count) => sum + count, 0)
      const known = cohenKappa({ categories: CATEGORIES, declared: true, counts, n })
      const own = kappaOf(CATEGORIES)(Float64Array.from(sums))
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

it('draws whole responses: with one response the interval is a point', () => {
  const { percent } = pairFigures(['x', 'y'], [[8, 2, 1, 9]])
  expect(percent.interval).toMatchObject({ low: 0.85, high: 0.85, drawn: 1, resamples: 2000 })
})

it('gives the very same figures in slices, and lets others in between', async () => {
  const responses = Array.from({ length: 5_000 }, (_, index) => [3, index % 2, index % 3, 2])
  let turns = 0
  const others = setInterval(() => (turns += 1), 1)
  const sliced = await pairFiguresInSlices(['x', 'y'], responses)
  clearInterval(others)
  expect(sliced).toEqual(pairFigures(['x', 'y'], responses))
  expect(turns).toBeGreaterThan(2)
  for (const few of [[], [[9, 0, 0, 0]]])
    expect(await pairFiguresInSlices(['x', 'y'], few)).toEqual(pairFigures(['x', 'y'], few))
})
