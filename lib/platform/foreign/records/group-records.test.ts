/** Rows that together are one record: read together wherever they stand, and written again as they were. */
import { describe, expect, test } from 'vitest'
import { exactJson } from './exact-numbers'
import { parseStored } from './parse-stored'
import { readRecords, splitRecords } from './read-records'
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
/** The lines of the items that can be imported. */
const wholeOnes = (entries: readonly SourceEntry[]) =>
  entries.flatMap((entry) => (entry.ok && !entry.problems ? [entry.line] : []))

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
      linesOf('{"doc":"a"}', '{"text":"b"}', '{"doc":""}', '{"doc":["a"]}', '{"doc":"a","rows":[]}'),
    )
    expect(outline(found)).toEqual([
      [1, [{}]],
      [2, 'doc', 'doc is missing, by which rows are put together.'],
      [3, 'doc', 'doc is empty, by which rows are put together.'],
      [4, 'doc', 'doc is not a text, by which rows are put together.'],
      [5, 'rows', 'The row has a field "rows", under which the rows of an item are put together.'],
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

  test('too many or too long rows are no record: each is a problem of its line, with what stands in it', async () => {
    const many = await read(`doc,n\n${'a,1\n'.repeat(5_001)}b,1\n`)
    expect(many).toHaveLength(5_002)
    expect(many[5_000]).toMatchObject({ ok: false, line: 5_002, kind: 'too-many', value: { doc: 'a', n: '1' } })
    const [first] = many
    expect(first && !first.ok && first.message).toContain('5,001 rows from line 2 on')
    expect(wholeOnes(many)).toEqual([5_003])
    for (const [length, count, most] of [
      [500_000, 5, '2 MB'],
      [1_900_000, 22, '40 MB'],
    ] as const) {
      const long = await read(`doc,n\n${`a,${'x'.repeat(length)}\n`.repeat(count)}b,1\n`)
      expect(long.slice(0, -1).map((entry) => !entry.ok && [entry.line, entry.kind, entry.value?.doc])).toEqual(
        Array.from({ length: count }, (_, at) => [at + 2, 'too-long', 'a']),
      )
      const [problem] = long
      expect(problem && !problem.ok && problem.message).toContain(`longer than ${most} together`)
      expect(outline(long.slice(-1))).toEqual([[count + 2, [{ n: '1' }]]])
    }
  })

  test('names of columns that would be laid down with every row are no way to fill a disk', async () => {
    const name = 'x'.repeat(900_000)
    const found = await read(`doc,${name}\n${'a,1\nb,1\n'.repeat(200)}`)
    expect(found).toMatchObject([{ ok: false, line: 114, kind: 'too-long', facts: { container: 'CSV' } }])
    expect(found[0]?.ok === false && found[0].message).toContain('The names of the columns')
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

  test('numbers that differ behind the digits of a number are not the same in two rows', async () => {
    for (const [one, other] of [
      ['9007199254740993', '9007199254740992'],
      ['0.12345678901234567891', '0.12345678901234567892'],
    ]) {
      const rows = [`{"doc":"a","meta":{"topic":${one}}}`, `{"doc":"a","meta":{"topic":${other}}}`]
      const [entry] = await read(linesOf(...rows))
      expect(entry?.ok && entry.problems?.map(({ line, field }) => [line, field])).toEqual([[2, 'meta.topic']])
      const keys = await read(linesOf(`{"doc":${one}}`, `{"doc":${other}}`, `{"doc":"${one}"}`))
      expect(wholeOnes(keys)).toEqual([1, 2, 3])
    }
    const same = ['{"doc":"a","meta":{"topic":{"x":1,"y":0.50}}}', '{"doc":"a","meta":{"topic":{"y":0.5,"x":1}}}']
    expect(wholeOnes(await read(linesOf(...same)))).toEqual([1])
  })

  test('rows of one line have an order, and rows of lines of their own do not say one', async () => {
    const [a, b] = await read('[{"doc":"a","n":1},{"doc":"b","n":1},{"doc":"a","n":2}]')
    expect(a?.ok && a.value['@rows']).toMatchObject({ lines: [1, 1], at: [0, 2] })
    expect(b?.ok && b.value['@rows']).toMatchObject({ lines: [1], at: [1] })
    const [c] = await read(linesOf('{"doc":"a"}', '{"doc":"a"}'))
    expect(c?.ok && c.value['@rows']).toMatchObject({ lines: [1, 2] })
    expect(c?.ok && c.value['@rows']).not.toHaveProperty('at')
  })

  test('how far a file is put together is told before its first record', async () => {
    let signs = 0
    const file = async function* () {
      yield Buffer.from(`doc,n\n${'a,1\n'.repeat(4_000)}${'b,1\n'.repeat(4_000)}${'c,1\n'.repeat(4_000)}`)
    }
    const sign = async () => void signs++
    for await (const _ of splitRecords(file(), { rows: BY_DOCUMENT }, sign)) break
    expect(signs).toBe(1)
  })
})

describe('a row that cannot be read', () => {
  test.each([
    ['has too few cells', 'a,2'],
    ['has too many', 'a,2,x,y'],
    ['has a quote within a text', 'a,2,say "hi"'],
    ['has something behind a quoted text', 'a,2,"say "hi""'],
    ['has a quote that is closed on another line', 'a,2,"say\n"hi'],
    ['draws the next row into itself', 'b,2,"say\na,3,"x"'],
  ])('keeps its item out where it %s, and no other', async (_, row) => {
    const found = await read(`doc,n,label\na,1,x\nc,1,x\n${row}\na,3,x\nb,1,x\n`)
    const isOfB = row.startsWith('b')
    const last = 6 + row.split('\n').length - 1
    expect(wholeOnes(found)).toEqual(isOfB ? [3] : [3, last])
    const [a] = found
    expect(a?.ok && a.problems?.map(({ message }) => message)).toEqual([
      `The item on lines 2, ${last - 1} is not imported without what cannot be read on line 4.`,
    ])
    const torn = found.find(({ line }) => line === 4)
    expect(torn).toMatchObject({ ok: false, row: { cells: expect.arrayContaining([row.charAt(0)]) } })
    expect(torn && !torn.ok && torn.fix).toContain('the other rows of the item are not imported without it')
  })

  test('is looked for from both ends of the line where columns have moved', async () => {
    const groups = { by: [['doc'], ['model']], shared: [['doc'], ['model']], as: 'rows' }
    const found = await read('doc,text,model\na,So,m\na,So, or so,m\nm,So,a\nb,So,m\n', groups)
    expect(wholeOnes(found)).toEqual([4, 5])
  })

  test.each([
    ['is cut off', '{"doc":"a","te'],
    ['is no JSON', '{"doc": "a", text}'],
    ['has a field twice', '{"doc":"a","text":"x","text":"y"}'],
    ['holds a number that is too large', '{"doc":"a","n":1e999}'],
    ['is nested too deep', `{"doc":"a","n":${'['.repeat(80)}${']'.repeat(80)}}`],
  ])('keeps its item out where it %s, by the key that is seen in it', async (_, row) => {
    const found = await read(linesOf('{"doc":"a","n":1}', '{"doc":"b","n":1}', row, '{"doc":"a","n":2}'))
    expect(found.map(({ ok, line }) => [ok, line])).toEqual([
      [true, 1],
      [true, 2],
      [false, 3],
    ])
    expect(wholeOnes(found)).toEqual([2])
  })

  test.each([
    ['shows no key', '{"text":', 'does not show which item it belongs to'],
    ['is longer than a record may be', `{"doc":"a","text":"${'x'.repeat(2_000_000)}"}`, 'may lack a row'],
    [
      'has swallowed many',
      `{"doc":"a","x":[${Array.from({ length: 99 }, (_, n) => `{"doc":"${n}"}`).join()}`,
      'may lack a row',
    ],
  ])('keeps every item out where it %s', async (_, row, said) => {
    const found = await read(linesOf('{"doc":"a"}', '{"doc":"b"}', row))
    expect(wholeOnes(found)).toEqual([])
    for (const entry of found.slice(0, 2)) expect(entry.ok && entry.problems?.[0]?.message).toContain(said)
    const torn = found.at(-1)
    expect(torn && !torn.ok && torn.fix).toContain('so no item is imported without it')
  })

  test('in a list or a table that ends too early keeps every item out, as nothing says what is missing', async () => {
    expect(wholeOnes(await read('[{"doc":"a"},{"doc":"b"}'))).toEqual([])
    expect(wholeOnes(await read('doc,n\na,1\nb,"1\nc,1\n'))).toEqual([])
    expect(wholeOnes(await read('[{"doc":"a"},,{"doc":"b"}]'))).toHaveLength(2)
  })
})
