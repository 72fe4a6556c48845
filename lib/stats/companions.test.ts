import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { biasIndex } from './bias-index'
import { wilsonInterval } from './binomial-interval'
import { brennanPrediger } from './brennan-prediger'
import { cohenKappa } from './cohen-kappa'
import { confusionMatrix } from './confusion-matrix'
import { weightsOfDistances } from './distance-table'
import { krippendorffAlpha } from './krippendorff-alpha'
import { oneAgainstRest } from './one-against-rest'
import { prevalenceIndex } from './prevalence-index'
import { type Label, type RatingTable, ratingsOf, ratingsOfTable } from './ratings'
import { jaccardDistance, masiDistance, ratingsOfSets } from './set-distances'

const scale: Label[] = [1, 2, 3]
const cell = fc.option(fc.constantFrom(...scale), { nil: null, freq: 5 })
const units = fc.array(fc.array(cell, { minLength: 3, maxLength: 3 }), { maxLength: 12 })
const table = fc.array(fc.array(fc.nat(30), { minLength: 2, maxLength: 2 }), { minLength: 2, maxLength: 2 })

describe('PABAK, prevalence index and bias index', () => {
  // Byrt, Bishop & Carlin 1993, by their formulas: a 40, b 9, c 6, d 45.
  const example = ratingsOfTable(
    [
      [40, 9],
      [6, 45],
    ],
    ['yes', 'no'],
  )

  it('are those of a table of two categories', () => {
    expect(brennanPrediger(example).value).toBeCloseTo(0.7, 12)
    expect(prevalenceIndex(confusionMatrix(example))).toEqual({ value: 0.05, n: 100, signed: -0.05 })
    expect(biasIndex(confusionMatrix(example))).toEqual({ value: 0.03, n: 100, signed: 0.03 })
  })

  it('make up kappa: (PABAK - PI^2 + BI^2) / (1 - PI^2 + BI^2)', () => {
    fc.assert(
      fc.property(table, (counts) => {
        const ratings = ratingsOfTable(counts, ['yes', 'no'])
        const matrix = confusionMatrix(ratings)
        const [kappa, adjusted] = [cohenKappa(matrix).value, brennanPrediger(ratings).value]
        const [prevalence, bias] = [prevalenceIndex(matrix), biasIndex(matrix)]
        if (adjusted === null || prevalence.value === null || bias.value === null) {
          expect([adjusted, prevalence.value, bias.value, kappa]).toEqual([null, null, null, null])
        } else if (kappa !== null) {
          const shift = bias.value ** 2 - prevalence.value ** 2
          expect(kappa).toBeCloseTo((adjusted + shift) / (1 + shift), 9)
        }
      }),
    )
  })

  it('refuse more than two categories', () => {
    const three = ratingsOf([[1, 2]], { categories: scale })
    expect(() => biasIndex(confusionMatrix(three))).toThrow('two categories')
    expect(() => prevalenceIndex(confusionMatrix(three))).toThrow('two categories')
  })
})

describe("distances of one's own", () => {
  const interval = scale.map((a) => scale.map((b) => (Number(a) - Number(b)) ** 2))
  const different = scale.map((a) => scale.map((b) => (a === b ? 0 : 1)))

  it('give the alpha of a level where they are its distances', () => {
    fc.assert(
      fc.property(units, (rows) => {
        const ratings = ratingsOf(rows, { categories: scale })
        for (const [distances, level] of [[interval, 'interval'] as const, [different, 'nominal'] as const]) {
          const got = krippendorffAlpha(ratings, { level: 'custom', distances })
          const wanted = krippendorffAlpha(ratings, { level })
          if (got.value === null || wanted.value === null) expect(got.value).toBe(wanted.value)
          else expect(got.value).toBeCloseTo(wanted.value, 10)
        }
      }),
    )
  })

  it('give the weighted kappas, and the same kappa in any unit', () => {
    const linear = scale.map((a) => scale.map((b) => Math.abs(Number(a) - Number(b))))
    fc.assert(
      fc.property(units, (rows) => {
        const matrix = confusionMatrix(ratingsOf(rows, { categories: scale }))
        const kappa = (distances: number[][]) => cohenKappa(matrix, { weights: weightsOfDistances(distances) }).value
        const given = [linear, linear.map((row) => row.map((entry) => entry * 7)), interval].map(kappa)
        const linearly = cohenKappa(matrix, { weights: 'linear' }).value
        const wanted = [linearly, linearly, cohenKappa(matrix, { weights: 'quadratic' }).value]
        given.forEach((value, index) => {
          const other = wanted[index] ?? null
          if (value === null || other === null) expect(value).toBe(other)
          else expect(value).toBeCloseTo(other, 9)
        })
      }),
    )
  })

  it('without any distance say nothing: no variation', () => {
    const none = scale.map(() => scale.map(() => 0))
    const ratings = ratingsOf([[1, 2]], { categories: scale })
    expect(krippendorffAlpha(ratings, { level: 'custom', distances: none })).toMatchObject({ reason: 'no-variation' })
  })

  it.each([
    [
      'of another size',
      [
        [0, 1],
        [1, 0],
      ],
    ],
    [
      'that is not symmetric',
      [
        [0, 1, 2],
        [1, 0, 1],
        [1, 1, 0],
      ],
    ],
    [
      'with a distance to itself',
      [
        [1, 1, 1],
        [1, 0, 1],
        [1, 1, 0],
      ],
    ],
    [
      'with a negative distance',
      [
        [0, -1, 1],
        [-1, 0, 1],
        [1, 1, 0],
      ],
    ],
    [
      'with a gap',
      [
        [0, Number.NaN, 1],
        [Number.NaN, 0, 1],
        [1, 1, 0],
      ],
    ],
  ])('refuse a table %s', (_, distances) => {
    const ratings = ratingsOf([[1, 2]], { categories: scale })
    expect(() => krippendorffAlpha(ratings, { level: 'custom', distances })).toThrow('table')
  })

  it('refuse weights above 1, and labels whose order nobody declared', () => {
    const matrix = confusionMatrix(ratingsOf([[1, 2]]))
    expect(() => cohenKappa(matrix, { weights: different })).toThrow('declared')
    expect(() => brennanPrediger(ratingsOf([[1, 2]], { categories: scale }), { weights: interval })).toThrow('table')
    expect(() => krippendorffAlpha(ratingsOf([[1, 2]]), { level: 'custom', distances: [[0]] })).toThrow('declared')
  })
})

describe('alpha of each category', () => {
  const alphaOf = (ratings: RatingTable, category: number) =>
    krippendorffAlpha(oneAgainstRest(ratings, category), { level: 'nominal' })

  it('is the nominal alpha for two categories, and the alpha of yes or no for each of more', () => {
    fc.assert(
      fc.property(units, (rows) => {
        const ratings = ratingsOf(rows, { categories: scale })
        const alphas = scale.map((_, category) => alphaOf(ratings, category).value)
        const wanted = scale.map((category) => {
          const binary = rows.map((row) => row.map((label) => (label === null ? null : label === category)))
          return krippendorffAlpha(ratingsOf(binary, { categories: [true, false] }), { level: 'nominal' }).value
        })
        expect(alphas).toEqual(wanted)
      }),
    )
  })
})

describe('sets of labels', () => {
  it('are apart as Passonneau and Jaccard say', () => {
    expect(masiDistance(['a', 'b'], ['a', 'b', 'c'])).toBeCloseTo(1 - (2 / 3) * (2 / 3), 12)
    expect(masiDistance(['a', 'b'], ['b', 'c'])).toBeCloseTo(1 - (1 / 3) * (1 / 3), 12)
    expect([masiDistance([], []), masiDistance(['a'], []), masiDistance(['a'], ['b'])]).toEqual([0, 1, 1])
    expect(jaccardDistance(['a', 'b', 'b'], ['b', 'c'])).toBeCloseTo(2 / 3, 12)
    expect([jaccardDistance([], []), jaccardDistance(['a'], [])]).toEqual([0, 1])
  })

  it('become ratings, whatever the order of their labels, with an alpha', () => {
    const rows = [
      [
        ['b', 'a'],
        ['a', 'b'],
      ],
      [['a'], ['a', 'b']],
      [[], null],
      [['c'], ['c']],
    ]
    const { ratings, sets, distances } = ratingsOfSets(rows, 'masi')
    expect(sets).toEqual([['a', 'b'], ['a'], [], ['c']])
    // Pairable: {a,b} three times, {a}, {c} twice; only {a} and {a,b} met in a unit.
    const near = 1 - (1 / 2) * (2 / 3)
    const [observed, expected] = [(2 * near) / 6, (2 * (3 * near + 3 * 2 + 2)) / 30]
    const alpha = krippendorffAlpha(ratings, { level: 'custom', distances })
    expect(alpha).toMatchObject({ nUnits: 3, nValues: 6 })
    expect(alpha.value).toBeCloseTo(1 - observed / expected, 12)
    expect(ratingsOfSets([], 'jaccard').sets).toEqual([])
  })
})

describe("Wilson's interval", () => {
  // From SciPy 1.17, binomtest(k, n).proportion_ci(method='wilson').
  it.each([
    [172, 360, 0.4266864291340905, 0.5293383733942959],
    [0, 10, 0.0, 0.27753279986288926],
    [10, 10, 0.7224672001371109, 1.0],
    [1, 3, 0.06149194472039626, 0.7923403991979523],
    [7, 9, 0.4525889691069889, 0.9367748928821533],
  ])('%s of %s', (successes, n, low, high) => {
    const interval = wilsonInterval(successes, n)
    expect(interval.value).toBe(successes / n)
    expect(interval.low).toBeCloseTo(low, 12)
    expect(interval.high).toBeCloseTo(high, 12)
  })

  it('is undefined without draws and refuses what is no count', () => {
    expect(wilsonInterval(0, 0)).toEqual({ value: null, reason: 'empty', n: 0, low: null, high: null })
    expect(() => wilsonInterval(2, 1)).toThrow('2 of 1')
    expect(() => wilsonInterval(0.5, 1)).toThrow('not a count')
  })
})
