/** Subtask 3: what does a passage say of a claim? */
import { z } from 'zod'
import { classScoring, majority, randomAmong } from '@/lib/protocols/evaluating/classes'
import { labelLines } from '@/lib/protocols/evaluating/label-lines'
import { textIn } from '@/lib/protocols/evaluating/read-line'
import type { EvaluationTask, Scoring, Target } from '@/lib/protocols/evaluation'
import { chosen } from '@/lib/protocols/factcheck-bench/fields'
import { verifyStage } from '@/lib/protocols/factcheck-bench/verify'
import type { GoldRecord } from '@/lib/protocols/protocol'
import { PUBLISHED_STANCES } from './published'
import { fieldsWith, sourceAt } from './source'

const FOUR = [
  { value: 'completely-support', text: 'Supports' },
  { value: 'partially-support', text: 'Partially supports' },
  { value: 'refute', text: 'Refutes' },
  { value: 'irrelevant', text: 'Irrelevant' },
]
const THREE = [
  { value: 'support', text: 'Supports' },
  { value: 'refute', text: 'Refutes' },
  { value: 'irrelevant', text: 'Irrelevant' },
]

/** Claim and passage together tell a pair. */
const pairText = (claim: string, evidence: string) => `${claim}\n${evidence}`

function targets({ stages }: GoldRecord): Target[] {
  const { units, answers } = stages[verifyStage.key] ?? { units: [], answers: {} }
  const claims = new Map(units.filter(({ kind }) => kind === 'claim').map(({ key, text }) => [key, text]))
  return units
    .filter(({ kind }) => kind === 'evidence')
    .map(({ key, text, parent = '' }) => ({
      unit: key,
      text: pairText(claims.get(parent) ?? '', text),
      gold: chosen(answers, key, 'stance'),
      strata: { enough: chosen(answers, parent, 'enough') ?? 'unstated' },
    }))
}

const merged = (value: unknown) => (typeof value === 'string' ? (value.endsWith('-support') ? 'support' : value) : null)

/** A plain "support" says nothing of four labels. */
function leavingOutMerged(scoring: Scoring): Scoring {
  const isMerged = (value: unknown) => value === 'support'
  return {
    ...scoring,
    score: (scored, prepared) => (isMerged(scored.value) ? null : scoring.score(scored, prepared)),
    isRight: (scored) => (isMerged(scored.value) ? null : (scoring.isRight?.(scored) ?? null)),
  }
}

const RULE = 'Macro averages are over the classes of gold and of what is compared; an abstention is wrong.'

export const stanceTask: EvaluationTask = {
  key: 'stance',
  title: 'Subtask 3: stance of evidence',
  summary: 'Does a passage support, partially support or refute a claim, or is it irrelevant?',
  source: sourceAt('4.2, Table 4'),
  stage: verifyStage.key,
  measure: 'stance',
  fields: fieldsWith(
    { name: 'claim', required: false, text: 'The claim’s text, where no unit is named.' },
    { name: 'evidence', required: false, text: 'The passage’s text, where no unit is named.' },
    {
      name: 'stance',
      required: true,
      text: 'completely-support, partially-support, refute or irrelevant; a plain "support" is scored with three labels only.',
    },
  ),
  example: ['{"system": "nli", "claim": "Snow is white.", "evidence": "Fresh snow is white.", "stance": "support"}'],
  strata: [{ key: 'enough', title: 'Automatic evidence enough' }],
  targets,
  ...labelLines({
    fields: ['stance', 'label', 'prediction'],
    spellings: {
      ...Object.fromEntries(FOUR.map(({ value }) => [value, value])),
      'complete-support': 'completely-support',
      'partial-support': 'partially-support',
      support: 'support',
      supports: 'support',
      supported: 'support',
      entailment: 'support',
      refutes: 'refute',
      refuted: 'refute',
      contradiction: 'refute',
      neutral: 'irrelevant',
    },
    text: (record) => {
      const [claim, evidence] = [textIn(record, 'claim'), textIn(record, 'evidence')]
      return claim === null || evidence === null ? null : pairText(claim, evidence)
    },
  }),
  parameters: z.object({}),
  scorings: () => [
    leavingOutMerged(
      classScoring(
        {
          key: 'four',
          title: 'Four labels',
          description: RULE,
          unitOfAnalysis: 'passage',
          published: PUBLISHED_STANCES.four,
        },
        { labels: FOUR, baselines: [majority, randomAmong(FOUR.map(({ value }) => value))] },
      ),
    ),
    classScoring(
      {
        key: 'three',
        title: 'Three labels',
        description: `Complete and partial support are one. ${RULE}`,
        unitOfAnalysis: 'passage',
        published: PUBLISHED_STANCES.three,
      },
      {
        labels: THREE,
        gold: merged,
        predicted: merged,
        baselines: [majority, randomAmong(THREE.map(({ value }) => value))],
      },
    ),
  ],
}
