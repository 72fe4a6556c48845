/** Mu-SHROOM: the words of an answer that are hallucinated, in many languages. Its raw marks of many raters are votes, tested elsewhere. */
import type { JsonRecord } from '@/lib/protocols/record-fields'
import { filesIn, textIn } from '@/tests/data-folders'
import { jsonLines } from '@/tests/published-sets/carriers'
import { lengthIn } from '@/tests/published-sets/counting'
import type { KeptGold, PublishedSet, Span } from '@/tests/published-sets/published-set'

const SPLITS = ['next/mushroom/splits/test_labeled/v1', 'next/mushroom/splits/val/v2'].map((within) => ({
  within,
  named: /^mushroom\..*\.jsonl$/,
}))

type Place = [start: number, end: number]
const placesIn = (record: JsonRecord) => record.hard_labels as Place[]

const spansIn = (answers: KeptGold['answers']) =>
  (answers.item?.marks as unknown as { spans: Span[] } | undefined)?.spans ?? []

export const mushroom: PublishedSet = {
  name: 'Mu-SHROOM',
  example: 'hallucinated-spans',
  // What was settled alone: the marks of many raters, which it is counted from, would be votes.
  edit: (source) => source.replace(/^ {2}votes:\n(?: {4}.*\n)+/m, '').replace('policy: votes', 'policy: majority'),
  needs: SPLITS,
  carrier: jsonLines({ compact: true, slashes: true }),
  files: (folder) =>
    SPLITS.flatMap((split) =>
      filesIn(folder, split).map((name) => ({ name, text: textIn(folder, `${split.within}/${name}`) })),
    ),
  fewer: (records) => [...records.slice(0, 5), ...records.filter(({ lang }) => lang === 'ZH').slice(0, 5)],
  questions: [
    {
      id: 'marks',
      form: 'span',
      values: [],
      text: (record) => String(record.model_output_text),
      answers: (record) => placesIn(record).map(([start, end]) => ({ start, end, label: null })),
    },
  ],
  differing: (record, chance) => {
    const places = placesIn(record)
    if (places.length === 0 || chance.happens(0.3)) return record
    const last = lengthIn(record.model_output_text)
    // Of two that touch afterwards one would be made at the desk.
    const changed = places.flatMap(([start, end], index): Place[] => {
      if (chance.happens(0.3)) return []
      const next = places[index + 1]?.[0] ?? last + 1
      return [[start, Math.max(start + 1, Math.min(end + chance.index(7) - 3, next - 1, last))]]
    })
    return { ...record, hard_labels: changed }
  },
  statistics: (_, files) =>
    Object.fromEntries(
      files.map(({ name, golds }) => {
        const marked = golds.filter(({ answers }) => spansIn(answers).length > 0)
        const [, key = name] = /mushroom\.(.+)\.extra/.exec(name) ?? []
        return [key, { items: golds.length, items_with_hard_labels: marked.length }]
      }),
    ),
  notInGold: Object.fromEntries(
    [
      'annotators',
      'annotators_per_item.*',
      'soft_labels_reproduced',
      'hard_labels_reproduced',
      'hard_follow_from_published_soft',
      'items_with_soft_labels',
      'empty_raw_spans',
      'mean_soft_over_union',
      'mean_pairwise_iou_cleaned',
      'character_f1_micro_over_pairs_cleaned',
      'alpha_characters_raw',
      'alpha_characters_cleaned',
    ].map((key) => [`*.${key}`, 'Of the raw marks of many raters, of which the gold of the example is the outcome.']),
  ),
  expected: ({ mushroom: figures = null }) => figures,
}
