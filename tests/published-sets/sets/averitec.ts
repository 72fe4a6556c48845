/** AVeriTeC: questions about a claim with answers to each, and the verdict that follows. Two protocols read one file. */
import type { Json } from '@/lib/protocols/answers'
import type { JsonRecord } from '@/lib/protocols/record-fields'
import { textIn } from '@/tests/data-folders'
import { jsonList } from '@/tests/published-sets/carriers'
import { countBy, sum } from '@/tests/published-sets/counting'
import type { KeptGold, PublishedSet } from '@/tests/published-sets/published-set'

const FILE = 'next/averitec/data/dev.json'
const VERDICTS = ['Supported', 'Refuted', 'Not Enough Evidence', 'Conflicting Evidence/Cherrypicking']
const KINDS = ['Causal Claim', 'Numerical Claim', 'Quote Verification', 'Position Statement', 'Event/Property Claim']
const STRATEGIES = [
  'Written Evidence',
  'Numerical Comparison',
  'Consultation',
  'Satirical Source Identification',
  'Fact-checker Reference',
]
const ANSWER_TYPES = ['Extractive', 'Abstractive', 'Boolean', 'Unanswerable']

type Answer = { answer: string; answer_type: string; source_url: string; source_medium: string }
type Question = { question: string; answers: Answer[] }
const questionsIn = (record: JsonRecord) => record.questions as unknown as Question[]
const setIn = (value: Json | undefined) => value as string[]

const common = {
  needs: [FILE],
  carrier: jsonList({ indent: 4 }),
  files: (folder) => [{ name: 'dev.json', text: textIn(folder, FILE) }],
  expected: ({ averitec: figures = null }) => figures,
} satisfies Partial<PublishedSet>

/** What other phases of the work ask, which the other protocol counts, and what nobody answers. */
const OF_RECORDS = Object.fromEntries(
  [
    'required_reannotation',
    'nulls.*',
    'empty_texts.*',
    'without_cached_source_url',
    'without_cached_original_claim_url',
    'duplicate_claim_texts',
    'parallel',
  ].map((key) => [key, 'Of fields that are no answers, and stay in the record; of another file (parallel).']),
)
const IN_THE_OTHER = 'An answer under the other protocol of this file.'

const ofGolds = (golds: readonly KeptGold[], question: string) =>
  golds.flatMap(({ answers }) => setIn(answers.item?.[question]) ?? [])

export const averitecVerdicts: PublishedSet = {
  ...common,
  name: 'AVeriTeC, verdicts',
  example: 'claim-verdict',
  fewer: (records) => records.slice(0, 10),
  questions: [
    {
      id: 'verdict',
      form: 'class',
      level: 'nominal',
      values: VERDICTS,
      answers: ({ label }) => [String(label)],
    },
    { id: 'kinds', form: 'set', values: KINDS, answers: (record) => [setIn(record.claim_types)] },
    {
      id: 'strategies',
      form: 'set',
      values: STRATEGIES,
      answers: (record) => [setIn(record.fact_checking_strategies)],
    },
  ],
  differing: (record, chance) => {
    if (chance.happens(0.3)) return record
    const label = chance.other(VERDICTS, String(record.label))
    return chance.happens(0.6)
      ? { ...record, label }
      : {
          ...record,
          label,
          claim_types: KINDS.filter(() => chance.happens(0.4))
            .concat()
            .slice(0, 2),
        }
  },
  statistics: (golds) => ({
    claims: golds.length,
    labels: countBy(golds, ({ answers }) => String(answers.item?.verdict)),
    claim_types: countBy(ofGolds(golds, 'kinds'), (kind) => kind),
    fact_checking_strategies: countBy(ofGolds(golds, 'strategies'), (strategy) => strategy),
    claim_type_sets: countBy(golds, ({ answers }) => setIn(answers.item?.kinds).toSorted().join('+')),
  }),
  notInGold: {
    ...OF_RECORDS,
    ...Object.fromEntries(
      ['questions', 'questions_per_claim.*', 'answers', 'answers_per_question.*', 'answer_type.*', 'source_medium'].map(
        (key) => [key, IN_THE_OTHER],
      ),
    ),
  },
}

export const averitecQuestions: PublishedSet = {
  ...common,
  name: 'AVeriTeC, questions and answers',
  example: 'claim-questions',
  fewer: (records) => records.slice(0, 10),
  questions: [
    {
      id: 'questions',
      form: 'list',
      values: [],
      answers: (record) => [questionsIn(record).map(({ question }) => question)],
    },
  ],
  differing: (record, chance) => {
    if (chance.happens(0.2)) return record
    const questions = questionsIn(record)
      .filter((_, place) => place === 0 || !chance.happens(0.3))
      .map((question) => ({
        ...question,
        answers: question.answers.map((answer) =>
          answer.answer_type === 'Extractive' && chance.happens(0.3)
            ? { ...answer, answer_type: 'Abstractive' }
            : answer,
        ),
      }))
    return { ...record, questions: questions as unknown as Json }
  },
  statistics: (golds) => {
    const questions = golds.flatMap(({ answers }) => Object.values(answers).filter(({ asked }) => asked !== undefined))
    const answers = golds.flatMap((gold) =>
      Object.values(gold.answers).filter(({ answered }) => answered !== undefined),
    )
    const listed = (value: Json | undefined) => String((value as Json[] | undefined)?.length ?? 0)
    return {
      claims: golds.length,
      questions: sum(golds.map(({ rollUp }) => Number(rollUp.questionCount))),
      answers: sum(golds.map(({ rollUp }) => Number(rollUp.answerCount))),
      questions_per_claim: countBy(golds, (gold) => listed(gold.answers.item?.questions)),
      answers_per_question: countBy(questions, (question) => listed(question.answers)),
      answer_type: countBy(answers, ({ kind }) => ANSWER_TYPES.find((type) => type === kind) ?? ''),
      source_medium: countBy(answers, ({ medium }) => (typeof medium === 'string' ? medium : '')),
    }
  },
  notInGold: {
    ...OF_RECORDS,
    ...Object.fromEntries(
      ['labels.*', 'claim_types.*', 'fact_checking_strategies.*', 'claim_type_sets.*'].map((key) => [
        key,
        IN_THE_OTHER,
      ]),
    ),
  },
}
