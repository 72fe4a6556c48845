import fc from 'fast-check'
import { expect, it } from 'vitest'
import { gateState, isOpen, requiredTasks } from './rules'

const settings = { gateTasks: 3, gatePercent: 70 }
const facts = { done: 3, left: 0, waived: false, pooled: { alike: 7, units: 10 } }

it('opens at exactly the bar and not a unit below it', () => {
  expect(gateState(settings, facts)).toBe('passed')
  expect(gateState(settings, { ...facts, pooled: { alike: 6, units: 10 } })).toBe('not_passed')
  expect(gateState({ ...settings, gatePercent: 67 }, { ...facts, pooled: { alike: 2, units: 3 } })).toBe('not_passed')
  expect(gateState({ ...settings, gatePercent: 66 }, { ...facts, pooled: { alike: 2, units: 3 } })).toBe('passed')
})

it('asks for no more than there is, and for nothing where there is nothing', () => {
  expect(requiredTasks(settings, { ...facts, done: 1, left: 1 })).toBe(2)
  expect(gateState(settings, { ...facts, done: 0, left: 0 })).toBe('off')
  expect(gateState({ ...settings, gateTasks: 0 }, facts)).toBe('off')
})

it('stays closed where nothing could be compared, until it is waived', () => {
  const nothing = { ...facts, pooled: { alike: 0, units: 0 } }
  expect(gateState({ ...settings, gatePercent: 0 }, nothing)).toBe('not_passed')
  expect(gateState(settings, { ...nothing, waived: true })).toBe('waived')
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
      const open = (gatePercent: number, count: number) =>
        isOpen(gateState({ ...settings, gatePercent }, { ...facts, pooled: { alike: count, units } }))
      fc.pre(open(bar, alike))
      expect(open(bar, alike + more)).toBe(true)
      expect(open(Math.floor(bar / 2), alike)).toBe(true)
    }),
  )
})
