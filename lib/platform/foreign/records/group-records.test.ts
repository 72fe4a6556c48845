/** Rows that together are one record: read together wherever they stand, and written again as they were. */
import { describe, expect, test } from 'vitest'
import { exactJson } from './exact-numbers'
import { parseStored } from './parse-stored'
import { readRecords } from './read-records'
import { atItsRow, rowsOf } from './row-groups'
import type { SourceEntry } from './source-entry'

const BY_DOCUMENT = { by: [['doc']], shared: [['doc'], ['meta', 'topic']], as: 'rows' }

async function read(file: string, rows = BY_DOCUMENT): Promise<SourceEntry[]> {
  const chunks = async function* () {
    for (let at = 0; at < file.length; at += 50_000) yield Buffer.from(file.slice(at, at + 50_000))
  }
  const entries: SourceEntry[] = []
  for await (const entry of readRecords(chunks(), { rows })) entries.push(entry)
  return entries
}

const linesOf = (...rows: string[]) => `${rows.join('\n')}\n`
const outline = (entries: readonly SourceEntry[]) =>
  entries.map((entry) => (entry.ok ? [entry.line, entry.value.rows] : [entry.line, entry.field, entry.message]))

describe('rows with the same key', () => {
  test('of CSV are one record, wherever they stand, with line breaks in cells and either line end', async () => {
    const rows = ['doc,n,text', 'a,2,"One', 'more"', 'b,1,Two', 'a,2,"Thr""ee"', 'a,7,']
    for (const end of ['\n', '\r\n']) {
      const entries = await read(rows.join(end))
      expect(outline(entries)).toEqual([
        [
          2,
          [
            { n: '2', text: `One${end}more` },
            { n: '2', text: 'Thr"ee' },
            { n: '7', text: '' },
          ],
        ],
        [4, [{ n: '1', text: 'Two' }]],
      ])
      const [first] = entries
      expect(first?.ok && rowsOf(BY_DOCUMENT, first.value)).toEqual([
        { doc: 'a', n: '2', text: `One${end}more` },
        { doc: 'a', n: '2', text: 'Thr"ee' },
        { doc: 'a', n: '7', text: '' },
      ])
      expect(first?.facts).toMatchObject({ container: 'CSV' })
    }
  })

  test('of JSON lines come out with their own order of fields, nested fields and numbers as written', async () => {
    const rows = [
      '{"doc":"a","n":1,"meta":{"topic":"t","at":1}}',
      '{"meta":{"topic":"t","at":2},"n":12345678901234567890.5,"doc":"a"}',
      '{"doc":"a","meta":{"topic":"t","at":1},"more":[NaN],"n":null}',
    ]
    const [entry] = await read(linesOf(...rows))
    if (!entry?.ok) throw new Error('no record')
    expect(entry.problems).toBeUndefined()
    expect(entry.notes.map(({ line }) => line)).toEqual([2, 3])
    const again = parseStored(entry.raw)
    expect(rowsOf(BY_DOCUMENT, again).map((row) => exactJson(row))).toEqual(rows)
  })

  test('that differ in what they share are a record with a problem on the line of each, and still come out as they were', async () => {
    const rows = ['{"doc":"a","meta":{"topic":"t"}}', '{"doc":"a","meta":{"topic":"u"}}', '{"doc":"a"}']
    const [entry] = await read(linesOf(...rows))
    if (!entry?.ok) throw new Error('no record')
    expect(entry.problems?.map(({ line, field, message }) => [line, field, message])).toEqual([
      [2, 'meta.topic', 'The row differs from line 1 here, and both belong to one item (doc "a").'],
      [3, 'meta.topic', 'The row differs from line 1 here, and both belong to one item (doc "a").'],
    ])
    expect(rowsOf(BY_DOCUMENT, entry.value).map((row) => JSON.stringify(row))).toEqual(rows)
  })

  test('a row without the key, with an empty one or with a list of rows already is a problem of its line', async () => {
    const found = await read(
      linesOf('{"doc":"a"}', '{"text":"b"}', '{"doc":""}', '{"doc":["a"]}', '{"doc":"a","rows":[]}', '{"doc":'),
    )
    expect(outline(found)).toEqual([
      [1, [{}]],
      [2, 'doc', 'doc is missing, by which rows are put together.'],
      [3, 'doc', 'doc is empty, by which rows are put together.'],
      [4, 'doc', 'doc is not a text, by which rows are put together.'],
      [5, 'rows', 'The row has a field "rows", under which the rows of an item are put together.'],
      [6, '', 'The record ends in the middle.'],
    ])
    const [row] = await read('text\nSo\n')
    expect(row).toMatchObject({ ok: false, line: 2, value: { text: 'So' } })
  })

  test('1 and "1" are two keys, and a line of a native export is no row', async () => {
    const native = '{"format":"assay/9","item":1}'
    const found = await read(linesOf('{"doc":1}', '{"doc":"1"}', native, native))
    expect(found.map((entry) => entry.ok && entry.value)).toMatchObject([
      { doc: 1 },
      { doc: '1' },
      { item: 1 },
      { item: 1 },
    ])
  })

  test('too many or too long rows are one problem, not a record', async () => {
    const [many] = await read(`doc,n\n${'a,1\n'.repeat(5_001)}`)
    expect(many).toMatchObject({ ok: false, line: 2, kind: 'too-many' })
    expect(many && !many.ok && many.message).toContain('5,001 rows')
    const [long, ...others] = await read(`doc,n\n${`a,${'x'.repeat(500_000)}\n`.repeat(5)}b,1\n`)
    expect(long).toMatchObject({ ok: false, line: 2, kind: 'too-long' })
    expect(outline(others)).toEqual([[7, [{ n: '1' }]]])
  })

  test('rows that repeat a long text are one record as long as it is stored once', async () => {
    const text = 'x'.repeat(300_000)
    const [entry] = await read(`doc,text,n\n${`a,${text},1\n`.repeat(8)}`, {
      ...BY_DOCUMENT,
      shared: [['doc'], ['text']],
    })
    expect(entry?.ok && Buffer.byteLength(entry.raw)).toBeLessThan(400_000)
    expect(entry?.ok && rowsOf({ ...BY_DOCUMENT, shared: [['doc'], ['text']] }, entry.value)).toHaveLength(8)
  })

  test('characters that cannot be stored are escaped in the whole record', async () => {
    const [entry] = await read(linesOf('{"doc":"a","t":"\\u0000"}', '{"doc":"a","t":"␀"}'))
    expect(entry).toMatchObject({ ok: true, escaped: true, value: { rows: [{ t: '␀' }, { t: '␛␀' }] } })
  })

  test('what was added to the record is written into every row, and into a row into that row alone', () => {
    const groups = { ...BY_DOCUMENT, shared: [['doc'], ['label']] }
    const places = { lines: [3, 5], fields: [['n', 'doc']] }
    const record = {
      doc: 'a',
      label: 'yes',
      rows: [
        { n: 1, mark: null },
        { n: 2, mark: true },
      ],
      '@rows': places,
    }
    expect(rowsOf(groups, record).map((row) => JSON.stringify(row))).toEqual([
      '{"n":1,"doc":"a","label":"yes","mark":null}',
      '{"n":2,"doc":"a","label":"yes","mark":true}',
    ])
    expect(rowsOf(groups, { doc: 'a', rows: [{ n: 1 }], '@rows': 'none' })).toEqual([{ doc: 'a', n: 1 }])
    const problem = { field: 'rows[1].mark', message: 'No.', fix: 'Change it.' }
    expect(atItsRow(groups, record, problem)).toEqual({ ...problem, field: 'mark', line: 5 })
    expect(atItsRow(groups, record, { ...problem, field: 'doc' })).toEqual({ ...problem, field: 'doc' })
  })

  test('what changed since the record was read is written into every row, whatever stood in it', async () => {
    const groups = { ...BY_DOCUMENT, shared: [['doc'], ['label'], ['note']] }
    for (const labels of [
      ['', ',"label":null'],
      [',"label":null', ''],
      [',"label":"no"', ',"label":"no"'],
    ]) {
      const rows = labels.map((label, n) => `{"doc":"a","n":${n}${label},"note":{"x":1,"y":2}}`)
      const [entry] = await read(linesOf(...rows), groups)
      if (!entry?.ok) throw new Error('no record')
      const again = rowsOf(groups, { ...entry.value, label: 'yes', note: { z: 3 } }, entry.value)
      expect(again.map(({ label, note }) => [label, note])).toEqual([
        ['yes', { z: 3 }],
        ['yes', { z: 3 }],
      ])
      expect(rowsOf(groups, entry.value, entry.value).map((row) => JSON.stringify(row))).toEqual(rows)
    }
  })

  test('ids that differ behind the digits of a number are two keys', async () => {
    const ids = ['1234567890123456789', '1234567890123456788']
    const found = await read(linesOf(...ids.map((id) => `{"doc":${id},"n":1}`)))
    expect(outline(found)).toEqual([
      [1, [{ n: 1 }]],
      [2, [{ n: 1 }]],
    ])
  })

  test('an item with a row that cannot be read is not half an item', async () => {
    const found = await read('doc,n,label\na,1,x\na,2\na,3,x\nb,1,x\n')
    expect(found.map(({ ok, line }) => [ok, line])).toEqual([
      [false, 3],
      [true, 5],
    ])
    const [ragged] = found
    expect(ragged && !ragged.ok && ragged.fix).toContain('the other rows of the item are not imported without it')
    const [whole, torn] = await read(linesOf('{"doc":"a"}', '{"doc":'))
    expect(whole?.ok).toBe(true)
    expect(torn && !torn.ok && torn.fix).toContain('an item may lack this row')
  })
})
