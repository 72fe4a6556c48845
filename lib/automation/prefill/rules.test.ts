import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  dollarsInput,
  durationText,
  firstFailuresText,
  moneyText,
  parseDollars,
  passesBounds,
  runProgress,
  standstillText,
} from './rules'

describe('money', () => {
  it.each([
    [0, '$0.00'],
    [12_300, '$0.0123'],
    [50, 'less than $0.0001'],
    [100, '$0.0001'],
    [500_000, '$0.50'],
    [1_234_567, '$1.23'],
    [4_000_000_000, '$4,000.00'],
  ])('writes %i micro-dollars as %s', (micro, text) => expect(moneyText(micro)).toBe(text))

  it.each([
    ['', null],
    ['  ', null],
    ['5', 5_000_000],
    ['$ 0.0123', 12_300],
    ['.5', 500_000],
    ['5.', 5_000_000],
    ['$', undefined],
    ['.', undefined],
    ['-1', undefined],
    ['1e3', undefined],
    ['0.0000001', undefined],
    ['1000001', undefined],
    ['five', undefined],
  ])('reads "%s" as %s', (text, micro) => expect(parseDollars(text)).toBe(micro))

  it('reads what it writes, to the last micro-dollar', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1_000_000_000_000 }), (micro) => {
        expect(parseDollars(dollarsInput(micro))).toBe(micro)
      }),
    )
  })
})

const items = { waiting: 0, running: 0, done: 0, failed: 0, skipped: 0, cancelled: 0 }

it('takes waiting and running items for unfinished, and a run over nothing for finished', () => {
  expect(runProgress({ ...items, waiting: 3, running: 1, done: 2, failed: 1, skipped: 1 })).toEqual({
    total: 8,
    ended: 4,
    share: 0.5,
  })
  expect(runProgress(items).share).toBe(1)
})

it('says why a run stands still, only while it does', () => {
  const stateDetail = null
  expect(standstillText({ state: 'running', stateReason: 'budget', stateDetail })).toBeNull()
  expect(standstillText({ state: 'paused', stateReason: 'budget', stateDetail })).toContain('Raise it')
  expect(standstillText({ state: 'paused', stateReason: null, stateDetail })).toContain('Resume')
  const failed = firstFailuresText('The provider failed.')
  expect(standstillText({ state: 'paused', stateReason: 'failures', stateDetail: failed })).toMatch(
    /^Paused: the first ten items failed for the same reason: The provider failed\. Remove the cause/,
  )
})

it.each([
  [350, '350 ms'],
  [1_010, '1 second'],
  [4_230, '4.2 seconds'],
  [59_000, '59 seconds'],
  [61_000, '1 minute'],
  [7_500_000, '2 hours 5 minutes'],
  [3_600_000, '1 hour'],
])('writes %i milliseconds as %s', (millis, text) => expect(durationText(millis)).toBe(text))

describe('bounds', () => {
  it('are inclusive, and an item without the number does not pass', () => {
    expect(passesBounds({ share: 0.5 }, { share: { least: 0.5, most: 0.5 } })).toBe(true)
    expect(passesBounds({ share: 0.51 }, { share: { least: null, most: 0.5 } })).toBe(false)
    expect(passesBounds({ share: null }, { share: { least: 0, most: null } })).toBe(false)
    expect(passesBounds({}, { share: { least: null, most: null } })).toBe(true)
  })

  it('keep no more items the narrower they are', () => {
    const score = fc.option(fc.integer({ min: 0, max: 100 }))
    fc.assert(
      fc.property(score, fc.nat(100), fc.nat(100), (share, a, b) => {
        const [low, high] = [Math.min(a, b), Math.max(a, b)]
        const narrow = passesBounds({ share }, { share: { least: high, most: null } })
        const wide = passesBounds({ share }, { share: { least: low, most: null } })
        expect(narrow && !wide).toBe(false)
      }),
    )
  })
})
