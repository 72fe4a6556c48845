/** Receipts of evaluations, computed again by the program that goes with them. */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { classScoring, majority, randomAmong } from '@/lib/protocols/evaluating/classes'
import type { EvaluationTask } from '@/lib/protocols/evaluation'
import { evaluationTasks } from '@/lib/protocols/evaluations'
import { seededRandom } from '@/lib/stats/seeded-random'
import type { Evaluation, ReportOptions } from './evaluation'
import type { EvaluationReceipt } from './receipt'
import type { EvaluationReport } from './report-schema'
import { startEvaluation } from './start-evaluation'

const folder = mkdtempSync(path.join(tmpdir(), 'assay-evaluation-receipts-'))
afterAll(() => rmSync(folder, { recursive: true }))

const segments = (await evaluationTasks('felm')).find(({ key }) => key === 'segments')
const f1k = (await evaluationTasks('veriscore-verification')).find(({ key }) => key === 'f1k')
if (!segments || !f1k) throw new Error('A task is missing')

const CLASSES = ['a', 'b', 'c', 'd'].map((value) => ({ value, text: value.toUpperCase() }))
const HEAD = { title: 'Classes', description: '', unitOfAnalysis: 'unit' }
const own = segments.scorings({ abstentions: 'out' })

/** Segments of FELM's scorings and of four classes, whose gold stands in the content. */
const task: EvaluationTask = {
  ...segments,
  targets: ({ content }) =>
    (content as boolean[]).map((gold, at) => ({
      unit: `s${at + 1}`,
      text: null,
      gold,
      strata: { domain: at === 0 ? 'first' : 'other' },
    })),
  scorings: () => [
    ...own,
    classScoring(
      { ...HEAD, key: 'classes' },
      {
        labels: CLASSES,
        micro: true,
        gold: (value) => (value === null ? null : value ? 'a' : 'b'),
        predicted: (value) => (value === null ? null : value ? 'a' : 'c'),
        baselines: [majority, randomAmong(['a', 'b'])],
      },
    ),
  ],
}

/** Thirty items of up to four segments; systems of which one gives probabilities for part only, and one abstains and leaves out. */
function drawn() {
  const random = seededRandom(11)
  const evaluation = startEvaluation(task, segments?.parameters.parse({}) ?? {})
  const gold: boolean[][] = Array.from({ length: 30 }, () => Array.from({ length: 1 + random(4) }, () => random(4) > 0))
  gold.forEach((content, index) => {
    const units = content.map((_, at) => `s${at + 1}`)
    const counts = units.map(() => [random(4), random(3)])
    evaluation.addItem({
      position: 2 * index + 1,
      externalId: index % 2 === 0 ? `id-${index}` : null,
      gold: { source: null, content, stages: {} },
      agreed: new Map(units.map((unit, at) => [unit, at % 2 ? ['majority', 'settled'] : ['unanimous']])),
      ratings: new Map(units.map((unit, at) => [unit, counts[at] ?? []])),
    })
    const say = (system: string, at: number, value: boolean | null, probabilities?: number[]) =>
      evaluation.add(
        {
          system,
          item: `#${2 * index + 1}`,
          unit: `s${at + 1}`,
          text: null,
          value,
          ...(probabilities && { probabilities }),
        },
        null,
      )
    content.forEach((right, at) => {
      const likely = (1 + random(8)) / 10
      say('careful', at, random(5) > 0 ? right : !right, [likely, 1 - likely])
      say('hasty', at, random(2) > 0 ? right : !right, random(3) > 0 ? [0.5, 0.5] : undefined)
      if (random(6) > 0) say('silent', at, random(5) > 0 ? right : null)
      say('sure', at, true, [1, 0])
    })
  })
  return evaluation
}

const receiptOf = (evaluation: Evaluation, report: EvaluationReport): EvaluationReceipt =>
  JSON.parse([...evaluation.receipt(report)].join(''))

function computed(receipt: unknown) {
  const file = path.join(folder, 'receipt.json')
  writeFileSync(file, JSON.stringify(receipt))
  const program = 'public/receipts/recompute-evaluation.mjs'
  try {
    return { status: 0, output: execFileSync('node', [program, file], { encoding: 'utf8', maxBuffer: 1 << 28 }) }
  } catch (error) {
    const { status, stdout } = error as { status: number; stdout: string }
    return { status, output: stdout }
  }
}

const different = (output: string) => output.split('\n').filter((line) => line.startsWith('DIFFERENT'))

describe('recompute-evaluation.mjs', () => {
  it.each<ReportOptions>([
    { resamples: 200 },
    { resamples: 100, method: 'percentile', classes: 'resample', seed: 5 },
    { resamples: 0 },
  ])('finds every figure of a report again: %j', async (options) => {
    const evaluation = drawn()
    const report = await evaluation.report(options)
    const receipt = receiptOf(evaluation, report)
    expect(receipt.scorings.map(({ key, holds }) => [key, holds])).toEqual([
      ['segment', 'labels'],
      ['response', 'labels'],
      ['distribution', 'distributions'],
      ['classes', 'labels'],
    ])
    const { status, output } = computed(receipt)
    expect(different(output)).toEqual([])
    expect(status).toBe(0)
    const figures = report.scorings.flatMap(({ standings }) =>
      standings.flatMap((standing) => [standing, ...standing.strata].flatMap((each) => Object.keys(each.figures))),
    )
    expect(output.split('\n').length).toBeGreaterThan(figures.length)
  })

  it('finds tau between orders of systems again, and McNemar’s test where it was asked for, exact and by chi-squared', async () => {
    const evaluation = drawn()
    const report = await evaluation.report({ resamples: 20, mcnemar: true })
    const receipt = receiptOf(evaluation, report)
    const { status, output } = computed(receipt)
    expect(different(output)).toEqual([])
    expect(status).toBe(0)
    expect(output).toMatch(/same +.*, Unanimous and Majority, tau: -?[\d.]+/)
    for (const method of ['exact', 'chi-squared'])
      expect(output).toMatch(new RegExp(`same +.*McNemar, method: ${method}`))
    const [pair] = receipt.scorings[0]?.pairs ?? []
    if (!pair?.mcnemar) throw new Error('It was asked for.')
    const changed = JSON.stringify(receipt).replace(
      /"onlyFirst":(\d+)/,
      (_, count) => `"onlyFirst":${Number(count) + 1}`,
    )
    expect(different(computed(JSON.parse(changed)).output)[0]).toContain('McNemar, onlyFirst')
    const turned = JSON.stringify(receipt).replace(/"tau":(-?[\d.]+)/, '"tau":0.123')
    expect(different(computed(JSON.parse(turned)).output)).toHaveLength(1)
  })

  it('has neither where it was not asked for, nor in receipts of before', async () => {
    const evaluation = drawn()
    const receipt = receiptOf(evaluation, await evaluation.report({ resamples: 20 }))
    expect(JSON.stringify(receipt)).not.toContain('"right":')
    const before = receipt.scorings.map(({ rankings: _, pairs, ...scoring }) => {
      return { ...scoring, pairs: pairs.map(({ mcnemar: __, ...pair }) => pair) }
    })
    const { status, output } = computed({ ...receipt, scorings: before })
    expect(status).toBe(0)
    expect(output).not.toContain('tau')
    expect(output).not.toContain('McNemar')
  })

  it('reads receipts of the first version too, where infinite was called finite, and no others', async () => {
    const evaluation = drawn()
    const receipt = receiptOf(evaluation, await evaluation.report({ resamples: 20 }))
    const { figures: surely } = receipt.scorings[2]?.standings.find(({ system }) => system === 'sure') ?? {}
    expect(Object.values(surely ?? {}).map(({ reason }) => reason)).toContain('infinite')
    const renamed = JSON.stringify(receipt).replaceAll('"infinite":', '"finite":')
    expect(renamed).toContain('"finite":')
    const first = { ...JSON.parse(renamed), format: 'assay-evaluation-receipt/1' }
    expect(computed(first)).toMatchObject({ status: 0 })
    expect(computed({ ...receipt, format: 'assay-evaluation-receipt/1' })).toMatchObject({ status: 0 })
    expect(computed({ ...receipt, format: 'assay-evaluation-receipt/3' })).toMatchObject({ status: 1, output: '' })
  })

  it('sees a digit that was changed, in the figures and in the rows', async () => {
    const evaluation = drawn()
    const receipt = receiptOf(evaluation, await evaluation.report({ resamples: 20 }))
    const changed = structuredClone(receipt)
    const standing = changed.scorings[0]?.standings[0]
    if (standing?.figures.f1?.value) standing.figures.f1.value += 1e-6
    expect(different(computed(changed).output)).toHaveLength(1)
    const other = structuredClone(receipt)
    const [row] = other.scorings[0]?.rows ?? []
    Object.assign(row ?? {}, { gold: 1 - Number(row?.gold) })
    expect(computed(other).status).toBe(1)
  })

  it('takes sums as they stand where they are neither labels nor distributions', async () => {
    const evaluation = startEvaluation(f1k, f1k.parameters.parse({}))
    const random = seededRandom(3)
    for (let item = 0; item < 24; item++)
      for (const model of ['x', 'y'])
        evaluation.addLine(
          { model, domain: item % 2 ? 'Bio' : 'LF', item: `${item}`, supported: random(4), claims: 3 + random(4) },
          1,
          '',
        )
    const receipt = receiptOf(evaluation, await evaluation.report({ resamples: 100 }))
    expect(receipt.scorings.map(({ holds }) => holds)).toEqual(['sums'])
    expect(different(computed(receipt).output)).toEqual([])
  })

  it('has receipts written piece by piece, of the report of another process too', async () => {
    const report = await drawn().report({ resamples: 0 })
    const evaluation = startEvaluation(task, segments.parameters.parse({}))
    const labels = Array.from({ length: 30 }, () => true)
    for (let position = 1; position <= 200; position++)
      evaluation.addItem({ position, externalId: null, gold: { source: null, content: labels, stages: {} } })
    const pieces = [...evaluation.receipt(report)]
    const whole = JSON.parse(pieces.join(''))
    expect(whole.scorings.map(({ rows }: { rows: unknown[] }) => rows.length)).toEqual([6000, 200, 6000])
    const rows = pieces.slice(1).filter((piece) => piece.includes('"predictions"'))
    expect(rows.length).toBeGreaterThanOrEqual(24)
    expect(Math.max(...rows.map(({ length }) => length))).toBeLessThan(100_000)
  })
})
