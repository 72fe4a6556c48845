import { expect, test } from 'vitest'
import { exactJson } from '@/lib/platform/foreign/records/exact-numbers'
import { parseJson } from '@/lib/platform/foreign/records/parse-json'
import type { JsonRecord } from '@/lib/protocols/record-fields'
import { tableRows } from './table-rows'

const rows: JsonRecord[] = [
  { prompt: 'Why?', response: 'So.' },
  { prompt: 'How?', response: 'Thus.' },
]
const made = (document: JsonRecord) => tableRows(document)?.map(({ row }) => row)

test.each<[string, JsonRecord, string[]]>([
  ['lists side by side', { prompt: ['Why?', 'How?'], response: ['So.', 'Thus.'] }, ['[0]', '[1]']],
  ['objects by row', { prompt: { 0: 'Why?', 7: 'How?' }, response: { 0: 'So.', 7: 'Thus.' } }, ['.0', '.7']],
  [
    'lists of cells',
    {
      columns: ['prompt', 'response'],
      index: [0, 1],
      data: [
        ['Why?', 'So.'],
        ['How?', 'Thus.'],
      ],
    },
    ['.data[0]', '.data[1]'],
  ],
])('%s', (_, document, places) => {
  expect(made(document)).toEqual(rows)
  expect(tableRows(document)?.map(({ place }) => place)).toEqual(places)
})

test('one column by the numbers of its rows', () => {
  expect(made({ response: { 0: 'So.', 1: 'Thus.' } })).toEqual([{ response: 'So.' }, { response: 'Thus.' }])
})

test.each<[string, JsonRecord]>([
  ['a text among lists', { prompt: 'Why?', response: ['So.', 'Thus.'] }],
  ['lists of different length', { prompt: ['Why?'], response: ['So.', 'Thus.'] }],
  ['one list', { response: ['So.', 'Thus.'] }],
  ['lists of one', { prompt: ['Why?'], response: ['So.'] }],
  ['objects of fields', { data: { prompt: 'Why?' }, meta: { prompt: 'How?' } }],
  ['objects of other rows', { prompt: { 0: 'Why?' }, response: { 1: 'So.' } }],
  ['nothing', {}],
])('a record: %s', (_, document) => {
  expect(tableRows(document)).toBeNull()
})

test.each([
  '{"id":[12345678901234567890,2],"x":[1,NaN]}',
  '{"id":{"0":12345678901234567890,"1":2},"x":{"0":1,"1":NaN}}',
  '{"columns":["id","x"],"index":[0,1],"data":[[12345678901234567890,1],[2,NaN]]}',
])('numbers of cells stay as they are written: %s', (text) => {
  const parsed = parseJson(text)
  if (!parsed.ok) throw new Error(parsed.reason)
  expect(made(parsed.value as JsonRecord)?.map((row) => exactJson(row))).toEqual([
    '{"id":12345678901234567890,"x":1}',
    '{"id":2,"x":NaN}',
  ])
})
