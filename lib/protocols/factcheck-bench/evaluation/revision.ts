/** Subtask 5: the revised response. */
import { z } from 'zod'
import { textLines } from '@/lib/protocols/evaluating/label-lines'
import { textIn } from '@/lib/protocols/evaluating/read-line'
import { LIKENESS_SUMS, likenessFigures, likenessSums } from '@/lib/protocols/evaluating/text-likeness'
import type { EvaluationTask, Scored, Target } from '@/lib/protocols/evaluation'
import { contentOf } from '@/lib/protocols/factcheck-bench/content'
import { ITEM } from '@/lib/protocols/factcheck-bench/fields'
import { responseLabels } from '@/lib/protocols/factcheck-bench/labels'
import { mergeStage } from '@/lib/protocols/factcheck-bench/merge'
import { mergeRollUp } from '@/lib/protocols/factcheck-bench/merge-roll-up'
import { verifyStage } from '@/lib/protocols/factcheck-bench/verify'
import { parameterOption } from '@/lib/protocols/parameter-option'
import type { GoldRecord, Json } from '@/lib/protocols/protocol'
import { isJsonRecord } from '@/lib/protocols/record-fields'
import { PUBLISHED_REVISIONS } from './published'
import { fieldsWith, sourceAt } from './source'

const parameters = z.object({
  which: z
    .union([parameterOption('false', 'False responses'), parameterOption('all', 'All responses')])
    .default('false')
    .meta({
      title: 'Responses',
      description: 'False by the rule of the paper: a claim is false or lacks enough evidence.',
    }),
})

function targets({ content, stages }: GoldRecord): Target[] {
  const [verified, merged] = [stages[verifyStage.key], stages[mergeStage.key]]
  if (!merged) return []
  const { response } = contentOf(content)
  const { revisedResponse } = mergeRollUp({ content, units: merged.units }, merged.answers)
  const label = verified && responseLabels({ content, units: verified.units }, verified.answers).paper
  const gold = { original: response, revised: revisedResponse, isFalse: label === false }
  return [{ unit: ITEM, text: response, gold, strata: {} }]
}

const textOf = (gold: Json, field: 'original' | 'revised'): string =>
  isJsonRecord(gold) && typeof gold[field] === 'string' ? gold[field] : ''

const similar = ({ gold, value }: Scored): readonly [string, string] | null =>
  typeof value === 'string' ? [textOf(gold, 'revised'), value] : null

const human = likenessFigures('human', 'the human revision', LIKENESS_SUMS)
const original = likenessFigures('original', 'the original', 0)

export const revisionTask: EvaluationTask = {
  key: 'revision',
  title: 'Subtask 5: revised responses',
  summary:
    'How a system revises responses: what it keeps of the original, and how near it comes to the human revision.',
  source: sourceAt('4.4, Table 6'),
  stage: mergeStage.key,
  fields: fieldsWith(
    { name: 'response', required: false, text: 'The original response, where no item is named.' },
    { name: 'revised_response', required: true, text: 'The revised response; null where the system gave none.' },
  ),
  example: ['{"system": "gpt-4", "item": "#1", "revised_response": "Rome is in Italy."}'],
  strata: [],
  targets,
  ...textLines(['revised_response', 'revision', 'revised'], (record) => textIn(record, 'response')),
  parameters,
  scorings: (settings) => {
    const { which } = parameters.parse(settings)
    const counts = (gold: Json) => which === 'all' || (isJsonRecord(gold) && gold.isFalse === true)
    return [
      {
        key: 'revisions',
        title: which === 'all' ? 'All responses' : 'False responses',
        description:
          'Means over responses. Compared with the original: how much was kept (lexical measures of Table 6). Compared with the human revision: how near it comes. Responses without a revision are left out.',
        unitOfAnalysis: 'response',
        level: 'unit',
        counts,
        sums: 2 * LIKENESS_SUMS,
        score: ({ gold, value }) =>
          typeof value === 'string'
            ? [...likenessSums(value, textOf(gold, 'original')), ...likenessSums(value, textOf(gold, 'revised'))]
            : null,
        similar,
        ...(which === 'false' ? { published: PUBLISHED_REVISIONS } : {}),
        figures: [human[0], human[1], human[2], ...original.map((figure) => ({ ...figure, better: null }))],
        baselines: [
          { key: 'human', title: 'Human revision', value: (gold) => textOf(gold, 'revised') },
          { key: 'same', title: 'Leaves responses as they are', value: (gold) => textOf(gold, 'original') },
        ],
      },
    ]
  },
}
