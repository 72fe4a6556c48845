import { expect, it } from 'vitest'
import { codePointSlice } from '@/lib/text/code-points'
import { findSnippet } from './rules'

const text = 'Oceans 🌊 are deep. The Pacific Ocean is the largest and deepest of them all. It was named in 1520.'

it.each([
  ['The Pacific Ocean is the largest', 'The Pacific Ocean is the largest'],
  ['Not in it ... The Pacific Ocean is the largest … nor this', 'The Pacific Ocean is the largest'],
  [' It was named in 1520. ', 'It was named in 1520.'],
])('%s', (snippet, found) => {
  const place = findSnippet(text, snippet)
  expect(place && codePointSlice(text, place.start, place.end)).toBe(found)
})

it.each(['', '...', 'Something else', 'deep ... named'])('%s is nowhere', (snippet) =>
  expect(findSnippet(text, snippet)).toBeNull(),
)
