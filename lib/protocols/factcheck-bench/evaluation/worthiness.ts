/** Subtasks 1 and 2: is a sentence, is a claim worth checking? */
import { z } from 'zod'
import { always, classScoring, majority, randomAmong } from '@/lib/protocols/evaluating/classes'
import { labelLines } from '@/lib/protocols/evaluating/label-lines'
import { textIn } from '@/lib/protocols/evaluating/read-line'
import type { EvaluationTask, Target } from '@/lib/protocols/evaluation'
import { decomposeStage } from '@/lib/protocols/factcheck-bench/decompose'
import { chosen, written } from '@/lib/protocols/factcheck-bench/fields'
import { claimTypeOptions, sentenceOptions } from '@/lib/protocols/factcheck-bench/options'
import { withMadeUnits } from '@/lib/protocols/made-units'
import type { GoldRecord, Option } from '@/lib/protocols/protocol'
import { PUBLISHED_CLAIMS, PUBLISHED_SENTENCES } from './published'
import { fieldsWith, sourceAt } from './source'

const labelsOf = (options: readonly Option[]) => options.map(({ value, text }) => ({ value: String(value), text }))
const SENTENCES = labelsOf(sentenceOptions)
const CLAIMS = labelsOf(claimTypeOptions)

/** The units of a kind with what gold says of them. */
function unitsOf({ content, stages }: GoldRecord, kind: string) {
  const { units, answers } = stages[decomposeStage.key] ?? { units: [], answers: {} }
  const subject = withMadeUnits(decomposeStage, { content, units }, answers)
  return subject.units.filter((unit) => unit.kind === kind).map((unit) => ({ unit, answers }))
}

const sentenceTargets = (gold: GoldRecord): Target[] =>
  unitsOf(gold, 'sentence').map(({ unit, answers }) => ({
    unit: unit.key,
    text: written(answers, unit.key, 'decontext') ?? unit.text,
    gold: chosen(answers, unit.key, 'checkworthy'),
    strata: {},
  }))

const claimTargets = (gold: GoldRecord): Target[] =>
  unitsOf(gold, 'claim').map(({ unit, answers }) => ({
    unit: unit.key,
    text: unit.text,
    gold: chosen(answers, unit.key, 'type'),
    strata: {},
  }))

/** Check-worthy or not: what else a sentence may be is one class. */
const collapsed = (value: unknown) => (typeof value === 'string' ? (value === 'yes' ? 'yes' : 'no') : null)

export const sentencesTask: EvaluationTask = {
  key: 'sentences',
  title: 'Subtask 1: check-worthy sentences',
  summary: 'Is a sentence worth checking?',
  source: sourceAt('4.2, Table 3'),
  stage: decomposeStage.key,
  measure: 'checkworthy',
  fields: fieldsWith(
    { name: 'sentence', required: false, text: 'The sentence as it reads on its own, where no unit is named.' },
    {
      name: 'checkworthy',
      required: true,
      text: 'yes, opinion, not_a_claim or other; a plain no is accepted too. The field may also be called "label".',
    },
  ),
  example: ['{"system": "gpt-3.5", "sentence": "Paris is the capital of France.", "checkworthy": "yes"}'],
  strata: [],
  targets: sentenceTargets,
  ...labelLines({
    fields: ['checkworthy', 'label', 'prediction'],
    spellings: {
      ...Object.fromEntries(
        SENTENCES.flatMap(({ value, text }) => [
          [value, value],
          [text, value],
        ]),
      ),
      no: 'no',
      true: 'yes',
      false: 'no',
    },
    text: (record) => textIn(record, 'sentence', 'text'),
  }),
  parameters: z.object({}),
  scorings: () => [
    classScoring(
      {
        key: 'checkworthy',
        title: 'Check-worthy or not',
        description:
          'Opinions, sentences that claim nothing, and others are one class, as in Table 3. Macro averages are over the classes of gold and of what is compared; an abstention is wrong.',
        unitOfAnalysis: 'sentence',
        published: PUBLISHED_SENTENCES,
      },
      {
        labels: [
          { value: 'yes', text: 'Check-worthy' },
          { value: 'no', text: 'Not check-worthy' },
        ],
        gold: collapsed,
        predicted: collapsed,
        baselines: [always('yes', 'Always check-worthy'), majority, randomAmong(['yes', 'no'])],
      },
    ),
    classScoring(
      {
        key: 'classes',
        title: 'All four classes',
        description:
          'Each of the four classes by itself. Macro averages are over the classes of gold and of what is compared; an abstention, or a plain no, is wrong.',
        unitOfAnalysis: 'sentence',
      },
      { labels: SENTENCES, baselines: [always('yes', 'Always check-worthy'), majority] },
    ),
  ],
}

export const claimsTask: EvaluationTask = {
  key: 'claims',
  title: 'Subtask 2: check-worthy claims',
  summary: 'Is a claim factual, an opinion, or none?',
  source: sourceAt('4.2, Table 3'),
  stage: decomposeStage.key,
  measure: 'type',
  fields: fieldsWith(
    { name: 'claim', required: false, text: 'The claim’s text, where no unit is named.' },
    {
      name: 'checkworthy',
      required: true,
      text: 'factual, opinion, not_a_claim or other. The field may also be called "label".',
    },
  ),
  example: ['{"system": "gpt-3.5", "claim": "Paris is the capital of France.", "checkworthy": "factual"}'],
  strata: [],
  targets: claimTargets,
  ...labelLines({
    fields: ['checkworthy', 'label', 'prediction', 'type'],
    spellings: Object.fromEntries(
      CLAIMS.flatMap(({ value, text }) => [
        [value, value],
        [text, value],
      ]),
    ),
    text: (record) => textIn(record, 'claim', 'text'),
  }),
  parameters: z.object({}),
  scorings: () => [
    classScoring(
      {
        key: 'types',
        title: 'Types of claims',
        description:
          'The types of claims. Macro averages are over the classes of gold and of what is compared; an abstention is wrong.',
        unitOfAnalysis: 'claim',
        published: PUBLISHED_CLAIMS,
      },
      {
        labels: CLAIMS,
        baselines: [always('factual', 'Always factual'), majority, randomAmong(CLAIMS.map(({ value }) => value))],
      },
    ),
  ],
}
