import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type DawidSkene, dawidSkene } from './dawid-skene'
import { type Label, ratingsOf } from './ratings'
import { seededRandom } from './seeded-random'

// Table 1 of the paper: 45 patients, the first observer three times, four others once; categories 1 to 4.
const PUBLISHED = `
  1111111 3334334 1122122 2223121 2223222 2223322 1222111 3333433 2222223 2322223 4444444 2223343 1111111 2223212
  1211111 1112111 1111111 1111111 2222221 2221322 2222222 2222221 2223222 2212222 1111111 1111111 2322222 1111111
  1111111 1121121 1111111 3333233 1111111 2222222 2223232 4334343 2212232 2323233 3333432 1111111 1111111 1212111
  2322222 1211111 2222222`

const universe: Label[] = ['a', 'b', 'c']
const cell = fc.option(fc.constantFrom(...universe), { nil: null, freq: 5 })
const units = fc.array(fc.array(cell, { minLength: 3, maxLength: 3 }), { maxLength: 10 })
const RAN = { maxIterations: 8 }

function probabilityOf(result: DawidSkene, row: number, category: number): number {
  return result.classes?.[row]?.[category] ?? Number.NaN
}

describe('Dawid and Skene', () => {
  it('give the published prevalence and errors of the first observer', () => {
    const rows = PUBLISHED.trim()
      .split(/\s+/)
      .map((row) => row.split(''))
    const ratings = ratingsOf(rows, { categories: ['1', '2', '3', '4'] })
    const result = dawidSkene(ratings, { raterOf: [0, 0, 0, 1, 2, 3, 4] })
    expect(result).toMatchObject({ nUnits: 45, converged: true })
    const printed = (shares: ArrayLike<number> | null | undefined) => Array.from(shares ?? [], (it) => it.toFixed(2))
    expect(printed(result.prevalence)).toEqual(['0.40', '0.42', '0.11', '0.07'])
    expect(result.confusions?.[0]?.map(printed)).toEqual([
      ['0.89', '0.11', '0.00', '0.00'],
      ['0.07', '0.88', '0.05', '0.00'],
      ['0.00', '0.34', '0.66', '0.00'],
      ['0.00', '0.00', '0.56', '0.44'],
    ])
    // The log-likelihood of an independent computation with dense arrays.
    expect(result.value).toBeCloseTo(-192.89088122416928, 6)
  })

  it('find the careless rater among careful ones', () => {
    const next = seededRandom(11)
    const rows = Array.from({ length: 400 }, () => {
      const truth = next(2)
      const errs = [next(20) === 0, next(10) === 0, next(2) === 0, next(10) === 0]
      return errs.map((isWrong) => (isWrong ? 1 - truth : truth))
    })
    const { confusions } = dawidSkene(ratingsOf(rows, { categories: [0, 1] }))
    const careful = confusions?.map((confusion) => Math.min(confusion[0]?.[0] ?? 0, confusion[1]?.[1] ?? 0)) ?? []
    expect(careful[2]).toBeLessThan(0.6)
    for (const rater of [0, 1, 3]) expect(careful[rater]).toBeGreaterThan(0.8)
  })

  it('are certain where all agree, and leave a tie of two undecided', () => {
    const agreed = dawidSkene(
      ratingsOf(
        [
          ['a', 'a'],
          ['b', 'b'],
        ],
        { categories: universe },
      ),
    )
    expect([probabilityOf(agreed, 0, 0), probabilityOf(agreed, 1, 1)]).toEqual([1, 1])
    expect(agreed).toMatchObject({ converged: true, iterations: 1 })
    const tied = dawidSkene(
      ratingsOf(
        [
          ['a', 'b'],
          ['b', 'a'],
        ],
        { categories: ['a', 'b'] },
      ),
    )
    expect(probabilityOf(tied, 0, 0)).toBeCloseTo(0.5, 12)
  })

  it('make the ratings more likely with every step', () => {
    fc.assert(
      fc.property(units, (rows) => {
        const ratings = ratingsOf(rows, { categories: universe })
        const likelihood = (maxIterations: number) => dawidSkene(ratings, { maxIterations }).value
        const steps = [1, 2, 3, 10].map(likelihood)
        for (let step = 1; step < steps.length; step++) {
          const [before, after] = [steps[step - 1] ?? null, steps[step] ?? null]
          if (before === null || after === null) expect(after).toBe(before)
          else expect(after).toBeGreaterThanOrEqual(before - 1e-9)
        }
      }),
    )
  })

  it('give probabilities, whatever the ratings', () => {
    fc.assert(
      fc.property(units, (rows) => {
        const result = dawidSkene(ratingsOf(rows, { categories: universe }), RAN)
        if (result.value === null) {
          expect(['empty', 'no-pairable-units']).toContain(result.reason)
          return
        }
        expect(Number.isFinite(result.value)).toBe(true)
        const shares = [...result.classes, result.prevalence, ...result.confusions.flat()]
        for (const row of shares) if (row) expect(row.reduce((sum, share) => sum + share, 0)).toBeCloseTo(1, 9)
      }),
    )
  })

  it('rename with the labels, and do not depend on the order of raters and units', () => {
    const orders = fc.tuple(
      units,
      fc.shuffledSubarray([0, 1, 2], { minLength: 3, maxLength: 3 }),
      fc.shuffledSubarray([0, 1, 2], { minLength: 3, maxLength: 3 }),
    )
    fc.assert(
      fc.property(orders, ([rows, names, raters]) => {
        const moved = rows
          .map((row) =>
            raters.map((rater) => {
              const label = row[rater] ?? null
              return label === null ? null : (universe[names[universe.indexOf(label)] ?? 0] ?? null)
            }),
          )
          .reverse()
        const [one, other] = [rows, moved].map((them) => ratingsOf(them, { categories: universe }))
        if (!one || !other) throw new Error('two tables')
        const [plain, renamed] = [dawidSkene(one, RAN), dawidSkene(other, RAN)]
        rows.forEach((_, unit) => {
          const [row, twin] = [one.rowOfUnit[unit] ?? 0, other.rowOfUnit[rows.length - 1 - unit] ?? 0]
          names.forEach((name, category) => {
            const [got, wanted] = [probabilityOf(renamed, twin, name), probabilityOf(plain, row, category)]
            if (Number.isNaN(wanted)) expect(got).toBeNaN()
            else expect(got).toBeCloseTo(wanted, 6)
          })
        })
      }),
    )
  })

  it('say why there is no estimate, and refuse what they cannot read', () => {
    expect(dawidSkene(ratingsOf([]))).toMatchObject({ value: null, reason: 'empty' })
    expect(dawidSkene(ratingsOf([['a', null]]))).toMatchObject({ value: null, reason: 'no-pairable-units', nUnits: 1 })
    expect(dawidSkene(ratingsOf([['a', 'a']]))).toMatchObject({ reason: 'single-category-universe' })
    expect(() => dawidSkene(ratingsOf([['a', 'b']]), { raterOf: [0] })).toThrow('1 raters for 2 columns')
    expect(() => dawidSkene(ratingsOf([['a', 'b']]), { raterOf: [0, -1] })).toThrow('whole number')
    expect(() => dawidSkene(ratingsOf([['a', 'b']]), { maxIterations: 0 })).toThrow('0 iterations')
  })
})
