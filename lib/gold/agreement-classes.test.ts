import { expect, it } from 'vitest'
import { agreementOf, ratedKeysOf } from './agreement-classes'

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

it('an entry of a list in the gold was rated under the keys of the entries that it stands for', () => {
  const answers = { s1: { claims: [{ key: 'g1', text: 'A claim.', from: ['s1.c1', 's1.c2'] }] } }
  expect([...ratedKeysOf(answers, 'g1')]).toEqual(['g1', 's1.c1', 's1.c2'])
  expect([...ratedKeysOf(answers, 's1')]).toEqual(['s1'])
})
