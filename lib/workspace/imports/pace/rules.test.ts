import { expect, test } from 'vitest'
import { type Moment, paceText, rateOf, withMoment } from './rules'

const after = (...steps: [number, number][]): Moment[] =>
  steps.reduce<Moment[]>((moments, [at, bytes]) => withMoment(moments, { at, bytes }), [])

test('a rate is known once some time has gone by and something has moved', () => {
  expect(rateOf(after([0, 0]))).toBeNull()
  expect(rateOf(after([0, 0], [1_000, 5_000_000]))).toBeNull()
  expect(rateOf(after([0, 0], [2_000, 0]))).toBeNull()
  expect(rateOf(after([0, 1_000_000], [2_000, 5_000_000]))).toBe(2_000_000)
})

test('it is that of the last quarter of a minute, and begins anew with what began anew', () => {
  expect(rateOf(after([0, 0], [10_000, 100_000_000], [20_000, 110_000_000]))).toBe(1_000_000)
  expect(rateOf(after([0, 50], [5_000, 10]))).toBeNull()
})

test('the rest is said in minutes', () => {
  const moments = after([0, 0], [2_000, 20_000_000])
  expect(paceText(moments, 20_000_000)).toBe('10.0 MB/s')
  expect(paceText(moments, 120_000_000)).toBe('10.0 MB/s, less than a minute left')
  expect(paceText(moments, 920_000_000)).toBe('10.0 MB/s, about 2 minutes left')
  expect(paceText(after([0, 0], [2_000, 20_000]), 630_000)).toBe('10 kB/s, about a minute left')
  expect(paceText([], 5)).toBeNull()
})
