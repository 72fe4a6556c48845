import { describe, expect, test } from 'vitest'
import type { GoldItem } from '@/lib/gold/evaluation/scoring/evaluation'
import { startEvaluation } from '@/lib/gold/evaluation/scoring/start-evaluation'
import { evaluationTasks } from '@/lib/protocols/evaluations'
import type { Json } from '@/lib/protocols/protocol'
import { mostSubmissions, roundedScore } from './rules'
import { Submission } from './submission'

const [task] = await evaluationTasks('felm')
if (!task) throw new Error('FELM scores nothing')

/** A response of as many segments as labels. */
function itemOf(position: number, labels: readonly boolean[]): GoldItem {
  const units = labels.map((_, n) => ({ key: `s${n + 1}`, kind: 'segment', text: `Fact ${position}.${n + 1}.` }))
  const answers = Object.fromEntries(labels.map((label, n) => [`s${n + 1}`, { label, reason: '', type: [] }]))
  const response = units.map(({ text }) => text).join(' ')
  const content = { prompt: 'Why?', response, domain: 'wk', source: null, index: String(position), refContents: [] }
  return {
    position,
    externalId: `r${position}`,
    gold: { source: {}, content, stages: { [task?.stage ?? '']: { units, answers } } },
  }
}
const ITEMS = [itemOf(1, [true, false, true]), itemOf(2, [false, true])]
const TURNED = [itemOf(1, [false, true, false]), itemOf(2, [true, false])]

function submitted(lines: readonly Json[], items = ITEMS) {
  const submission = new Submission(task as NonNullable<typeof task>, items, 'mine')
  for (const [index, value] of lines.entries()) submission.take({ ok: true, line: index + 1, value })
  const problems = submission.finish()
  return { problems, score: problems.length === 0 ? submission.score() : null }
}
const line = (item: string, segment: number, label: Json) => ({ item, segment, label })
const WHOLE = [
  line('#1', 1, true),
  line('#1', 2, true),
  line('r1', 3, true),
  line('#2', 1, false),
  line('r2', 2, false),
]

test('the share of units that are right, as an evaluation of the same predictions counts errors', async () => {
  expect(submitted(WHOLE)).toEqual({ problems: [], score: 3 / 5 })
  const evaluation = startEvaluation(task as NonNullable<typeof task>, {})
  for (const item of ITEMS) evaluation.addItem(item)
  for (const each of WHOLE) evaluation.addLine(each, 1, 'mine')
  await evaluation.report({ resamples: 0 })
  expect([...evaluation.errors('mine', 'segment')]).toHaveLength(2)
})

describe('a submission is refused', () => {
  const cases: [string, Json[], RegExp][] = [
    ['without all units', WHOLE.slice(0, 3), /^2 of 5 units have no prediction: 2\/s1, 2\/s2\./],
    ['with one twice', [...WHOLE, line('r1', 3, true)], /^Line 3 has a prediction for this unit already/],
    ['with an item of no split', [...WHOLE, line('r9', 1, true)], /^No item of the gold has this id/],
    ['with a unit that is not there', [...WHOLE, line('r1', 9, true)], /^The item has no such part/],
    ['with a value that is none', [...WHOLE.slice(0, 4), line('r2', 2, 'perhaps')], /perhaps|true|false/],
    [
      'with two systems',
      WHOLE.map((each, n) => ({ ...each, system: `s${n % 2}` })),
      /^The file holds the predictions of 2 systems/,
    ],
    ['with nothing', [], /^The file holds no predictions/],
  ]
  test.each(cases)('%s, in the same words whatever gold says', (_, lines, message) => {
    const { problems } = submitted(lines)
    expect(problems[0]?.message).toMatch(message)
    expect(submitted(lines, TURNED).problems).toEqual(problems)
  })
})

test('a line that abstains is refused: passing units over would tell of a part of the labels exactly', () => {
  const passed = WHOLE.map((each, n) => (n === 0 ? each : { ...each, label: null }))
  const { problems } = submitted(passed)
  expect(problems[0]).toMatchObject({ line: 2, message: expect.stringMatching(/abstains/) })
  expect(submitted(passed, TURNED).problems).toEqual(problems)
})

test('scores are told to a hundredth, and limits follow from the size', () => {
  expect([0.12345, 0.126, 1, null].map(roundedScore)).toEqual([0.12, 0.13, 1, null])
  expect([99, 100, 999, 1000, 2000].map(mostSubmissions)).toEqual([4, 5, 49, 50, 100])
})
