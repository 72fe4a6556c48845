import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isStorable } from '@/lib/platform/api/input'
import type { Json } from '@/lib/protocols/protocol'
import { parseStored, readStoredRecord } from './parse-stored'
import { readRecords } from './read-records'
import type { SourceEntry } from './source-entry'
import { originalJson } from './stored-source'

async function read(file: string): Promise<SourceEntry[]> {
  const entries: SourceEntry[] = []
  async function* chunks() {
    yield Buffer.from(file)
  }
  for await (const entry of readRecords(chunks())) entries.push(entry)
  return entries
}

/** Out as it came in, with nothing done to it between. */
function again(text: string): string {
  const source = readStoredRecord(text)
  return originalJson(source, source.value)
}

const text = fc
  .array(fc.constantFrom('\0', '\u2400', '\u2426', '\u241B', '\uD83D', '\uDE00', '\u{1F600}', 'D83D', 'a'), {
    maxLength: 6,
  })
  .map((units) => units.join(''))
const number = fc.constantFrom('NaN', '-Infinity', '9007199254740993', '0.12345678901234567891', '1e-400', '7', 'null')
/** Any JSON text: objects and lists of texts and numbers as they may be written. */
const { json } = fc.letrec<{ json: string }>((tie) => ({
  json: fc.oneof(
    { maxDepth: 4 },
    text.map((each) => JSON.stringify(each)),
    number,
    fc.array(tie('json'), { maxLength: 4 }).map((list) => `[${list.join(',')}]`),
    fc
      .uniqueArray(fc.tuple(fc.oneof(text, fc.constant('__proto__')), tie('json')), {
        selector: ([key]) => key,
        maxLength: 4,
      })
      .map((fields) => `{${fields.map(([key, value]) => `${JSON.stringify(key)}:${value}`).join(',')}}`),
  ),
}))

describe('what cannot be stored or computed with', () => {
  test('any JSON text can be stored and comes back to the letter', () => {
    fc.assert(
      fc.property(
        json.map((inner) => `{"record":${inner}}`),
        (given) => {
          expect(isStorable(parseStored(given))).toBe(true)
          // Fields that are called by numbers come first in JavaScript, so none are drawn.
          expect(again(given)).toBe(given)
        },
      ),
    )
  })

  test('is read with counted notes that name the fields, and told apart from the signs for it', async () => {
    const [plain, nul] = await read(
      '{"a\\u2400": "\\u2400"}\n{"a\\u0000": "\\u0000b\\u0000", "c": ["\\uD83D", "\\u2400"]}',
    )
    expect(plain).toMatchObject({ ok: true, value: { 'a\u2400': '\u2400' }, notes: [] })
    expect(nul).toMatchObject({
      ok: true,
      escaped: true,
      value: { 'a\u2400': '\u2400b\u2400', c: ['\u2426D83D', '\u241B\u2400'] },
      notes: [
        { field: 'a\u2400', message: expect.stringMatching(/^This field name holds 1 NUL character \(/) },
        { field: 'a\u2400', message: expect.stringMatching(/^This text holds 2 NUL characters \(/) },
        { field: 'c[0]', message: expect.stringMatching(/^This text holds 1 half of character pairs? \(/) },
      ],
    })
  })

  test('in CSV, the record is kept as JSON', async () => {
    const [entry] = await read('id,text\n1,"a\0b\nc"\n')
    expect(entry).toMatchObject({ ok: true, line: 2, escaped: true, value: { id: '1', text: 'a\u2400b\nc' } })
    expect(entry?.ok && JSON.parse(entry.raw)).toEqual({ id: '1', text: 'a\0b\nc' })
    expect(entry?.ok && parseStored(entry.raw)).toEqual({ id: '1', text: 'a\u2400b\nc' })
  })
})

describe('numbers as they were written', () => {
  const like = '{"id": 9007199254740993, "list": [NaN, null], "deep": {"score": NaN}}'
  const made = (change: (value: { [key: string]: Json }) => Json) => {
    const source = readStoredRecord(like)
    return originalJson(source, change(source.value as { [key: string]: Json }))
  }

  test('go along with copies of their fields, under other names of the object too', () => {
    expect(made(({ deep, ...rest }) => ({ ...rest, more: deep ?? null }))).toBe(
      '{"id":9007199254740993,"list":[NaN,null],"more":{"score":NaN}}',
    )
  })

  test('stand where the same value stands at the same place of the record', () => {
    expect(made((value) => JSON.parse(JSON.stringify(value)))).toBe(
      '{"id":9007199254740993,"list":[NaN,null],"deep":{"score":NaN}}',
    )
  })

  test('are gone where something else was put, and in lists of other lengths', () => {
    expect(made((value) => ({ ...value, id: 5, list: [null], deep: { score: 0 } }))).toBe(
      '{"id":5,"list":[null],"deep":{"score":0}}',
    )
  })
})
