import fc from 'fast-check'
import { expect, test } from 'vitest'
import { countUnstorable, escapeText, isUnstorable, unescapeText } from './escape-text'

const unit = fc.oneof(
  fc.constantFrom('\0', '\u2400', '\u2426', '\u241B', '\uD83D', '\uDE00', '\u{1F600}', 'D83D', '\uFFFD'),
  fc.string({ unit: 'binary', maxLength: 3 }),
)
const text = fc.array(unit, { maxLength: 12 }).map((units) => units.join(''))

test.each([
  ['', ''],
  ['plain \u{1F600}', 'plain \u{1F600}'],
  ['\0', '\u2400'],
  ['T\0h\0', 'T\u2400h\u2400'],
  ['a \uD83D b', 'a \u2426D83D b'],
  ['\0\uDE00', '\u2400\u2426DE00'],
  ['\u2400 and \u241B', '\u241B\u2400 and \u241B\u241B'],
])('%j is stored as %j', (given, stored) => {
  expect(escapeText(given)).toBe(stored)
  expect(unescapeText(stored)).toBe(given)
})

test('any text can be stored and comes back, whatever signs it has itself', () => {
  fc.assert(
    fc.property(text, (given) => {
      const stored = escapeText(given)
      expect(isUnstorable(stored)).toBe(false)
      expect(unescapeText(stored)).toBe(given)
    }),
  )
})

test('parts put together come back as the whole', () => {
  fc.assert(
    fc.property(text, text, (one, two) => {
      expect(unescapeText(escapeText(one) + escapeText(two))).toBe(one + two)
    }),
  )
})

test('characters are counted by kind, and whole pairs are none', () => {
  expect(countUnstorable('\0a\0\uD83D\u{1F600}')).toEqual({ nul: 2, half: 1 })
  expect(countUnstorable('\u{1F600}')).toEqual({ nul: 0, half: 0 })
})
