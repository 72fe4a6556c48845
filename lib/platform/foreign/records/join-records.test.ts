import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import type { JoinedFile } from '@/lib/protocols/records'
import type { ReadingChoice } from './file-facts'
import { MAX_RECORD_BYTES } from './limits'
import { parsePiece } from './parse-piece'
import { PartnerIndex } from './partner-index'
import { withoutPartners } from './partners'
import { readRecords } from './read-records'
import type { SourceEntry, SourceProblem, SourceRecord } from './source-entry'
import { tarParts } from './tar-file'

const SOURCE: JoinedFile = {
  name: 'source',
  file: 'source_info.jsonl',
  by: ['source_id'],
  key: ['source_id'],
  optional: false,
}
const MAYBE: JoinedFile = { ...SOURCE, optional: true }

const lines = (...records: unknown[]) => records.map((record) => `${JSON.stringify(record)}\n`).join('')

/** The files as one. */
function together(files: Record<string, string | Buffer>): Buffer {
  const members = Object.entries(files).map(([name, text]) => {
    const bytes = Buffer.from(text)
    return { name, size: bytes.length, lastModified: 0, bytes }
  })
  return Buffer.concat(tarParts(members).map((part) => ('bytes' in part ? part.bytes : part.member.bytes)))
}

async function read(file: Buffer | string, choice: ReadingChoice): Promise<SourceEntry[]> {
  const bytes = Buffer.from(file)
  const chunks = (async function* () {
    // In pieces that end anywhere.
    for (let at = 0; at < bytes.length; at += 700) yield bytes.subarray(at, at + 700)
  })()
  const entries: SourceEntry[] = []
  for await (const entry of readRecords(chunks, choice)) entries.push(entry)
  return entries
}

const problemsIn = (entries: readonly SourceEntry[]) =>
  entries.flatMap((entry) => (entry.ok ? [] : [entry])) as SourceProblem[]
const recordsIn = (entries: readonly SourceEntry[]) =>
  entries.flatMap((entry) => (entry.ok ? [entry] : [])) as SourceRecord[]

const MAIN = lines(
  { id: 1, source_id: '7', response: 'So.' },
  { id: 2, source_id: 8, response: 'Thus.' },
  { id: 3, source_id: '7', response: 'Yes.' },
)
const PARTNERS = lines(
  { source_id: '8', text: 'Eight' },
  { source_id: 7, text: 'Seven', deep: { at: null } },
  { source_id: '9' },
)

describe('records with partners in a second file', () => {
  test.each([
    ['before', { 'source_info.jsonl': PARTNERS, 'response.jsonl': MAIN }],
    ['after', { 'response.jsonl': MAIN, 'source_info.jsonl': PARTNERS }],
  ])('find them by key where that file stands %s the records', async (_, files) => {
    const entries = await read(together(files), { join: [SOURCE] })
    expect(problemsIn(entries)).toEqual([])
    const [first, second, third] = recordsIn(entries)
    expect(first?.value).toEqual({
      id: 1,
      source_id: '7',
      response: 'So.',
      source: { source_id: 7, text: 'Seven', deep: { at: null } },
      '@join': { source: 2 },
    })
    expect(second?.value.source).toEqual({ source_id: '8', text: 'Eight' })
    expect([first, second, third].map((entry) => entry?.partners)).toEqual([['first'], ['first'], ['again']])
    expect(first?.facts).toMatchObject({
      container: 'JSON lines',
      together: {
        names: Object.keys(files),
        main: 'response.jsonl',
        partners: [{ name: 'source', called: 'source_info.jsonl', file: 'source_info.jsonl', records: 3 }],
      },
    })
    expect(recordsIn(entries).map(({ value }) => withoutPartners(value, [SOURCE]))).toEqual(
      MAIN.trim()
        .split('\n')
        .map((line) => JSON.parse(line)),
    )
  })

  test('may be packed with gzip, and of any kinds of file', async () => {
    const table = 'source_id,text\n7,"Seven, or so"\n8,Eight\n'
    const packed = gzipSync(
      together({ 'source_info.jsonl': table, 'response.json': `[${MAIN.trim().split('\n').join(',')}]` }),
    )
    const entries = await read(packed, { join: [SOURCE] })
    expect(problemsIn(entries)).toEqual([])
    expect(recordsIn(entries).map(({ value }) => Object(value.source).text)).toEqual([
      'Seven, or so',
      'Eight',
      'Seven, or so',
    ])
  })

  test('keep numbers as they were written, on both sides and in keys', async () => {
    const main = '{"source_id": 12345678901234567891, "t": NaN}\n'
    const partners =
      '{"source_id": 12345678901234567890, "p": 1}\n{"source_id": 12345678901234567891, "p": 0.12345678901234567890}\n'
    const [entry] = recordsIn(
      await read(together({ 'source_info.jsonl': partners, 'a.jsonl': main }), { join: [SOURCE] }),
    )
    expect(entry?.raw).toBe(
      '{"source_id":12345678901234567891,"t":NaN,"source":{"source_id":12345678901234567891,"p":0.12345678901234567890},"@join":{"source":2}}',
    )
  })

  test('are refused without one by line and field, unless they may be without', async () => {
    const main = lines({ source_id: '7' }, { source_id: 'x' }, { source_id: null }, { source_id: ['7'] })
    const files = together({ 'source_info.jsonl': PARTNERS, 'response.jsonl': main })
    expect(problemsIn(await read(files, { join: [SOURCE] }))).toMatchObject([
      { line: 2, field: 'source_id', message: 'source_info.jsonl has no record with "x" at /source_id.' },
      { line: 3, field: 'source_id', message: expect.stringMatching(/^source_id is missing/) },
      { line: 4, field: 'source_id', message: expect.stringMatching(/^source_id is a list/) },
    ])
    const entries = await read(files, { join: [MAYBE] })
    expect(problemsIn(entries)).toMatchObject([{ line: 4 }])
    expect(recordsIn(entries).map(({ partners }) => partners)).toEqual([['first'], ['none'], ['none']])
    expect(recordsIn(entries)[1]?.value).toEqual({ source_id: 'x' })
  })

  test('name what is wrong in a second file by its own line, and what depends on it', async () => {
    const partners = `${lines({ source_id: '7', text: 'Seven' }, { text: 'none' }, { source_id: '7', text: 'Other' })}{"source_id": \n${lines({ source_id: '8', text: 'Eight' }, { text: 'Eight', source_id: '8' })}`
    const main = lines({ source_id: '7' }, { source_id: '8' }, { source_id: '5' })
    const entries = await read(together({ 'source_info.jsonl': partners, 'response.jsonl': main }), { join: [MAYBE] })
    const named = problemsIn(entries).map(({ file, line, message }) => [file, line, message])
    expect(named).toEqual([
      ['source_info.jsonl', 2, 'source_id is missing, by which records of the other file find this one.'],
      ['source_info.jsonl', 3, 'source_id "7" stands on line 1 too, with something else beside it.'],
      ['source_info.jsonl', 4, expect.any(String)],
      [undefined, 1, 'source_info.jsonl has different records for "7", on lines 1, 3.'],
      [undefined, 3, 'The record that belongs to "5" may be among those of source_info.jsonl that cannot be read.'],
    ])
    expect(recordsIn(entries)).toHaveLength(1)
  })

  test('say which files there are where names do not tell which is which, and are read by choice', async () => {
    const files = together({ 'a.jsonl': MAIN, 'b.jsonl': PARTNERS })
    const refused = problemsIn(await read(files, { join: [SOURCE] }))
    expect(refused.map(({ message }) => message)).toEqual([
      'Several files may be the one with the records: a.jsonl, b.jsonl.',
      'None of these files is called source_info.jsonl, which records belong to: a.jsonl, b.jsonl.',
    ])
    expect(refused[0]?.facts).toMatchObject({ container: 'several files', together: { names: ['a.jsonl', 'b.jsonl'] } })
    const chosen = { join: [SOURCE], files: { main: 'a.jsonl', partners: { source: 'b.jsonl' } } }
    const entries = await read(files, chosen)
    expect(problemsIn(entries)).toEqual([])
    expect(recordsIn(entries)).toHaveLength(3)
    const swapped = { 'source_info.jsonl': MAIN, 'response.jsonl': PARTNERS }
    const roles = { main: 'source_info.jsonl', partners: { source: 'response.jsonl' } }
    expect(problemsIn(await read(together(swapped), { join: [SOURCE], files: roles }))).toEqual([])
  })

  test('may have a name that a pattern fits, once', async () => {
    const join = [{ ...SOURCE, file: 'source*.jsonl' }]
    const files = { 'sources-1.jsonl': PARTNERS, 'response.jsonl': MAIN }
    expect(problemsIn(await read(together(files), { join }))).toEqual([])
    const twice = problemsIn(await read(together({ ...files, 'sources-2.jsonl': PARTNERS }), { join }))
    expect(twice[0]?.message).toBe('Several files may be source*.jsonl: sources-1.jsonl, sources-2.jsonl.')
  })

  test('have it in them where no second file came, as records that are written by hand', async () => {
    const own = lines({ source_id: '7', source: { text: 'Seven' } })
    expect(recordsIn(await read(own, { join: [SOURCE] }))[0]?.value).toEqual(JSON.parse(own))
    expect(problemsIn(await read(MAIN, { join: [SOURCE] }))[0]?.message).toMatch(/no such file came with it/)
    expect(recordsIn(await read(MAIN, { join: [MAYBE] }))).toHaveLength(3)
    const both = together({ 'source_info.jsonl': PARTNERS, 'response.jsonl': own })
    expect(problemsIn(await read(both, { join: [SOURCE] }))[0]?.message).toMatch(/^The record has a field "source"/)
  })

  test('are not read further than a record may be long together', async () => {
    const half = 'x'.repeat(MAX_RECORD_BYTES / 2)
    const files = {
      'source_info.jsonl': lines({ source_id: '7', text: half }),
      'a.jsonl': lines({ source_id: '7', text: half }),
    }
    expect(problemsIn(await read(together(files), { join: [SOURCE] }))).toMatchObject([
      { line: 1, message: 'With what belongs to it in second files the record is longer than 2 MB.' },
    ])
  })

  test('have no field of their own by which an export would take others out', async () => {
    const own = { source_id: '7', source: 'own', '@join': { source: 1, source_id: 1 } }
    const [refused] = problemsIn(await read(lines(own), { join: [MAYBE] }))
    expect(refused).toMatchObject({ line: 1, field: '@join' })
    expect(withoutPartners(own, [])).toBe(own)
    expect(withoutPartners(own, [SOURCE])).toEqual({ source_id: '7' })
  })

  test('count what is read of a second file, and read nothing that is too long', async () => {
    const text = JSON.stringify({ source_id: '7', text: 'Seven' })
    const piece = parsePiece({ line: 1, bytes: Buffer.from(text), cut: false })
    const index = await PartnerIndex.of(
      (async function* () {
        yield { line: 1, read: () => piece }
      })(),
      'source_info.jsonl',
      SOURCE,
    )
    try {
      expect(await index.find('7', text.length - 1)).toEqual({ isTooLong: true })
      expect(index.bytesRead).toBe(0)
      for (const isFirst of [true, false]) expect(await index.find('7', text.length)).toMatchObject({ isFirst })
      expect(index.bytesRead).toBe(2 * text.length)
    } finally {
      await index.close()
    }
  })

  test('differ where only long numbers do', async () => {
    const partners =
      '{"source_id":"7","n":[12345678901234567890]}\n{"source_id":"7","n":[12345678901234567891]}\n{"n":[12345678901234567890],"source_id":"7"}\n'
    const files = { 'source_info.jsonl': partners, 'a.jsonl': lines({ source_id: '7' }) }
    expect(problemsIn(await read(together(files), { join: [SOURCE] }))).toMatchObject([
      { file: 'source_info.jsonl', line: 2, message: expect.stringMatching(/^source_id "7" stands on line 1 too/) },
      { line: 1, message: 'source_info.jsonl has different records for "7", on lines 1, 2.' },
    ])
  })

  test('of an archive that is cut off say so', async () => {
    const files = together({ 'source_info.jsonl': PARTNERS, 'response.jsonl': MAIN })
    expect(problemsIn(await read(files.subarray(0, 1_200), { join: [SOURCE] }))).toMatchObject([
      { message: 'The archive of several files is damaged or cut off here.' },
    ])
    expect(problemsIn(await read(files, {}))).toMatchObject([{ message: expect.stringMatching(/^This is an archive/) }])
  })

  test('may lie in files with long names, in any letters', async () => {
    const name = `${'ä'.repeat(80)}.jsonl`
    const join = [{ ...SOURCE, file: '*ä.jsonl' }]
    const entries = await read(together({ [name]: PARTNERS, 'response.jsonl': MAIN }), { join })
    expect(problemsIn(entries)).toEqual([])
    expect(entries[0]?.facts?.together?.partners[0]?.file).toBe(name)
  })
})
