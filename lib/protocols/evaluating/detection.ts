/** Scoring of a yes or no with one positive class: precision, recall, F1, balanced accuracy. */
import type { Baseline, EvaluationFigure, Scored, Scoring } from '@/lib/protocols/evaluation'
import type { Estimate } from '@/lib/stats/result'

/** Sums: positives found, false alarms, positives missed, negatives left alone. */
const [TP, FP, FN, TN] = [0, 1, 2, 3]
export const DETECTION_SUMS = 4

const ratio = (part: number, whole: number): Estimate =>
  whole === 0 ? { value: null, reason: 'empty' } : { value: part / whole }

const at = (sums: ArrayLike<number>, cell: number) => sums[cell] ?? 0

/** `sums` of a case; `isPositive` in gold, `isFlagged` by the system. */
export function detectionCell(isPositive: boolean, isFlagged: boolean): number[] {
  const cell = isPositive ? (isFlagged ? TP : FN) : isFlagged ? FP : TN
  return [TP, FP, FN, TN].map((each) => Number(each === cell))
}

/** F1 first. Nothing is put in the place of 0/0. */
export const detectionFigures: Scoring['figures'] = [
  share('f1', 'F1', (sums) => ratio(2 * at(sums, TP), 2 * at(sums, TP) + at(sums, FP) + at(sums, FN))),
  share('precision', 'Precision', (sums) => ratio(at(sums, TP), at(sums, TP) + at(sums, FP))),
  share('recall', 'Recall', (sums) => ratio(at(sums, TP), at(sums, TP) + at(sums, FN))),
  share('balancedAccuracy', 'Balanced accuracy', (sums) => {
    const recall = ratio(at(sums, TP), at(sums, TP) + at(sums, FN))
    const specificity = ratio(at(sums, TN), at(sums, TN) + at(sums, FP))
    if (recall.value === null) return recall
    return specificity.value === null ? specificity : { value: (recall.value + specificity.value) / 2 }
  }),
  share('accuracy', 'Accuracy', (sums) =>
    ratio(at(sums, TP) + at(sums, TN), at(sums, TP) + at(sums, FP) + at(sums, FN) + at(sums, TN)),
  ),
]

/** A share of which more is better. */
export function share(key: string, title: string, of: EvaluationFigure['of']): EvaluationFigure {
  return { key, title, form: 'share', better: 'high', of }
}

/** Gold and value are true or false; `positive` is the one that is to be found. A null value is what `abstention` says. */
export function detectionScoring(
  head: Pick<Scoring, 'key' | 'title' | 'description' | 'unitOfAnalysis' | 'level' | 'fold'>,
  positive: { value: boolean; text: string; other: string },
  abstention: boolean | null,
  baselines: readonly Baseline[],
): Scoring {
  const said = ({ value }: Scored) => (typeof value === 'boolean' ? value : abstention)
  return {
    ...head,
    sums: DETECTION_SUMS,
    score: (scored) => {
      const value = said(scored)
      if (typeof scored.gold !== 'boolean' || value === null) return null
      return detectionCell(scored.gold === positive.value, value === positive.value)
    },
    isRight: (scored) => {
      const value = said(scored)
      return typeof scored.gold !== 'boolean' || value === null ? null : value === scored.gold
    },
    confusion: {
      rows: [positive.text, positive.other],
      columns: [positive.text, positive.other],
      cells: [
        [TP, FN],
        [FP, TN],
      ],
    },
    figures: detectionFigures,
    baselines,
  }
}
