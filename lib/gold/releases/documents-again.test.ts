/** Items of documents as documents again, where several files or none stand behind them. */
import { expect, test } from 'vitest'
import { readStoredRecord } from '@/lib/platform/foreign/records/parse-stored'
import { readRecords } from '@/lib/platform/foreign/records/read-records'
import type { EntriesAt } from '@/lib/protocols/records'
import { documentsAgain } from './documents-again'
import type { Written } from './rows-in-file-order'

const EACH: EntriesAt = { at: ['*', '*'], keys: ['system', 'question'], skip: ['mean'] }

async function* once<Value>(value: Value): AsyncGenerator<Value> {
  yield value
}

async function itemsOf(text: string, each = EACH): Promise<Written[]> {
  const items: Written[] = []
  for await (const entry of readRecords(once(Buffer.from(text)), { each })) {
    if (!entry.ok) throw new Error(entry.message)
    const source = readStoredRecord(entry.raw)
    items.push({ source, record: source.value, importId: null })
  }
  return items
}

async function written(items: readonly Written[], each = EACH): Promise<string> {
  let text = ''
  for await (const part of documentsAgain(once(items), each)) text += part
  return text
}

test('two files of one line each stay two documents, though one native export brought them', async () => {
  const files = ['{"a":{"q1":{"n":1},"mean":2}}\n', '{"a":{"q1":{"n":3}}}\n']
  const items = await Promise.all(files.map((file) => itemsOf(file)))
  expect(await written(items.flat())).toBe(files.join(''))
})

test('an item that came in no document gets one of its own, under its keys', async () => {
  const source = readStoredRecord('{"system":"a","question":"q2","n":4}')
  const [placed] = await itemsOf('{"a":{"q1":{"n":1}}}')
  if (!placed) throw new Error('no item')
  const items = [placed, { source, record: source.value, importId: null }, placed]
  expect(await written(items)).toBe('{"a":{"q1":{"n":1}}}\n{"a":{"q2":{"n":4}}}\n{"a":{"q1":{"n":1}}}\n')
})

test('an item that is left out leaves what stands beside it; keys keep characters that are escaped where they are stored', async () => {
  const file = '{"a\\u0000":{"q1":{"n":1},"mean":{"m":2.50},"q2":{"n":3}}}\n'
  const [first, second] = await itemsOf(file)
  if (!first || !second) throw new Error('no items')
  expect(await written([first, second])).toBe(file)
  expect(await written([{ ...first, record: null }, second])).toBe('{"a\\u0000":{"mean":{"m":2.50},"q2":{"n":3}}}\n')
})

test('keys that a later version calls otherwise are still no fields of the record, and its own fields stay', async () => {
  const file = '{"a":{"q1":{"model":"m","n":1}}}\n'
  expect(await written(await itemsOf(file), { ...EACH, keys: ['model', 'place'] })).toBe(file)
})

test('what stands beside a record and is no JSON is not written', async () => {
  const [item] = await itemsOf('{"a":{"q1":{"n":1},"mean":2}}')
  if (!item) throw new Error('no item')
  const source = readStoredRecord(JSON.stringify(item.source.value).replace('"json":"2"', '"json":"}} garbage"'))
  expect(await written([{ source, record: source.value, importId: null }])).toBe('{"a":{"q1":{"n":1}}}\n')
})
