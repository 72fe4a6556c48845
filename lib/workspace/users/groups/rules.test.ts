import { expect, test } from 'vitest'
import { mostOf, readGroups } from './rules'

test.each([
  [undefined, 'missing'],
  [null, 'missing'],
  ['admins', 'malformed'],
  [{ 0: 'admins' }, 'malformed'],
  [['admins', 7], 'malformed'],
  [[['admins']], 'malformed'],
  [Array.from({ length: 1001 }, () => 'admins'), 'malformed'],
])('%j names no group', (claim, problem) => {
  expect(readGroups(claim)).toEqual({ groups: new Set(), problem })
})

test('a list of texts names groups, and none is no problem', () => {
  expect(readGroups(['a', 'b', 'a'])).toEqual({ groups: new Set(['a', 'b']), problem: null })
  expect(readGroups([])).toEqual({ groups: new Set(), problem: null })
})

test('of several roles the one with most rights is given', () => {
  expect(mostOf(['viewer', 'reviewer', 'annotator'])).toBe('reviewer')
  expect(mostOf([])).toBeNull()
})
