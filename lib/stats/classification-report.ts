import { type ConfusionMatrix, margins } from './confusion-matrix'
import type { Label } from './ratings'

export interface ClassificationOptions {
  /** Classes in the macro average: those that occur in gold or predictions, or all declared. */
  readonly macroOver?: 'present' | 'declared'
  /** What 0/0 of one class becomes: 0, or null and left out of the averages. */
  readonly zeroDivision?: 0 | 'null'
}

export interface ClassScores {
  readonly precision: number | null
  readonly recall: number | null
  readonly f1: number | null
}

export interface ClassRow extends ClassScores {
  readonly label: Label
  /** Gold units of the class. */
  readonly support: number
  readonly predicted: number
}

/** Averages and overall figures are null where nothing enters them. */
export interface ClassificationReport {
  readonly n: number
  readonly accuracy: number | null
  readonly perClass: readonly ClassRow[]
  /** Mean over classes. F1 is the mean of the classes' F1 (Opitz & Burst 2019), not the F1 of the means. */
  readonly macro: ClassScores
  /** Mean over classes weighted by support. */
  readonly weighted: ClassScores
  /** Mean recall over classes with gold support. */
  readonly balancedAccuracy: number | null
  /** Matthews correlation; null if gold or predictions are constant. */
  readonly mcc: number | null
  /** [gold][predicted] */
  readonly confusion: readonly (readonly number[])[]
}

/**
 * Precision tp/(tp+fp), recall tp/(tp+fn), F1 = 2tp/(2tp+fp+fn) per class and their averages, from the confusion matrix
 * with gold in rows. MCC for more than two classes: Gorodkin 2004, Comput. Biol. Chem. 28:367 (R_K).
 * Without units all overall figures are null.
 */
export function classificationReport(
  matrix: ConfusionMatrix,
  options: ClassificationOptions = {},
): ClassificationReport {
  const { macroOver = 'present', zeroDivision = 0 } = options
  const { rows, columns } = margins(matrix)
  const hits = Float64Array.from(matrix.counts, (row, k) => row[k] ?? 0)
  const ratio = (part: number, whole: number) => (whole > 0 ? part / whole : zeroDivision === 0 ? 0 : null)
  const perClass = matrix.categories.map((label, k) => {
    const [tp, support, predicted] = [hits[k] ?? 0, rows[k] ?? 0, columns[k] ?? 0]
    const f1 = ratio(2 * tp, support + predicted)
    return { label, precision: ratio(tp, predicted), recall: ratio(tp, support), f1, support, predicted }
  })
  const present = perClass.filter((row) => row.support + row.predicted > 0)
  const supported = perClass.filter((row) => row.support > 0)
  return {
    n: matrix.n,
    accuracy: matrix.n > 0 ? hits.reduce((sum, tp) => sum + tp, 0) / matrix.n : null,
    perClass,
    macro: averages(macroOver === 'present' ? present : perClass, () => 1),
    weighted: averages(supported, (row) => row.support),
    balancedAccuracy: averages(supported, () => 1).recall,
    mcc: matthews(hits, rows, columns, matrix.n),
    confusion: matrix.counts.map((row) => Array.from(row)),
  }
}

function averages(classes: readonly ClassRow[], weightOf: (row: ClassRow) => number): ClassScores {
  const average = (score: keyof ClassScores): number | null => {
    let sum = 0
    let weights = 0
    for (const row of classes) {
      const value = row[score]
      if (value === null) continue
      sum += value * weightOf(row)
      weights += weightOf(row)
    }
    return weights > 0 ? sum / weights : null
  }
  return { precision: average('precision'), recall: average('recall'), f1: average('f1') }
}

function matthews(hits: Float64Array, gold: Float64Array, predicted: Float64Array, n: number): number | null {
  const squares = (counts: Float64Array) => counts.reduce((sum, count) => sum + count ** 2, 0)
  const correct = hits.reduce((sum, tp) => sum + tp, 0)
  const byChance = gold.reduce((sum, count, k) => sum + count * (predicted[k] ?? 0), 0)
  const spread = (n ** 2 - squares(predicted)) * (n ** 2 - squares(gold))
  return spread > 0 ? (correct * n - byChance) / Math.sqrt(spread) : null
}
