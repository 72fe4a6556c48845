import { expect, test } from 'vitest'
import { countOf, formatCoefficient, formatShare } from './figure-format'

test.each([
  [0.4849, '0.48'],
  [-0.05, '−0.05'],
  [-0.001, '0.00'],
  [1, '1.00'],
])('the coefficient %d reads %s', (value, text) => {
  expect(formatCoefficient(value)).toBe(text)
})

test.each([
  [1, '100%'],
  [0.9999, '99.9%'],
  [0.9131, '91.3%'],
  [0.0001, '0.1%'],
  [0, '0%'],
])('the share %d reads %s', (share, text) => {
  expect(formatShare(share)).toBe(text)
})

test('one is singular', () => {
  expect([countOf(1, 'segment'), countOf(1200, 'segment')]).toEqual(['1 segment', '1,200 segments'])
})
