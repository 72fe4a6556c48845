import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { parquetWriteBuffer } from 'hyparquet-writer'
import { describe, expect, test } from 'vitest'
import { readRecords } from '@/lib/platform/foreign/records/read-records'
import type { SourceEntry } from '@/lib/platform/foreign/records/source-entry'
import { plainWorkbook } from '@/tests/support/plain-workbook'
import { SAMPLE_BYTES, SAMPLE_RECORDS } from './contract'
import { type ExcerptToSend, excerptToSend } from './excerpt-to-send'

const ROWS = 3_000
const textOf = (row: number) => `${row} ${'It is a long answer. '.repeat(60)}`

const parquet = (rowGroupSize: number) =>
  new Blob([
    parquetWriteBuffer({
      columnData: [
        { name: 'question', data: Array.from({ length: ROWS }, (_, row) => `Why ${row}?`), type: 'STRING' },
        { name: 'answer', data: Array.from({ length: ROWS }, (_, row) => textOf(row)), type: 'STRING' },
      ],
      codec: 'UNCOMPRESSED',
      rowGroupSize,
    }),
  ])

/** The records that a server finds in what was sent. */
async function readExcerpt(file: Blob, { body, parts }: ExcerptToSend): Promise<SourceEntry[]> {
  const chunks = (async function* () {
    yield Buffer.from(await body.arrayBuffer())
  })()
  const entries: SourceEntry[] = []
  const choice = parts ? { excerpt: { byteLength: file.size, parts } } : {}
  for await (const entry of readRecords(chunks, choice)) entries.push(entry)
  return entries
}

describe('what is sent of a file to say what it could be', () => {
  test('of a large Parquet file is its end and as many row groups as its first records need', async () => {
    const file = parquet(200)
    const sent = await excerptToSend(file)
    expect(file.size).toBeGreaterThan(SAMPLE_BYTES)
    expect(sent.body.size).toBeLessThan(file.size / 3)
    const entries = await readExcerpt(file, sent)
    expect(entries).toHaveLength(400)
    expect(entries[0]).toMatchObject({ ok: true, facts: { container: 'Parquet', recordCount: ROWS } })
    expect(entries[399]).toMatchObject({ ok: true, line: 400, value: { question: 'Why 399?', answer: textOf(399) } })
  })

  test('of Parquet in many small row groups is one part, beside its beginning and its end', async () => {
    const file = parquet(4)
    const sent = await excerptToSend(file)
    expect(sent.parts).toHaveLength(3)
    expect(await readExcerpt(file, sent)).toHaveLength(SAMPLE_RECORDS)
  })

  test('of Parquet in one row group is all of its rows', async () => {
    const file = parquet(ROWS)
    expect(await readExcerpt(file, await excerptToSend(file))).toHaveLength(ROWS)
  })

  test('of Parquet that is damaged is as much as it takes to say so', async () => {
    const file = new Blob([await parquet(ROWS).slice(0, -1).arrayBuffer()])
    const sent = await excerptToSend(file)
    expect(sent.body.size).toBeLessThan(SAMPLE_BYTES)
    expect(await readExcerpt(file, sent)).toMatchObject([
      { ok: false, message: expect.stringMatching(/^This Parquet file cannot be read/) },
    ])
  })

  test('of a large log of Inspect in JSON is all of it', async () => {
    const log = JSON.parse(readFileSync('tests/fixtures/inspect/labels.json', 'utf8'))
    const file = new Blob([JSON.stringify({ ...log, metadata: { notes: 'x'.repeat(SAMPLE_BYTES) } })])
    const sent = await excerptToSend(file)
    expect(sent).toEqual({ body: file })
    expect(await readExcerpt(file, sent)).toHaveLength(4)
  })

  test('of a large workbook is all of it, packed or not', async () => {
    const rows = Array.from({ length: ROWS }, (_, row) => [`Why ${row}?`, textOf(row)])
    const workbook = plainWorkbook([['Question', 'Answer'], ...rows])
    const noise = Array.from({ length: 300_000 }, (_, index) => String(Math.sin(index))).join('')
    const packed = new Uint8Array(gzipSync(plainWorkbook([['x'], [noise]])))
    for (const file of [new Blob([workbook]), new Blob([packed])]) {
      expect(file.size, 'more than the beginning').toBeGreaterThan(SAMPLE_BYTES)
      expect(await excerptToSend(file)).toEqual({ body: file })
    }
    const [first] = await readExcerpt(new Blob([workbook]), await excerptToSend(new Blob([workbook])))
    expect(first).toMatchObject({ value: { Question: 'Why 0?' }, facts: { recordCount: ROWS } })
  })

  test('of anything else is its beginning', async () => {
    const lines = '{"prompt": "Why?", "response": "So."}\n'.repeat(80_000)
    expect(await excerptToSend(new Blob(['short']))).toMatchObject({ body: { size: 5 } })
    expect(await excerptToSend(new Blob([lines]))).toMatchObject({ body: { size: SAMPLE_BYTES } })
  })
})
