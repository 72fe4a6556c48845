import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { csvRow } from './csv-row'

test('what is written can be read back, except for the apostrophe before formulas', () => {
  const cell = fc.string({ unit: 'binary' }).filter((text) => !/^[=+\-@＝＋－＠\t\r\n\uFEFF]/.test(text))
  fc.assert(
    fc.property(fc.array(cell, { minLength: 2, maxLength: 5 }), (cells) => {
      expect(parse(csvRow(cells), { skip_empty_lines: false })).toEqual([cells])
    }),
  )
})

test.each([
  ['=1+1', "'=1+1\r\n"],
  ['@x', "'@x\r\n"],
  ['-1,2', '"\'-1,2"\r\n'],
])('%s does not run in a spreadsheet', (text, row) => {
  expect(csvRow([text])).toBe(row)
})

test('numbers stay numbers, null is empty', () => {
  expect(csvRow([-1, null, 'a'])).toBe('-1,,a\r\n')
})
