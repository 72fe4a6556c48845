import { parquetMetadata, parquetReadObjects } from 'hyparquet'
import { compressors } from 'hyparquet-compressors'
import { expect, test } from 'vitest'
import { GROUP_ROWS, ParquetFile } from './parquet'
import type { Column, TableRow } from './table'

const COLUMNS: readonly Column[] = [
  { name: 'item', type: 'int64', description: '' },
  { name: 'text', type: 'string', description: '' },
  { name: 'share', type: 'float64', description: '' },
  { name: 'seen', type: 'bool', description: '' },
  { name: 'shown', type: 'strings', description: '' },
]

function written(rows: readonly TableRow[], batch = rows.length): Buffer {
  const file = new ParquetFile(COLUMNS)
  const parts: Uint8Array[] = []
  for (let at = 0; at < rows.length; at += batch) parts.push(...file.add(rows.slice(at, at + batch)))
  return Buffer.concat([...parts, ...file.end()])
}

const bufferOf = (bytes: Buffer): ArrayBuffer => new Uint8Array(bytes).buffer
const read = (bytes: Buffer) => parquetReadObjects({ file: bufferOf(bytes), compressors })
const objectOf = (row: TableRow) => Object.fromEntries(COLUMNS.map(({ name }, at) => [name, row[at]]))

test('gives back every value, null and empty apart', async () => {
  const rows: TableRow[] = [
    [1, 'ü, "quoted"\n', 0.1, true, ['a', '']],
    [2, '', null, false, []],
    [null, null, 1, null, null],
  ]
  const expected = rows
    .map(objectOf)
    .map((row) => ({ ...row, item: row.item === null ? null : BigInt(Number(row.item)) }))
  expect(await read(written(rows))).toEqual(expected)
})

test('a table without rows has its columns all the same', () => {
  const { schema, num_rows } = parquetMetadata(bufferOf(written([])))
  expect(num_rows).toBe(0n)
  expect(
    schema
      .filter(({ name }) => COLUMNS.some((column) => column.name === name))
      .map(({ type, converted_type }) => type ?? converted_type),
  ).toEqual(['INT64', 'BYTE_ARRAY', 'DOUBLE', 'BOOLEAN', 'LIST'])
})

test('is the same bytes however its rows come in, in row groups of a fixed size', () => {
  const rows = Array.from(
    { length: 2 * GROUP_ROWS + 5 },
    (_, at): TableRow => [at, `row ${at}`, at / 3, at % 2 === 0, [`${at}`]],
  )
  const whole = written(rows)
  expect(written(rows, 777).equals(whole)).toBe(true)
  expect(parquetMetadata(bufferOf(whole)).row_groups.map(({ num_rows }) => Number(num_rows))).toEqual([
    GROUP_ROWS,
    GROUP_ROWS,
    5,
  ])
})
