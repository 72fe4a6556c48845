/** Files as people have them, each as a newcomer would drop it: rows in, items out, and what is said of them. */
import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { readRecords } from '@/lib/platform/foreign/records/read-records'
import type { SourceEntry } from '@/lib/platform/foreign/records/source-entry'
import { protocolById } from '@/lib/protocols'
import { columnsOf, itemChecksOf, itemsOf } from '@/lib/workspace/imports/read-file-items'
import { ColumnCollector } from './columns'
import { findingsAbout, findingsAboutReading } from './findings'
import { type AsTheyStand, guessMapping } from './guess'

const fixture = (name: string) => readFileSync(`tests/fixtures/own-files/${name}`)
const rows: [string, string][] = [
  ['Where does the sun rise?', 'In the east. It sets in the west.'],
  ['How far is the moon?', 'It is far away, très loin.'],
]
const csv = (heading: string, separator: string) => [heading, ...rows.map((row) => row.join(separator))].join('\r\n')
const jsonl = (of: (prompt: string, response: string) => object) =>
  rows.map((row) => JSON.stringify(of(...row))).join('\n')
const answers = rows.map(([, response]) => response)
const chat = (prompt: string, response: string) => [
  { role: 'user', content: prompt },
  { role: 'assistant', content: response },
]
const batch = (prompt: string, content: string) => ({
  custom_id: prompt,
  response: { status_code: 200, body: { model: 'm', choices: [{ message: { role: 'assistant', content } }] } },
})

/** The file, and how many items and which remarks come of it. */
const table: [string, string | Buffer, number, RegExp[]][] = [
  ['capital headings, semicolons, a byte order mark', `\uFEFF${csv('Prompt;Response', ';')}`, 2, []],
  ['tabs, as pasted from a spreadsheet', csv('Question\tModel answer', '\t'), 2, []],
  ['question and answer', jsonl((question, answer) => ({ question, answer })), 2, []],
  [
    'instruction and output',
    JSON.stringify(rows.map(([instruction, output]) => ({ instruction, input: '', output }))),
    2,
    [],
  ],
  ['messages', jsonl((prompt, response) => ({ messages: chat(prompt, response) })), 2, []],
  ['the output of a batch', jsonl(batch), 2, [/Not used: response.status_code/]],
  ['bare responses as text', answers.join('\n'), 2, []],
  ['bare responses as CSV', `response\n${answers.map((each) => `"${each}"`).join('\n')}`, 2, []],
  ['bare responses as a list', JSON.stringify(answers), 2, []],
  ['Parquet with lists and nulls', fixture('answers-zstd.parquet'), 3, [/Not used: tags, score/]],
  [
    'a workbook',
    fixture('answers.xlsx'),
    3,
    [/sheet "Answers" is read; not read: Read me, Notes/, /Not used: Asked on, Score/],
  ],
  [
    'a log of Inspect',
    readFileSync('tests/fixtures/inspect/answers.eval'),
    2,
    [/Not used: target, task, epoch, scores.match/],
  ],
  [
    'UTF-16',
    Buffer.from(`\uFEFF${csv('prompt,response', ',').replace('far away, ', 'far away ')}`, 'utf16le'),
    2,
    [/not UTF-8 but UTF-16/],
  ],
  ['Windows-1252', Buffer.from(csv('Prompt;Response', ';'), 'latin1'), 2, [/not UTF-8 but Windows-1252/]],
  [
    'a table without headings.csv',
    csv('Why?,Because it is so.', ','),
    3,
    [/^The first line does not read like headings/],
  ],
  ['lists side by side', JSON.stringify({ prompt: rows.map(([prompt]) => prompt), response: answers }), 2, []],
  [
    'columns as pandas writes them',
    JSON.stringify({ prompt: { ...rows.map(([prompt]) => prompt) }, response: { ...answers } }),
    2,
    [],
  ],
  [
    'a list under a name of its own',
    JSON.stringify({ results: rows.map(([prompt, response]) => ({ prompt, response })) }, null, 2),
    2,
    [],
  ],
  [
    'rows of the Hub',
    JSON.stringify({
      features: [{ feature_idx: 0, name: 'prompt' }],
      rows: rows.map(([question, answer], at) => ({ row_idx: at, row: { question, answer }, truncated_cells: [] })),
      num_rows_total: 2,
    }),
    2,
    [/^Not used: row_idx/],
  ],
  [
    'one record with lists',
    JSON.stringify({ prompt: 'Why?', response: 'So.', claims: [{ text: 'So.' }] }, null, 2),
    1,
    [/^Not used: claims/],
  ],
  ['one conversation', JSON.stringify({ messages: chat('Why?', 'So.') }, null, 2), 1, []],
  ['gzip', gzipSync(csv('Prompt;Response', ';')), 2, []],
  ['a slip in a heading', csv('promt;response', ';'), 2, [/"promt" is read as the prompt/]],
  [
    'columns that compete',
    csv('output;completion', ';'),
    0,
    [/^Several columns may be the response: output, completion/],
  ],
  [
    'a file that holds no items',
    '{"sentence":"It is old.","checkworthy":"yes"}\n',
    0,
    [/^This file holds no items: no column of it is known to be the response. It has: sentence, checkworthy/],
  ],
]

test.each(table)('%s', async (name, file, items, said) => {
  const bytes = Buffer.from(file)
  const entries: SourceEntry[] = []
  const chunks = (async function* () {
    yield bytes
  })()
  for await (const entry of readRecords(chunks)) entries.push(entry)
  const collector = new ColumnCollector()
  const asTheyStand: AsTheyStand = { published: 0, plain: 0, recognised: 0, unread: 0 }
  const look = columnsOf({ protocolId: 'felm' })
  for (const reading of entries.map(look)) {
    if (!reading.ok) throw new Error(JSON.stringify(reading))
    collector.add(reading.glimpses)
    asTheyStand[reading.asItStands ?? 'unread']++
  }
  const felm = protocolById('felm')
  const columns = collector.list()
  const guess = { ...guessMapping(felm, columns, asTheyStand), columns }
  const findings = [...findingsAboutReading(entries[0]?.facts ?? null, name), ...findingsAbout(felm, guess)]
  const messages = findings.map(({ problem }) => problem.message)
  expect(messages).toEqual(said.map((pattern) => expect.stringMatching(pattern)))
  const read = itemsOf({ protocolId: 'felm', mapping: guess.mapping })
  const isUnclear = findings.some(({ severity }) => severity === 'error')
  const readings = isUnclear ? [] : entries.map(read)
  const made = readings.flatMap((each) => (each.ok ? each.items : []))
  expect(made.filter(({ ok }) => ok)).toHaveLength(items)
})

test('the preview of a long record says what it leaves out', async () => {
  const file = JSON.stringify({ prompt: 'Why?', response: 'It is so. '.repeat(100) })
  const chunks = (async function* () {
    yield Buffer.from(file)
  })()
  const check = itemChecksOf({ protocolId: 'felm', mapping: null })
  for await (const entry of readRecords(chunks)) {
    const reading = check(entry)
    const [item] = reading.ok ? reading.items : []
    const preview = item?.ok ? item.check.preview : null
    expect(preview?.units).toHaveLength(40)
    expect(preview?.unitsLeft).toBe(61)
    expect(preview?.parts.map(({ text }) => text)).toEqual(['Why?', `${'It is so. '.repeat(40)}…`])
  }
  expect.assertions(3)
})
