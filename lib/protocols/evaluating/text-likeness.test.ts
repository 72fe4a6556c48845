import { expect, it } from 'vitest'
import { LIKENESS_SUMS, likenessFigures, likenessSums } from './text-likeness'

/** The means over pairs of texts, of the given one and the reference. */
function means(...pairs: readonly (readonly [string, string])[]) {
  const sums = pairs
    .map(([given, reference]) => likenessSums(given, reference))
    .reduce((total, own) => total.map((sum, at) => sum + (own[at] ?? 0)), new Array<number>(LIKENESS_SUMS).fill(0))
  return Object.fromEntries(likenessFigures('to', 'the reference', 0).map(({ key, of }) => [key, of(sums).value]))
}

it('has no mean of nothing', () => {
  expect(means()).toEqual({ toRougeL: null, toDistance: null, toOverlap: null })
})

it('leaves texts without words out of the mean of word overlaps only', () => {
  expect(means(['', ''], ['a b', 'a c'])).toEqual({ toRougeL: 0.25, toDistance: 1 / 6, toOverlap: 0.5 })
})
