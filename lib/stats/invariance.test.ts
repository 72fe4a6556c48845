import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { agreementWeights, type Weights } from './agreement-weights'
import { biasIndex } from './bias-index'
import { brennanPrediger } from './brennan-prediger'
import { chanceCorrected, pooledChance } from './chance-corrected'
import { cohenKappa } from './cohen-kappa'
import { confusionMatrix } from './confusion-matrix'
import { congerKappa } from './conger-kappa'
import type { DistanceTable } from './distance-table'
import { fleissKappa } from './fleiss-kappa'
import { gwetAc1 } from './gwet-ac1'
import { gwetAc2 } from './gwet-ac2'
import { krippendorffAlpha } from './krippendorff-alpha'
import { meanPairwiseCohen } from './mean-pairwise-cohen'
import { oneAgainstRest } from './one-against-rest'
import { percentAgreement } from './percent-agreement'
import { prevalenceIndex } from './prevalence-index'
import { type Label, type RatingTable, ratingsOf } from './ratings'
import type { Estimate } from './result'
import { scottPi } from './scott-pi'
import { unanimous } from './unanimous'

type Rows = readonly (readonly (Label | null)[])[]
type Statistic = (ratings: RatingTable) => Estimate

const universe: Label[] = [1, 2, 4]
const RATERS = 3
const distances: DistanceTable = [
  [0, 1, 5],
  [1, 0, 2],
  [5, 2, 0],
]

interface Case {
  readonly name: string
  readonly statistic: Statistic
  /** Which other labels change nothing: any, only the same in reverse order, or none. */
  readonly renaming: 'any' | 'reversed' | 'none'
  /** How many raters and categories it takes, if not any number. */
  readonly raters?: 2
  readonly categories?: 2
  /** It does not ask who gave a label. */
  readonly exchangeable?: true
  /** Every unit twice: the same figure (the default), or that of alpha, whose chance draws without replacement. */
  readonly twice?: 'alpha'
}

const matrix = (statistic: (of: ReturnType<typeof confusionMatrix>) => Estimate) => (ratings: RatingTable) =>
  statistic(confusionMatrix(ratings))
/** Fleiss' kappa with gaps or weights (Gwet 2014). */
function pooled(ratings: RatingTable, weighting: Weights): Estimate {
  const weights = agreementWeights(ratings.categories.length, weighting)
  return chanceCorrected(ratings, weights, pooledChance(weights))
}

const cases: Case[] = [
  { name: 'percent agreement', statistic: (it) => percentAgreement(it), renaming: 'any', exchangeable: true },
  { name: 'unanimous agreement', statistic: unanimous, renaming: 'any', exchangeable: true },
  { name: 'Cohen', statistic: matrix((it) => cohenKappa(it)), renaming: 'any', raters: 2 },
  {
    name: 'Cohen, linear',
    statistic: matrix((it) => cohenKappa(it, { weights: 'linear' })),
    renaming: 'reversed',
    raters: 2,
  },
  {
    name: 'Cohen, quadratic',
    statistic: matrix((it) => cohenKappa(it, { weights: 'quadratic' })),
    renaming: 'reversed',
    raters: 2,
  },
  { name: 'Light', statistic: (it) => meanPairwiseCohen(it), renaming: 'any' },
  { name: 'Light, linear', statistic: (it) => meanPairwiseCohen(it, { weights: 'linear' }), renaming: 'reversed' },
  { name: 'Conger', statistic: congerKappa, renaming: 'any' },
  { name: 'Scott', statistic: (it) => scottPi(it), renaming: 'any', raters: 2 },
  {
    name: 'Scott, quadratic',
    statistic: (it) => scottPi(it, { weights: 'quadratic' }),
    renaming: 'reversed',
    raters: 2,
  },
  { name: 'Fleiss, listwise', statistic: (it) => fleissKappa(it), renaming: 'any', exchangeable: true },
  {
    name: 'Fleiss, generalised',
    statistic: (it) => pooled(it, 'none'),
    renaming: 'any',
    exchangeable: true,
  },
  {
    name: 'Fleiss, linear',
    statistic: (it) => pooled(it, 'linear'),
    renaming: 'reversed',
    exchangeable: true,
  },
  { name: 'AC1', statistic: gwetAc1, renaming: 'any', exchangeable: true },
  {
    name: 'AC2, quadratic',
    statistic: (it) => gwetAc2(it, { weights: 'quadratic' }),
    renaming: 'reversed',
    exchangeable: true,
  },
  { name: 'Brennan-Prediger', statistic: (it) => brennanPrediger(it), renaming: 'any', exchangeable: true },
  {
    name: 'Brennan-Prediger, linear',
    statistic: (it) => brennanPrediger(it, { weights: 'linear' }),
    renaming: 'reversed',
    exchangeable: true,
  },
  { name: 'PABAK', statistic: (it) => brennanPrediger(it), renaming: 'any', categories: 2, exchangeable: true },
  { name: 'prevalence index', statistic: matrix(prevalenceIndex), renaming: 'any', raters: 2, categories: 2 },
  { name: 'bias index', statistic: matrix(biasIndex), renaming: 'any', raters: 2, categories: 2 },
  {
    name: 'alpha, nominal',
    statistic: (it) => krippendorffAlpha(it, { level: 'nominal' }),
    renaming: 'any',
    exchangeable: true,
    twice: 'alpha',
  },
  {
    name: 'alpha, ordinal',
    statistic: (it) => krippendorffAlpha(it, { level: 'ordinal' }),
    renaming: 'reversed',
    exchangeable: true,
    twice: 'alpha',
  },
  {
    name: 'alpha, interval',
    statistic: (it) => krippendorffAlpha(it, { level: 'interval' }),
    renaming: 'none',
    exchangeable: true,
    twice: 'alpha',
  },
  {
    name: 'alpha, ratio',
    statistic: (it) => krippendorffAlpha(it, { level: 'ratio' }),
    renaming: 'none',
    exchangeable: true,
    twice: 'alpha',
  },
  {
    name: 'alpha, custom',
    statistic: (it) => krippendorffAlpha(it, { level: 'custom', distances }),
    renaming: 'none',
    exchangeable: true,
    twice: 'alpha',
  },
]

const allDifferent = (length: number) => Array.from({ length }, (_, index) => index)
const shuffled = (length: number) => fc.shuffledSubarray(allDifferent(length), { minLength: length, maxLength: length })

function expectSame(got: Estimate, wanted: Estimate): void {
  if (got.value === null || wanted.value === null) expect(got).toMatchObject({ value: wanted.value })
  else expect(got.value).toBeCloseTo(wanted.value, 9)
  if (got.value === null && wanted.value === null) expect(got.reason).toBe(wanted.reason)
}

describe.each(cases)(
  '$name',
  ({ statistic, renaming, raters = RATERS, categories: q = universe.length, twice, ...is }) => {
    const categories = universe.slice(0, q)
    const label = fc.option(fc.constantFrom(...categories), { nil: null, freq: 4 })
    const units = fc.array(fc.array(label, { minLength: raters, maxLength: raters }), { maxLength: 12 })
    const code = (rows: Rows, declared = categories) => ratingsOf(rows, { categories: declared })
    const renamed = (rows: Rows, names: readonly Label[]) =>
      rows.map((row) => row.map((given) => (given === null ? null : (names[categories.indexOf(given)] ?? null))))

    it('does not depend on the order of raters', () => {
      fc.assert(
        fc.property(units, shuffled(raters), (rows, order) => {
          const reordered = rows.map((row) => order.map((rater) => row[rater] ?? null))
          expectSame(statistic(code(reordered)), statistic(code(rows)))
        }),
      )
    })

    it('does not depend on the order of units', () => {
      const orders = units.chain((rows) => fc.tuple(fc.constant(rows), shuffled(rows.length)))
      fc.assert(
        fc.property(orders, ([rows, order]) => {
          const moved = order.map((unit) => rows[unit] ?? [])
          expectSame(statistic(code(moved)), statistic(code(rows)))
        }),
      )
    })

    if (renaming === 'any')
      it('does not depend on the names and the order of labels', () => {
        fc.assert(
          fc.property(units, shuffled(q), (rows, order) => {
            const names: Label[] = [true, 'z', 1].slice(0, q)
            const declared = order.map((index) => names[index] ?? '')
            expectSame(statistic(code(renamed(rows, names), declared)), statistic(code(rows)))
          }),
        )
      })

    if (renaming === 'reversed')
      it('does not depend on the end from which the scale is read', () => {
        fc.assert(
          fc.property(units, (rows) => {
            expectSame(statistic(code(rows, categories.toReversed())), statistic(code(rows)))
          }),
        )
      })

    it('of every unit twice is that of every unit once, or nearly', () => {
      fc.assert(
        fc.property(units, (rows) => {
          const once = statistic(code(rows))
          const double = statistic(code([...rows, ...rows]))
          if (once.value === null || twice !== 'alpha') return expectSame(double, once)
          const sizes = rows.map((row) => row.filter((given) => given !== null).length)
          const n = sizes.reduce((sum, size) => sum + (size < 2 ? 0 : size), 0)
          expectSame(double, { value: 1 - ((1 - once.value) * (2 * n - 1)) / (2 * (n - 1)) })
        }),
      )
    })

    it('of counted units is that of units written out', () => {
      const counted = units.chain((rows) =>
        fc.tuple(fc.constant(rows), fc.array(fc.nat(3), { minLength: rows.length, maxLength: rows.length })),
      )
      fc.assert(
        fc.property(counted, ([rows, times]) => {
          const listed = rows.flatMap((row, unit) => Array.from({ length: times[unit] ?? 0 }, () => row))
          expectSame(statistic(ratingsOf(rows, { categories, times })), statistic(code(listed)))
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

    if (is.exchangeable)
      it('stays the same when raters are forgotten', () => {
        const places = new Map<Label | null, number>(categories.map((category, place) => [category, place]))
        // Each unit's labels in the order of the categories, whoever gave them.
        const forgotten = (rows: Rows) =>
          rows.map((row) => row.toSorted((a, b) => (places.get(a) ?? q) - (places.get(b) ?? q)))
        fc.assert(fc.property(units, (rows) => expectSame(statistic(code(forgotten(rows))), statistic(code(rows)))))
      })
  },
)

describe('kinship of coefficients', () => {
  const code = (rows: Rows) => ratingsOf(rows, { categories: universe })
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

  it('the alpha of a category moves with it when labels change places', () => {
    fc.assert(
      fc.property(pairs, shuffled(universe.length), (rows, order) => {
        const declared = order.map((index) => universe[index] ?? '')
        const moved = ratingsOf(rows, { categories: declared })
        const alphaOf = (ratings: RatingTable, category: number) =>
          krippendorffAlpha(oneAgainstRest(ratings, category), { level: 'nominal' })
        order.forEach((index, position) => {
          expectSame(alphaOf(moved, position), alphaOf(code(rows), index))
        })
      }),
    )
  })
})
