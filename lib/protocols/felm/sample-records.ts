import type { JsonRecord } from '@/lib/protocols/record-fields'

/** A labelled FELM record for tests, written for them; `changes` replaces fields, undefined takes one out. */
export function felmRecord(changes: { [field: string]: JsonRecord[string] | undefined } = {}): JsonRecord {
  const record = {
    index: '17',
    domain: 'wk',
    source: 'handwritten',
    prompt: 'Which lake is the deepest?',
    response: 'Lake Baikal is the deepest lake. It lies in Mongolia. It freezes in winter.',
    segmented_response: ['Lake Baikal is the deepest lake.', 'It lies in Mongolia.', 'It freezes in winter.'],
    labels: [true, false, true],
    comment: ['', 'It lies in Russia.', ''],
    type: [null, 'knowledge_error', null],
    ref: ['https://example.org/baikal'],
    ref_contents: ['A lake in Siberia.'],
    ...changes,
  }
  return JSON.parse(JSON.stringify(record))
}

/** Records with every quirk that the published files are known for, all of which read and write back as they are. */
export const quirkyRecords: readonly JsonRecord[] = [
  felmRecord(),
  felmRecord({ index: 17, source: null }),
  felmRecord({ index: undefined, source: undefined, ref: undefined, ref_contents: undefined }),
  felmRecord({ domain: 'math', type: [], ref: [], ref_contents: '' }),
  felmRecord({ domain: 'reasoning', type: '', ref: '', ref_contents: '' }),
  felmRecord({ domain: 'math', type: [null, 'knowledge_error', null], ref: ['https://example.org'] }),
  felmRecord({ response: null }),
  felmRecord({ response: 'Quite another text.' }),
  felmRecord({ response: 'Lake Baikal is the deepest lake.\\n\\nIt lies in Mongolia.\r\nIt freezes in winter.' }),
  felmRecord({
    segmented_response: ['Lake Baikal is the deepest lake. It lies\r', '', ' in Mongolia. It freezes in winter.'],
  }),
  felmRecord({ comment: [' ', '', 'Quite so.'], type: ['', null, 'reasoning_error'] }),
  felmRecord({ comment: '', type: '' }),
  felmRecord({ comment: [null, ' with blanks ', null] }),
  felmRecord({ ref: ['a book', 'https://example.org/baikal', 'https://example.org/baikal'], ref_contents: [] }),
  felmRecord({ split: 'test', nested: { kept: [1, null] } }),
]

/** The least that the plain format takes. */
export const plainRecord: JsonRecord = { id: 'q1', prompt: 'Why?', response: 'So. There.' }
