import { describe, expect, it } from 'vitest'
import fixture from '@/tests/fixtures/posteriors/independent.json'
import { dawidSkene } from './dawid-skene'
import { digamma } from './digamma'
import { mace } from './mace'
import { ratingsOf } from './ratings'
import { shannonEntropy } from './shannon-entropy'

describe.each(fixture.matrices)('models of raters on $name', ({ rows, categories, ...expected }) => {
  const cells = rows.map((row) => [...row].map((code) => (code === '-' ? null : code)))
  // A table folds rows that are alike, in the order in which each first comes.
  const distinct = [...new Map(cells.map((row) => [row.join(' '), row])).keys()]
  const table = ratingsOf(cells, { categories })
  const posteriorsOf = (classes: readonly (Float64Array | null)[] | null) =>
    cells.map((row) => Array.from(classes?.[distinct.indexOf(row.join(' '))] ?? []))

  it.each([
    ['Dawid-Skene', dawidSkene(table).classes, expected.dawidSkene],
    ['MACE', mace(table).classes, expected.mace],
  ])('equal an independent computation: %s', (_, classes, wanted) => {
    const found = posteriorsOf(classes)
    expect(found).toHaveLength(wanted.length)
    found.forEach((probabilities, unit) => {
      probabilities.forEach((probability, code) => {
        expect(Math.abs(probability - (wanted[unit]?.[code] ?? Number.NaN)), `unit ${unit}`).toBeLessThan(2e-5)
      })
    })
  })
})

describe('MACE', () => {
  it('trusts a careful rater more than one who gives the same value always', () => {
    const rows = Array.from({ length: 60 }, (_, unit) => {
      const truth = unit % 3 === 0 ? 'b' : 'a'
      return [truth, truth, unit % 10 === 0 ? 'a' : truth, 'a']
    })
    const { competence, converged } = mace(ratingsOf(rows, { categories: ['a', 'b'] }))
    expect(converged).toBe(true)
    expect(competence?.[0]).toBeGreaterThan(0.9)
    expect(competence?.[3]).toBeLessThan(competence?.[2] ?? 0)
  })

  it('says why it says nothing', () => {
    const single = ratingsOf([['a'], ['b']], { categories: ['a', 'b'] })
    expect(mace(single)).toMatchObject({ value: null, reason: 'no-pairable-units', nUnits: 2 })
    expect(mace(ratingsOf([], { categories: ['a', 'b'] }))).toMatchObject({ value: null, reason: 'empty' })
    expect(() => mace(single, { tolerance: 0 })).toThrow()
  })
})

it('knows the digamma function', () => {
  // Abramowitz & Stegun 1964, table 6.1 and 6.3.3.
  expect(digamma(1)).toBeCloseTo(-0.5772156649015329, 12)
  expect(digamma(0.5)).toBeCloseTo(-1.9635100260214235, 12)
  expect(digamma(10)).toBeCloseTo(2.251752589066721, 12)
})

it('gives entropy in bits', () => {
  expect(shannonEntropy([2, 2]).value).toBe(1)
  expect(shannonEntropy([3, 0]).value).toBe(0)
  expect(shannonEntropy([1, 1, 1, 1]).value).toBe(2)
  expect(shannonEntropy([0, 0])).toEqual({ value: null, reason: 'empty' })
})
