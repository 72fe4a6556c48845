import { describe, expect, it, test } from 'vitest'
import { daySchema, isStorable, nameText, unstorableIn } from './input'

test.each([
  ['plain', null],
  [{ a: ['b', { c: 'd\0' }] }, '.a.1.c'],
  [{ 'k\0': 1 }, '.k\0'],
  ['half \ud83d', ''],
  ['whole \ud83d\ude00', null],
  [[1, null, true], null],
  [JSON.parse('['.repeat(300) + ']'.repeat(300)), null],
  [JSON.parse('['.repeat(200_000) + ']'.repeat(200_000)), '.0.0.0.0.0.0.0.0.0.0'],
])('a value, case %#', (value, path) => {
  expect(unstorableIn(value)?.path ?? null).toBe(path)
})

const name = nameText('Write a name.', 10)
test.each(['Ada', 'Zoë', '数据', '🙂', "O'Hara"])('%s is a name', (text) => expect(name.parse(` ${text} `)).toBe(text))
test.each([
  '',
  ' ',
  '\u200b',
  '\u3164',
  '\u115F\u1160',
  'a\u0007b',
  '\u202Eabc',
  'a\u00ADb',
  'a\u{E0041}',
  'a\u200Db',
  'a\nb',
  '12345678901',
])('%j is not', (text) => expect(name.safeParse(text).success).toBe(false))

test.each(['0001-01-01', '2024-02-29', '9999-12-31'])('%s is a day', (day) => expect(daySchema.parse(day)).toBe(day))
test.each(['0000-01-01', '0000-12-31', '2023-02-29', '10000-01-01', '-0001-01-01', '2024-2-9', ''])(
  '%j is none',
  (day) => expect(daySchema.safeParse(day).success).toBe(false),
)

describe('isStorable', () => {
  it.each([
    ['a text', true],
    ['two halves make one 🙂', true],
    ['half \ud83d', false],
    ['with \0 in it', false],
    [[{ url: 'https://example.org', note: '\udc00' }], false],
    [{ 'a\0': 1 }, false],
    [null, true],
  ])('%j: %s', (value, expected) => {
    expect(isStorable(value)).toBe(expected)
  })
})
