/** The claims of one response: how many there are, and how many the evidence supports. */
export interface ClaimCounts {
  readonly supported: number
  readonly total: number
}

/**
 * What VeriScore counts in the labels of each response: only `supported` supports; contradicted and inconclusive count
 * against precision alike. Song et al. 2024, VeriScore, section 3.
 */
export function veriscoreCounts(responses: readonly (readonly string[])[]): ClaimCounts[] {
  return responses.map((labels) => ({
    supported: labels.filter((label) => label === 'supported').length,
    total: labels.length,
  }))
}
