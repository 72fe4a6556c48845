/** For tests: records of every published shape, written for them, and the gold that a record carries. */
import type { GoldRecord, Json, ReadRecord, RecordFormat } from '@/lib/protocols/protocol'
import { isJsonRecord, type JsonRecord } from '@/lib/protocols/record-fields'
import { formats } from '.'
import { goldIn } from './read-document'
import {
  namedSentences,
  type Shape,
  screen1OutputShape,
  screen2OutputShape,
  screen2Shape,
  screen3OutputShape,
  screen3Shape,
} from './shapes'

/** The format that recognises a record, and the record read by it. Throws with the problems. */
export function readAs(record: Json): { format: RecordFormat; read: ReadRecord } {
  const format = formats.find((each) => each.recognises(record))
  const result = format?.read(record)
  if (!format || !result?.ok) throw new Error(JSON.stringify(result ?? 'no format recognises the record'))
  return { format, read: result.record }
}

/** A record as gold: its own answers, of as many stages as it holds. */
export function goldOf(record: Json): GoldRecord {
  const { content, segments, answers } = readAs(record).read
  return { source: record, content, stages: goldIn(content, segments ?? [], answers ?? {}) }
}

/** A sentence with one false claim, as screen 3 saves it and with what it drops; `changes` replaces fields. */
export function toolSentence(changes: { [field: string]: Json | undefined } = {}): JsonRecord {
  const sentence = {
    text: 'It lies in Mongolia.',
    revised_sentence: 'It lies in Russia.',
    decontext: 'Lake Baikal lies in Mongolia.',
    factCheck: 'yes',
    Most_importance_sentence: 'intermediate',
    Claims: ['Lake Baikal lies in Mongolia.'],
    boolClaim: ['factual'],
    if_evidence_enough: ['no'],
    human_evidence: ['Lake Baikal is in Siberia, Russia.\nLink: https://example.org/baikal_(lake)'],
    evidence: [['A lake in Siberia.', 'A lake in Russia.']],
    url: [['https://example.org/a', 'https://example.org/b']],
    stances: [['irrelevant', 'refute']],
    boolEdit: ['yes'],
    revised_Claims: ['Lake Baikal lies in Russia.'],
    usedEvidence: ['2, self-retrieved'],
    Most_important_claim: ['yes'],
    ...changes,
  }
  return JSON.parse(JSON.stringify(sentence))
}

/** The same sentence with the names of the benchmark. */
export function benchmarkSentence(changes: { [field: string]: Json | undefined } = {}): JsonRecord {
  const sentence = {
    text: 'It lies in Mongolia.',
    decontext: 'Lake Baikal lies in Mongolia.',
    sentence_factuality_label: false,
    revised_decontext: 'It lies in Russia.',
    sentence_checkworthiness: 'yes',
    most_importance_sentence: 'intermediate',
    claims: ['Lake Baikal lies in Mongolia.'],
    claim_checkworthiness: ['factual'],
    if_automatic_evidence_enough_to_verify: ['no'],
    human_evidence: ['Lake Baikal is in Siberia, Russia.\nLink: https://example.org/baikal_(lake)'],
    auto_evidence: [['A lake in Siberia.', 'A lake in Russia.']],
    auto_evidence_url: [['https://example.org/a', 'https://example.org/b']],
    stance_claim_autoEvid: [['irrelevant', 'refute']],
    if_claim_needs_edit: ['yes'],
    claims_factuality_label: [false],
    revised_claims: ['Lake Baikal lies in Russia.'],
    usedEvidence_index_in_revision: ['2, self-retrieved'],
    if_most_important_claim: ['yes'],
    ...changes,
  }
  return JSON.parse(JSON.stringify(sentence))
}

/** A sentence of the benchmark with nothing to check. */
export function idleSentence(changes: { [field: string]: Json | undefined } = {}): JsonRecord {
  const empty = Object.keys(benchmarkSentence()).map((field) => [field, []])
  return {
    ...(Object.fromEntries(empty) as JsonRecord),
    ...benchmarkSentence({
      text: 'Ask me more!',
      decontext: 'Ask me more!',
      sentence_factuality_label: 'NA',
      revised_decontext: 'Ask me more!',
      sentence_checkworthiness: 'not_a_claim',
      most_importance_sentence: 'no',
      claims: [],
      claim_checkworthiness: [],
      if_automatic_evidence_enough_to_verify: [],
      human_evidence: [],
      auto_evidence: [],
      auto_evidence_url: [],
      stance_claim_autoEvid: [],
      if_claim_needs_edit: [],
      claims_factuality_label: [],
      revised_claims: ['Ask me more!'],
      usedEvidence_index_in_revision: [],
      if_most_important_claim: [],
      ...changes,
    }),
  }
}

/** A benchmark record of the given sentences. */
export function benchmarkRecord(sentences: JsonRecord[] = [benchmarkSentence(), idleSentence()]): JsonRecord {
  return {
    prompt: 'Where is Lake Baikal?',
    response: sentences.map(({ text }) => text).join(' '),
    revised_response: 'It lies in Russia. Ask me more!',
    response_factuality: false,
    sentences: Object.fromEntries(sentences.map((sentence, index) => [`sentence${index + 1}`, sentence])),
  }
}

/** A file of one of the authors' screens, of the given sentences with the fields that such a file has. */
export function toolRecord(shape: Shape, sentences: JsonRecord[] = [toolSentence()]): JsonRecord {
  const fieldNames = new Set<string>(shape.fields.flatMap((field) => shape.dialect[field] ?? []))
  const documentSentences = sentences.map((sentence, index) => [
    `sentence${index + 1}`,
    Object.fromEntries(Object.entries(sentence).filter(([field]) => fieldNames.has(field))),
  ])
  const sentencesByName = Object.fromEntries(documentSentences) as JsonRecord
  if (!shape.wrapped) return sentencesByName
  const head = { prompt: 'Where is Lake Baikal?', response: sentences.map(({ text }) => text).join(' ') }
  return {
    ...head,
    ...(shape.depth === 3 ? { revised_response: 'It lies in Russia.' } : {}),
    sentences: sentencesByName,
  }
}

/** What a machine proposes for screen 1. */
export function screen1Record(changes: { [field: string]: Json | undefined } = {}): JsonRecord {
  const record = {
    prompt: 'Where is Lake Baikal?',
    response: 'It lies in Mongolia. Ask me more!',
    sentences: ['It lies in Mongolia.', 'Ask me more!'],
    'atomic claims': [['Lake Baikal lies in Mongolia.'], []],
    source: 'handwritten',
    id: 7,
    ...changes,
  }
  return JSON.parse(JSON.stringify(record))
}

/** A row of Factbench. */
export function factbenchRow(changes: { [field: string]: Json | undefined } = {}): JsonRecord {
  const row = {
    prompt: 'Where is Lake Baikal?',
    response: 'It lies in Mongolia. It is deep.',
    response_label: false,
    claims: ['Lake Baikal lies in Mongolia.', 'Lake Baikal is deep.', 'Lakes are nice.'],
    claim_labels: [false, true, 'unknown'],
    ability_to_test: 'knowledge',
    source: 'factcheckgpt',
    hallucination_spans: null,
    ...changes,
  }
  return JSON.parse(JSON.stringify(row))
}

/** The first sentence of a record, wherever it stands. */
export function firstSentence(record: Json): JsonRecord {
  if (!isJsonRecord(record)) return {}
  const { sentences = null } = record
  const [first] = namedSentences(isJsonRecord(sentences) ? sentences : record)
  return first && isJsonRecord(first.value) ? first.value : {}
}

/** Records with the quirks that the published files are known for, all of which read and write back as they are. */
export const quirkyDocuments: readonly JsonRecord[] = [
  benchmarkRecord(),
  ...['1', '1,2', '2, 1', '1,2 ', '3', '-1', 'no_enough_evidence', 'A sentence of prose.', ' '].map((used) =>
    benchmarkRecord([benchmarkSentence({ usedEvidence_index_in_revision: [used] })]),
  ),
  ...[
    'https://example.org\n\nA quotation. ',
    'No evidence',
    'NA',
    '  ',
    'Two: https://a.example https://b.example',
  ].map((ownEvidence) => benchmarkRecord([benchmarkSentence({ human_evidence: [ownEvidence] }), idleSentence()])),
  benchmarkRecord([benchmarkSentence({ revised_claims: [' '], revised_decontext: ' ' }), idleSentence()]),
  benchmarkRecord([benchmarkSentence({ revised_claims: [' Lake Baikal lies in Russia.\r'], decontext: '' })]),
  benchmarkRecord([benchmarkSentence({ if_automatic_evidence_enough_to_verify: ['yes'] })]),
  benchmarkRecord([idleSentence({ revised_claims: [], revised_decontext: [] })]),
  benchmarkRecord([
    benchmarkSentence({
      claim_checkworthiness: ['opinion'],
      if_automatic_evidence_enough_to_verify: ['NA'],
      human_evidence: ['NA'],
      stance_claim_autoEvid: [[]],
      if_claim_needs_edit: ['NA'],
      claims_factuality_label: ['unknown'],
      revised_claims: ['Lake Baikal lies in Mongolia.'],
      usedEvidence_index_in_revision: ['NA'],
    }),
  ]),
  { ...benchmarkRecord(), response_factuality: true, split: 'test', nested: { kept: [1, null] } },
  toolRecord(screen1OutputShape),
  toolRecord(screen2Shape),
  toolRecord(screen2OutputShape),
  toolRecord(screen3Shape),
  toolRecord(screen3OutputShape),
  toolRecord(screen1OutputShape, [
    toolSentence({ boolClaim: [null], Most_important_claim: [''], Most_importance_sentence: '' }),
  ]),
  toolRecord(screen2OutputShape, [toolSentence({ stances: [[null, 'refute']], usedEvidence: ['banana'] })]),
]

/** Documents in every shape that is read, and the least that the plain format takes. */
export const sampleDocuments: readonly JsonRecord[] = [
  ...quirkyDocuments,
  screen1Record(),
  factbenchRow(),
  { id: 'q1', prompt: 'Why?', response: 'So. There.' },
]
