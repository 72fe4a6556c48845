import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { HoursRow, Rates } from './contract'
import { clock, costOf, linesOf, money, rateOf, readMoney, sumOf, weekName } from './rules'

const row = (more: Partial<HoursRow> = {}): HoursRow => ({
  projectId: 'p',
  userId: 'ada',
  stage: 'segments',
  stageTitle: 'Segments',
  week: '2026-11-23',
  kind: 'annotation',
  seconds: 60,
  done: 1,
  ...more,
})
const rates: Rates = { currency: 'EUR', rate: 1500, people: { ben: 2000, cem: 0 }, revision: 1 }

it('names ISO weeks, also where a year has 53 and where it begins in another', () => {
  expect(['2026-11-23', '2026-12-28', '2027-01-04', '2024-12-30', '2021-01-04'].map(weekName)).toEqual([
    '2026-W48',
    '2026-W53',
    '2027-W01',
    '2025-W01',
    '2021-W01',
  ])
})

it('writes hours and minutes, rounded down', () => {
  expect([0, 59, 60, 3599, 3600, 360_061].map(clock)).toEqual(['0:00', '0:00', '0:01', '0:59', '1:00', '100:01'])
})

it('takes a person’s own rate before that of everybody, also when it is nothing', () => {
  expect([rateOf(rates, 'ada'), rateOf(rates, 'ben'), rateOf(rates, 'cem')]).toEqual([1500, 2000, 0])
  expect(rateOf({ ...rates, rate: null }, 'ada')).toBeNull()
  expect(costOf(rates, row({ seconds: 3601 }))).toBe(1500)
})

it('adds up: whichever way rows are put together, the sum of their costs is the same', () => {
  const rows = fc.array(
    fc.record({
      userId: fc.constantFrom('ada', 'ben', 'cem'),
      week: fc.constantFrom('2026-11-23', '2026-11-16', null),
      kind: fc.constantFrom<HoursRow['kind']>('annotation', 'discussion', 'approval'),
      seconds: fc.integer({ min: 0, max: 100_000 }),
      done: fc.integer({ min: 0, max: 20 }),
    }),
  )
  fc.assert(
    fc.property(rows, (given) => {
      const all = given.map(row)
      const sums = linesOf(all).map((line) => sumOf(rates, line.rows))
      const total = sumOf(rates, all)
      expect(sums.reduce((sum, { seconds }) => sum + seconds, 0)).toBe(total.seconds)
      expect(sums.reduce((sum, { done }) => sum + done, 0)).toBe(total.done)
      expect(sums.reduce((sum, { cost }) => sum + (cost ?? 0), 0)).toBe(total.cost ?? 0)
    }),
  )
})

it('puts the newest week first, and what stands in no week last', () => {
  const lines = linesOf([
    row({ week: null }),
    row({ week: '2026-11-16' }),
    row(),
    row({ kind: 'approval', seconds: 5 }),
  ])
  expect(lines.map(({ week }) => week)).toEqual(['2026-11-23', '2026-11-16', null])
  expect(lines[0]?.kinds).toEqual({ annotation: 60, approval: 5 })
})

describe('amounts', () => {
  it.each([
    ['', null],
    [' 12 ', 1200],
    ['12.5', 1250],
    ['12,50', 1250],
    ['0', 0],
  ])('reads %j', (text, amount) => expect(readMoney(text)).toBe(amount))
  it.each(['a', '-1', '1.234', '1e3', '1 000', '99999999'])('does not read %j', (text) =>
    expect(readMoney(text)).toBeNaN(),
  )
  it('writes them', () => expect([0, 5, 1250].map(money)).toEqual(['0.00', '0.05', '12.50']))
})
