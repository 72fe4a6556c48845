/** Vectors of classification: labels of gold and predictions, written as files for `assay evaluate`. */
import { z } from 'zod'
import { startEvaluation } from '@/lib/gold/evaluation/scoring/start-evaluation'
import { classScoring } from '@/lib/protocols/evaluating/classes'
import type { EvaluationTask } from '@/lib/protocols/evaluation'
import { evaluationTasks } from '@/lib/protocols/evaluations'
import { sentenceOptions } from '@/lib/protocols/factcheck-bench/options'
import { classificationReport } from '@/lib/stats/classification-report'
import type { Label } from '@/lib/stats/ratings'
import type { Vector } from '@/tests/oracle/read-vectors'
import { expectedKeys } from './door'
import { evaluate, standingOf } from './evaluate-files'
import { felmGold } from './felm-gold'
import { type Check, doorOf } from './score-door'

const label = z.union([z.string(), z.number(), z.boolean()])
const inputSchema = z.object({
  pairs: z.array(z.tuple([label, label])).optional(),
  yTrue: z.array(label).optional(),
  yPred: z.array(label).optional(),
  table: z.array(z.array(z.int().nonnegative())).optional(),
  confusion: z.array(z.array(z.int().nonnegative())).optional(),
  categories: z.array(label).optional(),
  options: z
    .object({
      zeroDivision: z.union([z.literal(0), z.literal('null')]).optional(),
      macroOver: z.enum(['present', 'declared']).optional(),
    })
    .default({}),
})

interface Labels {
  gold: readonly Label[]
  predicted: readonly Label[]
  categories: readonly Label[]
  options: z.output<typeof inputSchema>['options']
}

function labelsOf({ input }: Vector): Labels {
  const { pairs, yTrue, yPred, table, confusion, categories, options } = inputSchema.parse(input)
  const counts = table ?? confusion
  const expanded = counts?.flatMap((row, i) =>
    row.flatMap((count, j) =>
      Array.from({ length: count }, () => [categories?.[i] ?? '', categories?.[j] ?? ''] as const),
    ),
  )
  const both = pairs ?? expanded
  const gold = both?.map(([first]) => first) ?? yTrue ?? []
  const predicted = both?.map(([, second]) => second) ?? yPred ?? []
  return { gold, predicted, categories: categories ?? [...new Set([...gold, ...predicted])], options }
}

/** The classes of Factcheck-Bench's sentences stand for those of the vector, in their order. */
const NAMES = sentenceOptions.map(({ value }) => String(value))
const isForTask = (vector: Vector) => labelsOf(vector).categories.length <= NAMES.length
const isUneven = (vector: Vector) => labelsOf(vector).gold.length !== labelsOf(vector).predicted.length

/** Sentences in one document; more take longer to find their places than they are worth. */
const IN_DOCUMENT = 50

const sentence = (text: string, checkworthy: string) => ({
  decontext: text,
  importance: 'no',
  factCheck: checkworthy,
  Claims: [],
  boolClaim: [],
  Most_important_claim: [],
})

/** What the report says: the cells of its table, and its figures by key and class. */
interface Told {
  counts: readonly (readonly number[])[]
  n: number
  value(figure: string): number | null
  /** As the report names the class of a category. */
  nameOf(category: number): string
}

async function ofSentences({ gold, predicted, categories }: Labels): Promise<Told> {
  const named = (given: Label | undefined) =>
    NAMES[given === undefined ? -1 : categories.indexOf(given)] ?? `no category: ${given}`
  const documents = Array.from({ length: Math.ceil(gold.length / IN_DOCUMENT) }, (_, document) => {
    const own = gold.slice(document * IN_DOCUMENT, (document + 1) * IN_DOCUMENT)
    const sentences = own.map((each, at) => [`sentence${at + 1}`, sentence(`Sentence ${document}.${at}.`, named(each))])
    return Object.fromEntries(sentences)
  })
  const predictions = predicted.map((each, index) => ({
    system: 'system',
    item: `#${Math.floor(index / IN_DOCUMENT) + 1}`,
    unit: `s${(index % IN_DOCUMENT) + 1}`,
    checkworthy: named(each),
  }))
  const report = await evaluate({ protocol: 'factcheck-bench', task: 'sentences', gold: documents, predictions })
  return toldBy(report, 'classes', (category) => NAMES[category] ?? '')
}

/** A scoring of as many classes as the vector has, as tasks are made of it. */
async function ofScoring({ gold, predicted, categories }: Labels): Promise<Told> {
  const labels = categories.map((category) => ({ value: String(category), text: String(category) }))
  const [base] = (await evaluationTasks('felm')).filter(({ stage }) => stage === null)
  if (!base) throw new Error('No task brings its gold along.')
  const head = { key: 'classes', title: 'Classes', description: '', unitOfAnalysis: 'unit' }
  const task: EvaluationTask = { ...base, strata: [], scorings: () => [classScoring(head, { labels })] }
  const evaluation = startEvaluation(task, {})
  gold.forEach((each, index) => {
    const about = { system: 'system', item: String(index), unit: null, text: null }
    evaluation.add({ ...about, gold: String(each), value: String(predicted[index] ?? '') }, null)
  })
  return toldBy(await evaluation.report({ resamples: 0 }), 'classes', (category) => String(categories[category]))
}

/** Two lists of different length, as a line of FELM's predictions may bring them. */
async function ofList({ gold, predicted, categories }: Labels): Promise<never> {
  const asLabels = (list: readonly Label[]) => list.map((each) => each === categories[0])
  const record = felmGold('1', asLabels(gold))
  const predictions = [{ system: 'system', item: '1', labels: asLabels(predicted) }]
  await evaluate({ protocol: 'felm', task: 'segments', gold: [record], predictions })
  throw new Error('The line was taken.')
}

function toldBy(report: Parameters<typeof standingOf>[0], scoring: string, nameOf: Told['nameOf']): Told {
  const { standing, value } = standingOf(report, scoring, 'system')
  return { counts: standing.confusion ?? [], n: standing.scored, value, nameOf }
}

/** One evaluation for each vector, however many doors ask. */
const known = new WeakMap<Vector, Promise<Told>>()

function toldOf(vector: Vector): Promise<Told> {
  const labels = labelsOf(vector)
  const told =
    known.get(vector) ??
    (isUneven(vector) ? ofList(labels) : isForTask(vector) ? ofSentences(labels) : ofScoring(labels))
  known.set(vector, told)
  return told
}

/** The table without the column of abstentions, and without classes that the vector does not have. */
const tableOf = ({ counts }: Told, size: number) => counts.slice(0, size).map((row) => row.slice(0, size))

async function figures(vector: Vector) {
  const told = await toldOf(vector)
  const { categories } = labelsOf(vector)
  const confusion = tableOf(told, categories.length)
  const { perClass } = reportOf(vector, told)
  return {
    n: told.n,
    accuracy: told.value('accuracy'),
    macro: { precision: told.value('macroPrecision'), recall: told.value('macroRecall'), f1: told.value('macroF1') },
    perClass: categories.map((category, index) => ({
      label: category,
      precision: told.value(`precision:${told.nameOf(index)}`),
      recall: told.value(`recall:${told.nameOf(index)}`),
      f1: told.value(`f1:${told.nameOf(index)}`),
      support: perClass[index]?.support,
      predicted: perClass[index]?.predicted,
    })),
    confusion,
  }
}

function reportOf(vector: Vector, told: Told) {
  const { categories, options } = labelsOf(vector)
  const counts = tableOf(told, categories.length).map((row) => Float64Array.from(row))
  return classificationReport({ categories, declared: true, counts, n: told.n }, options)
}

const rows = z.looseObject({ perClass: z.array(z.object({ support: z.number(), predicted: z.number() })).default([]) })

/** An evaluation averages over the classes that occur, with 0 for 0/0, and shows a class's own 0/0 as undefined. */
function keysInReport(vector: Vector): string[] {
  const { zeroDivision = 0, macroOver = 'present' } = labelsOf(vector).options
  const parsed = rows.safeParse(vector.expected)
  const isDefined = parsed.data?.perClass.every(({ support, predicted }) => support > 0 && predicted > 0) ?? false
  const isMacro = macroOver === 'present' && (zeroDivision === 0 || isDefined)
  const hidden = [
    'weighted',
    'balancedAccuracy',
    'mcc',
    ...(isMacro ? [] : ['macro']),
    ...(zeroDivision === 'null' || isDefined ? [] : ['perClass']),
  ]
  return expectedKeys(vector).filter((key) => !hidden.includes(key))
}

/** Of vectors that a task has enough classes for. */
export const classesByTask: Check = {
  keys: (vector) => (isForTask(vector) ? keysInReport(vector) : []),
  answer: figures,
}

const byScoring: Check = {
  keys: (vector) => (isForTask(vector) ? [] : keysInReport(vector)),
  answer: figures,
}

const byReport: Check = {
  keys: (vector) => expectedKeys(vector).filter((key) => key !== 'error'),
  answer: async (vector) => reportOf(vector, await toldOf(vector)),
}

export const classDoors = [
  doorOf('scoring of classes, of more than a task of `assay evaluate` has', { classification_report: byScoring }),
  doorOf('classification report of the table that an evaluation gives', { classification_report: byReport }),
]
