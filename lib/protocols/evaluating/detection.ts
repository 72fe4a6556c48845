/** Scoring of a yes or no with one positive class: precision, recall, F1, balanced accuracy. */
import type { Baseline, EvaluationFigure, Scored, Scoring } from '@/lib/protocols/evaluation'
import { type DetectionCells, detectionScores } from '@/lib/stats/detection-scores'

/** Sums: positives found, false alarms, positives missed, negatives left alone. */
const [TP, FP, FN, TN] = [0, 1, 2, 3]
export const DETECTION_SUMS = 4

const cellsOf = (sums: ArrayLike<number>): DetectionCells => ({
  tp: sums[TP] ?? 0,
  fp: sums[FP] ?? 0,
  fn: sums[FN] ?? 0,
  tn: sums[TN] ?? 0,
})

/** `sums` of a case; `isPositive` in gold, `isFlagged` by the system. */
export function detectionCell(isPositive: boolean, isFlagged: boolean): number[] {
  const cell = isPositive ? (isFlagged ? TP : FN) : isFlagged ? FP : TN
  return [TP, FP, FN, TN].map((each) => Number(each === cell))
}

const RATIOS = {
  f1: [{ over: [TP, TP], under: [TP, TP, FP, FN] }],
  precision: [{ over: [TP], under: [TP, FP] }],
  recall: [{ over: [TP], under: [TP, FN] }],
  balancedAccuracy: [
    { over: [TP], under: [TP, FN] },
    { over: [TN], under: [TN, FP] },
  ],
  accuracy: [{ over: [TP, TN], under: [TP, FP, FN, TN] }],
}

const score = (key: keyof typeof RATIOS, title: string): EvaluationFigure => ({
  ...share(key, title, (sums) => {
    const value = detectionScores(cellsOf(sums))[key]
    return value === null ? { value, reason: 'empty' } : { value }
  }),
  formula: { is: 'mean', ratios: RATIOS[key] },
})

/** F1 first. */
export const detectionFigures: Scoring['figures'] = [
  score('f1', 'F1'),
  score('precision', 'Precision'),
  score('recall', 'Recall'),
  score('balancedAccuracy', 'Balanced accuracy'),
  score('accuracy', 'Accuracy'),
]

/** A share of which more is better. */
export function share(key: string, title: string, of: EvaluationFigure['of']): EvaluationFigure {
  return { key, title, form: 'share', better: 'high', of }
}

/** Gold and value are true or false; `positive` is the one that is to be found. A null value is what `abstention` says. */
export function detectionScoring(
  head: Pick<Scoring, 'key' | 'title' | 'description' | 'unitOfAnalysis' | 'level' | 'fold' | 'published'>,
  positive: { value: boolean; text: string; other: string },
  abstention: boolean | null,
  baselines: readonly Baseline[],
): Scoring {
  const valueOrAbstention = ({ value }: Scored) => (typeof value === 'boolean' ? value : abstention)
  return {
    ...head,
    sums: DETECTION_SUMS,
    score: (scored) => {
      const value = valueOrAbstention(scored)
      if (typeof scored.gold !== 'boolean' || value === null) return null
      return detectionCell(scored.gold === positive.value, value === positive.value)
    },
    isRight: (scored) => {
      const value = valueOrAbstention(scored)
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
