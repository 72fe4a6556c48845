import { expect, test } from 'vitest'
import { orderWords } from './rules'

test('nothing is said of an order where there are baselines only', () => {
  const baseline = { baseline: true, missing: 0, leftOut: 0, figures: {} }
  expect(orderWords([baseline])).toBe('')
  expect(orderWords([baseline, { ...baseline, baseline: false }])).toContain('All systems')
})
