import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { brennanPrediger } from './brennan-prediger'
import { cohenKappa } from './cohen-kappa'
import { confusionMatrix } from './confusion-matrix'
import { congerKappa } from './conger-kappa'
import { withoutRaters } from './fewer-rows'
import { fleissKappa } from './fleiss-kappa'
import { gwetAc1 } from './gwet-ac1'
import { krippendorffAlpha } from './krippendorff-alpha'
import { meanPairwiseCohen } from './mean-pairwise-cohen'
import { percentAgreement } from './percent-agreement'
import { type Label, type RatingTable, ratingsOf } from './ratings'
import type { Estimate } from './result'
import { scottPi } from './scott-pi'

const universe: Label[] = ['a', 'b', 'c']
const RATERS = 3
const label = fc.option(fc.constantFrom(...universe), { nil: null, freq: 4 })
const units = fc.array(fc.array(label, { minLength: RATERS, maxLength: RATERS }), { maxLength: 12 })

// None of these asks who gave a label.
const exchangeable: [string, (ratings: RatingTable) => Estimate][] = [
  ['percent agreement', (ratings) => percentAgreement(ratings)],
  ['pooled agreement', (ratings) => percentAgreement(ratings, { average: 'pooled' })],
  ['unanimous agreement', (ratings) => percentAgreement(ratings, { average: 'unanimous' })],
  ['Fleiss, listwise', (ratings) => fleissKappa(ratings)],
  ['Fleiss, generalised', (ratings) => fleissKappa(ratings, { missing: 'generalised' })],
  ['alpha', (ratings) => krippendorffAlpha(ratings, { level: 'nominal' })],
  ['AC1', gwetAc1],
  ['Brennan-Prediger', (ratings) => brennanPrediger(ratings)],
]

const all: [string, (ratings: RatingTable) => Estimate][] = [
  ...exchangeable,
  ['agreement over rater pairs', (ratings) => percentAgreement(ratings, { average: 'raterPairs' })],
  ['Light', (ratings) => meanPairwiseCohen(ratings)],
  ['Conger', congerKappa],
]

function expectSame(got: Estimate, wanted: Estimate): void {
  if (got.value === null || wanted.value === null) expect(got.value).toBe(wanted.value)
  else expect(got.value).toBeCloseTo(wanted.value, 10)
}

function code(rows: readonly (readonly (Label | null)[])[], categories = universe) {
  return ratingsOf(rows, { categories })
}

describe.each(all)('%s', (_, statistic) => {
  it('does not depend on the order of raters', () => {
    const orders = fc.shuffledSubarray([0, 1, 2], { minLength: RATERS, maxLength: RATERS })
    fc.assert(
      fc.property(units, orders, (rows, order) => {
        const reordered = rows.map((row) => order.map((rater) => row[rater] ?? null))
        expectSame(statistic(code(reordered)), statistic(code(rows)))
      }),
    )
  })

  it('does not depend on the order of units', () => {
    const shuffled = units.chain((rows) =>
      fc.tuple(fc.constant(rows), fc.shuffledSubarray(rows, { minLength: rows.length, maxLength: rows.length })),
    )
    fc.assert(fc.property(shuffled, ([rows, moved]) => expectSame(statistic(code(moved)), statistic(code(rows)))))
  })

  it('does not depend on the names and the order of labels', () => {
    const renamed = new Map<Label | null, Label>([
      ['a', 3],
      ['b', true],
      ['c', 'z'],
    ])
    fc.assert(
      fc.property(units, (rows) => {
        const other = rows.map((row) => row.map((given) => renamed.get(given) ?? null))
        expectSame(statistic(code(other, ['z', 3, true])), statistic(code(rows)))
      }),
    )
  })

  it('is null with a reason or a finite number that is at most 1', () => {
    fc.assert(
      fc.property(units, (rows) => {
        const result = statistic(code(rows))
        if (result.value === null) expect(['no-pairable-units', 'no-variation']).toContain(result.reason)
        else expect(Number.isFinite(result.value) && result.value <= 1 + 1e-12).toBe(true)
      }),
    )
  })
})

describe.each(exchangeable)('%s', (_, statistic) => {
  it('stays the same when raters are forgotten', () => {
    fc.assert(fc.property(units, (rows) => expectSame(statistic(withoutRaters(code(rows))), statistic(code(rows)))))
  })
})

describe('kinship of coefficients', () => {
  const pairs = fc.array(fc.array(fc.constantFrom(...universe), { minLength: 2, maxLength: 2 }), { maxLength: 12 })

  it("Fleiss' kappa of two raters is Scott's pi, Conger's is Cohen's", () => {
    fc.assert(
      fc.property(pairs, (rows) => {
        const ratings = code(rows)
        expectSame(fleissKappa(ratings), scottPi(ratings))
        expectSame(congerKappa(ratings), cohenKappa(confusionMatrix(ratings)))
      }),
    )
  })

  it('alpha of two complete raters is 1 - (1 - 1/2N)(1 - pi)', () => {
    fc.assert(
      fc.property(pairs, (rows) => {
        const ratings = code(rows)
        const pi = scottPi(ratings).value
        const wanted = pi === null ? null : 1 - (1 - 1 / (2 * rows.length)) * (1 - pi)
        const alpha = krippendorffAlpha(ratings, { level: 'nominal' })
        if (wanted === null || alpha.value === null) expect(alpha.value).toBe(wanted)
        else expect(alpha.value).toBeCloseTo(wanted, 10)
      }),
    )
  })
})
