import { describe, expect, it } from 'vitest'
import { brennanPrediger } from './brennan-prediger'
import { cohenKappa } from './cohen-kappa'
import { confusionMatrix } from './confusion-matrix'
import { congerKappa } from './conger-kappa'
import { fleissKappa } from './fleiss-kappa'
import { gwetAc1 } from './gwet-ac1'
import { gwetAc2 } from './gwet-ac2'
import { krippendorffAlpha } from './krippendorff-alpha'
import { meanPairwiseCohen } from './mean-pairwise-cohen'
import { percentAgreement } from './percent-agreement'
import { type Label, ratingsOf, ratingsOfTable } from './ratings'
import { scottPi } from './scott-pi'

// Krippendorff 2011: four observers, twelve units, five values; rows here are units.
const krippendorff = ratingsOf(
  [
    [1, 1, null, 1],
    [2, 2, 3, 2],
    [3, 3, 3, 3],
    [3, 3, 3, 3],
    [2, 2, 2, 2],
    [1, 2, 3, 4],
    [4, 4, 4, 4],
    [1, 1, 2, 1],
    [2, 2, 2, 2],
    [null, 5, 5, 5],
    [null, null, 1, 1],
    [null, 3, null, null],
  ],
  { categories: [1, 2, 3, 4, 5] },
)

describe('published examples', () => {
  it.each([
    ['nominal', 0.743],
    ['ordinal', 0.815],
    ['interval', 0.849],
    ['ratio', 0.797],
  ] as const)("Krippendorff's alpha, %s", (level, printed) => {
    const alpha = krippendorffAlpha(krippendorff, { level })
    expect(alpha.value?.toFixed(3)).toBe(String(printed))
    expect(alpha).toMatchObject({ nUnits: 11, nValues: 40 })
  })

  it("Gwet's AC1 and AC2 of the same data", () => {
    expect(gwetAc1(krippendorff).value?.toFixed(5)).toBe('0.77544')
    expect(gwetAc2(krippendorff, { weights: 'linear' }).value?.toFixed(5)).toBe('0.85874')
    expect(gwetAc2(krippendorff, { weights: 'quadratic' }).value?.toFixed(5)).toBe('0.91400')
  })

  it('a table worked by hand: 50 proposals read by two reviewers', () => {
    const table = ratingsOfTable(
      [
        [20, 5],
        [10, 15],
      ],
      ['yes', 'no'],
    )
    const kappa = cohenKappa(confusionMatrix(table))
    expect(kappa).toMatchObject({ n: 50, po: 0.7, pe: 0.5 })
    expect(kappa.value).toBeCloseTo(0.4, 12)
    expect(scottPi(table).value).toBeCloseTo((0.7 - 0.505) / 0.495, 12)
    expect(brennanPrediger(table).value).toBeCloseTo(0.4, 12)
  })

  it('high agreement, low kappa (Feinstein & Cicchetti 1990)', () => {
    const table = ratingsOfTable(
      [
        [80, 10],
        [5, 5],
      ],
      ['yes', 'no'],
    )
    expect(percentAgreement(table).value).toBe(0.85)
    expect(cohenKappa(confusionMatrix(table)).value?.toFixed(2)).toBe('0.32')
    expect(brennanPrediger(table).value).toBeCloseTo(0.7, 12)
  })
})

const universe: Label[] = ['a', 'b']
const alike = ratingsOf(Array(3).fill(['a', 'a']), { categories: universe })
const opposite = ratingsOf(
  [
    ['a', 'b'],
    ['b', 'a'],
  ],
  { categories: universe },
)
const unpaired = ratingsOf(
  [
    ['a', null],
    [null, 'b'],
  ],
  { categories: universe },
)
const empty = ratingsOf([], { categories: universe })

describe('undefined and extreme cases', () => {
  it('one label only: nothing is known about chance, but agreement is', () => {
    const noVariation = { value: null, reason: 'no-variation' }
    expect(percentAgreement(alike).value).toBe(1)
    expect(cohenKappa(confusionMatrix(alike))).toMatchObject({ ...noVariation, po: 1, pe: 1, se: null, ciLow: null })
    expect(krippendorffAlpha(alike, { level: 'nominal' })).toMatchObject(noVariation)
    expect(krippendorffAlpha(alike, { level: 'ordinal' })).toMatchObject(noVariation)
    expect(fleissKappa(alike)).toMatchObject({ ...noVariation, perCategory: null })
    expect(scottPi(alike)).toMatchObject({ ...noVariation, pa: 1 })
    expect(congerKappa(alike)).toMatchObject(noVariation)
    expect(meanPairwiseCohen(alike)).toEqual({ ...noVariation, pairs: { '0-1': null }, nPairs: 0 })
    expect(gwetAc1(alike).value).toBe(1)
    expect(brennanPrediger(alike).value).toBe(1)
  })

  it.each([
    ['nothing rated twice', unpaired],
    ['no units', empty],
  ])('%s', (_, ratings) => {
    const none = { value: null, reason: 'no-pairable-units' }
    expect(percentAgreement(ratings)).toEqual({ ...none, nUnits: 0 })
    expect(cohenKappa(confusionMatrix(ratings))).toMatchObject({ ...none, n: 0, po: null })
    expect(krippendorffAlpha(ratings, { level: 'nominal' })).toMatchObject({ ...none, nUnits: 0, nValues: 0 })
    expect(fleissKappa(ratings)).toMatchObject({ ...none, pBar: null })
    expect(scottPi(ratings)).toMatchObject(none)
    expect(gwetAc1(ratings)).toMatchObject({ ...none, pa: null, se: null })
    expect(brennanPrediger(ratings)).toMatchObject(none)
    expect(congerKappa(ratings)).toMatchObject(none)
    expect(meanPairwiseCohen(ratings)).toMatchObject(none)
  })

  it('a universe of one category tells nothing apart', () => {
    const ratings = ratingsOf([['a', 'a']], { categories: ['a'] })
    const single = { value: null, reason: 'single-category-universe', pa: 1, nUnits: 1, se: null }
    expect(gwetAc1(ratings)).toMatchObject(single)
    expect(gwetAc2(ratings, { weights: 'quadratic' })).toMatchObject(single)
    expect(brennanPrediger(ratings)).toMatchObject(single)
    expect(cohenKappa(confusionMatrix(ratings), { weights: 'linear' })).toMatchObject({ reason: 'no-variation' })
  })

  it('complete disagreement of two raters is -1', () => {
    expect(cohenKappa(confusionMatrix(opposite)).value).toBe(-1)
    expect(scottPi(opposite).value).toBe(-1)
  })

  it('one constant rater gives 0, one disagreeing unit gives alpha 0', () => {
    const constant = ratingsOf([
      ['a', 'a'],
      ['a', 'b'],
    ])
    expect(cohenKappa(confusionMatrix(constant)).value).toBe(0)
    expect(krippendorffAlpha(ratingsOf([['a', 'b']]), { level: 'nominal' }).value).toBe(0)
  })

  it('a single unit has an AC1, but no standard error', () => {
    expect(gwetAc1(ratingsOf([['a', 'b']], { categories: universe }))).toMatchObject({ value: -1, se: null })
  })
})
