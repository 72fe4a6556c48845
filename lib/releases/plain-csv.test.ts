import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cellsOf, columnsOf, plainCsvRow } from './plain-csv'

test('quotes only where it must', () => {
  expect(plainCsvRow(['plain', ' blank ', '=1+1', 'a,b', 'say "so"', 'two\nlines', 'two\r', ''])).toBe(
    'plain, blank ,=1+1,"a,b","say ""so""","two\nlines","two\r",\n',
  )
})

test('columns are those of the first record; what another lacks stays empty', () => {
  const columns = columnsOf({ id: 7, text: 'x' })
  expect(columns).toEqual(['id', 'text'])
  expect(cellsOf(columns, { text: 'y', more: 1 })).toEqual(['', 'y'])
  expect(cellsOf(columns, { id: 1.5, text: ['a'] })).toEqual(['1.5', '["a"]'])
})

test('is read back as it was written', () => {
  const rows = fc.array(fc.array(fc.string(), { minLength: 2, maxLength: 2 }), { minLength: 1 })
  fc.assert(
    fc.property(rows, (cells) => {
      expect(parse(cells.map(plainCsvRow).join(''), { skip_empty_lines: false, record_delimiter: '\n' })).toEqual(cells)
    }),
  )
})
