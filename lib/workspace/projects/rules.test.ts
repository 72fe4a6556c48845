import fc from 'fast-check'
import { expect, test } from 'vitest'
import { changedFields, ratersAt, stageProblem } from './rules'

test('coverage is met exactly in every hundred, and never off by more than one task before', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 100 }), fc.integer({ min: 1, max: 500 }), (coverage, upTo) => {
      const positions = Array.from({ length: upTo }, (_, index) => index + 1)
      const many = positions.filter((position) => ratersAt(position, { raters: 3, coverage }) === 3).length
      expect(many).toBe(Math.floor((upTo * coverage) / 100))
    }),
  )
})

test('full coverage gives everybody the same, none gives one', () => {
  expect([1, 2, 3].map((position) => ratersAt(position, { raters: 2, coverage: 100 }))).toEqual([2, 2, 2])
  expect([1, 2, 3].map((position) => ratersAt(position, { raters: 2, coverage: 0 }))).toEqual([1, 1, 1])
})

test('two people are no majority', () => {
  expect(stageProblem({ raters: 2 }, 'majority')).toMatch('three')
  expect(stageProblem({ raters: 3 }, 'majority')).toBeNull()
  expect(stageProblem({ raters: 2 }, 'reviewer')).toBeNull()
})

test('only what differs is a change', () => {
  expect(
    changedFields<{ name: string; queue: boolean }>({ name: 'a', queue: true }, { name: 'a', queue: false }),
  ).toEqual({
    queue: { from: true, to: false },
  })
})
