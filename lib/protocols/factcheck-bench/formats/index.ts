/** Every published file of Factcheck-Bench: what is read, what is written, and how each is told by its fields. */

import type { FactcheckBenchContent } from '@/lib/protocols/factcheck-bench/content'
import { decomposeStage } from '@/lib/protocols/factcheck-bench/decompose'
import { mergeStage } from '@/lib/protocols/factcheck-bench/merge'
import { verifyStage } from '@/lib/protocols/factcheck-bench/verify'
import type { ExportFormat, Json, ReadResult, RecordFormat, RecordProblem } from '@/lib/protocols/protocol'
import { isJsonRecord, notARecord, RecordFields } from '@/lib/protocols/record-fields'
import { excerpt } from '@/lib/text/excerpt'
import { isFactbench, readFactbench, writeFactbench } from './factbench'
import { readDocument, TITLE_LENGTH } from './read-document'
import { isScreen1, readScreen1, writeScreen1 } from './screen1'
import {
  benchmarkShape,
  type Depth,
  type Shape,
  screen1OutputShape,
  screen2OutputShape,
  screen2Shape,
  screen3OutputShape,
  screen3Shape,
  shapeOf,
} from './shapes'
import { subtasks } from './subtasks'
import { writeDocument } from './write-document'

const stageAt: Readonly<Record<Depth, string>> = { 1: decomposeStage.key, 2: verifyStage.key, 3: mergeStage.key }

/** What a record says beside its sentences. */
const HEAD = ['prompt', 'response', 'source', 'id', 'revised_response', 'response_factuality']

const documentFormat = (shape: Shape, title: string, description: string): RecordFormat => ({
  key: shape.key,
  title,
  description,
  fields: [...HEAD, ...(shape.wrapped ? ['sentences'] : [/^sentence[1-9]\d*$/])],
  recognises: (record) => shapeOf(record) === shape,
  read: (record) => readDocument(shape, record),
  write: (gold) => writeDocument(shape, gold),
  stage: stageAt[shape.depth],
})

const screen1: RecordFormat = {
  key: 'screen1',
  title: 'Screen 1, input',
  description:
    'prompt, response, sentences and atomic claims (proposed by a machine; they become suggestions), and if you like id, source and evidence (for every sentence and claim a list of passages with quote, url and query).',
  fields: [
    'prompt',
    'response',
    'sentences',
    'atomic claims',
    'source',
    'id',
    ...['quote', 'url', 'query'].map((name) => ['evidence', '*', '*', '*', name]),
  ],
  recognises: isScreen1,
  read: readScreen1,
  write: writeScreen1,
  stage: decomposeStage.key,
}

const factbench: RecordFormat = {
  key: 'factbench',
  title: 'Factbench row',
  description:
    'prompt, response, claims, claim_labels and response_label. Claims come with their labels; those of felm-wk are segments of the response.',
  fields: [
    'prompt',
    'response',
    'claims',
    'claim_labels',
    'response_label',
    'hallucination_spans',
    'ability_to_test',
    'source',
  ],
  recognises: (record) => isFactbench(record) && shapeOf(record) === null && !isScreen1(record),
  read: readFactbench,
  write: writeFactbench,
  stage: verifyStage.key,
}

const isPlain = (record: Json): boolean =>
  isJsonRecord(record) &&
  ('prompt' in record || 'response' in record) &&
  shapeOf(record) === null &&
  !isScreen1(record) &&
  !isFactbench(record)

/** A bare prompt and response, from JSON or a row of a table; the splitter makes the sentences. */
function readPlain(json: Json): ReadResult {
  if (!isJsonRecord(json)) return { ok: false, problems: [notARecord] }
  const fields = new RecordFields(json)
  const prompt = fields.optionalText('prompt') ?? ''
  const warnings: RecordProblem[] = []
  const response = fields.ownText('response', warnings)
  const source = fields.optionalText('source')
  const domain = fields.optionalText('domain')
  const externalId = fields.optionalText('id')
  if (fields.problems.length > 0 || response === null) return { ok: false, problems: fields.problems }
  const content: FactcheckBenchContent = { prompt, response, source, evidence: [] }
  const title = excerpt(prompt || response, TITLE_LENGTH)
  return {
    ok: true,
    record: { content, externalId, title, domain, source, segments: null, answers: null, warnings },
  }
}

const plain: RecordFormat = {
  key: 'plain',
  title: 'Prompt and response',
  description: 'prompt and response, and if you like id and source. The response is split into sentences.',
  fields: ['prompt', 'response', 'id', 'domain', 'source', 'model'],
  recognises: isPlain,
  read: readPlain,
  write: null,
}

/** No record is recognised by two of them. */
export const formats: readonly [RecordFormat, ...RecordFormat[]] = [
  documentFormat(
    benchmarkShape,
    'Factcheck-Bench record',
    'A line of factcheck-GPT-benchmark.jsonl: a response with its sentences, claims, evidence, stances, corrections and the revised response. Spellings of what the gold does not change are kept.',
  ),
  documentFormat(
    screen3OutputShape,
    'Screen 3, output',
    'What screen 3 saves: all sentences with their claims, and the revised response. Carries the gold of all three stages.',
  ),
  documentFormat(
    screen3Shape,
    'Screen 3, input',
    'What screen 3 opens: prompt, response and the verified sentences. Carries the gold of the first two stages.',
  ),
  screen1,
  documentFormat(
    screen2OutputShape,
    'Screen 2, output',
    'What screen 2 saves: sentences with stances, corrections and used evidence, without prompt and original text. Carries the gold of the first two stages.',
  ),
  documentFormat(
    screen2Shape,
    'Screen 2, input',
    'What screen 2 opens: decomposed sentences with automatic evidence and its addresses. Carries the gold of the first stage.',
  ),
  documentFormat(
    screen1OutputShape,
    'Screen 1, output',
    'What screen 1 saves: decontextualised sentences with their claims, without prompt and original text. Carries the gold of the first stage.',
  ),
  factbench,
  plain,
]

/** Files that are written from gold and never read. */
export const exportFormats: readonly ExportFormat[] = subtasks
