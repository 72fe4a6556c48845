import { expect, it } from 'vitest'
import { shownValue } from './shown-value'

it.each([
  [undefined, 'null'],
  [true, 'true'],
  ['a\nb', '"a\\nb"'],
  ['word '.repeat(20), `"${'word '.repeat(11)}wor…`],
])('shows %j as %s', (value, shown) => {
  expect(shownValue(value)).toBe(shown)
})

it.each([57, 58, 59])('never ends in half a character, after %d others', (length) => {
  expect(shownValue(`${'a'.repeat(length)}👩‍👩‍👧‍👦👩‍👩‍👧‍👦`).isWellFormed()).toBe(true)
})
