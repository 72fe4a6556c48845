/** The files of `bench own-table`: as the four papers published them, as other tools export them, and as people have them. */
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { parquetWriteBuffer } from 'hyparquet-writer'
import { plainWorkbook } from '@/tests/support/plain-workbook'

export interface TableFile {
  name: string
  bytes: Buffer
  /** Rows of the table, records of the list, lines of texts: counted here, apart from the readers of an import. */
  rows: number
  /** Its labels are one annotator's, and those of the file that follows another's, on the same items. */
  pair?: 'first' | 'second'
  /** Of a file that names several annotators in a column: whose labels are read. */
  labelsOf?: string
}

const PUBLISHED = [
  'felm/felm_all.jsonl',
  'factcheckbench/factcheck-GPT-benchmark.jsonl',
  'factcheckbench/subtask1_sentence_checkworthiness.jsonl',
  'factcheckbench/subtask2_claim_checkworthiness.jsonl',
  'factcheckbench/subtask3_claim_evidence_stance.jsonl',
  'factcheckbench/subtask4_claim_factuality.jsonl',
  'factcheckbench/subtask5_revision.jsonl',
  'factbench/Factbench.jsonl',
  'factor/expert_factor.csv',
  'factor/news_factor.csv',
  'veriscore/data_sample.jsonl',
  'veriscore/claims_sharegpt_olmo.reconstructed.jsonl',
  'veriscore/evidence_sharegpt_olmo.reconstructed.jsonl',
  'veriscore/few_shot_examples.jsonl',
  'prefill/pplxai_evaluation.jsonl',
  'prefill/factool_chatgpt_results_felmwk.jsonl',
  'prefill/ratings_5raters.jsonl',
  'annotation_tool_example/0_screen1.json',
  'annotation_tool_example/0_screen1_output.json',
  'annotation_tool_example/0_screen2.json',
  'annotation_tool_example/0_screen2_output.json',
  'annotation_tool_example/0_screen3.json',
  'annotation_tool_example/0_screen3_output.json',
]

/** The published files that lie in a folder laid out like ASSAY_DATA_DIR. */
export const publishedFiles = (folder: string): TableFile[] =>
  PUBLISHED.filter((name) => existsSync(path.join(folder, name))).map((name) => {
    const bytes = readFileSync(path.join(folder, name))
    return { name, bytes, rows: rowsIn(name, bytes) }
  })

function rowsIn(name: string, bytes: Buffer): number {
  const text = bytes.toString('utf8')
  if (name.endsWith('.csv')) return csvRows(text)
  if (name.endsWith('.json')) return 1
  return text.split('\n').filter((line) => line.trim() !== '').length
}

/** Rows below the heading: line ends outside of quotes. */
function csvRows(text: string): number {
  const ends = text
    .trimEnd()
    .replace(/"[^"]*"/g, '')
    .split(/\r\n|\n|\r/)
  return ends.filter((line) => line.trim() !== '').length - 1
}

const COUNT = 12
const each = <Made>(make: (n: number) => Made): Made[] => Array.from({ length: COUNT }, (_, index) => make(index + 1))
const question = (n: number) => `How deep is lake ${n}, café Zürich?`
const answer = (n: number) => `It is ${n + 3} metres deep. It is cold.`
const lines = (records: readonly unknown[]) => `${records.map((record) => JSON.stringify(record)).join('\n')}\n`
const BYTE_ORDER_MARK = '\uFEFF'

const semicolons = `${BYTE_ORDER_MARK}${['ID;Prompt;Response;Reviewer', ...each((n) => `${n};${question(n)};${answer(n)};Ada`)].join('\r\n')}\r\n`
const answers = `question,answer\n${each((n) => `"${question(n)}","${answer(n)}"`).join('\n')}\n`

const made = (name: string, content: string | Buffer, rows = COUNT): TableFile => ({
  name,
  bytes: Buffer.from(content),
  rows,
})

const chat = (n: number) => [
  { role: 'system', content: 'You know lakes.' },
  { role: 'user', content: question(n) },
  { role: 'assistant', content: answer(n) },
]

const batchLine = (n: number) => ({
  id: `batch_${n}`,
  custom_id: `lake-${n}`,
  response: {
    status_code: 200,
    body: { model: 'm', choices: [{ index: 0, message: { role: 'assistant', content: answer(n) } }] },
  },
  error: null,
})

const responseLog = (n: number) => ({
  id: `resp_${n}`,
  object: 'response',
  model: 'm',
  input: [{ role: 'user', content: question(n) }],
  output: [{ type: 'message', role: 'assistant', content: [{ type: 'output_text', text: answer(n) }] }],
})

function parquet(rows: number, wordy: string): Buffer {
  const list = Array.from({ length: rows }, (_, n) => n)
  const columnData = [
    { name: 'question', data: list.map(question), type: 'STRING' as const },
    { name: 'answer', data: list.map((n) => `${answer(n)}${wordy}`), type: 'STRING' as const },
    { name: 'tags', data: list.map((n) => (n % 3 === 0 ? null : ['lake', `depth ${n}`])), type: 'JSON' as const },
    { name: 'score', data: list.map((n) => (n % 2 === 0 ? null : n / 4)), type: 'DOUBLE' as const },
  ]
  return Buffer.from(parquetWriteBuffer({ columnData, codec: 'UNCOMPRESSED', rowGroupSize: 500 }))
}

/** Of two people, who differ on some of the sentences. */
const labelTable = (isWrong: (n: number) => boolean) =>
  `id,question,answer,segment 1 label,segment 2 label\n${each((n) => `${n},"${question(n)}",${answer(n)},${isWrong(n) ? 'wrong' : 'correct'},correct`).join('\n')}\n`

/** Longer than the 2 MB that are looked at of other files. */
const LONG_ROWS = 2_500
const WORDY = ` ${'There is more to say of it.'.repeat(50)}`

export const ownFiles = (): TableFile[] => [
  made('prompt and response, capital headings, semicolons, byte order mark.csv', semicolons),
  made('question and answer.csv', answers),
  made(
    'question and answer, tabs.tsv',
    answers.replaceAll('","', '"\t"').replace('question,answer', 'question\tanswer'),
  ),
  made(
    'instruction, input and output.json',
    JSON.stringify(each((n) => ({ instruction: 'Answer.', input: question(n), output: answer(n) }))),
  ),
  made('messages.jsonl', lines(each((n) => ({ messages: chat(n) })))),
  made('output of a batch.jsonl', lines(each(batchLine))),
  made('log of responses.jsonl', lines(each(responseLog))),
  made('bare responses.txt', `${each(answer).join('\n')}\n`),
  made('bare responses.csv', `response\n${each((n) => `"${answer(n)}"`).join('\n')}\n`),
  made('bare responses.json', JSON.stringify(each(answer))),
  made('UTF-16.csv', Buffer.from(BYTE_ORDER_MARK + answers, 'utf16le')),
  made('Windows-1252.csv', Buffer.from(answers, 'latin1')),
  made('question and answer.csv.gz', gzipSync(answers)),
  made('messages.jsonl.gz', gzipSync(lines(each((n) => ({ messages: chat(n) }))))),
  made('lists and nulls.parquet', parquet(COUNT, '')),
  made('lists and nulls, 3 MB.parquet', parquet(LONG_ROWS, WORDY), LONG_ROWS),
  made(
    'workbook, 3 MB.xlsx',
    plainWorkbook([
      ['Question', 'Answer'],
      ...Array.from({ length: LONG_ROWS }, (_, n) => [question(n), answer(n) + WORDY]),
    ]),
    LONG_ROWS,
  ),
  made('one row without an answer.csv', answers.replace(`"${answer(5)}"`, '""')),
  {
    ...made(
      'labels of one person.csv',
      labelTable((n) => n % 3 === 0),
    ),
    pair: 'first',
  },
  {
    ...made(
      'labels of another.csv',
      labelTable((n) => n % 4 === 0),
    ),
    pair: 'second',
  },
]

const recorded = (name: string, rows: number, more: Partial<TableFile> = {}): TableFile => ({
  name: path.basename(name),
  bytes: readFileSync(path.join('tests/fixtures', name)),
  rows,
  ...more,
})

/** Written by the tools themselves (docs/decisions/038, 040). Of Label Studio each holds the labels of two annotators. */
export const recordedFiles = (): TableFile[] => [
  recorded('own-files/answers.xlsx', 3),
  recorded('own-files/answers-snappy.parquet', 3),
  recorded('own-files/answers-zstd.parquet', 3),
  recorded('other-tools/label-studio-json.json', 6, { pair: 'first', labelsOf: '1' }),
  recorded('other-tools/label-studio-json.json', 6, { pair: 'second', labelsOf: '2' }),
  recorded('other-tools/label-studio-json-min.json', 12, { pair: 'first', labelsOf: '1' }),
  recorded('other-tools/label-studio-json-min.json', 12, { pair: 'second', labelsOf: '2' }),
  recorded('other-tools/label-studio-csv.csv', 12, { pair: 'first', labelsOf: '1' }),
  recorded('other-tools/label-studio-csv.csv', 12, { pair: 'second', labelsOf: '2' }),
  recorded('other-tools/doccano-ada.jsonl', 6, { pair: 'first' }),
  recorded('other-tools/doccano-ben.jsonl', 6, { pair: 'second' }),
  recorded('other-tools/doccano-ada.csv', 6, { pair: 'first' }),
  recorded('other-tools/doccano-ben.csv', 6, { pair: 'second' }),
  recorded('other-tools/doccano-own-ids.jsonl', 6),
  recorded('other-tools/doccano-own-ids.csv', 6),
]
