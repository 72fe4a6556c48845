import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { protocolById } from '@/lib/protocols'
import { judgeQuestions, rareRecall } from './bars'
import { balanceLabels } from './choose-items'
import type { GateBar } from './contract'
import { gateState, isOpen, questionsOf, requiredTasks } from './rules'

const settings = { gateTasks: 3 }
const LABEL = { percent: 70, recall: 50, kappa: 40 }

/** A person's answers to a question with two values: rows are theirs, columns gold's. */
function judged(counts: number[], bar: GateBar = LABEL) {
  const categories = [
    { value: 'true', text: 'True' },
    { value: 'false', text: 'False' },
  ]
  const question = { stage: 's', measure: 'm', title: 'Label', stageTitle: 'Stage', categories, bar }
  return judgeQuestions([question], { 's/m': counts })
}
const facts = (counts: number[], bar?: GateBar) => ({ done: 3, left: 0, waived: false, judged: judged(counts, bar) })
const percentOnly = (percent: number): GateBar => ({ percent, recall: null, kappa: null })

describe('the gate', () => {
  it('opens at exactly the bar and not a unit below it', () => {
    expect(gateState(settings, facts([7, 3, 0, 0], percentOnly(70)))).toBe('passed')
    expect(gateState(settings, facts([6, 4, 0, 0], percentOnly(70)))).toBe('not_passed')
    expect(gateState(settings, facts([2, 1, 0, 0], percentOnly(67)))).toBe('not_passed')
    expect(gateState(settings, facts([2, 1, 0, 0], percentOnly(66)))).toBe('passed')
  })

  it('stays closed to whoever gives every unit the common value', () => {
    const [label] = judged([88, 12, 0, 0])
    expect(label).toMatchObject({
      percent: { met: true },
      recall: { met: false, values: ['False'], right: 0, units: 12 },
      kappa: { met: false, value: 0 },
    })
    expect(gateState(settings, facts([88, 12, 0, 0]))).toBe('not_passed')
    expect(gateState(settings, facts([86, 3, 2, 9]))).toBe('passed')
  })

  it('judges by percent alone where gold gives one value only', () => {
    const [label] = judged([9, 0, 1, 0])
    expect(label).toMatchObject({ percent: { met: true }, recall: { met: null }, kappa: { met: null, value: null } })
    expect(gateState(settings, facts([9, 0, 1, 0]))).toBe('passed')
  })

  it('asks for no more than there is, and for nothing where there is nothing', () => {
    expect(requiredTasks(settings, { ...facts([]), done: 1, left: 1 })).toBe(2)
    expect(gateState(settings, { ...facts([]), done: 0, left: 0 })).toBe('off')
    expect(gateState({ gateTasks: 0 }, facts([]))).toBe('off')
  })

  it('stays closed where nothing could be compared, until it is waived', () => {
    expect(gateState(settings, facts([], percentOnly(0)))).toBe('not_passed')
    expect(gateState(settings, { ...facts([]), waived: true })).toBe('waived')
    expect(gateState(settings, { ...facts([]), judged: [] })).toBe('passed')
  })

  it('never closes for more agreement or a lower bar', () => {
    const any = fc.record({
      alike: fc.nat(50),
      more: fc.nat(50),
      units: fc.integer({ min: 100, max: 120 }),
      bar: fc.nat(100),
    })
    fc.assert(
      fc.property(any, ({ alike, more, units, bar }) => {
        const open = (percent: number, count: number) =>
          isOpen(gateState(settings, facts([count, units - count, 0, 0], percentOnly(percent))))
        fc.pre(open(bar, alike))
        expect(open(bar, alike + more)).toBe(true)
        expect(open(Math.floor(bar / 2), alike)).toBe(true)
      }),
    )
  })
})

describe('the rare value', () => {
  it('is the least frequent that comes up five times', () => {
    // Columns: 40, 8 and 3 units.
    expect(rareRecall([40, 5, 2, 0, 3, 0, 0, 0, 1], 3)).toEqual({ values: [1], right: 3, units: 8 })
  })

  it('is everything but the commonest where no other comes up so often', () => {
    expect(rareRecall([40, 2, 2, 0, 1, 0, 0, 0, 1], 3)).toEqual({ values: [1, 2], right: 2, units: 6 })
  })
})

it('has bars for the first question of a stage only, unless a manager sets others', () => {
  const protocol = protocolById('felm')
  const bars = (gateBars: Record<string, GateBar>) =>
    questionsOf(protocol, { gatePercent: 70, gateBars }).map(({ measure, bar }) => [measure, bar.percent, bar.kappa])
  expect(bars({})).toEqual([
    ['label', 70, 40],
    ['errorType', null, null],
    ['responseFactual', null, null],
    ['action', null, null],
  ])
  expect(bars({ 'segments/action': percentOnly(95) })).toContainEqual(['action', 95, null])
})

it('draws tasks so that every value comes up about as often', () => {
  const tasks = Array.from({ length: 60 }, (_, n) => ({ n, codes: n % 15 === 0 ? [0, 1] : [0, 0] }))
  const units = balanceLabels(tasks, 6).flatMap(({ codes }) => codes)
  expect(units.filter((code) => code === 1)).toHaveLength(4)
  expect(units).toHaveLength(12)
  expect(balanceLabels(tasks, 100)).toHaveLength(60)
  expect(balanceLabels([], 3)).toEqual([])
})
