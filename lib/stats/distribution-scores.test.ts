import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { brierScore, crossEntropy, jensenShannonDivergence } from './distribution-scores'
import { shannonEntropy } from './shannon-entropy'

const entropyOf = (shares: readonly number[]) => shannonEntropy(shares).value ?? Number.NaN
const distribution = fc
  .array(fc.nat({ max: 6 }), { minLength: 3, maxLength: 3 })
  .filter((counts) => counts.some((count) => count > 0))
  .map((counts) => counts.map((count) => count / counts.reduce((sum, each) => sum + each, 0)))

describe('scores of probabilities against shares', () => {
  it.each([
    // Divergences: from the entropies of both and of their mean, by logarithms of 2, 3, 5 and 7.
    [[2 / 3, 1 / 3], [1 / 2, 1 / 2], 1, 0.020720839623908, 1 / 18],
    [[1, 0], [3 / 4, 1 / 4], 2 - Math.log2(3), 0.13792538097003, 1 / 8],
    [[1 / 2, 1 / 2, 0], [1 / 4, 1 / 4, 1 / 2], 2, 0.311278124459133, 3 / 8],
    [[1, 0], [1, 0], 0, 0, 0],
    [[1, 0], [0, 1], Number.POSITIVE_INFINITY, 1, 2],
  ])('%j and %j', (shares, probabilities, cross, divergence, brier) => {
    expect(crossEntropy(shares, probabilities)).toBeCloseTo(cross, 12)
    expect(jensenShannonDivergence(shares, probabilities)).toBeCloseTo(divergence, 12)
    expect(brierScore(shares, probabilities)).toBeCloseTo(brier, 12)
  })

  it('keep what theory says of them', () => {
    fc.assert(
      fc.property(distribution, distribution, (shares, probabilities) => {
        expect(crossEntropy(shares, probabilities)).toBeGreaterThanOrEqual(entropyOf(shares) - 1e-12)
        expect(crossEntropy(shares, shares)).toBeCloseTo(entropyOf(shares), 12)
        const middle = shares.map((share, index) => (share + (probabilities[index] ?? 0)) / 2)
        const divergence = entropyOf(middle) - (entropyOf(shares) + entropyOf(probabilities)) / 2
        expect(jensenShannonDivergence(shares, probabilities)).toBeCloseTo(divergence, 12)
        expect(jensenShannonDivergence(probabilities, shares)).toBeCloseTo(divergence, 12)
        const brier = brierScore(shares, probabilities)
        expect(brier >= 0 && brier <= 2 + 1e-12).toBe(true)
      }),
    )
  })
})
