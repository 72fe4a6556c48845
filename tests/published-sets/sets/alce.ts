/** ALCE: how useful an answer is, from 1 to 5, in one document by dataset, system and question. */
import type { JsonRecord } from '@/lib/protocols/record-fields'
import { textIn } from '@/tests/data-folders'
import { document } from '@/tests/published-sets/carriers'
import { countBy, groupsBy, rounded } from '@/tests/published-sets/counting'
import { mean } from '@/tests/published-sets/figures'
import type { KeptGold, PublishedSet } from '@/tests/published-sets/published-set'

const FILE = 'next/alce/human_eval/human_eval_utility_completed.json'
const SCORES = ['1', '2', '3', '4', '5']

const scoreOf = ({ answers }: KeptGold) => Number(answers.item?.utility)

const ofSystem = (golds: readonly KeptGold[]): JsonRecord => ({
  answers: golds.length,
  mean_utility: rounded(mean(golds.map(scoreOf))),
  scores: countBy(golds, (gold) => String(scoreOf(gold))),
})

export const alce: PublishedSet = {
  name: 'ALCE',
  example: 'answer-utility',
  needs: [FILE],
  carrier: document(['dataset', 'system', 'question_id'], 'overall_results', { indent: 4 }),
  files: (folder) => [{ name: 'utility.json', text: textIn(folder, FILE) }],
  fewer: (records) => records.slice(0, 12),
  questions: [
    {
      id: 'utility',
      form: 'class',
      level: 'ordinal',
      values: SCORES,
      answers: ({ utility_score }) => [String(utility_score)],
    },
  ],
  differing: (record, chance) =>
    chance.happens(0.4)
      ? record
      : { ...record, utility_score: Number(chance.other(SCORES, String(record.utility_score))) },
  statistics: (golds) =>
    Object.fromEntries(
      groupsBy(golds, ({ domain }) => domain ?? '').map(([dataset, own]): [string, JsonRecord] => [
        dataset,
        Object.fromEntries(
          groupsBy(own, ({ content }) => String((content['@hidden'] as JsonRecord).system)).map(
            ([system, answers]): [string, JsonRecord] => [system, ofSystem(answers)],
          ),
        ),
      ]),
    ),
  notInGold: {},
  expected: ({ alce: figures = null }) => figures,
}
