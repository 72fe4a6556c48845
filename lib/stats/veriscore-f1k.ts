/** The claims of one response: how many there are, and how many the evidence supports. */
export interface ClaimCounts {
  readonly supported: number
  readonly claims: number
}

export interface ResponseScore {
  /** null for a response without claims, which has no precision and is left out of the mean. */
  readonly precision: number | null
  readonly recall: number
  readonly f1: number
}

/**
 * VeriScore of one response, F1@K: P = S / claims, R@K = min(S / K, 1), F1@K = 2 P R / (P + R), or 0 if S = 0. A model's
 * score is the mean over its responses; those it abstained from are left out. Song et al. 2024, VeriScore: Evaluating the
 * factuality of verifiable claims in long-form text generation, 3.4. `k`: above 0, for recall at 0 is undefined.
 */
export function responseScore({ supported, claims }: ClaimCounts, k: number): ResponseScore {
  const precision = claims === 0 ? null : supported / claims
  const recall = Math.min(supported / k, 1)
  if (precision === null || supported === 0) return { precision, recall, f1: 0 }
  return { precision, recall, f1: (2 * precision * recall) / (precision + recall) }
}

/** How many claims a full answer has by these responses' numbers of claims: their upper median or the largest, as in VeriScore's code; 0 without any. */
export function usualClaims(claims: readonly number[], by: 'median' | 'max'): number {
  const sorted = claims.toSorted((one, other) => one - other)
  return (by === 'max' ? sorted.at(-1) : sorted[Math.floor(sorted.length / 2)]) ?? 0
}
