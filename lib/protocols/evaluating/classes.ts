/** Scoring of labels of several classes: accuracy, macro and per-class precision, recall and F1, from the confusion table. */
import type { Baseline, EvaluationFigure, FigureFormula, Scored, Scoring, SumRatio } from '@/lib/protocols/evaluation'
import type { Json } from '@/lib/protocols/protocol'
import {
  accuracyOf,
  type ClassCounts,
  type ClassScore,
  classScore,
  macroScore,
} from '@/lib/stats/classification-report'
import type { Estimate } from '@/lib/stats/result'
import { share } from './detection'

export interface ClassLabel {
  value: string
  text: string
}

const KINDS: readonly ClassScore[] = ['f1', 'precision', 'recall']
const WORDS: Record<ClassScore, string> = { f1: 'F1', precision: 'precision', recall: 'recall' }

const NOTHING = 'no answer'

/** Cells of the table: rows are gold, columns predictions, the last of them abstentions. */
function countsIn(sums: ArrayLike<number>, size: number): ClassCounts[] {
  const counts = Array.from({ length: size }, () => ({ tp: 0, support: 0, predicted: 0 }))
  for (let row = 0; row < size; row++) {
    for (let column = 0; column <= size; column++) {
      const n = sums[row * (size + 1) + column] ?? 0
      const [gold, predicted] = [counts[row], counts[column]]
      if (gold) gold.support += n
      if (predicted) predicted.predicted += n
      if (gold && row === column) gold.tp += n
    }
  }
  return counts
}

const estimateOf = (value: number | null): Estimate => (value === null ? { value, reason: 'empty' } : { value })

/** Over all units: precision of those with an answer, recall of all. The same as accuracy where nobody abstains. */
function micro(counts: readonly ClassCounts[]): ClassCounts {
  const sum = (field: keyof ClassCounts) => counts.reduce((total, each) => total + each[field], 0)
  return { tp: sum('tp'), support: sum('support'), predicted: sum('predicted') }
}

const isMet = ({ support, predicted }: ClassCounts) => support + predicted > 0

/** The places of the classes that gold or predictions have in these sums. */
function classesIn(sums: ArrayLike<number>, size: number): number[] {
  return countsIn(sums, size).flatMap((counts, place) => (isMet(counts) ? [place] : []))
}

/**
 * A macro average over these classes, one that occurs nowhere in the sums counting 0; without classes over those that occur. Undefined
 * where the sums hold nothing.
 */
function macroOf(kind: ClassScore, size: number): EvaluationFigure['of'] {
  return (sums, classes) => {
    const counts = countsIn(sums, size)
    if (!classes) return estimateOf(macroScore(counts, kind))
    const fixed = counts.filter((_, place) => classes.includes(place))
    return estimateOf(counts.some(isMet) ? macroScore(fixed, kind, { macroOver: 'declared' }) : null)
  }
}

/** Where the sums of these classes stand: right ones, those of gold, those of the predictions. */
function placesOf(classes: readonly number[], size: number): Record<keyof ClassCounts, number[]> {
  const all = Array.from({ length: size + 1 }, (_, index) => index)
  return {
    tp: classes.map((each) => each * (size + 1) + each),
    support: classes.flatMap((row) => all.map((column) => row * (size + 1) + column)),
    predicted: classes.flatMap((column) => all.slice(0, size).map((row) => row * (size + 1) + column)),
  }
}

function ratioOf(kind: ClassScore, { tp, support, predicted }: ReturnType<typeof placesOf>): SumRatio {
  if (kind === 'precision') return { over: tp, under: predicted }
  return kind === 'recall' ? { over: tp, under: support } : { over: [...tp, ...tp], under: [...support, ...predicted] }
}

const ratioFormula = (kind: ClassScore, classes: readonly number[], size: number): FigureFormula => ({
  is: 'mean',
  ratios: [ratioOf(kind, placesOf(classes, size))],
})

const macroFormula = (kind: ClassScore, size: number): FigureFormula => ({
  is: 'macro',
  classes: Array.from({ length: size }, (_, each) => {
    const places = placesOf([each], size)
    return { ratio: ratioOf(kind, places), occurs: [...places.support, ...places.predicted] }
  }),
})

/** `withMicro`: micro averages as well, which say the same as accuracy unless systems abstain. */
export function classFigures(labels: readonly ClassLabel[], withMicro = false) {
  const { length: size } = labels
  const perClass = labels.flatMap(({ value, text }, index): EvaluationFigure[] =>
    KINDS.map((kind) => ({
      ...share(`${kind}:${value}`, `${text}: ${WORDS[kind]}`, (sums) => {
        const counts = countsIn(sums, size)[index]
        return estimateOf(counts ? classScore(counts, kind) : null)
      }),
      formula: ratioFormula(kind, [index], size),
    })),
  )
  const all = labels.map((_, index) => index)
  const microFigures = KINDS.map((kind) => ({
    ...share(`micro:${kind}`, `Micro ${WORDS[kind]}`, (sums) =>
      estimateOf(classScore(micro(countsIn(sums, size)), kind)),
    ),
    formula: ratioFormula(kind, all, size),
  }))
  const macro = (key: string, title: string, kind: ClassScore): EvaluationFigure => ({
    ...share(key, title, macroOf(kind, size)),
    formula: macroFormula(kind, size),
  })
  const figures: [EvaluationFigure, ...EvaluationFigure[]] = [
    macro('macroF1', 'Macro F1', 'f1'),
    {
      ...share('accuracy', 'Accuracy', (sums) => estimateOf(accuracyOf(countsIn(sums, size)))),
      formula: ratioFormula('recall', all, size),
    },
    macro('macroPrecision', 'Macro precision', 'precision'),
    macro('macroRecall', 'Macro recall', 'recall'),
    ...(withMicro ? microFigures : []),
    ...perClass,
  ]
  return figures
}

/** `read`: which of the classes a value of gold or of a prediction is; null for none. */
export interface ClassSetting {
  labels: readonly ClassLabel[]
  /** Micro averages too. */
  micro?: boolean
  gold?(value: Json): string | null
  predicted?(value: Json): string | null
  baselines?: readonly Baseline[]
}

const asIs = (value: Json) => (typeof value === 'string' ? value : null)

/** An abstention is wrong: it adds to no class's predictions. */
export function classScoring(
  head: Pick<Scoring, 'key' | 'title' | 'description' | 'unitOfAnalysis' | 'published'>,
  { labels, micro: withMicro = false, gold = asIs, predicted = asIs, baselines = [] }: ClassSetting,
): Scoring {
  const size = labels.length
  const indexOf = (value: string | null) => labels.findIndex((label) => label.value === value)
  const cellsOf = ({ gold: given, value }: Scored) => {
    const row = indexOf(gold(given))
    if (row < 0) return null
    const column = indexOf(predicted(value))
    return { row, column: column < 0 ? size : column }
  }
  const texts = labels.map(({ text }) => text)
  return {
    ...head,
    level: 'unit',
    counts: (value) => indexOf(gold(value)) >= 0,
    classOf: gold,
    sums: size * (size + 1),
    score: (scored) => {
      const cell = cellsOf(scored)
      if (!cell) return null
      const sums = new Array<number>(size * (size + 1)).fill(0)
      sums[cell.row * (size + 1) + cell.column] = 1
      return sums
    },
    isRight: (scored) => {
      const cell = cellsOf(scored)
      return cell && cell.row === cell.column
    },
    confusion: {
      rows: texts,
      columns: [...texts, NOTHING],
      cells: labels.map((_, row) => Array.from({ length: size + 1 }, (__, column) => row * (size + 1) + column)),
    },
    classesIn: (sums) => classesIn(sums, size),
    figures: classFigures(labels, withMicro),
    baselines,
  }
}

/** Always the same class. */
export const always = (value: string, title: string): Baseline => ({
  key: `always:${value}`,
  title,
  value: () => value,
})
/** What gold says most often. */
export const majority: Baseline = { key: 'majority', title: 'Majority of the gold', value: (_, __, most) => most }
/** Every class alike. */
export const randomAmong = (values: readonly string[]): Baseline => ({
  key: 'random',
  title: 'Random',
  value: (_, random) => values[Math.floor(random * values.length)] ?? null,
})
