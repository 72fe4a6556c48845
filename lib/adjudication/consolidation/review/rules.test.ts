import { expect, test } from 'vitest'
import { narrowingOf, searchOfReview } from './rules'

test.each([
  [{}, ''],
  [{ domain: 'wk' }, '?domain=wk'],
  [{ tag: 'hard & long' }, '?tag=hard+%26+long'],
  [{ domain: 'wk', tag: 'a' }, '?domain=wk&tag=a'],
])('an address says which items of %j are reviewed, and is read back', (query, search) => {
  expect(searchOfReview(query)).toBe(search)
  expect(narrowingOf(new URLSearchParams(search))).toEqual({ domain: undefined, tag: undefined, ...query })
})

test('what is not narrowed stands in no address', () => {
  expect(searchOfReview({ domain: null, tag: '' })).toBe('')
})
