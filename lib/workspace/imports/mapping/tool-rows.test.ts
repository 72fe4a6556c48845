import { readFileSync } from 'node:fs'
import { parse } from 'csv-parse/sync'
import { describe, expect, test } from 'vitest'
import type { JsonRecord } from '@/lib/protocols/record-fields'
import { toolNotes, toolRows } from './tool-rows'

const read = (name: string) => readFileSync(`tests/fixtures/other-tools/${name}`, 'utf8')
const json = (name: string): JsonRecord[] => JSON.parse(read(name))
const lines = (name: string): JsonRecord[] =>
  read(name)
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
const csv = (name: string): JsonRecord[] => parse(read(name), { columns: true })

const ADA = ['supported', 'supported', 'inconclusive', 'contradicted', 'supported', 'supported']
const BEN = ['supported', 'contradicted', 'inconclusive', 'inconclusive', 'supported', 'contradicted']

/** What one annotator chose, in the order of the texts. */
const chosen = (records: readonly JsonRecord[], annotator: string) =>
  records
    .flatMap((record) => toolRows(record) ?? [])
    .filter((row) => String(row.annotator) === annotator)
    .toSorted((a, b) => Number(a['Label Studio task'] ?? 0) - Number(b['Label Studio task'] ?? 0))
    .map((row) => row.verdict)

describe('Label Studio', () => {
  const files: [string, JsonRecord[]][] = [
    ['JSON', json('label-studio-json.json')],
    ['JSON_MIN', json('label-studio-json-min.json')],
    ['CSV', csv('label-studio-csv.csv')],
  ]

  test.each(files)('%s: a row for each annotator of a text, with what they chose and wrote', (_, records) => {
    expect(chosen(records, '1')).toEqual(ADA)
    expect(chosen(records, '2')).toEqual(BEN)
    const why = records.flatMap((record) => toolRows(record) ?? []).filter((row) => row.why)
    expect(why.map((row) => [row.verdict, row.why])).toEqual(
      Array.from({ length: 3 }, () => ['contradicted', 'The survey of 1998 says otherwise.']),
    )
  })

  test('its own numbers of tasks are no ids; those that came with the texts are', () => {
    expect(json('label-studio-json.json').flatMap((record) => toolRows(record) ?? [])[0]).toMatchObject({
      id: 'lake-1',
      'Label Studio task': 1,
    })
    const [row] = json('label-studio-json-min.json').flatMap((record) => toolRows(record) ?? [])
    expect(row).toMatchObject({ 'Label Studio task': 1 })
    expect(row).not.toHaveProperty('id')
  })

  test('skipped annotations are none, several choices are a list, and marked stretches stay as they are', () => {
    const choice = (choices: string[]) => ({ from_name: 'kind', type: 'choices', value: { choices } })
    const stretch = { from_name: 'span', type: 'labels', value: { start: 0, end: 4, text: 'Lake', labels: ['wrong'] } }
    const by = { id: 7, email: 'ada@example.org' }
    const record = {
      id: 3,
      data: { text: 'Lake.' },
      annotations: [
        { completed_by: by, was_cancelled: false, result: [choice(['a', 'b']), stretch] },
        { completed_by: 8, was_cancelled: true, result: [choice(['a'])] },
      ],
    }
    expect(toolRows(record)).toEqual([
      { text: 'Lake.', 'Label Studio task': 3, kind: ['a', 'b'], span: stretch.value, annotator: 'ada@example.org' },
    ])
    expect(toolRows({ ...record, annotations: [] })).toEqual([{ text: 'Lake.', 'Label Studio task': 3 }])
  })

  test('a control that is called as a field of the text leaves the field as it is', () => {
    const record = {
      data: { question: 'Are they wet?', answer: 'Lakes are wet.', annotator: 'Eve' },
      annotations: [{ completed_by: 7, result: [{ from_name: 'answer', value: { choices: ['good'] } }] }],
    }
    expect(toolRows(record)).toEqual([{ ...record.data, 'answer (label)': 'good', 'annotator (label)': 7 }])
  })
})

describe('doccano', () => {
  test.each([
    ['JSONL', lines('doccano-ada.jsonl'), lines('doccano-ben.jsonl')],
    ['CSV', csv('doccano-ada.csv'), csv('doccano-ben.csv')],
  ])('%s: one file a person, one row a text', (_, ada, ben) => {
    const labels = (records: JsonRecord[]) => records.map((record) => toolRows(record)?.map(({ label }) => label))
    expect(labels(ada).flat()).toEqual(ADA)
    expect(labels(ben).flat()).toEqual(BEN)
    expect(ada.map((record) => toolRows(record)?.[0]?.id)).toEqual([
      'lake-1',
      'lake-2',
      'lake-3',
      'lake-4',
      'lake-5',
      'lake-6',
    ])
  })

  test.each([lines('doccano-own-ids.jsonl'), csv('doccano-own-ids.csv')])(
    'its own numbers are no ids',
    (...records) => {
      for (const record of records) expect(toolRows(record)?.[0]).not.toHaveProperty('id')
    },
  )

  test('a text without a label has none', () => {
    expect(toolRows({ text: 'Lake.', label: [], Comments: [] })).toEqual([
      { text: 'Lake.', label: null, Comments: null },
    ])
  })
})

describe('Prodigy', () => {
  const task = { text: 'Lake.', _input_hash: 1, _task_hash: 2, options: [{ id: 'supported', text: 'Supported' }] }
  const chosen = { ...task, accept: ['supported'], answer: 'accept', _session_id: 'lakes-ada' }

  test('what was chosen is the label, the button is none, and the session says who', () => {
    const row = { ...task, 'Prodigy answer': 'accept', _session_id: 'lakes-ada', annotator: 'lakes-ada' }
    expect(toolRows(chosen)).toEqual([{ ...row, label: 'supported' }])
    expect(toolRows({ ...chosen, accept: ['a', 'b'], _annotator_id: 'ben' })).toEqual([
      { ...row, _annotator_id: 'ben', annotator: 'ben', label: ['a', 'b'] },
    ])
    expect(toolRows({ ...task, label: 'supported', answer: 'accept' })).toMatchObject([{ label: 'supported' }])
    expect(toolNotes(chosen)).toEqual([])
  })

  test.each(['reject', 'ignore'])('what was not accepted (%s) is left out, and that is said', (answer) => {
    expect(toolRows({ ...chosen, answer })).toEqual([])
    expect(toolNotes({ ...chosen, answer })).toMatchObject([
      {
        field: 'answer',
        message: `This example of Prodigy was not accepted and is left out: its answer is "${answer}".`,
      },
    ])
  })
})

describe('Argilla', () => {
  const record = {
    id: 'lake-1',
    fields: { claim: 'Lake.', why: 'Asked.' },
    metadata: { topic: 'lakes' },
    suggestions: {},
    responses: {
      verdict: [
        { value: 'supported', user_id: 'ada' },
        { value: 'contradicted', user_id: 'ben' },
      ],
      why: [{ value: 'It is dry.', user_id: 'ben' }],
    },
    vectors: {},
    _server_id: 'f0e1',
  }
  const about = { id: 'lake-1', metadata: { topic: 'lakes' }, suggestions: {}, vectors: {}, _server_id: 'f0e1' }

  test('a row for each user, with their answers by question', () => {
    expect(toolRows(record)).toEqual([
      { ...about, ...record.fields, annotator: 'ada', verdict: 'supported' },
      { ...about, ...record.fields, annotator: 'ben', verdict: 'contradicted', 'why (label)': 'It is dry.' },
    ])
  })

  test('a record that nobody answered is a row without labels', () => {
    expect(toolRows({ ...record, responses: {} })).toEqual([{ ...about, ...record.fields }])
  })
})

test('records of people are no exports of tools', () => {
  expect(toolRows({ text: 'Lake.', label: 'supported' })).toBeNull()
  expect(toolRows({ data: { text: 'Lake.' } })).toBeNull()
  expect(toolRows({ fields: { text: 'Lake.' }, responses: { label: [] } })).toBeNull()
  expect(toolRows({ annotator: 'ada', text: 'Lake.' })).toBeNull()
})
