import { describe, expect, it } from 'vitest'
import { manifests, protocolById, stageByKey } from '@/lib/protocols'
import { practiceOf } from '@/lib/protocols/practice'
import type { Answers, Json } from '@/lib/protocols/protocol'
import { cellsOf, expectedCounts, judgePractice } from './judge'
import { canHaveBar, comesFirst, compareWithExpected, countCompared, readableAnswers, stateOf } from './rules'

const documents = stageByKey(protocolById('factcheck-bench'), 'decompose')
const entry = (key: string): Json => ({ key, made: 'added', from: [] })

async function monaLisa() {
  const task = (await practiceOf('factcheck-bench')).find(
    ({ key, stage }) => key === 'mona-lisa' && stage === 'decompose',
  )
  if (!task) throw new Error('there is such an item')
  return task
}

async function compare(own: Answers) {
  const { content, units, answers, why } = await monaLisa()
  return compareWithExpected(documents, { content, units }, { own, expected: answers, why })
}

describe('compareWithExpected', () => {
  it('lays listed entries side by side, and tells what was not listed and what nobody expected', async () => {
    const claim = (text: string): Answers[string] => ({ text, type: 'factual', importance: 'yes' })
    const units = await compare({
      s1: { checkworthy: 'yes', importance: 'yes', claims: [entry('x1'), entry('x2')] },
      x1: claim('Michelangelo painted the Mona Lisa.'),
      x2: claim('Paris is a city that many people would like to visit.'),
      s2: { checkworthy: 'not_a_claim', importance: 'intermediate' },
    })
    const verdicts = units.map(({ unit, answers }) => [
      unit.text,
      ...answers.flatMap(({ question, verdict }) => (verdict === 'free' ? [] : [`${question ?? ''} ${verdict}`])),
    ])
    expect(verdicts).toEqual([
      ['Michelangelo painted it, and it hangs in the Louvre in Paris.', 'checkworthy same', 'importance same'],
      ['Michelangelo painted the Mona Lisa.', 'type same', 'setAside same', 'importance same'],
      ['The Mona Lisa hangs in the Louvre in Paris.', ' missing'],
      ['Paris is a city that many people would like to visit.', ' added'],
      ['Would you like to know more about it?', 'checkworthy same', 'importance other'],
    ])
    expect(countCompared(units)).toEqual({ asExpected: 6, judged: 9 })
  })

  it('finds nothing to say against what is expected itself, for every protocol', async () => {
    for (const { definition } of manifests)
      for (const task of await practiceOf(definition.id)) {
        const stage = stageByKey(definition, task.stage)
        const own = { own: task.answers, expected: task.answers, why: task.why }
        const { asExpected, judged } = countCompared(compareWithExpected(stage, task, own))
        expect(asExpected, task.key).toBe(judged)
        expect(judged, task.key).toBeGreaterThan(0)
      }
  })

  it('shows wordings as an example, and holds nobody to them', async () => {
    const { answers } = await monaLisa()
    const other = { ...answers, s2: { ...answers.s2, decontext: 'Do you want to know more?' } }
    const units = await compare(other)
    const row = units.find(({ unit }) => unit.key === 's2')?.answers.find(({ question }) => question === 'decontext')
    expect(row).toMatchObject({ verdict: 'free', own: 'Do you want to know more?' })
    const { asExpected, judged } = countCompared(units)
    expect(asExpected).toBe(judged)
  })
})

describe('bars', () => {
  it('take twelve items, and every value three times', () => {
    expect(canHaveBar(12, [3, 9])).toBe(true)
    expect(canHaveBar(11, [30, 90])).toBe(false)
    expect(canHaveBar(12, [2, 90])).toBe(false)
    expect(canHaveBar(12, [3, 90, 0])).toBe(false)
    expect(canHaveBar(12, [])).toBe(false)
  })

  it('judge nobody where there are too few items, and hold the rare value and kappa where there are enough', async () => {
    const protocol = protocolById('felm')
    const stage = stageByKey(protocol, 'segments')
    const tasks = await practiceOf('felm')
    const bars = { 'segments/label': { recall: 70, kappa: 60 } }
    const expected = expectedCounts(stage, tasks)
    expect(expected.get('label')).toEqual([16, 12])
    const attempts = tasks.map((task) => cellsOf(stage, task, task.answers, null))
    expect(judgePractice(stage, bars, { expected, items: 11, attempts })).toEqual([])
    expect(judgePractice(stage, bars, { expected, items: tasks.length, attempts })).toMatchObject([
      { units: 28, alike: 28, recall: { values: ['False'], right: 12, met: true }, kappa: { value: 1, met: true } },
    ])
    // What another version of the protocol had other categories for is left out.
    const odd = attempts.map(() => ({ label: [1, 2] }))
    expect(judgePractice(stage, bars, { expected, items: tasks.length, attempts: odd })).toMatchObject([
      { units: 0, recall: { met: null }, kappa: { met: null } },
    ])
  })
})

describe('stateOf', () => {
  const met = { bar: 50, met: true, values: [], right: 0, units: 0, value: null }
  const missed = { ...met, met: false }
  const open = { ...met, met: null }
  it.each([
    ['none', { items: 0, tried: 0, judged: [] }],
    ['todo', { items: 3, tried: 2, judged: [{ recall: missed, kappa: met }] }],
    ['done', { items: 3, tried: 3, judged: [] }],
    ['done', { items: 3, tried: 3, judged: [{ recall: met, kappa: met }] }],
    ['missed', { items: 3, tried: 3, judged: [{ recall: missed, kappa: met }] }],
    ['missed', { items: 3, tried: 3, judged: [{ recall: met, kappa: open }] }],
  ] as const)('is %s', (state, facts) => expect(stateOf(facts)).toBe(state))
})

describe('comesFirst', () => {
  const stage = (state: 'none' | 'todo' | 'missed' | 'done', begun = false) => ({ state, begun })
  it('holds where the project asks for practice and no stage can be begun without it', () => {
    const stages = [stage('todo'), stage('missed')]
    expect(comesFirst({ required: true, stages })).toBe(true)
    expect(comesFirst({ required: false, stages })).toBe(false)
    for (const open of [stage('done'), stage('none'), stage('todo', true)])
      expect(comesFirst({ required: true, stages: [open, ...stages] })).toBe(false)
    expect(comesFirst({ required: true, stages: [] })).toBe(false)
  })
})

describe('answers that were kept', () => {
  it('are gone on with where the stage can still read them', () => {
    const stage = stageByKey(protocolById('felm'), 'segments')
    const kept = { item: { action: 'keep' }, s1: { label: true, gone: 1 }, s2: { label: 'perhaps', reason: 'So.' } }
    expect(readableAnswers(stage, { content: {} }, kept)).toEqual({
      item: { action: 'keep' },
      s1: { label: true },
      s2: { reason: 'So.' },
    })
  })
})
