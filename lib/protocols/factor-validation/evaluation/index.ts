/** FACTOR accuracy of language models: is the true completion the most probable one? */
import { z } from 'zod'
import { answerOf } from '@/lib/protocols/completeness'
import { ratioFigure } from '@/lib/protocols/evaluating/means'
import { placeFields } from '@/lib/protocols/evaluating/read-line'
import type { EvaluationTask, Scored, Scoring, Target } from '@/lib/protocols/evaluation'
import { contentOf } from '@/lib/protocols/factor-validation/content'
import { errorTypeOptions, errorTypes } from '@/lib/protocols/factor-validation/options'
import { VALIDATE } from '@/lib/protocols/factor-validation/roll-up'
import { exampleOf, ITEM } from '@/lib/protocols/factor-validation/units'
import { parameterOption } from '@/lib/protocols/parameter-option'
import type { GoldRecord, Json } from '@/lib/protocols/protocol'
import { isJsonRecord } from '@/lib/protocols/record-fields'
import { readOwnScores, readScores, recognisesScores } from './read'

/** Four completions, one of them true. */
const CHANCE = 0.25

const parameters = z.object({
  ties: z
    .union([
      parameterOption('wrong', 'Is wrong'),
      parameterOption('shared', 'Counts in part: one over the number of those tied'),
      parameterOption('first', 'Is right, as in FACTOR’s code'),
    ])
    .default('wrong')
    .meta({
      title: 'A tie for the first place',
      description: 'What a true completion that shares the first place is worth.',
    }),
})
type Ties = z.output<typeof parameters>['ties']

/** An example with its contradictions' kinds of error: as people judged them, or as the file says. */
function targets({ content, stages }: GoldRecord): Target[] {
  const { completion, contradictions } = exampleOf(content)
  if (completion === null || contradictions.length === 0) return []
  const answers = stages[VALIDATE]?.answers ?? {}
  const types = contradictions.map(({ key, type }): Json => answerOf(answers, key, 'errorType') ?? type)
  return [{ unit: ITEM, text: completion, gold: { types }, strata: { set: contentOf(content).set ?? 'all' } }]
}

const scoresOf = (value: Json): number[] | null =>
  Array.isArray(value) && value.every((each) => typeof each === 'number') ? value : null

const typesOf = (gold: Json): Json[] => (isJsonRecord(gold) && Array.isArray(gold.types) ? gold.types : [])

/** A system has to have chosen among all completions that gold knows; fewer are an easier choice. */
const isWhole = (scores: readonly number[], gold: Json): boolean =>
  typesOf(gold).length === 0 || scores.length === typesOf(gold).length + 1

/** How many share the first place with the true completion, itself included; 0 where it is not there. */
function tiedFirst(scores: readonly number[]): number {
  const best = Math.max(...scores)
  return scores[0] === best ? scores.filter((each) => each === best).length : 0
}

const worth = (tied: number, ties: Ties): number =>
  tied <= 1 ? tied : ties === 'wrong' ? 0 : ties === 'first' ? 1 : 1 / tied

/** Sums: examples, worth, ties; then contradictions and those that were less probable, by kind of error. */
const [EXAMPLES, WORTH, TIES, BY_TYPE] = [0, 1, 2, 3]

function score({ gold, value }: Scored, ties: Ties): number[] | null {
  const scores = scoresOf(value)
  if (!scores || !isWhole(scores, gold)) return null
  const tied = tiedFirst(scores)
  const sums = [1, worth(tied, ties), Number(tied > 1), ...errorTypes.flatMap(() => [0, 0])]
  const add = (sumIndex: number, amount: number) => {
    sums[sumIndex] = (sums[sumIndex] ?? 0) + amount
  }
  const typeOrder: readonly Json[] = errorTypes
  typesOf(gold).forEach((errorType, index) => {
    const type = typeOrder.indexOf(errorType)
    const [own, other] = [scores[0] ?? 0, scores[index + 1]]
    if (type < 0 || other === undefined) return
    add(BY_TYPE + 2 * type, 1)
    add(BY_TYPE + 2 * type + 1, own > other ? 1 : own === other ? worth(2, ties) : 0)
  })
  return sums
}

function scoringOf(settings: Readonly<Record<string, unknown>>): Scoring {
  const { ties } = parameters.parse(settings)
  return {
    key: 'choices',
    title: 'FACTOR accuracy',
    description:
      'Share of examples whose true completion has the highest mean log-probability per token (FACTOR 2). By kind of error: share of contradictions of that kind that are less probable than the true completion, for which chance is one half. Examples without a score for each completion are left out.',
    unitOfAnalysis: 'example',
    level: 'unit',
    sums: BY_TYPE + 2 * errorTypes.length,
    score: (scored) => score(scored, ties),
    isRight: ({ gold, value }) => {
      const scores = scoresOf(value)
      if (!scores || !isWhole(scores, gold)) return null
      return worth(tiedFirst(scores), ties === 'first' ? 'first' : 'wrong') === 1
    },
    figures: [
      ratioFigure({ key: 'accuracy', title: 'Accuracy', form: 'share', better: 'high' }, WORTH, EXAMPLES),
      ratioFigure({ key: 'ties', title: 'Ties', form: 'share', better: null }, TIES, EXAMPLES),
      ...errorTypes.map((type, index) =>
        ratioFigure(
          { key: `type:${type}`, title: titleOf(type), form: 'share', better: 'high' },
          BY_TYPE + 2 * index + 1,
          BY_TYPE + 2 * index,
        ),
      ),
    ],
    line: { value: CHANCE, text: 'Chance among four completions' },
  }
}

const titleOf = (type: string) => errorTypeOptions.find(({ value }) => value === type)?.text ?? type

const SOURCE = { paper: 'Generating Benchmarks for Factuality Evaluation of Language Models', section: '2, 5' }

const scoreFields = [
  {
    name: 'scores',
    required: false,
    text: 'Mean log-probability per token of each completion, the true one first, then contradiction_0 to contradiction_2.',
  },
  { name: 'logprobs', required: false, text: 'Or the log-probabilities of each completion’s tokens, as lists.' },
  { name: 'nll', required: false, text: 'Or mean negative log-likelihoods, of which the lowest is chosen.' },
  {
    name: 'family, size, retrieval, perplexity',
    required: false,
    text: 'Facts about the model by which models are compared; perplexity of the same texts is set against accuracy.',
  },
]

const choices: EvaluationTask = {
  key: 'choices',
  title: 'Choosing the true completion',
  summary: 'Language models on the project’s examples, by log-probabilities of their completions.',
  source: SOURCE,
  stage: VALIDATE,
  fields: [
    ...placeFields,
    { name: 'completion', required: false, text: 'The true completion’s text, where no item is named.' },
    ...scoreFields,
  ],
  example: [
    '{"system": "gpt-j", "family": "GPT", "size": "6B", "perplexity": 9.2, "item": "expert-0", "scores": [-2.1, -2.4, -2.2, -3.0]}',
  ],
  strata: [{ key: 'set', title: 'Set' }],
  targets,
  recognises: recognisesScores,
  read: readScores,
  parameters,
  scorings: (settings) => [scoringOf(settings)],
}

const ownExamples: EvaluationTask = {
  ...choices,
  key: 'own-examples',
  title: 'Choosing, of examples in the file',
  summary: 'The same for examples that are not in the project; no gold of the project is used.',
  stage: null,
  fields: [
    ...placeFields.map((field) => (field.name === 'item' ? { ...field, required: true } : field)),
    { name: 'set', required: false, text: 'wiki, news, expert, or what you call it.' },
    { name: 'error_types', required: false, text: 'The kind of error of each contradiction, or null.' },
    ...scoreFields,
  ],
  example: [
    '{"system": "gpt-j", "set": "news", "item": "17", "error_types": ["entity", "predicate", null], "scores": [-2.1, -2.4, -2.2, -3.0]}',
  ],
  targets: () => [],
  read: readOwnScores,
}

export const factorValidationEvaluations: readonly EvaluationTask[] = [choices, ownExamples]
