import { type ConfusionMatrix, margins } from './confusion-matrix'
import type { Label } from './ratings'

/** Units of one class: those that gold and prediction both put into it, those of gold, those of the predictions. */
export interface ClassCounts {
  readonly tp: number
  readonly support: number
  readonly predicted: number
}

export type ClassScore = 'precision' | 'recall' | 'f1'
export type ClassScores = Readonly<Record<ClassScore, number | null>>

export interface ClassificationOptions {
  /** Classes in the macro average: those that occur in gold or predictions, or all declared. */
  readonly macroOver?: 'present' | 'declared' | undefined
  /** What 0/0 of one class becomes: 0, or null and left out of the averages. */
  readonly zeroDivision?: 0 | 'null' | undefined
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

/** Precision tp / predicted, recall tp / support, F1 = 2tp / (support + predicted); null for 0/0. */
export function classScore({ tp, support, predicted }: ClassCounts, score: ClassScore): number | null {
  if (score === 'precision') return quotient(tp, predicted)
  return score === 'recall' ? quotient(tp, support) : quotient(2 * tp, support + predicted)
}

/**
 * Mean over classes. F1 is the mean of the classes' F1 (Opitz & Burst 2019), not the F1 of the means; 0/0 of one class
 * counts 0 and classes that occur nowhere are left out, as in scikit-learn, unless the options say otherwise.
 */
export function macroScore(
  classes: readonly ClassCounts[],
  score: ClassScore,
  { macroOver = 'present', zeroDivision = 0 }: ClassificationOptions = {},
): number | null {
  const counted = macroOver === 'present' ? classes.filter(isPresent) : classes
  return weightedMean(counted, score, zeroDivision, () => 1)
}

/** The share of the gold units whose prediction is theirs; null without any. */
export function accuracyOf(classes: readonly ClassCounts[]): number | null {
  return quotient(total(classes, 'tp'), total(classes, 'support'))
}

/** The classes of a confusion matrix with gold in rows. */
export function classCounts(matrix: ConfusionMatrix): ClassCounts[] {
  const { rows, columns } = margins(matrix)
  return matrix.counts.map((row, k) => ({ tp: row[k] ?? 0, support: rows[k] ?? 0, predicted: columns[k] ?? 0 }))
}

/**
 * Scores per class and their averages, from the confusion matrix with gold in rows. MCC for more than two classes:
 * Gorodkin 2004, Comput. Biol. Chem. 28:367 (R_K). Without units all overall figures are null. An evaluation shows
 * accuracy, the macro averages over present classes, and the classes; the rest is for protocol files.
 */
export function classificationReport(
  matrix: ConfusionMatrix,
  options: ClassificationOptions = {},
): ClassificationReport {
  const { zeroDivision = 0 } = options
  const classes = classCounts(matrix)
  const supported = classes.filter(({ support }) => support > 0)
  const all = (of: (score: ClassScore) => number | null): ClassScores => ({
    precision: of('precision'),
    recall: of('recall'),
    f1: of('f1'),
  })
  return {
    n: matrix.n,
    accuracy: accuracyOf(classes),
    perClass: classes.map((counts, k) => ({
      label: matrix.categories[k] ?? '',
      ...all((score) => scoreOr(counts, score, zeroDivision)),
      support: counts.support,
      predicted: counts.predicted,
    })),
    macro: all((score) => macroScore(classes, score, options)),
    weighted: all((score) => weightedMean(supported, score, zeroDivision, ({ support }) => support)),
    balancedAccuracy: macroScore(supported, 'recall'),
    mcc: matthews(classes, matrix.n),
    confusion: matrix.counts.map((row) => Array.from(row)),
  }
}

const isPresent = ({ support, predicted }: ClassCounts) => support + predicted > 0

const quotient = (part: number, whole: number): number | null => (whole === 0 ? null : part / whole)

const total = (classes: readonly ClassCounts[], field: keyof ClassCounts): number =>
  classes.reduce((sum, counts) => sum + counts[field], 0)

const scoreOr = (counts: ClassCounts, score: ClassScore, zeroDivision: 0 | 'null'): number | null =>
  classScore(counts, score) ?? (zeroDivision === 0 ? 0 : null)

function weightedMean(
  classes: readonly ClassCounts[],
  score: ClassScore,
  zeroDivision: 0 | 'null',
  weightOf: (counts: ClassCounts) => number,
): number | null {
  let sum = 0
  let weights = 0
  for (const counts of classes) {
    const value = scoreOr(counts, score, zeroDivision)
    if (value === null) continue
    sum += value * weightOf(counts)
    weights += weightOf(counts)
  }
  return quotient(sum, weights)
}

function matthews(classes: readonly ClassCounts[], n: number): number | null {
  const squares = (field: 'support' | 'predicted') => classes.reduce((sum, counts) => sum + counts[field] ** 2, 0)
  const byChance = classes.reduce((sum, { support, predicted }) => sum + support * predicted, 0)
  const spread = (n ** 2 - squares('predicted')) * (n ** 2 - squares('support'))
  return spread > 0 ? (total(classes, 'tp') * n - byChance) / Math.sqrt(spread) : null
}
