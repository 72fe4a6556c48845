import { expect, test } from 'vitest'
import { secondsLeft } from './build'

test('of the lines that Next prints the end of its compiler says how long the rest takes', () => {
  expect(secondsLeft('✓ Compiled successfully in 41s', 40, { checkTypes: false })).toBe(6)
  expect(secondsLeft('✓ Compiled successfully in 41s', 40, { checkTypes: true })).toBe(20)
  expect(secondsLeft('✓ Compiled successfully in 900ms', 1, { checkTypes: false })).toBe(1)
  expect(secondsLeft('  Creating an optimized production build ...', 1, { checkTypes: true })).toBeNull()
  expect(secondsLeft('  Collecting page data using 1 worker ...', 41, { checkTypes: true })).toBeNull()
})
