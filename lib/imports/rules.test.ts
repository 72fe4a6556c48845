import { expect, test } from 'vitest'
import { ratersAt, whyNotReady } from './rules'

const spread = (coverage: number, from: number, tasks: number) =>
  Array.from({ length: tasks }, (_, index) => ratersAt(from + index, { raters: 3, coverage }))

test('coverage is met exactly in every hundred tasks, and spread evenly', () => {
  for (const coverage of [0, 1, 20, 33, 50, 99, 100]) {
    expect(spread(coverage, 1, 100).filter((raters) => raters === 3)).toHaveLength(coverage)
    expect(spread(coverage, 701, 100).filter((raters) => raters === 3)).toHaveLength(coverage)
  }
  expect(spread(20, 1, 10)).toEqual([1, 1, 1, 1, 3, 1, 1, 1, 1, 3])
})

test('only a checked file without problems can be written', () => {
  expect(whyNotReady('ready')).toBe(null)
  expect(whyNotReady('refused')).toBe('The file has problems. Correct them and upload it again.')
})
