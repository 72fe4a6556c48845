import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Json } from '@/lib/protocols/protocol'
import type { ReadingChoice } from './file-facts'
import { parseStored } from './parse-stored'
import { readRecords } from './read-records'
import type { SourceEntry } from './source-entry'

async function* chunked(bytes: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

async function read(file: string | Buffer, size = 7, choice: ReadingChoice = {}): Promise<SourceEntry[]> {
  const entries: SourceEntry[] = []
  for await (const entry of readRecords(chunked(Buffer.from(file), size), choice)) entries.push(entry)
  return entries
}

/** One short word an entry: its line and its value, or its line and the kind of problem. */
async function outline(file: string | Buffer, choice: ReadingChoice = {}): Promise<string[]> {
  const entries = await read(file, 7, choice)
  return entries.map((entry) => `${entry.line} ${entry.ok ? JSON.stringify(entry.value) : entry.kind}`)
}

// What JSON and the database can hold: no lone surrogates, no NUL, no -0.
const text = fc.string({ unit: 'binary' }).map((value) => value.replaceAll('\0', '0'))
const scalar = fc.oneof(text, fc.integer(), fc.boolean(), fc.constant(null))
const record = fc.dictionary(
  text.filter((key) => key !== '__proto__' && !['items', 'data', 'records'].includes(key)),
  fc.oneof(scalar, fc.array(scalar), fc.dictionary(fc.constantFrom('a', 'b'), scalar)),
)
const records = fc.array(record, { minLength: 1, maxLength: 8 })
const size = fc.integer({ min: 1, max: 60 })

/** Each record with the line it starts on, when `pieces` are written one after the other. */
function withLines(values: Json[], pieces: string[], separator: string, before: string) {
  let line = before.split('\n').length
  return values.map((value, index) => {
    const here = line
    line += `${pieces[index]}${separator}`.split('\n').length - 1
    return { line: here, value, raw: pieces[index] }
  })
}

const seen = (entries: SourceEntry[]) =>
  entries.map((entry) => (entry.ok ? { line: entry.line, value: entry.value, raw: entry.raw } : entry))

describe('any records come out of any container with their lines, values and verbatim text', () => {
  const containers: [string, number, string, string, string][] = [
    ['a compact list', 0, '[', ',', ']'],
    ['a pretty list', 2, '[\n', ',\n', '\n]\n'],
    ['a wrapped list', 2, '{"version": 1, "meta": {"items": []}, "records" : [', ' ,\n\n', '], "n": 2}'],
    ['JSON lines', 0, '', '\n', '\n'],
    ['JSON lines with CR LF and blank lines', 0, '\r\n\r\n', '\r\n\r\n', ''],
    ['JSON lines with a byte order mark', 0, '\uFEFF', '\n', ''],
  ]
  test.each(containers)('%s', async (_name, indent, before, separator, after) => {
    await fc.assert(
      fc.asyncProperty(records, size, async (values, bytes) => {
        const pieces = values.map((value) => JSON.stringify(value, null, indent))
        const entries = await read(before + pieces.join(separator) + after, bytes)
        expect(seen(entries)).toEqual(withLines(values, pieces, separator, before))
      }),
    )
  })

  test('one pretty-printed object, and several one after the other', async () => {
    await fc.assert(
      fc.asyncProperty(records, size, async (values, bytes) => {
        const full = values.map((value) => ({ id: 1, ...value }))
        const pieces = full.map((value) => JSON.stringify(value, null, 2))
        expect(seen(await read(pieces.join('\n'), bytes))).toEqual(withLines(full, pieces, '\n', ''))
      }),
    )
  })

  test('CSV, with every text quoted', async () => {
    const cell = text.map((value) => value.replaceAll('\uFEFF', ''))
    const table = fc.array(fc.tuple(cell, cell), { minLength: 1, maxLength: 8 })
    await fc.assert(
      fc.asyncProperty(table, fc.constantFrom(',', ';', '\t', '|'), size, async (rows, delimiter, bytes) => {
        const quote = (value: string) => `"${value.replaceAll('"', '""')}"`
        const lines = [['prompt', 'response'], ...rows].map((row) => row.map(quote).join(delimiter))
        const entries = await read(lines.join('\n'), bytes)
        expect(entries.map((entry) => (entry.ok ? entry.value : entry))).toEqual(
          rows.map(([prompt, response]) => ({ prompt, response })),
        )
        expect(entries.map((entry) => (entry.ok ? parseStored(entry.raw) : entry))).toEqual(
          rows.map(([prompt, response]) => ({ prompt, response })),
        )
      }),
    )
  })
})

describe('CSV', () => {
  test('lines are counted across quoted line breaks and blank lines', async () => {
    const file = 'id,text\n1,"two\nlines"\n\n2,plain\n3,too,many\n4,last\n'
    expect(await outline(file)).toEqual([
      '2 {"id":"1","text":"two\\nlines"}',
      '5 {"id":"2","text":"plain"}',
      '6 csv-columns',
      '7 {"id":"4","text":"last"}',
    ])
  })

  test('rows of other lengths than the heading', async () => {
    const [shorter, longer] = await read('a,b\n1\n1,2,3\n')
    expect(shorter).toMatchObject({ message: 'This row has 1 field, the heading has 2.' })
    expect(longer).toMatchObject({ message: 'This row has 3 fields, the heading has 2.' })
  })

  test('the separator is that of the heading, wherever it stands', async () => {
    expect(await outline('\n\nid;text\n1;"a, b, c"\n')).toEqual(['4 {"id":"1","text":"a, b, c"}'])
    expect(await outline('"a,b,c";d\n1;2\n')).toEqual(['2 {"a,b,c":"1","d":"2"}'])
  })

  test('the first column may be without a name, as row numbers of pandas are', async () => {
    const file = ',text\n0,"a\nb"\n'
    expect(await outline(file)).toEqual(['2 {"":"0","text":"a\\nb"}'])
    for (const entry of await read(file)) if (entry.ok) expect(parseStored(entry.raw)).toEqual(entry.value)
  })

  test('a heading that names a column twice stops the reading', async () => {
    expect(await outline('id,id\n1,2\n')).toEqual(['1 csv-header'])
  })

  test('columns behind the first without a name have the letters of a sheet', async () => {
    expect(await outline(',id,\n0,1,2\n')).toEqual(['2 {"":"0","id":"1","Column C":"2"}'])
  })

  test('old line ends', async () => {
    expect(await outline('Question,Answer\rWhat is it?,"Paris,\rit is."\rWho?,He.\r')).toEqual([
      '2 {"Question":"What is it?","Answer":"Paris,\\nit is."}',
      '4 {"Question":"Who?","Answer":"He."}',
    ])
    expect(await outline('It is old. It is in Rome.\rSo is the other.')).toEqual([
      '1 {"text":"It is old. It is in Rome."}',
      '2 {"text":"So is the other."}',
    ])
    expect(await outline('[{"a":1},\r{"a":}]')).toEqual(['1 {"a":1}', '2 not-json'])
  })

  test('questions are headings where all rows have as many cells', async () => {
    const rows = ['2024-03-01 10:00,"Why, then?",So.', '2024-03-02 11:00,How?,"Thus,\nand thus."']
    const heading = 'Timestamp,What was the question that you asked it?,What did the model answer?'
    const records = await read([heading, ...rows].join('\n'))
    expect(records.map((each) => each.ok && each.value['What did the model answer?'])).toEqual([
      'So.',
      'Thus,\nand thus.',
    ])
    expect(records[0]?.facts?.container).toBe('CSV')
    const texts = await read([heading, 'It is old, and so.', ...rows].join('\n'))
    expect(texts[0]?.facts).toMatchObject({ container: 'text', delimiter: null })
  })

  test('lines that are cut like a table without headings say so', async () => {
    const [first] = await read('Why?,Because it is so.\nHow?,So.\n')
    expect(first?.facts).toMatchObject({ container: 'text', delimiter: ',' })
  })

  test('quotes that are wrong or never closed', async () => {
    expect(await outline('id,text\n1,"a"b\n2,c\n')).toContain('2 csv-quotes')
    expect((await outline('id,text\n1,"never closed\n2,c\n')).at(-1)).toMatch(/ truncated$/)
  })

  test('the first line that is not UTF-8', async () => {
    const file = Buffer.concat([
      Buffer.from('id,text\n1,gut f\u00fcr\n2,'),
      Buffer.from([0xe9]),
      Buffer.from('\n3,good\n'),
    ])
    expect(await outline(file)).toContain('3 encoding')
  })
})

describe('what cannot be read is named, with its line, and its neighbours are read', () => {
  const good = '{"a":1}'
  const deep = `{"a":${'['.repeat(70)}${']'.repeat(70)}}`
  const cases: [string, string | Buffer, string[]][] = [
    ['an empty file', '', ['1 empty-file']],
    ['blanks only', ' \n\n ', ['1 empty-file']],
    ['a workbook', Buffer.from('504b030414000600', 'hex'), ['1 binary']],
    ['a picture', Buffer.from('89504e470d0a1a0a2c0a2c2c0a2c', 'hex'), ['1 binary']],
    ['any bytes', Buffer.from('e9fa0a01ff2c0a2c2c0a222c', 'hex'), ['1 binary']],
    [
      'bytes that go on as text',
      Buffer.concat([Buffer.from('a,b\n1\n'.repeat(300)), Buffer.from([255, 0])]),
      ['1 binary'],
    ],
    ['NUL bytes', Buffer.from('{"a":"\0\0\0\0\0"}'), ['1 binary']],
    ['a broken line', `${good}\n{"a":}\n${good}`, ['1 {"a":1}', '2 not-json', '3 {"a":1}']],
    ['a first line that is broken', `{"a":\n${good}\n${good}`, ['1 truncated', '2 {"a":1}', '3 {"a":1}']],
    ['a cut last line', `${good}\n{"a":"x`, ['1 {"a":1}', '2 truncated']],
    ['lists instead of records', `${good}\n[1]\n"x"`, ['1 {"a":1}', '2 not-an-object', '3 not-an-object']],
    ['a list that is not closed', `[${good},\n${good}`, ['1 {"a":1}', '2 {"a":1}', '2 truncated']],
    ['a list cut in a record', `[${good},\n{"a":[1,`, ['1 {"a":1}', '2 truncated']],
    ['a comma too many', `[${good},\n,${good}]`, ['1 {"a":1}', '2 not-json', '2 {"a":1}']],
    ['a trailing comma', `[${good},\n]`, ['1 {"a":1}', '2 not-json']],
    ['something after the list', `[${good}]\n${good}`, ['1 {"a":1}', '1 trailing']],
    ['a string that is not closed', `[{"a":"x},\n${good},\n${good}]`, ['1 not-json']],
    ['depth', `${good}\n${deep}`, ['1 {"a":1}', '2 too-deep']],
    ['NUL in the heading of CSV', 'a,b\0\n1,2\n', ['1 binary']],
    ['numbers too large', `{"a":1e999}\n{"a":[-1e400]}\n${good}`, ['1 number', '2 number', '3 {"a":1}']],
    ['a field twice', `{"a":1,"a":2}\n[${good}]\n${good}`, ['1 repeated-key', '2 not-an-object', '3 {"a":1}']],
    [
      'a Latin-1 letter',
      Buffer.concat([Buffer.from(`${good}\n{"a":"\u00fc`), Buffer.from([0xe9]), Buffer.from('"}')]),
      ['1 {"a":1}', '2 encoding'],
    ],
    ['old line ends', `${good}\r{"a":2}\r`, ['1 {"a":1}', '2 {"a":2}']],
  ]
  test.each(cases)('%s', async (_name, file, expected) => {
    expect(await outline(file)).toEqual(expected)
  })

  test('the place inside a pretty-printed record', async () => {
    const [entry] = await read('[\n{\n  "a": 1,\n  "b": x\n}\n]')
    expect(entry).toMatchObject({ ok: false, line: 4, kind: 'not-json', message: expect.stringContaining('column 8') })
  })

  test('the field of a number too large, and of a field that stands twice on another line', async () => {
    const [large, twice] = await read('[{"a": {"b": [1, 1e999]}},\n{\n"c": {\n"d": NaN,\n"d": 2}}]')
    expect(large).toMatchObject({ ok: false, line: 1, kind: 'number', field: 'a.b[1]' })
    expect(twice).toMatchObject({ ok: false, line: 5, kind: 'repeated-key', field: 'c.d' })
    expect(twice).toMatchObject({ message: 'The field "d" stands twice in one object.' })
  })

  test('a record over the limit is let go, the next one is read', async () => {
    const long = `{"a":"${'x'.repeat(2_000_100)}"}`
    const short = async (file: string) =>
      (await read(file, 65_536)).map((entry) => `${entry.line} ${entry.ok ? 'ok' : entry.kind}`)
    expect(await short(`${good}\n${long}\n${good}`)).toEqual(['1 ok', '2 too-long', '3 ok'])
    expect(await short(`[${good},\n${long},\n${good}]`)).toEqual(['1 ok', '2 too-long', '3 ok'])
    expect((await short(`a,b\n1,2\n3,${'x'.repeat(2_000_100)}\n`)).sort()).toEqual(['2 ok', '3 too-long'])
  })

  test('a line of a native export holds a record and its gold, so it may be longer', async () => {
    const [line] = await read(`{"format" : "assay/item-1", "a":"${'x'.repeat(2_000_100)}"}`, 65_536)
    expect(line).toMatchObject({ ok: true, line: 1 })
    const [longer] = await read(`{"format" : "assay/item-1", "a":"${'x'.repeat(10_000_100)}"}`, 65_536)
    expect(longer).toMatchObject({ ok: false, kind: 'too-long' })
  })
})

describe('bare NaN and Infinity', () => {
  test('are read as null outside strings, with a note naming the field', async () => {
    const [entry] = await read('{"a": NaN, "b": {"c": [1, -Infinity]}, "d": "NaN, \\"Infinity\\""}')
    expect(entry?.ok && JSON.parse(JSON.stringify(entry.value))).toEqual({
      a: null,
      b: { c: [1, null] },
      d: 'NaN, "Infinity"',
    })
    expect(entry?.ok && entry.notes.map((note) => note.field)).toEqual(['a', 'b.c[1]'])
  })

  test('are found beside a text of megabytes', async () => {
    const long = 'x\\n'.repeat(600_000)
    const [entry] = await read(`{"a": "${long}", "b": NaN}`, 65_536)
    expect(entry?.ok && entry.value.b).toBe(null)
  })

  test('do not excuse other faults', async () => {
    expect(await outline('{"a": NaN, "b": }')).toEqual(['1 not-json'])
  })
})

describe('numbers with more digits than are kept', () => {
  const noted = async (file: string) => (await read(file)).flatMap((entry) => (entry.ok ? entry.notes : []))

  test('are read with a note naming the field and what was read', async () => {
    expect(
      await noted('{"id": 9007199254740993, "b": {"c": ["x", -0.12345678901234567891, 123456789.123456789]}}'),
    ).toMatchObject([
      {
        field: 'id',
        message:
          'This number has more digits than can be computed with: it was read as 9007199254740992, and is written back as it stands.',
      },
      { field: 'b.c[1]', message: expect.stringContaining('-0.12345678901234568,') },
      { field: 'b.c[2]', message: expect.stringContaining('123456789.12345679,') },
    ])
  })

  test('are not those that come back as they were, nor digits in texts', async () => {
    const kept = '[9007199254740992, 100000000000000000000, 1e300, 0.30000000000000004, 1.5000000000000000000]'
    expect(await noted(`{"a": ${kept}, "b": "9007199254740993", "9007199254740993": 1}`)).toEqual([])
  })
})

describe('an object around the list', () => {
  test.each(['items', 'data', 'records'])('%s', async (key) => {
    expect(await outline(`{"${key}": [{"a":1},\n{"a":2}]}`)).toEqual(['1 {"a":1}', '2 {"a":2}'])
    expect(await outline(`{\n  "${key}": [\n    {"a":1}\n  ]\n}`)).toEqual(['3 {"a":1}'])
  })

  test('the only field of an object, whatever it is called', async () => {
    expect(await outline('{\n"results": [\n{"a":1},\n{"a":[{"b":2}]}]}\n')).toEqual(['3 {"a":1}', '4 {"a":[{"b":2}]}'])
    expect(await outline('{"results":[{"a":1}]}')).toEqual(['1 {"a":1}'])
  })

  test('the only field of an object is read as a list with a word, and not where it makes a record', async () => {
    const file = '{"turns":[{"text":"a"},{"text":"b"}]}'
    const [first, second] = await read(file)
    expect(first).toMatchObject({ value: { text: 'a' }, notes: [{ message: expect.stringMatching(/only field/) }] })
    expect(second).toMatchObject({ value: { text: 'b' }, notes: [] })
    expect(await outline(file, { recordLists: ['turns'] })).toEqual([`1 ${file}`])
    expect(await outline(file, { recordLists: ['text'] })).toHaveLength(2)
  })

  test('objects of one field, one after the other, are records', async () => {
    const one = '{\n"turns": [{"a":1}]\n}'
    expect(await outline(`${one}\n${one}\n`)).toEqual(['1 {"turns":[{"a":1}]}', '4 {"turns":[{"a":1}]}'])
    const long = JSON.stringify({ turns: Array.from({ length: 60_000 }, (_, at) => ({ text: `number ${at}` })) })
    const entries = await read(`${long}\n{"turns":[{"a":1}]}\n`, 65_536)
    expect(entries).toMatchObject([{ ok: true }, { ok: true, value: { turns: [{ a: 1 }] } }])
  })

  test.each([
    '{\n"prompt":"Why?","claims":[{"a":1}]}',
    '{\n"claims":[{"a":1}],"prompt":"Why?"}',
    '{"messages":[{"role":"user"}]}',
    '{"results":[]}',
    '{"results":["a"]}',
    '{"a":{"results":[{"b":1}]}}',
  ])('%s is one record, alone in its file', async (file) => {
    expect(await read(file)).toMatchObject([{ ok: true, value: JSON.parse(file), isAlone: true }])
  })

  test('rows of the viewer of the Hub', async () => {
    const file = '{"features":[{"name":"a"}],"rows":[{"row_idx":0,"row":{"a":1}}],"num_rows_total":1}'
    expect(await outline(file)).toEqual(['1 {"row_idx":0,"row":{"a":1}}'])
  })

  test('of several records none is alone', async () => {
    for (const entry of await read('{"a":1}\n{"a":2}')) expect(entry).not.toHaveProperty('isAlone')
  })

  test('a record that has such a field, among others like it, stays a record', async () => {
    expect(await outline('{"data":[{"b":1}]}\n{"data":[{"b":2}]}')).toEqual([
      '1 {"data":[{"b":1}]}',
      '2 {"data":[{"b":2}]}',
    ])
  })
})
