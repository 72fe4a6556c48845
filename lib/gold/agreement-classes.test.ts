import { expect, it } from 'vitest'
import { agreementOf } from './agreement-classes'

it.each([
  [[], null],
  [[1], 'single'],
  [[1, 1], 'unanimous'],
  [[0, 0, 0], 'unanimous'],
  [[0, 1, 0], 'majority'],
  [[0, 1], 'split'],
  [[0, 1, 2], 'split'],
  [[0, 0, 1, 1], 'split'],
] as const)('%j is %s', (values, expected) => {
  expect(agreementOf(values)).toBe(expected)
})
