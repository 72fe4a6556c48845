import { describe, expect, it } from 'vitest'
import { upperTailOfChiSquared1 } from './chi-squared'
import { kendallTau } from './kendall-tau'
import { mcnemar } from './mcnemar'

describe("McNemar's test", () => {
  it('meets published and other programs’ results', () => {
    // Agresti 1990, p. 350: approval of the prime minister, 150 against 86; R: mcnemar.test gives 16.82, p = 4.115e-05.
    const approval = mcnemar(150, 86)
    expect(approval.method).toBe('chi-squared')
    expect(approval.statistic).toBeCloseTo(16.8178, 4)
    expect(approval.pValue).toBeCloseTo(4.115e-5, 8)
    // 59 against 6 (continuity-corrected 41.6).
    expect(mcnemar(59, 6).statistic).toBeCloseTo(41.6, 10)
  })

  it('is exact below 25 discordant pairs, by counting all throws', () => {
    for (const [b, c] of [
      [0, 0],
      [0, 5],
      [3, 7],
      [9, 9],
      [4, 17],
    ] as const) {
      const n = b + c
      let extreme = 0
      for (let throws = 0; throws < 2 ** n; throws++) {
        let heads = 0
        for (let bits = throws; bits > 0; bits &= bits - 1) heads++
        if (heads <= Math.min(b, c)) extreme++
      }
      const { method, statistic, pValue } = mcnemar(b, c)
      expect({ method, statistic }).toEqual({ method: 'exact', statistic: null })
      expect(pValue).toBeCloseTo(Math.min(1, (2 * extreme) / 2 ** n), 12)
    }
  })

  it('treats both alike, and refuses what is no count', () => {
    expect(mcnemar(40, 11)).toEqual(mcnemar(11, 40))
    expect(mcnemar(30, 30)).toEqual({ method: 'chi-squared', statistic: 0, pValue: 1 })
    expect(() => mcnemar(1.5, 2)).toThrow()
    expect(() => mcnemar(-1, 2)).toThrow()
  })

  it('takes tails from the table of chi-squared', () => {
    expect(upperTailOfChiSquared1(3.841458820694124)).toBeCloseTo(0.05, 12)
    expect(upperTailOfChiSquared1(6.634896601021213)).toBeCloseTo(0.01, 12)
    expect(upperTailOfChiSquared1(10.827566170662733)).toBeCloseTo(0.001, 12)
    expect(upperTailOfChiSquared1(0.015790774093431218)).toBeCloseTo(0.9, 12)
    expect(upperTailOfChiSquared1(7.999999) / upperTailOfChiSquared1(8.000001)).toBeCloseTo(1, 5)
  })
})

describe("Kendall's tau-b", () => {
  it('meets known values', () => {
    // scipy.stats.kendalltau([12, 2, 1, 12, 2], [1, 4, 7, 1, 0]): -0.47140452079103173
    expect(kendallTau([12, 2, 1, 12, 2], [1, 4, 7, 1, 0]).value).toBeCloseTo(-0.47140452079103173, 12)
    expect(kendallTau([1, 2, 3, 4], [1, 2, 3, 4]).value).toBe(1)
    expect(kendallTau([1, 2, 3, 4], [4, 3, 2, 1]).value).toBe(-1)
    expect(kendallTau([1, 2, 3, 4], [1, 3, 2, 4]).value).toBeCloseTo(4 / 6, 12)
  })

  it('is undefined without variation or things to compare', () => {
    expect(kendallTau([1, 1, 1], [1, 2, 3])).toMatchObject({ value: null, reason: 'no-variation' })
    expect(kendallTau([1], [1])).toMatchObject({ value: null, reason: 'empty' })
    expect(() => kendallTau([1], [1, 2])).toThrow()
    expect(() => kendallTau([1, Number.NaN], [1, 2])).toThrow()
  })
})
