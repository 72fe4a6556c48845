/** Scoring of sets of values: exact match, and precision, recall and F1 over all values, as means over values, and of each value. */
import type { EvaluationFigure, FigureFormula, Scored, Scoring, SumRatio } from '@/lib/protocols/evaluation'
import type { Json } from '@/lib/protocols/protocol'
import type { ClassLabel } from './classes'
import { evaluateFormula } from './formulas'

type Score = 'f1' | 'precision' | 'recall'

const SCORES: readonly Score[] = ['f1', 'precision', 'recall']
const WORDS: Record<Score, string> = { f1: 'F1', precision: 'precision', recall: 'recall' }

/** Sums: units, sets that are the same; then of every value how often it is in both, in gold, and in the prediction. */
const [UNITS, SAME, VALUES] = [0, 1, 2]
const OF_VALUE = 3

const placesOf = (value: number) => {
  const first = VALUES + OF_VALUE * value
  return { both: first, gold: first + 1, predicted: first + 2 }
}

/** A score over these values together. */
function ratioOf(score: Score, values: readonly number[]): SumRatio {
  const places = values.map(placesOf)
  const [both, gold, predicted] = [
    places.map((place) => place.both),
    places.map((place) => place.gold),
    places.map((place) => place.predicted),
  ]
  if (score === 'precision') return { over: both, under: predicted }
  return score === 'recall' ? { over: both, under: gold } : { over: [...both, ...both], under: [...gold, ...predicted] }
}

const figure = (key: string, title: string, formula: FigureFormula): EvaluationFigure => ({
  key,
  title,
  form: 'share',
  better: 'high',
  formula,
  of: (sums, classes) => evaluateFormula(formula, sums, classes),
})

/** A mean over the values that occur; one without a prediction has a precision of 0, as in scikit-learn. */
const macro = (score: Score, size: number): FigureFormula => ({
  is: 'macro',
  classes: Array.from({ length: size }, (_, value) => {
    const { gold, predicted } = placesOf(value)
    return { ratio: ratioOf(score, [value]), occurs: [gold, predicted] }
  }),
})

function setFigures(labels: readonly ClassLabel[]): [EvaluationFigure, ...EvaluationFigure[]] {
  const all = labels.map((_, value) => value)
  const over = (score: Score, values: readonly number[]): FigureFormula => ({
    is: 'mean',
    ratios: [ratioOf(score, values)],
  })
  return [
    figure('f1', 'F1 of values', over('f1', all)),
    figure('precision', 'Precision of values', over('precision', all)),
    figure('recall', 'Recall of values', over('recall', all)),
    figure('same', 'The same set', { is: 'mean', ratios: [{ over: [SAME], under: [UNITS] }] }),
    figure('macroF1', 'Macro F1', macro('f1', labels.length)),
    figure('macroPrecision', 'Macro precision', macro('precision', labels.length)),
    figure('macroRecall', 'Macro recall', macro('recall', labels.length)),
    ...labels.flatMap(({ value, text }, index) =>
      SCORES.map((score) => figure(`${score}:${value}`, `${text}: ${WORDS[score]}`, over(score, [index]))),
    ),
  ]
}

/**
 * Gold and predictions are lists of the values of `labels`, each once; an empty list is a set, and scored. An abstention is the same as no
 * set, and finds no value.
 */
export function setScoring(
  head: Pick<Scoring, 'key' | 'title' | 'unitOfAnalysis'>,
  labels: readonly ClassLabel[],
): Scoring {
  const has = (set: Json, value: string) => Array.isArray(set) && set.includes(value)
  const isSame = ({ gold, value }: Scored) =>
    Array.isArray(value) && labels.every((label) => has(gold, label.value) === has(value, label.value))
  return {
    ...head,
    description:
      'Values found among those of the gold, over all units together (micro), and as means over the values (macro). An abstention finds none, and is never the same set.',
    level: 'unit',
    counts: Array.isArray,
    sums: VALUES + OF_VALUE * labels.length,
    score: (scored) => {
      if (!Array.isArray(scored.gold)) return null
      const ofValues = labels.flatMap(({ value }) => {
        const [inGold, inPrediction] = [has(scored.gold, value), has(scored.value, value)]
        return [Number(inGold && inPrediction), Number(inGold), Number(inPrediction)]
      })
      return [1, Number(isSame(scored)), ...ofValues]
    },
    isRight: (scored) => (Array.isArray(scored.gold) ? isSame(scored) : null),
    classesIn: (sums) =>
      labels.flatMap((_, value) => {
        const { gold, predicted } = placesOf(value)
        return (sums[gold] ?? 0) + (sums[predicted] ?? 0) > 0 ? [value] : []
      }),
    classTexts: labels.map(({ text }) => text),
    figures: setFigures(labels),
  }
}
