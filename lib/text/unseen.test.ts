import { expect, test } from 'vitest'
import { textWith } from '@/tests/support/foreign-runs'
import { growthOf, MOST } from '@/tests/support/growth'
import { hasUnseen, isBlank, withoutUnseen } from './unseen'

test.each([
  ['a soft hyphen', 'Mara\u00AD'],
  ['a Hangul filler', 'Mara\u3164'],
  ['a leading consonant filler', 'Ma\u115Fra'],
  ['a vowel filler', 'Mara\u1160'],
  ['a half-width filler', '\uFFA0Mara'],
  ['a grapheme joiner', 'Ma\u034Fra'],
  ['a tag', 'Mara\u{E0041}'],
  ['the end of a tag', 'Mara\u{E007F}'],
  ['a selector after a letter', 'Mara\uFE0F'],
  ['a selector after a digit', 'Part 1\uFE0F'],
  ['a selector at the start', '\uFE0EMara'],
  ['a selector of ideographs after a letter', 'Mara\u{E0100}'],
  ['two selectors', '❤\uFE0F\uFE0F'],
  ['a joiner between Latin letters', 'Ma\u200Dra'],
  ['a non-joiner between Latin letters', 'Ma\u200Cra'],
  ['a joiner at the end of an Arabic name', 'علی\u200D'],
  ['a non-joiner at the start', '\u200Cعلی'],
  ['two non-joiners', 'می\u200C\u200Cخواهم'],
  ['a joiner after a picture', '👩\u200D'],
  ['a joiner between a picture and a letter', '👩\u200DMara'],
  ['a zero-width blank', 'Ma\u200Bra'],
  ['a word joiner', 'Ma\u2060ra'],
  ['a left-to-right mark', 'Mara\u200E'],
  ['an Arabic letter mark', 'Mara\u061C'],
  ['an override', '\u202EaraM'],
  ['an isolate', '\u2067Mara\u2069'],
  ['a byte-order mark', '\uFEFFMara'],
  ['a Mongolian vowel separator', 'Mara\u180E'],
  ['a Khmer inherent vowel', 'Mara\u17B4'],
  ['an empty braille cell', 'Mara\u2800'],
  ['a place for an object', 'Mara\uFFFC'],
  ['a line end', 'Ma\u2028ra'],
  ['a control character', 'Ma\u0007ra'],
])('%s is not seen', (_, name) => {
  expect(hasUnseen(name)).toBe(true)
  expect(withoutUnseen(name).length).toBeLessThan(name.length)
})

test.each([
  ['Latin', 'Zoë O’Hara-Núñez'],
  ['Persian', 'می\u200Cخواهم'],
  ['Hindi, with a joiner after a virama', 'क्\u200Dष'],
  ['Bengali', 'র\u200D্যাব'],
  ['Sinhala', 'ශ්\u200Dරී'],
  ['Malayalam', 'നന്\u200Dമ'],
  ['Hebrew with points', 'שָׁלוֹם'],
  ['Korean', '김민수'],
  ['Japanese with a form of an ideograph', '辻\u{E0100}さん'],
  ['Mongolian', 'ᠮᠣᠩᠭᠣᠯ\u180B'],
  ['a heart', 'I ❤\uFE0F rivers'],
  ['a family', '👨\u200D👩\u200D👧 team'],
  ['a person of a colour and a trade', '👩🏽\u200D🔬'],
  ['a flag of two signs', '🏳\uFE0F\u200D🌈'],
  ['a key', '1\uFE0F\u20E3 first'],
  ['a letter with many marks', 'Tiê\u0323ng'],
])('in %s everything is seen, or does something', (_, name) => {
  expect(hasUnseen(name)).toBe(false)
})

test.each([
  ['', true],
  [' \u3164\n', true],
  ['\u00AD\u200B\u2800', true],
  ['\u{E0041}\uFE0F', true],
  ['\u3164가', false],
  ['.', false],
])('there is something to read in it or not: %j', (text, expected) => {
  expect(isBlank(text)).toBe(expected)
})

test('a run of marks takes time in proportion to its length', () => {
  expect(growthOf(hasUnseen, textWith('\u0301', '+'), 20_000)).toBeLessThanOrEqual(MOST)
})
