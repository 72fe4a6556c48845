/** Scores by how far annotators agreed. */
import { describe, expect, it } from 'vitest'
import { detectionScoring } from '@/lib/protocols/evaluating/detection'
import type { EvaluationTask } from '@/lib/protocols/evaluation'
import { felmEvaluations } from '@/lib/protocols/felm/evaluation'
import { AGREED, type AgreedValue, agreedOfParts, inOrder } from './rules'
import { startEvaluation } from './start-evaluation'

const [segments] = felmEvaluations
if (!segments) throw new Error('FELM scores nothing')

const UNIT = { value: false, text: 'Error', other: 'Correct' }
const HEAD = { key: 'unit', title: 'Units', description: '', unitOfAnalysis: 'unit' }
const task: EvaluationTask = {
  ...segments,
  strata: [],
  targets: () => ['s1', 's2', 's3'].map((unit) => ({ unit, text: null, gold: false, strata: {} })),
  scorings: () => [
    detectionScoring({ ...HEAD, level: 'unit' }, UNIT, null, []),
    detectionScoring({ ...HEAD, key: 'item', level: 'item', fold: ([first]) => first ?? null }, UNIT, null, []),
  ],
}

const ITEM = new Map<string, readonly AgreedValue[]>([
  ['s1', ['unanimous']],
  ['s2', ['split', 'settled']],
])

/** Three items, of which annotators rated two segments each; systems find errors in the first so often, in the second so often. */
async function scored(systems: Readonly<Record<string, readonly [first: number, second: number]>>, agreed = ITEM) {
  const evaluation = startEvaluation(task, segments?.parameters.parse({}) ?? {})
  const positions = [1, 2, 3]
  for (const position of positions)
    evaluation.addItem({ position, externalId: null, gold: { source: null, content: {}, stages: {} }, agreed })
  for (const [system, [first, second]] of Object.entries(systems))
    for (const position of positions) {
      const say = (unit: string, value: boolean) =>
        evaluation.add({ system, item: `#${position}`, unit, text: null, value }, null)
      say('s1', position > first)
      say('s2', position > second)
      say('s3', true)
    }
  return evaluation.report({ resamples: 0 })
}

const FIRST = { a: [3, 1], b: [2, 2], c: [1, 3] } as const

describe('scores by agreement', () => {
  it('stand side by side with the order of the systems in each', async () => {
    const report = await scored(FIRST)
    expect(report.strata.map(({ key }) => key)).toEqual([AGREED])
    const standings = report.scorings[0]?.standings.filter(({ baseline }) => !baseline) ?? []
    const places = Object.fromEntries(
      standings.map(({ system, strata }) => [
        system,
        strata.map(({ value, targets, rank, figures }) => [value, targets, rank, figures.recall?.value]),
      ]),
    )
    expect(places).toEqual({
      a: [
        ['unanimous', 3, 1, 1],
        ['split', 3, 3, 1 / 3],
        ['settled', 3, 3, 1 / 3],
      ],
      b: [
        ['unanimous', 3, 2, 2 / 3],
        ['split', 3, 2, 2 / 3],
        ['settled', 3, 2, 2 / 3],
      ],
      c: [
        ['unanimous', 3, 3, 1 / 3],
        ['split', 3, 1, 1],
        ['settled', 3, 1, 1],
      ],
    })
    const orders = report.scorings[0]?.rankings.map(({ first, second, tau }) => [first, second, tau])
    expect(orders).toEqual([
      ['Unanimous', 'Split', -1],
      ['Unanimous', 'Settled by people', -1],
      ['Split', 'Settled by people', 1],
    ])
    expect(report.notes.join(' ')).toContain('unanimous where all of at least two say the same')
  })

  it('take a whole item by the part on which annotators agreed least', async () => {
    const report = await scored(FIRST)
    const values = report.scorings[1]?.standings.map(({ strata }) =>
      strata.map(({ value, targets }) => [value, targets]),
    )
    expect(new Set(values?.map((each) => JSON.stringify(each)))).toEqual(new Set(['[["split",3],["settled",3]]']))
    expect(agreedOfParts([['unanimous'], ['single'], ['majority', 'settled']])).toEqual(['majority', 'settled'])
    expect(agreedOfParts([['unanimous'], ['single']])).toEqual(['single'])
    expect(agreedOfParts([[], ['unanimous']])).toEqual(['unanimous'])
    expect(agreedOfParts([[]])).toEqual([])
  })

  it('are not there where nothing was rated', async () => {
    const report = await scored(FIRST, new Map())
    expect(report.strata).toEqual([])
    expect(report.scorings[0]?.rankings).toEqual([])
    expect(report.notes.join(' ')).not.toContain('unanimous')
  })

  it('give no rank to a system that said nothing of part of them', async () => {
    const evaluation = startEvaluation(task, segments?.parameters.parse({}) ?? {})
    const gold = { source: null, content: {}, stages: {} }
    evaluation.addItem({
      position: 1,
      externalId: null,
      gold,
      agreed: new Map([
        ['s1', ['split']],
        ['s2', ['split']],
        ['s3', ['unanimous']],
      ]),
    })
    for (const unit of ['s1', 's3']) evaluation.add({ system: 'a', item: '#1', unit, text: null, value: false }, null)
    const { scorings } = await evaluation.report({ resamples: 0 })
    const strata = scorings[0]?.standings.find(({ system }) => system === 'a')?.strata
    expect(strata?.map(({ value, targets, missing, rank }) => [value, targets, missing, rank])).toEqual([
      ['split', 1, 1, null],
      ['unanimous', 1, 0, 1],
    ])
  })

  it('stand in the order of agreement, others in that of their words', () => {
    expect(inOrder(AGREED, ['settled', 'split', 'unanimous', 'single', 'majority'])).toEqual([
      'unanimous',
      'majority',
      'split',
      'single',
      'settled',
    ])
    expect(inOrder('set', ['10', '9'])).toEqual(['9', '10'])
  })
})
