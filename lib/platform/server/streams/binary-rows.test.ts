import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { binaryRows } from './binary-rows'

const int = (bytes: 2 | 4, value: number) => {
  const buffer = Buffer.alloc(bytes)
  buffer.writeIntBE(value, 0, bytes)
  return buffer
}
const HEAD = Buffer.concat([Buffer.from('PGCOPY\n\xff\r\n\0', 'latin1'), int(4, 0), int(4, 0)])
const END = int(2, -1)

const fieldBytes = (value: string | null) =>
  value === null ? [int(4, -1)] : [int(4, Buffer.byteLength(value)), Buffer.from(value)]
const rowBytes = (row: readonly (string | null)[]) => Buffer.concat([int(2, row.length), ...row.flatMap(fieldBytes)])

const ROWS = [
  ['a line', null],
  ['', 'größer'],
  ['x'.repeat(100), ''],
  [null, null],
]
const WHOLE = Buffer.concat([HEAD, ...ROWS.map(rowBytes), END])

function inPieces(bytes: Buffer, length: number): Readable {
  const pieces: Buffer[] = []
  for (let from = 0; from < bytes.length; from += length) pieces.push(bytes.subarray(from, from + length))
  return Readable.from(pieces)
}

async function textsOf(pieces: Readable): Promise<(string | null)[][]> {
  const texts: (string | null)[][] = []
  for await (const rows of binaryRows(pieces)) {
    expect(rows).not.toEqual([])
    texts.push(...rows.map((row) => row.map((field) => (field === null ? null : String(field)))))
  }
  return texts
}

test('rows are the same wherever the bytes are cut', async () => {
  for (let length = 1; length <= WHOLE.length; length++)
    expect(await textsOf(inPieces(WHOLE, length)), `pieces of ${length}`).toEqual(ROWS)
})

test('no rows at all are an end too', async () => {
  expect(await textsOf(inPieces(Buffer.concat([HEAD, END]), 7))).toEqual([])
})

test('bytes that break off anywhere are refused', async () => {
  for (let length = 0; length < WHOLE.length; length++)
    await expect(textsOf(inPieces(WHOLE.subarray(0, length), 16)), `${length} bytes`).rejects.toThrow('broke off')
})

test('other bytes are refused', async () => {
  await expect(textsOf(inPieces(Buffer.alloc(40, 'x'), 40))).rejects.toThrow('no rows in the binary form')
})
