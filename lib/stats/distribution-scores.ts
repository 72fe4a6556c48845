/**
 * How probabilities compare with the distribution of labels that annotators gave one unit. `shares` and `probabilities` are of the same categories in
 * the same order; each adds up to 1. Means over units are the scores of a system (Uma et al. 2021, J. Artif. Intell. Res. 72:1385, 4.2).
 */

/**
 * Cross-entropy in bits: -sum p log2 q with shares p and probabilities q, where categories that nobody gave add nothing. Never below the entropy of
 * the shares. Infinity where somebody gave a category whose probability is 0.
 */
export function crossEntropy(shares: readonly number[], probabilities: readonly number[]): number {
  let sum = 0
  shares.forEach((share, index) => {
    if (share > 0) sum -= share * Math.log2(probabilities[index] ?? 0)
  })
  return sum
}

/**
 * Jensen-Shannon divergence in bits: the mean of the divergences of both from their mean (Lin 1991, IEEE Trans. Inf. Theory 37:145, of base 2). 0 where
 * they are the same, 1 where they have no category in common; not its root, which is a distance.
 */
export function jensenShannonDivergence(shares: readonly number[], probabilities: readonly number[]): number {
  let sum = 0
  shares.forEach((share, index) => {
    const probability = probabilities[index] ?? 0
    const mean = (share + probability) / 2
    if (share > 0) sum += share * Math.log2(share / mean)
    if (probability > 0) sum += probability * Math.log2(probability / mean)
  })
  // Rounding leaves a little on either side of both ends.
  return Math.min(1, Math.max(0, sum / 2))
}

/** Brier's score: the sum of the squared differences over all categories (Brier 1950, Mon. Weather Rev. 78:1), 0 to 2. */
export const brierScore = (shares: readonly number[], probabilities: readonly number[]): number =>
  shares.reduce((sum, share, index) => sum + (share - (probabilities[index] ?? 0)) ** 2, 0)
