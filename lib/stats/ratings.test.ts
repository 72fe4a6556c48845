import { describe, expect, it } from 'vitest'
import { cohenKappa } from './cohen-kappa'
import { confusionMatrix } from './confusion-matrix'
import { gwetAc1 } from './gwet-ac1'
import { krippendorffAlpha } from './krippendorff-alpha'
import { ratingsOf, ratingsOfTable } from './ratings'
import { scottPi } from './scott-pi'
import { StatsInputError, type StatsInputProblem } from './stats-input-error'

function problemOf(run: () => unknown): StatsInputProblem | 'none' {
  try {
    run()
  } catch (error) {
    if (error instanceof StatsInputError) return error.problem
    throw error
  }
  return 'none'
}

const pair = [
  ['a', 'b'],
  ['b', 'b'],
]

describe('ratings', () => {
  it.each<[StatsInputProblem, () => unknown]>([
    ['undeclared-label', () => ratingsOf([['a', 'z']], { categories: ['a', 'b'] })],
    ['undeclared-label', () => ratingsOf([['1', 1]], { categories: ['1'] })],
    ['undeclared-label', () => ratingsOf([['a ']], { categories: ['a'] })],
    ['duplicate-category', () => ratingsOf([], { categories: ['a', 'b', 'a'] })],
    ['no-categories', () => ratingsOf([], { categories: [] })],
    ['invalid-label', () => ratingsOf([[Number.NaN, 1]])],
    ['ragged-units', () => ratingsOf([['a', 'b'], ['a']])],
    ['length-mismatch', () => ratingsOf(pair, { times: [1] })],
    ['invalid-count', () => ratingsOf(pair, { times: [1, 0.5] })],
    ['invalid-count', () => ratingsOf(pair, { times: [1, -1] })],
    ['length-mismatch', () => ratingsOfTable([[1, 2]], ['a', 'b'])],
    ['unknown-rater', () => confusionMatrix(ratingsOf(pair), 0, 2)],
    ['unknown-rater', () => confusionMatrix(ratingsOf(pair), -1, 1)],
    ['unknown-rater', () => scottPi(ratingsOf([['a', 'b', 'a']]))],
    ['no-category-order', () => cohenKappa(confusionMatrix(ratingsOf(pair)), { weights: 'linear' })],
    ['no-category-order', () => scottPi(ratingsOf(pair), { weights: 'quadratic' })],
    ['no-category-order', () => krippendorffAlpha(ratingsOf(pair), { level: 'ordinal' })],
    ['no-category-order', () => gwetAc1(ratingsOf(pair))],
    ['not-a-number', () => krippendorffAlpha(ratingsOf([['1', '2']]), { level: 'interval' })],
  ])('%s is rejected', (problem, run) => {
    expect(problemOf(run)).toBe(problem)
  })

  it('keeps 1, "1" and true apart', () => {
    expect(ratingsOf([[1, '1', true]]).categories).toEqual([1, '1', true])
  })

  it('folds units that were rated alike', () => {
    const ratings = ratingsOf([...pair, ['a', 'b'], [null, 'b']], { categories: ['a', 'b'] })
    expect(ratings).toMatchObject({ raters: 2, declared: true })
    expect([...ratings.codes]).toEqual([0, 1, 1, 1, -1, 1])
    expect([...ratings.times]).toEqual([2, 1, 1])
    expect([...ratings.rowOfUnit]).toEqual([0, 1, 0, 2])
  })

  it('folds rows too long for a numeric key', () => {
    const row = Array.from({ length: 40 }, (_, rater) => rater % 3)
    const ratings = ratingsOf([row, row, [...row].reverse()], { categories: [0, 1, 2] })
    expect([...ratings.times]).toEqual([2, 1])
  })

  it('a count stands for that many units', () => {
    const listed = ratingsOf([...pair, ...pair, ['a', 'a']], { categories: ['a', 'b'] })
    const counted = ratingsOf([...pair, ['a', 'a']], { categories: ['a', 'b'], times: [2, 2, 1] })
    expect(counted.times).toEqual(listed.times)
    expect(gwetAc1(counted)).toEqual(gwetAc1(listed))
  })

  it('the confusion matrix drops units that one of the two left out', () => {
    const ratings = ratingsOf([...pair, ['a', null], [null, 'b']], { categories: ['a', 'b'] })
    const { counts, n } = confusionMatrix(ratings)
    expect(counts.map((row) => [...row])).toEqual([
      [0, 1],
      [0, 1],
    ])
    expect(n).toBe(2)
    expect(confusionMatrix(ratings, 1, 0).counts.map((row) => [...row])).toEqual([
      [0, 0],
      [1, 1],
    ])
  })
})
