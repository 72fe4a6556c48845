/** Probabilities of systems against the labels of annotators, in a report. */
import { expect, it } from 'vitest'
import type { EvaluationTask } from '@/lib/protocols/evaluation'
import { evaluationTasks } from '@/lib/protocols/evaluations'
import { startEvaluation } from './start-evaluation'

const TARGET = { unit: 's1', text: null, gold: true, strata: {} }
const segments = (await evaluationTasks('felm')).find(({ key }) => key === 'segments')
if (!segments) throw new Error('FELM scores no segments')
const task: EvaluationTask = { ...segments, targets: () => [TARGET] }
const GOLD = { source: null, content: {}, stages: {} }

/** How many annotators said true and false of each item's only segment: the last was rated once, and counts nowhere. */
const RATINGS = [...Array.from({ length: 12 }, (_, index) => [3 - (index % 3), index % 3]), [1, 0]]

function started() {
  const evaluation = startEvaluation(task, { abstentions: 'out' })
  RATINGS.forEach((counts, index) => {
    evaluation.addItem({
      position: index + 1,
      externalId: null,
      gold: GOLD,
      agreed: new Map([['s1', [counts.includes(0) ? 'unanimous' : 'majority']]]),
      ratings: new Map([['s1', counts]]),
    })
  })
  const say = (system: string, probabilities?: (item: number) => readonly [number, number]) =>
    RATINGS.forEach((_, index) => {
      const given = probabilities ? { probabilities: probabilities(index) } : {}
      evaluation.add({ system, item: `#${index + 1}`, unit: 's1', text: null, value: true, ...given }, null)
    })
  return { evaluation, say }
}

it('are scored by cross-entropy, Jensen-Shannon divergence and Brier score, the lower the better', async () => {
  const { evaluation, say } = started()
  say('half', () => [0.5, 0.5])
  say('sure', () => [1, 0])
  say('labels only')
  const report = await evaluation.report()
  expect(report.scorings.map(({ key }) => key)).toEqual(['segment', 'response', 'distribution'])
  const scoring = report.scorings.at(-1)
  expect(scoring?.targets).toBe(12)
  const shown = Object.fromEntries(scoring?.standings.map((each) => [each.system, each]) ?? [])
  expect(Object.keys(shown)).toEqual([
    'The shares themselves',
    'Shares over all units',
    'Every value alike',
    'half',
    'sure',
  ])
  const value = (system: string, figure: string) => shown[system]?.figures[figure]?.value
  const third = -(2 / 3) * Math.log2(2 / 3) - (1 / 3) * Math.log2(1 / 3)
  expect(value('half', 'crossEntropy')).toBeCloseTo(1, 12)
  expect(value('half', 'brier')).toBeCloseTo((4 * (2 / 4) + 8 * 0.0555555555555) / 12, 9)
  expect(value('The shares themselves', 'crossEntropy')).toBeCloseTo((2 / 3) * third, 12)
  expect(value('The shares themselves', 'jensenShannon')).toBe(0)
  expect(value('Shares over all units', 'crossEntropy')).toBeCloseTo(third, 12)
  // Somebody gave what it finds impossible.
  expect(shown.sure?.figures.crossEntropy).toMatchObject({ value: null, reason: 'infinite' })
  expect(shown.sure).toMatchObject({ rank: null, scored: 12, missing: 0 })
  expect(value('sure', 'brier')).toBeCloseTo((4 * 0 + 4 * (2 / 9) + 4 * (8 / 9)) / 12, 9)
  expect(shown.half).toMatchObject({ rank: 1, scored: 12, resampled: 12 })
  const { low, high } = shown.half?.figures.jensenShannon ?? {}
  expect(low).toBeGreaterThanOrEqual(0)
  expect(high).toBeGreaterThan(low ?? 1)
  expect(shown.half?.strata.map(({ key, value: of, targets }) => [key, of, targets])).toEqual([
    ['agreed', 'unanimous', 4],
    ['agreed', 'majority', 8],
  ])
  expect(scoring?.pairs.map(({ first, second }) => [first, second])).toEqual([['half', 'sure']])
})

it('are nowhere where no system gives any, and are said to count nowhere where nothing was rated twice', async () => {
  const without = started()
  without.say('labels only')
  expect((await without.evaluation.report({ resamples: 0 })).scorings).toHaveLength(2)
  const unrated = startEvaluation(task, { abstentions: 'out' })
  unrated.addItem({ position: 1, externalId: null, gold: GOLD })
  unrated.add({ system: 'a', item: '#1', unit: 's1', text: null, value: true, probabilities: [0.5, 0.5] }, null)
  const report = await unrated.report({ resamples: 0 })
  expect(report.scorings).toHaveLength(2)
  expect(report.notes).toContainEqual(expect.stringContaining('Probabilities were not scored'))
})

it('count as missing where a system gives a label alone', async () => {
  const { evaluation } = started()
  for (const item of [1, 2, 3])
    evaluation.add(
      {
        system: 'a',
        item: `#${item}`,
        unit: 's1',
        text: null,
        value: true,
        ...(item < 3 ? { probabilities: [1, 0] } : {}),
      },
      null,
    )
  const scoring = (await evaluation.report({ resamples: 0 })).scorings.at(-1)
  expect(scoring?.standings.find(({ system }) => system === 'a')).toMatchObject({ scored: 2, missing: 10, rank: null })
})
