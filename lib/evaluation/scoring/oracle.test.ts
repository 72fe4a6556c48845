/** The scorings of tasks, prediction by prediction, against the reference vectors of ORACLE. */
import { existsSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { classScoring } from '@/lib/protocols/evaluating/classes'
import type { EvaluationTask, Prediction } from '@/lib/protocols/evaluation'
import { evaluationTasks } from '@/lib/protocols/evaluations'
import type { Json } from '@/lib/protocols/protocol'
import { readVectors } from '@/lib/stats/oracle/vectors'
import { startEvaluation } from './start-evaluation'

const folder = process.env.ASSAY_ORACLE_DIR
const vectors = folder && existsSync(folder) ? readVectors(folder) : []
const of = (metric: string) => vectors.filter((vector) => vector.metric === metric)

function taskOf(protocol: string, key: string): EvaluationTask {
  const task = evaluationTasks(protocol).find((each) => each.key === key)
  if (!task) throw new Error(`${protocol} has no ${key}`)
  return task
}

/** Predictions that bring their gold, scored; the figures of the scoring by key. */
async function scored(
  task: EvaluationTask,
  parameters: Record<string, unknown>,
  predictions: readonly Partial<Prediction>[],
) {
  const evaluation = startEvaluation(task, task.parameters.parse(parameters))
  for (const [index, each] of predictions.entries()) {
    evaluation.add({ system: 'it', item: String(index), unit: null, text: null, value: null, ...each }, null)
  }
  const report = await evaluation.report({ resamples: 0 })
  return (scoring: string) => {
    const standing = report.scorings.find(({ key }) => key === scoring)?.standings.find(({ system }) => system === 'it')
    return Object.fromEntries(Object.entries(standing?.figures ?? {}).map(([key, { value }]) => [key, value]))
  }
}

function close(got: unknown, expected: number | null | undefined): void {
  if (expected === undefined) return
  if (expected === null || typeof got !== 'number') expect(got ?? null).toBe(expected)
  else expect(got).toBeCloseTo(expected, 9)
}

const score = z.number().nullish()
const scores = z.looseObject({ precision: score, recall: score, f1: score, balancedAccuracy: score })
const isError = (expected: unknown) => z.object({ error: z.literal(true) }).safeParse(expected).success

describe.skipIf(vectors.length === 0)('reference vectors (skipped without ASSAY_ORACLE_DIR)', () => {
  it.each(of('felm_metrics').map((each) => [each.name, each] as const))('%s', async (_, vector) => {
    if (isError(vector.expected)) return
    const input = z
      .object({ responses: z.array(z.object({ labels: z.array(z.boolean()), pred: z.array(z.boolean()) })) })
      .parse(vector.input)
    const predictions = input.responses.flatMap(({ labels, pred }, response) =>
      labels.map((gold, at) => ({ item: `r${response}`, unit: `s${at}`, gold, value: pred[at] ?? null })),
    )
    const figures = await scored(taskOf('felm', 'ratings'), {}, predictions)
    const expected = z.looseObject({ segment: scores.optional(), response: scores.optional() }).parse(vector.expected)
    for (const level of ['segment', 'response'] as const) {
      for (const key of ['precision', 'recall', 'f1', 'balancedAccuracy'] as const) {
        if (predictions.length > 0) close(figures(level)[key], expected[level]?.[key])
      }
    }
  })

  it.each(of('veriscore_f1k').map((each) => [each.name, each] as const))('%s', async (_, vector) => {
    if (isError(vector.expected)) return
    const { responses, options } = z
      .object({
        responses: z.array(z.object({ supported: z.number(), total: z.number() })),
        options: z.object({ k: z.union([z.number(), z.string()]) }),
      })
      .parse(vector.input)
    const predictions = responses.map(({ supported, total }) => ({
      gold: true,
      value: { supported, claims: total },
      strata: { domain: 'all' },
    }))
    const figures = await scored(taskOf('veriscore-verification', 'f1k'), { k: options.k }, predictions)
    const expected = z.looseObject({ value: score, meanPrecision: score, meanRecall: score }).parse(vector.expected)
    close(figures('f1k').f1, expected.value)
    close(figures('f1k').precision, expected.meanPrecision)
    close(figures('f1k').recall, expected.meanRecall)
  })

  it.each(of('factor_accuracy').map((each) => [each.name, each] as const))('%s', async (_, vector) => {
    const task = taskOf('factor-validation', 'own-examples')
    const { examples, options } = z
      .object({
        examples: z.array(z.object({ scores: z.array(z.json()) })),
        options: z.object({ ties: z.string().optional() }).default({}),
      })
      .parse(vector.input)
    const readings = examples.map((example, index) => task.read({ item: String(index), scores: example.scores }))
    if (isError(vector.expected)) {
      expect(readings.some(({ ok }) => !ok)).toBe(true)
      return
    }
    const ties = { strict: 'wrong', fractional: 'shared', first: 'first' }[options.ties ?? 'strict']
    const predictions = readings
      .flatMap((each) => (each.ok ? each.predictions : []))
      .map((each) => ({ ...each, system: 'it' }))
    const figures = await scored(task, { ties }, predictions)
    const expected = z.looseObject({ value: score, n: z.number(), nTies: z.number() }).parse(vector.expected)
    close(figures('choices').accuracy, expected.value)
    if (expected.n > 0) close(figures('choices').ties, expected.nTies / expected.n)
  })

  it.each(of('classification_report').map((each) => [each.name, each] as const))('%s', async (_, vector) => {
    const parsed = z
      .object({
        yTrue: z.array(z.string()),
        yPred: z.array(z.string()),
        categories: z.array(z.string()),
        options: z
          .looseObject({
            macroOver: z.string().default('present'),
            zeroDivision: z.union([z.number(), z.string()]).default(0),
          })
          .default({ macroOver: 'present', zeroDivision: 0 }),
      })
      .safeParse(vector.input)
    // Tables, other rules for 0/0 and averages over declared classes are lib/stats' own; tasks use these.
    if (
      !parsed.success ||
      isError(vector.expected) ||
      parsed.data.options.macroOver !== 'present' ||
      parsed.data.options.zeroDivision !== 0
    )
      return
    const { yTrue, yPred, categories } = parsed.data
    const labels = categories.map((value) => ({ value, text: value }))
    const scoring = classScoring(
      { key: 'classes', title: '', description: '', unitOfAnalysis: '' },
      { labels, micro: true },
    )
    const task: EvaluationTask = { ...taskOf('felm', 'ratings'), strata: [], scorings: () => [scoring] }
    const predictions = yTrue.map((gold, at): { gold: Json; value: Json } => ({ gold, value: yPred[at] ?? null }))
    const figures = (await scored(task, {}, predictions))('classes')
    const expected = z
      .looseObject({
        accuracy: score,
        macro: scores.optional(),
        perClass: z.array(scores.extend({ label: z.string() })).default([]),
      })
      .parse(vector.expected)
    if (predictions.length === 0) return
    close(figures.accuracy, expected.accuracy)
    close(figures['micro:f1'], expected.accuracy)
    close(figures.macroF1, expected.macro?.f1)
    close(figures.macroPrecision, expected.macro?.precision)
    close(figures.macroRecall, expected.macro?.recall)
    // One class's 0/0 is undefined on its own, and 0 in the mean.
    for (const each of expected.perClass) close(figures[`recall:${each.label}`] ?? 0, each.recall)
  })
})
