import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { originalFields } from '@/lib/platform/foreign/records/stored-source'
import { plainCsvRow } from '@/lib/platform/server/streams/plain-csv-row'
import type { Json } from '@/lib/protocols/protocol'
import { addColumns, cellsOf } from './plain-csv'

const fieldsOf = (record: Json, escaped = false) => originalFields({ value: {}, escaped, exact: false }, record)

test('quotes only where it must', () => {
  expect(plainCsvRow(['plain', ' blank ', '=1+1', 'a,b', 'say "so"', 'two\nlines', 'two\r', ''])).toBe(
    'plain, blank ,=1+1,"a,b","say ""so""","two\nlines","two\r",\n',
  )
})

test('columns are those of the first record; what another lacks stays empty', () => {
  const columns: string[] = []
  addColumns(columns, [...fieldsOf({ id: 7, text: 'x' }).keys()])
  expect(columns).toEqual(['id', 'text'])
  expect(cellsOf(columns, fieldsOf({ text: 'y', more: 1 }))).toEqual(['', 'y'])
  expect(cellsOf(columns, fieldsOf({ id: 1.5, text: ['a'] }))).toEqual(['1.5', '["a"]'])
  expect(cellsOf(columns, fieldsOf({ id: null, text: '' }))).toEqual(['', ''])
})

test('escaped texts are cells as they were, but for half a pair, which UTF-8 cannot write', () => {
  const columns = ['a', 'b', 'c\0']
  const record = { a: 'x\u2400', b: '\u2426D83D', 'c\u2400': ['\u2400', 1] }
  expect(cellsOf(columns, fieldsOf(record, true))).toEqual(['x\0', '\u2426D83D', '["\\u0000",1]'])
})

test('is read back as it was written', () => {
  const rows = fc.array(fc.array(fc.string(), { minLength: 2, maxLength: 2 }), { minLength: 1 })
  fc.assert(
    fc.property(rows, (cells) => {
      expect(parse(cells.map(plainCsvRow).join(''), { skip_empty_lines: false, record_delimiter: '\n' })).toEqual(cells)
    }),
  )
})
