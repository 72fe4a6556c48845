/** RAGTruth: spans of a response, with four labels, that its source does not support. */
import type { JsonRecord } from '@/lib/protocols/record-fields'
import { textIn } from '@/tests/data-folders'
import { jsonLines } from '@/tests/published-sets/carriers'
import { countBy, groupsBy, lengthIn } from '@/tests/published-sets/counting'
import type { KeptGold, PublishedSet, Span } from '@/tests/published-sets/published-set'

const FOLDER = 'next/ragtruth'
const LABELS = ['Evident Conflict', 'Subtle Conflict', 'Evident Baseless Info', 'Subtle Baseless Info']

type Label = { start: number; end: number; label_type: string; text: string }
const labelsIn = (record: JsonRecord) => record.labels as Label[]

const spansIn = ({ answers }: KeptGold) =>
  (answers.item?.unsupported as unknown as { spans: Span[] } | undefined)?.spans ?? []
const isHallucinated = ({ rollUp }: KeptGold) => rollUp.hallucinated === true
/** In the order of their places, of which two are compared that overlap. */
const overlaps = (spans: readonly Span[]) =>
  spans.flatMap((one, place) =>
    spans.slice(place + 1).filter((other) => one.start < other.end && other.start < one.end),
  )

const ofResponses = (golds: readonly KeptGold[]): JsonRecord => ({
  responses: golds.length,
  hallucinated: golds.filter(isHallucinated).length,
  spans: golds.flatMap(spansIn).length,
})

const ofEach = (golds: readonly KeptGold[], keyOf: (gold: KeptGold) => string): JsonRecord =>
  Object.fromEntries(groupsBy(golds, keyOf).map(([key, group]) => [key, ofResponses(group)]))

export const ragtruth: PublishedSet = {
  name: 'RAGTruth',
  example: 'unsupported-spans',
  needs: [`${FOLDER}/response.jsonl`, `${FOLDER}/source_info.jsonl`],
  carrier: jsonLines({}),
  files: (folder) => [{ name: 'response.jsonl', text: textIn(folder, `${FOLDER}/response.jsonl`) }],
  withPartners: (folder) => {
    const sources = new Map(
      textIn(folder, `${FOLDER}/source_info.jsonl`)
        .trim()
        .split('\n')
        .map((line): [string, JsonRecord] => {
          const source = JSON.parse(line)
          return [source.source_id, source]
        }),
    )
    return (record) => {
      const source = sources.get(String(record.source_id))
      return source ? { ...record, source } : record
    }
  },
  fewer: (records) => [
    ...records.filter((record) => labelsIn(record).length > 0).slice(0, 8),
    ...records.filter((record) => labelsIn(record).length === 0).slice(0, 2),
  ],
  questions: [
    {
      id: 'quality',
      form: 'class',
      level: 'nominal',
      values: ['good', 'incorrect_refusal', 'truncated'],
      answers: ({ quality }) => [String(quality)],
    },
    {
      id: 'unsupported',
      form: 'span',
      values: LABELS,
      text: ({ response }) => String(response),
      answers: (record) => labelsIn(record).map(({ start, end, label_type }) => ({ start, end, label: label_type })),
    },
  ],
  differing: (record, chance) => {
    const labels = labelsIn(record)
    if (labels.length === 0 || chance.happens(0.3)) return record
    const changed = labels.flatMap((label) => {
      if (chance.happens(0.3)) return []
      if (chance.happens(0.4)) return [{ ...label, label_type: chance.other(LABELS, label.label_type) }]
      const end = Math.max(label.start + 1, label.end - 1 - chance.index(5))
      return [{ ...label, end, text: [...String(record.response)].slice(label.start, end).join('') }]
    })
    return { ...record, labels: changed, quality: chance.happens(0.2) ? 'truncated' : (record.quality ?? null) }
  },
  statistics: (golds) => ({
    responses: golds.length,
    responses_with_source: golds.filter(({ domain }) => domain !== null).length,
    spans: golds.flatMap(spansIn).length,
    label_type: countBy(golds.flatMap(spansIn), ({ label }) => String(label)),
    hallucinated_responses: golds.filter(isHallucinated).length,
    quality: countBy(golds, ({ answers }) => String(answers.item?.quality)),
    split: countBy(golds, ({ content }) => String((content['@hidden'] as JsonRecord).split)),
    by_model: ofEach(golds, ({ content }) => String((content['@hidden'] as JsonRecord).model)),
    by_task_type: ofEach(golds, ({ domain }) => domain ?? '(source not at hand)'),
    overlapping_pairs: golds.flatMap((gold) => overlaps(spansIn(gold))).length,
    span_characters: golds.flatMap(spansIn).reduce((all, { start, end }) => all + end - start, 0),
    response_characters: golds.reduce((all, { content }) => all + lengthIn(content.response), 0),
  }),
  notInGold: {
    sources: 'The sources are a second file, of which gold knows those of its responses.',
    offsets_ok: 'A span whose text is another than the record quotes is refused at the import.',
    responses_with_spans_out_of_order: 'Gold has spans in the order of the text; the record keeps its own order.',
    implicit_true: 'A flag of a span: spans have a label and no questions. It stays in the record.',
    due_to_null: 'A flag of a span, as well.',
    meta_null: 'The comment of a span, as well.',
    'by_model.*.hallucinated_without_implicit_true': 'By the flag of a span.',
    'by_task_type.*.hallucinated_without_implicit_true': 'By the flag of a span.',
  },
  expected: ({ ragtruth: figures = null }) => figures,
}
