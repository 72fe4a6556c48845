/**
 * Scoring of probabilities against how annotators' labels are distributed: for any task whose units are rated under a measure, beside its own scorings.
 * Gold of this scoring is how many annotators gave each value, and a system's word the probability of each.
 */
import type { Baseline, EvaluationFigure, EvaluationTask, PredictionReading, Scoring } from '@/lib/protocols/evaluation'
import type { Json, Measure, Stage } from '@/lib/protocols/protocol'
import { isJsonRecord, type JsonRecord } from '@/lib/protocols/record-fields'
import { shownValue } from '@/lib/protocols/shown-value'
import { brierScore, crossEntropy, jensenShannonDivergence } from '@/lib/stats/distribution-scores'
import { quotientFormula } from './formulas'
import { labelAmong } from './labels'
import { refused, unpacked } from './read-line'

/** The field of a line. */
const PROBABILITIES = 'probabilities'
/** How far probabilities may be from adding up to 1, since they are rounded; they are divided by their sum. */
const TOLERANCE = 0.02

/** Sums: units, cross-entropies that are finite, units where it is not, divergences, Brier's scores. */
const [UNITS, CROSS, INFINITE, DIVERGENCE, BRIER] = [0, 1, 2, 3, 4]

/** The tasks, those that have a measure of nominal or ordinal values among these stages with the scoring of distributions. */
export const withDistributions = (tasks: readonly EvaluationTask[], stages: readonly Stage[]): EvaluationTask[] =>
  tasks.map((task) => {
    const measures = stages.find(({ key }) => key === task.stage)?.measures ?? []
    const measure = measures.find(({ key, level }) => key === task.measure && level !== 'interval')
    return measure ? withDistribution(task, measure) : task
  })

function withDistribution(task: EvaluationTask, { categories, unitOfAnalysis }: Measure): EvaluationTask {
  const values = categories.map(({ value }) => value)
  const example = Object.fromEntries(values.map((value, index) => [value, index === 0 ? 0.7 : index === 1 ? 0.3 : 0]))
  return {
    ...task,
    fields: [
      ...task.fields,
      {
        name: PROBABILITIES,
        required: false,
        text: `For one unit, the probability of each of ${values.join(', ')}, as ${JSON.stringify(example)}; scored against how often annotators gave each. Where the line has no label, the likeliest value counts as the label, and among equally likely ones the first.`,
      },
    ],
    recognises: (record) => task.recognises(record) || (isJsonRecord(record) && PROBABILITIES in record),
    read: (record) => (isJsonRecord(record) ? readLine(task, record, categories) : task.read(record)),
    scorings: (parameters) => [...task.scorings(parameters), distributionScoring(values.length, unitOfAnalysis)],
  }
}

type Categories = Measure['categories']

function readLine(task: EvaluationTask, record: JsonRecord, categories: Categories): PredictionReading {
  const { [PROBABILITIES]: given = null, ...rest } = record
  if (given === null || given === '') return task.read(rest)
  const probabilities = probabilitiesIn(given, categories)
  if (probabilities === null) {
    const categoryNames = categories.map(({ value }) => value).join(', ')
    return refused(
      PROBABILITIES,
      `${PROBABILITIES} is ${shownValue(given)}.`,
      `Write an object of numbers from 0 to 1 that add up to 1, by these names: ${categoryNames}. What is left out is 0.`,
    )
  }
  const likeliest = categories[probabilities.indexOf(Math.max(...probabilities))]?.value ?? null
  const reading = task.read(task.recognises(rest) ? rest : { ...rest, label: likeliest })
  if (!reading.ok) return reading
  const [only, ...others] = reading.predictions
  if (!only || others.length > 0 || only.rest) {
    return refused(
      PROBABILITIES,
      'The line has probabilities, but is about several units.',
      'Write one line for each unit.',
    )
  }
  return { ok: true, predictions: [{ ...only, probabilities }] }
}

/** In the order of the categories; null for what is none. A table has them as a text. */
function probabilitiesIn(prediction: Json, categories: Categories): number[] | null {
  const read = typeof prediction === 'string' ? (unpacked(prediction) ?? null) : prediction
  if (!isJsonRecord(read)) return null
  const spellings = Object.fromEntries([
    ...categories.map(({ text, value }) => [text, value]),
    ...categories.map(({ value }) => [value, value]),
  ])
  const found = categories.map(() => 0)
  const seenValues = new Set<string>()
  for (const [name, probability] of Object.entries(read)) {
    const value = labelAmong(name, spellings)
    const index = categories.findIndex((category) => category.value === value)
    if (value == null || index < 0 || seenValues.has(value)) return null
    if (typeof probability !== 'number' || !(probability >= 0 && probability <= 1)) return null
    seenValues.add(value)
    found[index] = probability
  }
  const sum = found.reduce((total, each) => total + each, 0)
  return Math.abs(sum - 1) > TOLERANCE ? null : found.map((each) => each / sum)
}

const numbersOrZeros = (value: Json): number[] =>
  Array.isArray(value) ? value.map((each) => (typeof each === 'number' ? each : 0)) : []

/** Counts as shares. */
function sharesOf(counts: readonly number[]): number[] {
  const total = counts.reduce((sum, count) => sum + count, 0)
  return counts.map((count) => count / total)
}

const baselinesOf = (size: number): Baseline[] => [
  { key: 'alike', title: 'Every value alike', value: () => new Array<number>(size).fill(1 / size) },
  { key: 'overall', title: 'Shares over all units', value: (_, __, overall) => sharesOf(numbersOrZeros(overall)) },
  { key: 'shares', title: 'The shares themselves', value: (counts) => sharesOf(numbersOrZeros(counts)) },
]

/** Of `size` values. */
function distributionScoring(size: number, unitOfAnalysis: string): Scoring {
  return {
    key: 'distribution',
    title: 'Against the distribution of labels',
    description:
      'Probabilities are compared with the shares of annotators who gave each value, on units with at least two independent ratings, whatever the gold says; the figures are means over units. Cross-entropy and Jensen-Shannon divergence are in bits, Brier’s score is the sum of squared differences over all values; the lower, the better. Cross-entropy is infinite, and so undefined, where a value that somebody gave has a probability of 0. No system can be below “The shares themselves”, whose cross-entropy is the mean entropy. Systems that give no probabilities are not listed.',
    unitOfAnalysis,
    level: 'unit',
    compares: 'distributions',
    sums: 5,
    score: ({ gold, value }) => {
      if (!Array.isArray(gold) || !Array.isArray(value)) return null
      const [shares, probabilities] = [sharesOf(numbersOrZeros(gold)), numbersOrZeros(value)]
      const cross = crossEntropy(shares, probabilities)
      const hasBound = Number.isFinite(cross)
      const others = [jensenShannonDivergence(shares, probabilities), brierScore(shares, probabilities)]
      return [1, hasBound ? cross : 0, hasBound ? 0 : 1, ...others]
    },
    figures: [
      {
        ...mean('crossEntropy', 'Cross-entropy', CROSS),
        formula: { ...quotientFormula([CROSS], [UNITS]), infinite: INFINITE },
        of: (sums) => ((sums[INFINITE] ?? 0) > 0 ? { value: null, reason: 'infinite' } : meanOf(sums, CROSS)),
      },
      { ...mean('jensenShannon', 'Jensen-Shannon divergence', DIVERGENCE), range: [0, 1] },
      { ...mean('brier', 'Brier score', BRIER), range: [0, 2] },
    ],
    baselines: baselinesOf(size),
  }
}

function meanOf(sums: ArrayLike<number>, part: number): ReturnType<EvaluationFigure['of']> {
  const units = sums[UNITS] ?? 0
  return units === 0 ? { value: null, reason: 'empty' } : { value: (sums[part] ?? 0) / units }
}

const mean = (key: string, title: string, part: number): EvaluationFigure => ({
  key,
  title,
  form: 'number',
  better: 'low',
  of: (sums) => meanOf(sums, part),
  formula: quotientFormula([part], [UNITS]),
})
