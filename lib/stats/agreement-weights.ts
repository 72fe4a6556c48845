import { checkTable, type WeightTable } from './distance-table'

/** How much agreement two different categories are worth: none at all, or more the closer they stand. */
export type Weighting = 'none' | 'linear' | 'quadratic'

/** A weighting by declared position, or a table of one's own. */
export type Weights = Weighting | WeightTable

/**
 * Agreement weights between the q declared categories, as a q x q matrix in one array.
 * none: 1 on the diagonal, else 0. linear: 1 - |i-j|/(q-1). quadratic: 1 - (i-j)^2/(q-1)^2. A table is taken as it is.
 * A single category agrees with itself. Cohen 1968, Psychological Bulletin 70:213.
 * @throws StatsInputError for a table of another size, not symmetric, not 1 on the diagonal, or with an entry above 1.
 */
export function agreementWeights(q: number, weights: Weights): Float64Array {
  if (typeof weights !== 'string') {
    checkTable(weights, q, 1, (weight) => weight <= 1)
    return Float64Array.from(weights.flat())
  }
  const matrix = new Float64Array(q * q)
  for (let i = 0; i < q; i++) {
    for (let j = 0; j < q; j++) matrix[i * q + j] = weightOf(Math.abs(i - j), q, weights)
  }
  return matrix
}

function weightOf(distance: number, q: number, weighting: Weighting): number {
  if (distance === 0) return 1
  if (weighting === 'none') return 0
  return weighting === 'linear' ? 1 - distance / (q - 1) : 1 - distance ** 2 / (q - 1) ** 2
}

/** The q x q matrix times a vector: entry k is the sum over l of w_kl v_l. The weights are symmetric. */
export function weigh(weights: Float64Array, vector: Float64Array): Float64Array {
  const q = vector.length
  return vector.map((_, k) => vector.reduce((sum, value, l) => sum + (weights[k * q + l] ?? 0) * value, 0))
}
