import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ratersAt } from './raters'

const POSITIONS = Array.from({ length: 2000 }, (_, index) => index + 1)

test('coverage is met exactly in every hundred, and never off by more than one task before', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 100 }), fc.integer({ min: 1, max: 500 }), (coverage, upTo) => {
      const positions = Array.from({ length: upTo }, (_, index) => index + 1)
      const many = positions.filter(
        (position) => ratersAt(position, { raters: 3, coverage, furtherShare: 0, furtherSeed: 1 }) === 3,
      ).length
      expect(many).toBe(Math.floor((upTo * coverage) / 100))
    }),
  )
})

test('full coverage gives everybody the same, none gives one', () => {
  expect(
    [1, 2, 3].map((position) => ratersAt(position, { raters: 2, coverage: 100, furtherShare: 0, furtherSeed: 1 })),
  ).toEqual([2, 2, 2])
  expect(
    [1, 2, 3].map((position) => ratersAt(position, { raters: 2, coverage: 0, furtherShare: 0, furtherSeed: 1 })),
  ).toEqual([1, 1, 1])
})

test('a further share is drawn by position and seed alone, and a larger one keeps what a smaller one drew', () => {
  const drawn = (furtherShare: number, furtherSeed: number) =>
    POSITIONS.filter((position) => ratersAt(position, { raters: 2, coverage: 100, furtherShare, furtherSeed }) === 3)
  const tenth = drawn(10, 1)
  expect(tenth.length).toBeGreaterThan(150)
  expect(tenth.length).toBeLessThan(250)
  expect(drawn(10, 1)).toEqual(tenth)
  expect(drawn(10, 2)).not.toEqual(tenth)
  expect(drawn(30, 1)).toEqual(expect.arrayContaining(tenth))
  expect([drawn(0, 1).length, drawn(100, 1).length]).toEqual([0, 2000])
})

test('tasks of a single annotator are drawn too, and then have two', () => {
  const of = (position: number) => ratersAt(position, { raters: 3, coverage: 0, furtherShare: 50, furtherSeed: 1 })
  expect(new Set(POSITIONS.map(of))).toEqual(new Set([1, 2]))
})
