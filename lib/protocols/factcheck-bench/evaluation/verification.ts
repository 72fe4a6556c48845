/** Subtask 4: is a claim true, and how does a false one read correctly? */
import { z } from 'zod'
import { always, classScoring, majority, randomAmong } from '@/lib/protocols/evaluating/classes'
import { labelLines, textLines } from '@/lib/protocols/evaluating/label-lines'
import { textIn } from '@/lib/protocols/evaluating/read-line'
import { LIKENESS_SUMS, likenessFigures, likenessSums } from '@/lib/protocols/evaluating/text-likeness'
import type { EvaluationTask, Scored, Target } from '@/lib/protocols/evaluation'
import { claimFate } from '@/lib/protocols/factcheck-bench/claim-fate'
import { chosen } from '@/lib/protocols/factcheck-bench/fields'
import { isCheckedClaim } from '@/lib/protocols/factcheck-bench/unit-data'
import { verifyStage } from '@/lib/protocols/factcheck-bench/verify'
import { parameterOption } from '@/lib/protocols/parameter-option'
import type { GoldRecord, Json } from '@/lib/protocols/protocol'
import { isJsonRecord } from '@/lib/protocols/record-fields'
import { PUBLISHED_VERDICTS } from './published'
import { fieldsWith, sourceAt } from './source'

const NEE = 'not_enough_evidence'

function checkedClaims({ stages }: GoldRecord) {
  const { units, answers } = stages[verifyStage.key] ?? { units: [], answers: {} }
  return units.filter(isCheckedClaim).map((claim) => ({ claim, answers }))
}

const verdictTargets = (gold: GoldRecord): Target[] =>
  checkedClaims(gold).map(({ claim, answers }) => ({
    unit: claim.key,
    text: claim.text,
    gold: chosen(answers, claim.key, 'verdict'),
    strata: { enough: chosen(answers, claim.key, 'enough') ?? 'unstated' },
  }))

/** Every claim, also of what annotators set aside: which ones were checked, and how they were judged, is not told. */
const heldOutTargets = ({ stages }: GoldRecord): Target[] => {
  const { units, answers } = stages[verifyStage.key] ?? { units: [], answers: {} }
  return units
    .filter(({ kind }) => kind === 'claim')
    .map((claim) => ({
      unit: claim.key,
      text: claim.text,
      gold: isCheckedClaim(claim) ? chosen(answers, claim.key, 'verdict') : null,
      strata: {},
    }))
}

const verdictParameters = z.object({
  notEnough: z
    .union([parameterOption('out', 'Are left out'), parameterOption('false', 'Count as false')])
    .default('out')
    .meta({
      title: 'Claims without enough evidence',
      description: 'How the gold’s claims without enough evidence count.',
    }),
})

const claimText = (record: Parameters<typeof textIn>[0]) => textIn(record, 'claim', 'text')

export const verificationTask: EvaluationTask = {
  key: 'verification',
  title: 'Subtask 4: factuality of claims',
  summary: 'Is a claim true or false?',
  source: sourceAt('4.3, Table 5'),
  stage: verifyStage.key,
  measure: 'verdict',
  fields: fieldsWith(
    { name: 'claim', required: false, text: 'The claim’s text, where no unit is named.' },
    {
      name: 'label',
      required: true,
      text: 'true, false or not_enough_evidence, in any usual spelling.',
      mayAbstain: true,
    },
    {
      name: 'evidence_source',
      required: false,
      text: 'Where the system has its evidence from ("wikipedia", "web", "none"); shown beside its name.',
    },
  ),
  example: [
    '{"system": "factool", "evidence_source": "web", "claim": "Paris is the capital of France.", "label": true}',
    '{"system": "factscore", "evidence_source": "wikipedia", "item": "#3", "unit": "s1.c2", "label": "false"}',
  ],
  strata: [{ key: 'enough', title: 'Automatic evidence enough' }],
  targets: verdictTargets,
  heldOutTargets,
  ...labelLines({
    fields: ['label', 'verdict', 'factuality', 'prediction', 'is_supported'],
    spellings: {
      true: 'true',
      factual: 'true',
      supported: 'true',
      yes: 'true',
      1: 'true',
      false: 'false',
      'non-factual': 'false',
      refuted: 'false',
      unsupported: 'false',
      'not supported': 'false',
      no: 'false',
      0: 'false',
      [NEE]: NEE,
      nee: NEE,
    },
    text: claimText,
    facts: ['evidence_source'],
  }),
  fromProposals: (_, proposals) =>
    proposals.flatMap(({ unit, question, value }) => (question === 'verdict' ? [{ unit, value }] : [])),
  fromSteps: ['verdict'],
  parameters: verdictParameters,
  scorings: (parameters) => {
    const { notEnough } = verdictParameters.parse(parameters)
    const label = (value: Json) =>
      typeof value !== 'string' ? null : value === NEE ? (notEnough === 'false' ? 'false' : null) : value
    return [
      classScoring(
        {
          key: 'verdicts',
          title: 'True and false claims',
          description: `Precision, recall and F1 of each label. Claims without enough evidence ${notEnough === 'false' ? 'count as false, in gold and predictions' : 'are left out of the gold; a system that says so about another claim abstains'}. An abstention is wrong.`,
          unitOfAnalysis: 'claim',
          published: PUBLISHED_VERDICTS[notEnough],
        },
        {
          labels: [
            { value: 'true', text: 'True' },
            { value: 'false', text: 'False' },
          ],
          gold: label,
          predicted: label,
          baselines: [
            always('true', 'Always true'),
            always('false', 'Always false'),
            randomAmong(['true', 'false']),
            { ...majority, value: (_, __, most) => (most === NEE ? 'false' : most) },
          ],
        },
      ),
    ]
  },
}

/** Of a false claim that was corrected: how it was, and how it reads now. */
const correctionTargets = (gold: GoldRecord): Target[] =>
  checkedClaims(gold).flatMap(({ claim, answers }): Target[] => {
    const { fate, text } = claimFate(claim, answers)
    if (fate !== 'edited' || chosen(answers, claim.key, 'verdict') !== 'false') return []
    return [{ unit: claim.key, text: claim.text, gold: { was: claim.text, corrected: text }, strata: {} }]
  })

const textOf = (gold: Json, field: 'was' | 'corrected'): string =>
  isJsonRecord(gold) && typeof gold[field] === 'string' ? gold[field] : ''

const pairOf = ({ gold, value }: Scored): readonly [string, string] | null =>
  typeof value === 'string' ? [textOf(gold, 'corrected'), value] : null

export const correctionsTask: EvaluationTask = {
  key: 'corrections',
  title: 'Subtask 4: corrected claims',
  summary: 'How a system corrects false claims, beside the human correction.',
  source: sourceAt('2, subtask 4'),
  stage: verifyStage.key,
  fields: fieldsWith(
    { name: 'claim', required: false, text: 'The false claim’s text, where no unit is named.' },
    { name: 'revised_claim', required: true, text: 'The corrected claim; null where the system gave none.' },
  ),
  example: ['{"system": "gpt-4", "claim": "Rome is in France.", "revised_claim": "Rome is in Italy."}'],
  strata: [],
  targets: correctionTargets,
  ...textLines(['revised_claim', 'corrected', 'correction'], claimText),
  fromProposals: (_, proposals) =>
    proposals.flatMap(({ unit, question, value }) => (question === 'revised' ? [{ unit, value }] : [])),
  fromSteps: ['correction'],
  parameters: z.object({}),
  scorings: () => [
    {
      key: 'corrections',
      title: 'Corrected claims',
      description:
        'Each system’s correction is compared with that of people; the figures are means over the false claims that people corrected. Claims without a correction are left out.',
      unitOfAnalysis: 'corrected claim',
      level: 'unit',
      sums: LIKENESS_SUMS,
      score: (scored) => {
        const pair = pairOf(scored)
        return pair && likenessSums(pair[1], pair[0])
      },
      similar: pairOf,
      figures: likenessFigures('human', 'the human correction', 0),
      baselines: [{ key: 'same', title: 'Leaves claims as they are', value: (gold) => textOf(gold, 'was') }],
    },
  ],
}
