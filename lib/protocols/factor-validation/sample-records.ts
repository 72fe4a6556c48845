/** Records for tests, written for them. */
import type { JsonRecord } from '@/lib/protocols/record-fields'

const PREFIX = 'The bridge over the Arve was closed in 1958. Traffic had grown too heavy for it. '
const COMPLETION = 'The mayor opened a new bridge in 1962 after two years of building work .'

type Changes = { [field: string]: JsonRecord[string] | undefined }

const built = (record: object): JsonRecord => JSON.parse(JSON.stringify(record))

/** A row of the published files, as CSV gives it: texts only. undefined takes a column out. */
export const factorRow = (changes: Changes = {}): JsonRecord =>
  built({
    '': '7',
    full_prefix: PREFIX,
    doc_id: '12',
    completion: COMPLETION,
    contradiction_0: 'The governor opened a new bridge in 1962 after two years of building work.',
    contradiction_1: 'The mayor opened a new bridge in 1966 after two years of building work.',
    contradiction_2: 'The mayor closed a new bridge in 1962 after two years of building work.',
    longest_completions: '15.0',
    turncated_prefixes: PREFIX,
    ...changes,
  })

const judged = (text: string, type: string): JsonRecord => ({
  text,
  edit: null,
  asked_type: type,
  scores: { contradiction: 0.9, fluency_margin: 0.1 },
  non_factual: true,
  fluent: true,
  self_consistent: true,
  error_type: type,
})

/** Assay's record of a judged example. */
export const answersRecord = (changes: Changes = {}): JsonRecord =>
  built({
    id: 'wiki-3',
    set: 'wiki',
    doc_id: '3',
    prefix: PREFIX,
    completion: COMPLETION,
    contradictions: [
      judged('The governor opened a new bridge in 1962 after two years of building work.', 'entity'),
      judged('The mayor opened a new bridge in 1966 after two years of building work.', 'circumstance'),
      {
        text: 'The mayor opened a new bridge in 1962 after years of building work.',
        non_factual: false,
        fluent: true,
        self_consistent: true,
      },
    ],
    ...changes,
  })

/** What the builder starts from. */
export const documentRecord = (changes: Changes = {}): JsonRecord =>
  built({
    id: 'doc-1',
    title: 'A bridge for the valley',
    set: 'own',
    text: `A Bridge for the Valley\n\nThe old bridge over the Arve was closed in 1958. Anna Keller was the engineer who had warned of it. The mayor opened a new bridge in 1962 because the valley needed one so badly. She wept.`,
    ...changes,
  })

const unmeasured = { edit: 'mayor becomes governor', asked_type: null, scores: null, note: 'Borderline.' }

/** Records with the quirks of the published files, and labelled and bare ones of Assay's own. */
export const quirkyRecords: readonly JsonRecord[] = [
  answersRecord(),
  factorRow(),
  factorRow({ '': undefined, turncated_prefixes: undefined }),
  factorRow({
    'Unnamed: 0': '7',
    context: 'Asnwer:The bridge.',
    completion: `${COMPLETION}\nIt still stands, "they say".`,
  }),
  factorRow({ contradiction_2: '' }),
  factorRow({
    set: 'news',
    contradiction_3: 'The mayor opened a new bridge in 1962 before two years of building work.',
  }),
  factorRow({ '': 7, doc_id: 12, longest_completions: 15.0 }),
  answersRecord({ contradictions: ['The mayor closed a new bridge in 1962 after two years of building work.'] }),
  answersRecord({
    contradictions: [
      { ...judged('The governor opened a new bridge .', 'entity'), ...unmeasured },
      { ...judged('A mayor opened a new bridge.', 'entity'), non_factual: false, error_type: null, fluent: false },
    ],
    row: { '': '4', longest_completions: '15.0' },
    extra: [1, null],
  }),
  documentRecord(),
  documentRecord({ text: undefined, document: 'A single sentence is all there is.', title: undefined, set: undefined }),
]
