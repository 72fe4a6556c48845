/** How well one set finds another: shares of the found that are in the reference, and the other way round. */
export interface SetScores {
  readonly precision: number
  readonly recall: number
  readonly f1: number
}

/**
 * Precision, recall and F1 = 2 matched / (reference + compared) of two sets of these sizes. Two empty sets agree (all
 * 1), for two people who both see nothing agree; an empty set and another do not (all 0). Van Rijsbergen 1979,
 * Information Retrieval, ch. 7.
 */
export function setScores(matched: number, reference: number, compared: number): SetScores {
  if (reference + compared === 0) return { precision: 1, recall: 1, f1: 1 }
  return {
    precision: compared === 0 ? 0 : matched / compared,
    recall: reference === 0 ? 0 : matched / reference,
    f1: (2 * matched) / (reference + compared),
  }
}
