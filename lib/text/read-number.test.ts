import { expect, test } from 'vitest'
import { readNumber } from './read-number'

test.each([
  ['12', 12],
  [' -0,5 ', -0.5],
  ['.25', 0.25],
  ['+3.', 3],
  ['1,5', 1.5],
  ['0,1234', 0.1234],
  ['1234,567', 1234.567],
  // Three digits behind a comma are decimals to some and thousands to others.
  ['1,234', null],
  ['12,500', null],
  ['1,234,567', null],
  ['0,125', 0.125],
  ['1e-7', 1e-7],
  ['1e+21', 1e21],
  ['1e999', null],
  ['1e', null],
  ['', null],
  ['ten', null],
])('%j is read as %j', (text, number) => {
  expect(readNumber(text)).toBe(number)
})
