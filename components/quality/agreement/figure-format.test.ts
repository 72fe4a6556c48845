import { expect, test } from 'vitest'
import { countOf, formatCoefficient, formatShare, unitsOf } from './figure-format'

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
  expect([countOf(1, 'gold item'), countOf(1200, 'gold item')]).toEqual(['1 gold item', '1,200 gold items'])
  expect(unitsOf(1, 'segment called false')).toBe('1 segment called false')
  expect(unitsOf(31, 'segment called false')).toBe('31 segments called false')
})
