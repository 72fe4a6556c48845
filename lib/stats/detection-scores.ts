/** Cases by what they are and whether they were flagged; positive is what is to be found, such as an error. */
export interface DetectionCells {
  readonly tp: number
  readonly fp: number
  readonly fn: number
  readonly tn: number
}

/** Nothing is put in the place of 0/0: it is null. */
export interface DetectionScores {
  /** null if nothing was flagged. */
  readonly precision: number | null
  /** null if there was nothing to find. */
  readonly recall: number | null
  /** 2tp / (2tp + fp + fn); null if there was nothing to find and nothing was flagged. */
  readonly f1: number | null
  /** Recall of the others; null if there are none. */
  readonly specificity: number | null
  /** Mean of recall and specificity; null unless both have a value. */
  readonly balancedAccuracy: number | null
  readonly accuracy: number | null
}

/**
 * How well the cases to be found were found. FELM's scores of a fact-checker, where the error is to be found (Chen et al.
 * 2023, FELM, 4.1); van Rijsbergen 1979, Information Retrieval, ch. 7.
 */
export function detectionScores({ tp, fp, fn, tn }: DetectionCells): DetectionScores {
  const recall = quotient(tp, tp + fn)
  const specificity = quotient(tn, tn + fp)
  return {
    precision: quotient(tp, tp + fp),
    recall,
    f1: quotient(2 * tp, 2 * tp + fp + fn),
    specificity,
    balancedAccuracy: recall === null || specificity === null ? null : (recall + specificity) / 2,
    accuracy: quotient(tp + tn, tp + fp + fn + tn),
  }
}

const quotient = (part: number, whole: number): number | null => (whole === 0 ? null : part / whole)
