import { expect, it } from 'vitest'
import { endingOf, usedOf } from './rules'

it('tells the last four characters of a long key, and nothing of a short one', () => {
  expect(endingOf('sk-0123456789abcdefghij')).toBe('ghij')
  expect(endingOf('0123456789abcdefghi')).toBeNull()
})

it('uses what the environment says first', () => {
  expect([usedOf('a', 'b'), usedOf('a', null), usedOf(undefined, 'b'), usedOf(undefined, null)]).toEqual([
    'environment',
    'environment',
    'entered',
    'none',
  ])
})
