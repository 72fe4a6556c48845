import { expect, it } from 'vitest'
import { comparingTexts } from './comparison-report'

it.each([
  ['one two three', 'one two three', { same: 1, edit: 0, overlap: 1, rouge: 1 }],
  // Neither has a word: there is no overlap to state, and no sequence of Latin words.
  ['', '', { same: 1, edit: 0, overlap: null, rouge: null }],
  ['one two', 'two', { same: 0, edit: 4 / 7, overlap: 0.5, rouge: 2 / 3 }],
])('two texts are compared by several measures at once: %j and %j', (first, second, expected) => {
  const sums = comparingTexts.compare(first, second, 1)
  const figures = comparingTexts.figures.map(({ key, of }) => [key, of(sums)] as const)
  expect(Object.fromEntries(figures.map(([key, { value }]) => [key, value]))).toEqual(expected)
  const reasons = figures.flatMap(([, estimate]) => (estimate.value === null ? [estimate.reason] : []))
  expect(reasons.every((reason) => reason === 'empty')).toBe(true)
})
