/** Files that are no UTF-8 text: workbooks, Parquet, gzip, other encodings; and texts without fields. */
import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { plainWorkbook } from '@/tests/support/plain-workbook'
import { addressed, lettersOf } from './cell-addresses'
import type { ReadingChoice } from './file-facts'
import { readRecords } from './read-records'
import type { SourceEntry } from './source-entry'

async function read(file: string | Buffer, choice: ReadingChoice = {}, size = 5): Promise<SourceEntry[]> {
  const bytes = Buffer.from(file)
  const chunks = (async function* () {
    for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
  })()
  const entries: SourceEntry[] = []
  for await (const entry of readRecords(chunks, choice)) entries.push(entry)
  return entries
}

const values = (entries: readonly SourceEntry[]) => entries.map((entry) => (entry.ok ? entry.value : entry.kind))
const fixture = (name: string) => readFileSync(`tests/fixtures/own-files/${name}`)
const TABLE = 'Frage;Antwort\nWas?;Café für 5 €\n'

describe('an Excel workbook', () => {
  test('whose cells do not say where they stand, as some programs write it', async () => {
    const rows = [
      ['Question', 'Answer'],
      ['Why <so>?', 'Because & so.'],
      ['How?', 'Thus.'],
    ]
    const expected = [
      { Question: 'Why <so>?', Answer: 'Because & so.' },
      { Question: 'How?', Answer: 'Thus.' },
    ]
    const bare = await read(plainWorkbook(rows, { withAddresses: false }), {}, 1000)
    expect(values(bare)).toEqual(expected)
    expect(values(await read(plainWorkbook(rows), {}, 1000))).toEqual(expected)
    expect(addressed('<row><c/><c r="C1"><v>1</v></c><c t="s"/></row><row r="4"><x:c></x:c></row><row/>')).toBe(
      '<row r="1"><c r="A1"/><c r="C1"><v>1</v></c><c r="D1" t="s"/></row><row r="4"><x:c r="A4"></x:c></row><row r="5"/>',
    )
    expect([1, 26, 27, 702, 703].map(lettersOf)).toEqual(['A', 'Z', 'AA', 'ZZ', 'AAA'])
  })

  test('its first sheet with rows, with dates as the calendar has them and numbers as they are written', async () => {
    const entries = await read(fixture('answers.xlsx'), {}, 1000)
    expect(entries[0]).toMatchObject({
      line: 2,
      facts: { container: 'Excel workbook', sheet: 'Answers', sheets: ['Read me', 'Answers', 'Notes'] },
    })
    expect(values(entries)).toEqual([
      {
        ID: '0001',
        Question: 'Where does the sun rise?',
        Answer: 'In the east. It sets in the west.',
        'Asked on': '2024-03-01',
        Score: '0.1',
      },
      {
        ID: '0002',
        Question: 'How far is the moon?',
        Answer: 'It is 384,400 km away.',
        'Asked on': '2024-03-02 13:30:00',
        Score: '12345678901234600',
      },
      { ID: '0003', Question: 'Is water wet?', Answer: 'Yes. It is.', 'Asked on': null, Score: '7' },
    ])
  })

  test('another sheet, and one that is not there', async () => {
    expect(values(await read(fixture('answers.xlsx'), { sheet: 'Notes' }, 1000))).toEqual([{ text: 'Nothing to see.' }])
    const [entry] = await read(fixture('answers.xlsx'), { sheet: 'Other' }, 1000)
    expect(entry).toMatchObject({ ok: false, message: expect.stringContaining('It has: Read me, Answers, Notes.') })
  })

  test('an archive that is none', async () => {
    const [entry] = await read(Buffer.from(`504b0304${'00'.repeat(40)}`, 'hex'))
    expect(entry).toMatchObject({ ok: false, kind: 'binary' })
  })
})

describe('Parquet', () => {
  test.each(['answers-snappy.parquet', 'answers-zstd.parquet'])(
    '%s: lists, nulls, structs, long numbers and times',
    async (name) => {
      const entries = await read(fixture(name), {}, 1000)
      expect(entries.map(({ line }) => line)).toEqual([1, 2, 3])
      const [first, second, third] = values(entries)
      expect(first).toEqual({
        question: 'Where does the sun rise?',
        answer: 'In the east. It sets in the west.',
        tags: ['sky', 'day'],
        score: 0.5,
        id: 1,
        meta: { dataset: 'sky' },
        at: '2024-03-01T00:00:00.000Z',
      })
      expect(second).toMatchObject({ tags: null, score: null, at: null })
      expect(third).toMatchObject({ tags: [], id: '9007199254740993' })
    },
  )

  test('one that is cut off', async () => {
    const [entry] = await read(fixture('answers-zstd.parquet').subarray(0, 600), {}, 1000)
    expect(entry).toMatchObject({
      ok: false,
      kind: 'binary',
      message: expect.stringMatching(/^This Parquet file cannot/),
    })
  })
})

describe('gzip', () => {
  test('of any of them', async () => {
    expect(values(await read(gzipSync('{"a":1}\n{"a":2}\n')))).toEqual([{ a: 1 }, { a: 2 }])
    expect(values(await read(gzipSync(fixture('answers.xlsx')), {}, 1000))).toHaveLength(3)
    const [first] = await read(gzipSync(TABLE))
    expect(first?.facts).toMatchObject({ isCompressed: true, container: 'CSV', delimiter: ';' })
  })

  test('of which no more than so many bytes are unpacked: what came before is read', async () => {
    const packed = gzipSync('{"a":1}\n'.repeat(100_000))
    const entries = await read(packed, { mostUnpacked: 400_000 })
    expect(entries.length).toBeGreaterThan(1)
    expect(entries.length).toBeLessThanOrEqual(50_001)
    expect(entries.at(-1)).toMatchObject({ ok: false, kind: 'too-long', message: expect.stringContaining('0.4 MB') })
  })

  test('cut off in the middle: what came before is read', async () => {
    const lines = Array.from({ length: 5000 }, (_, index) => `{"a":${index},"b":"${Math.sin(index)}"}`).join('\n')
    const packed = gzipSync(lines)
    const entries = await read(packed.subarray(0, packed.length / 2), {}, 1000)
    expect(entries.length).toBeGreaterThan(100)
    expect(entries.at(-1)).toMatchObject({ ok: false, kind: 'truncated' })
  })
})

describe('other encodings are read and named', () => {
  const row = { Frage: 'Was?', Antwort: 'Café für 5 €' }
  const cases: [string, Buffer, string][] = [
    ['UTF-16 with a mark', Buffer.from(`\uFEFF${TABLE}`, 'utf16le'), 'UTF-16'],
    ['UTF-16 without one', Buffer.from(TABLE, 'utf16le'), 'UTF-16'],
    ['UTF-16, the other way round', Buffer.from(`\uFEFF${TABLE}`, 'utf16le').swap16(), 'UTF-16'],
    ['Windows-1252', Buffer.from(TABLE.replace('€', '\u0080'), 'latin1'), 'Windows-1252'],
    ['UTF-8 with a mark', Buffer.from(`\uFEFF${TABLE}`), 'UTF-8'],
  ]
  test.each(cases)('%s', async (_name, file, encoding) => {
    const entries = await read(file)
    expect(values(entries)).toEqual([row])
    expect(entries[0]?.facts?.encoding).toBe(encoding)
  })

  test('a damaged character in a text that is UTF-8 otherwise does not make it another encoding', async () => {
    const file = Buffer.concat([Buffer.from('{"a":"für é ü"}\n{"a":"'), Buffer.from([0xe9]), Buffer.from('"}')])
    expect(values(await read(file))).toEqual([{ a: 'für é ü' }, 'encoding'])
  })
})

describe('texts without fields', () => {
  const texts = [{ text: 'Paris is in France.' }, { text: 'Rome, too, is a town.' }]
  test.each([
    ['one a line', 'Paris is in France.\n\nRome, too, is a town.\n'],
    ['a list', '["Paris is in France.", "Rome, too, is a town."]'],
    ['in quotes, as CSV', '"Paris is in France."\n"Rome, too, is a town."\n'],
  ])('%s', async (_name, file) => {
    expect(values(await read(file))).toEqual(texts)
  })

  test('one column with a heading is CSV', async () => {
    expect(values(await read('Response\nParis is in France.\n"Rome, too, is a town."\n'))).toEqual([
      { Response: 'Paris is in France.' },
      { Response: 'Rome, too, is a town.' },
    ])
  })

  test('a first line with commas in it is no heading', async () => {
    const file = 'The tower, the old one, was built in 1889\nIt is tall, and made of iron\n'
    expect(values(await read(file))).toEqual(
      file
        .trim()
        .split('\n')
        .map((text) => ({ text })),
    )
  })

  test.each([
    'The tower, the old one, was built in the year 1889 by Eiffel\nIt is tall, made of iron, and brown\nIt stands, as ever, in Paris\n',
    'Is it old,is it tall,and it is made of a great deal of wrought iron\nIt is,so they say,very old\nOne,two,three\n',
    'Is it old? Yes, it is, is it not?\nIt is tall, is it, or not?\nIt stands, does it, in Paris?\n',
  ])('a first line as its neighbours is no heading: %j', async (file) => {
    const texts = file.trim().split('\n')
    expect(values(await read(file))).toEqual(texts.map((text) => ({ text })))
  })

  test('the separator that Excel writes above the heading', async () => {
    expect(values(await read('sep=;\r\na,b;c\r\n1;2\r\n'))).toEqual([{ 'a,b': '1', c: '2' }])
  })
})
