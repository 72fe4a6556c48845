import { StatsInputError } from './stats-input-error'

/** Segments of one response: true = factual, in the gold labels and in the predictions of a checker. */
export interface JudgedResponse {
  readonly labels: readonly boolean[]
  readonly pred: readonly boolean[]
}

/** Detection of errors: the positive class is the ERROR, so tp = an error that was flagged. */
export interface ErrorDetection {
  readonly tp: number
  readonly fp: number
  readonly fn: number
  readonly tn: number
  /** null if nothing was flagged. */
  readonly precision: number | null
  /** null without gold errors. */
  readonly recall: number | null
  /** 2tp/(2tp+fp+fn); null if there is nothing to find and nothing was flagged. */
  readonly f1: number | null
  /** null if everything is an error. */
  readonly specificity: number | null
  /** null unless errors and correct ones both occur. */
  readonly balancedAccuracy: number | null
}

/**
 * FELM's scores of a fact-checker by segment and by response (Chen et al. 2023, FELM). A response is erroneous if any
 * of its segments is; responses without segments do not count.
 * @throws StatsInputError if labels and predictions of a response differ in number.
 */
export function felmMetrics(responses: readonly JudgedResponse[]): {
  readonly segment: ErrorDetection
  readonly response: ErrorDetection
} {
  const segments = responses.flatMap(({ labels, pred }, index) => {
    if (labels.length !== pred.length) {
      throw new StatsInputError(
        'length-mismatch',
        `Response ${index}: ${labels.length} labels, ${pred.length} predictions`,
      )
    }
    return labels.map((factual, i) => ({ isError: !factual, isFlagged: pred[i] === false }))
  })
  const judged = responses
    .filter(({ labels }) => labels.length > 0)
    .map(({ labels, pred }) => ({ isError: labels.includes(false), isFlagged: pred.includes(false) }))
  return { segment: detection(segments), response: detection(judged) }
}

function detection(cases: readonly { isError: boolean; isFlagged: boolean }[]): ErrorDetection {
  const count = (isError: boolean, isFlagged: boolean) =>
    cases.filter((it) => it.isError === isError && it.isFlagged === isFlagged).length
  const [tp, fp, fn, tn] = [count(true, true), count(false, true), count(true, false), count(false, false)]
  const recall = ratio(tp, tp + fn)
  const specificity = ratio(tn, tn + fp)
  return {
    tp,
    fp,
    fn,
    tn,
    precision: ratio(tp, tp + fp),
    recall,
    f1: ratio(2 * tp, 2 * tp + fp + fn),
    specificity,
    balancedAccuracy: recall === null || specificity === null ? null : (recall + specificity) / 2,
  }
}

function ratio(part: number, whole: number): number | null {
  return whole === 0 ? null : part / whole
}
