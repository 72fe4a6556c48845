import { expect, it } from 'vitest'
import { COMMON, MATCHES, matchQueries } from './search-corpus'

const word = (query: string, count: number) => ({ query, count })

it('looks for any of the rare words, and only then for the common ones', () => {
  const words = [word("'b'", 3), word("'a'", 2), word("'none'", 0)]
  expect(matchQueries(words)).toEqual(["('a') | ('b')"])
  expect(matchQueries([...words, word("'all'", COMMON + 1)])).toEqual(["('a') | ('b')", "('a') | ('b') | ('all')"])
})

it('takes no more rare words than can be ranked', () => {
  const words = ['a', 'b', 'c', 'd', 'e'].map((query) => word(query, COMMON))
  const [first = ''] = matchQueries(words)
  expect(first.split(' | ')).toHaveLength(Math.floor(MATCHES / COMMON))
})

it('wants all words together where all are common, or else any', () => {
  const words = [word('a', COMMON + 1), word('b', COMMON + 1)]
  expect(matchQueries(words)).toEqual(['(a) & (b)', '(a) | (b)'])
})

it('looks for nothing where no word is there', () => {
  expect(matchQueries([word('a', 0)])).toEqual([])
  expect(matchQueries([])).toEqual([])
})
