/** Records within JSON documents: found wherever they stand, with what stands beside them, and written again. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Json } from '@/lib/protocols/answers'
import { isJsonRecord } from '@/lib/protocols/record-fields'
import type { EntriesAt } from '@/lib/protocols/records'
import { bareEntry, DocumentWriter, entryPlaceIn } from './entry-places'
import { exactJson } from './exact-numbers'
import { readRecords } from './read-records'
import type { SourceEntry } from './source-entry'

const ALCE: EntriesAt = { at: ['*', '*', '*'], keys: ['set', 'file', 'question_id'], skip: ['overall'] }

async function read(text: string, each: EntriesAt, size = 7): Promise<SourceEntry[]> {
  const bytes = Buffer.from(text)
  const chunks = async function* () {
    for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
  }
  const entries: SourceEntry[] = []
  for await (const entry of readRecords(chunks(), { each })) entries.push(entry)
  return entries
}

/** The documents that the records make again. */
function written(entries: readonly SourceEntry[], each: EntriesAt): string {
  const writer = new DocumentWriter()
  let text = ''
  for (const entry of entries) {
    if (!entry.ok) throw new Error(JSON.stringify(entry))
    const place = entryPlaceIn(entry.value)
    if (!place) throw new Error('no place')
    text += writer.entry(place, exactJson(bareEntry(each.keys, entry.value)))
  }
  return text + writer.end()
}

const compact = (text: string) => JSON.stringify(JSON.parse(text))

describe('records within documents', () => {
  const FILE = `{
    "asqa": {
      "a.json": {"-7": {"id": "-7", "score": 5}, "12": {"id": "x", "n": 12345678901234567890.5}, "overall": {"mean": 1.0}},
      "empty.json": {}
    },
    "eli5": {"b.json": {"overall": [], "z": {"id": "z"}}},
    "version": "1"
  }`

  test('have the keys that they stand under, their line, and what stands beside them', async () => {
    const found = await read(FILE, ALCE)
    expect(
      found.map((entry) => entry.ok && [entry.line, entry.value.set, entry.value.file, entry.value.question_id]),
    ).toEqual([
      [3, 'asqa', 'a.json', '-7'],
      [3, 'asqa', 'a.json', '12'],
      [6, 'eli5', 'b.json', 'z'],
    ])
    expect(found[0]).toMatchObject({ facts: { container: 'JSON' } })
    const again = written(found, ALCE)
    expect(compact(again)).toBe(compact(FILE))
    expect(again).toContain('12345678901234567890.5')
    expect(again).toContain('{"mean":1.0}')
  })

  test('are found in a list behind a name, and in every line of several documents', async () => {
    const each = { at: ['data', '*'], keys: [], skip: [] }
    const lines = ['{"v":1,"data":[{"a":1},{"a":2}],"w":[2]}', '{"data":[]}', '{"data":[{"a":3}]}']
    const found = await read(`${lines.join('\n')}\n`, each)
    expect(found.map((entry) => entry.ok && [entry.line, entry.value.a])).toEqual([
      [1, 1],
      [1, 2],
      [3, 3],
    ])
    expect(written(found, each)).toBe(`${lines.join('\n')}\n`)
  })

  test('that are none, or have a field of the name of a key, are problems with the way to them', async () => {
    const found = await read('{"s":{"f":{"q":{"set":1},"r":5,"t":{}}}}', ALCE)
    expect(found.map((entry) => (entry.ok ? entry.value.question_id : [entry.field, entry.fix]))).toEqual([
      ['s.f.q.set', 'Give the key another name under record.each.keys.'],
      ['s.f.r', 'Name its key under record.each.skip, or write the record as an object.'],
      't',
    ])
  })

  test.each([
    ['{"s":{"f":{"q":{"a":1}}', 'truncated', 1],
    ['{"s":\n{"f" {}}}', 'not-json', 2],
    ['{"s":{"f":{"q":{}]}}', 'not-json', 1],
    ['{"s":{"f":{"q":{"a":}}}}', 'not-json', 1],
    ['text', 'not-json', 1],
    ['{"s":{"f":{"q":{}}},\n"s":{}}', 'repeated-key', 2],
    ['{"s":{"f":{"q":{},"q":{}}}}', 'repeated-key', 1],
    ['{"s":\n{"f:{"q":{}}},\n"t":{"f":{"q":{}}}}', 'not-json', 2],
    ['{"s":{"f":{"q":\n{"a":[1,\n2', 'truncated', 2],
  ])('%s is refused', async (text, kind, line) => {
    const problems = (await read(text, ALCE)).filter((entry) => !entry.ok)
    expect(problems.map((entry) => [entry.kind, entry.line])).toEqual([[kind, line]])
  })

  test('of any document come out as it was', async () => {
    const name = fc.string().filter((key) => key !== '__proto__' && !/^\d+$/.test(key) && !['k', 'k2'].includes(key))
    const leaf: fc.Arbitrary<Json> = fc.oneof(fc.string(), fc.integer(), fc.boolean(), fc.constant(null))
    const entry = fc.dictionary(name, fc.oneof(leaf, fc.array(leaf), fc.dictionary(name, leaf)))
    const document = fc.oneof(
      fc.dictionary(name, fc.oneof(fc.dictionary(name, entry), fc.array(entry), leaf), { minKeys: 1 }),
      fc.array(fc.oneof(fc.array(entry), leaf), { minLength: 1 }),
    )
    const each = { at: ['*', '*'], keys: ['k', 'k2'], skip: [] }
    await fc.assert(
      fc.asyncProperty(
        document,
        fc.integer({ min: 1, max: 40 }),
        fc.integer({ min: 0, max: 2 }),
        async (value, size, indent) => {
          const found = await read(JSON.stringify(value, null, indent), each, size)
          const count = Object.values(value).flatMap((inner) =>
            Array.isArray(inner) ? inner : isJsonRecord(inner) ? Object.values(inner) : [],
          ).length
          expect(found).toHaveLength(count)
          if (count > 0) expect(compact(written(found, each))).toBe(JSON.stringify(value))
        },
      ),
    )
  })

  test('a record that is too long with what stands beside it is a problem of its line, and the next one is read', async () => {
    const each = { at: ['*'], keys: ['k'], skip: ['one', 'two'] }
    const beside = `"${'x'.repeat(1_200_000)}"`
    const [long, next] = await read(`{"a":{"n":1},"one":${beside},"two":${beside},\n"b":{"n":2}}`, each, 60_000)
    expect(long).toMatchObject({ ok: false, line: 1, kind: 'too-long', field: 'two' })
    expect(next).toMatchObject({ ok: true, line: 2 })
  })

  test('an unclosed quote takes no other record along, and what is not UTF-8 is refused where it stands', async () => {
    const each = { at: ['*'], keys: ['k'], skip: ['mean'] }
    const found = await read('{"a":{"t":"x\n},\n"b":{"t":"y"}}', each)
    expect(found.map((entry) => [entry.ok, entry.line])).toEqual([
      [false, 1],
      [true, 3],
    ])
    // What a file begins with decides in which encoding it is read.
    const before = `{"z":{"t":"${'x'.repeat(1_100_000)}"}`
    for (const rest of [',"mean":"\u00ff","a":{}}', ',"\u00ff":{}}']) {
      const bytes = Buffer.from(before + rest, 'latin1')
      const chunks = async function* () {
        for (let at = 0; at < bytes.length; at += 60_000) yield bytes.subarray(at, at + 60_000)
      }
      const kinds = []
      for await (const entry of readRecords(chunks(), { each })) if (!entry.ok) kinds.push(entry.kind)
      expect(kinds).toEqual(['encoding'])
    }
  })
})
