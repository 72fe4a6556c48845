/** What agreement is computed on: the verdict with three labels and with two, the reason, stance and source of each result. */
import { listComparison } from '@/lib/protocols/comparisons'
import type { Answers, Comparison, Measure, Option, UnitDraft } from '@/lib/protocols/protocol'
import { chosen, ITEM } from './fields'
import { isVerdict, twoLabelOf } from './mapping'
import { stanceOptions, trustOptions, verdictOptions, whyOptions } from './options'
import { isInconclusive } from './questions'

const categoriesOf = (options: readonly Option[]): Measure['categories'] =>
  options.map(({ value, text, tone }) => ({ value: String(value), text, tone }))

const ofChoice =
  (question: string) =>
  (_: unknown, answers: Answers, unit: UnitDraft): string | null =>
    chosen(answers, unit.key, question)

const nominal = { level: 'nominal' } as const

export const measures: readonly Measure[] = [
  {
    key: 'verdict',
    title: 'Verdict',
    unitOfAnalysis: 'claim',
    unit: ITEM,
    question: 'verdict',
    ...nominal,
    categories: categoriesOf(verdictOptions),
    rating: ofChoice('verdict'),
  },
  {
    key: 'verdictOfTwo',
    title: 'Verdict, supported or not',
    unitOfAnalysis: 'claim',
    unit: ITEM,
    question: 'verdict',
    ...nominal,
    categories: [
      { value: 'supported', text: 'Supported', tone: 'positive' },
      { value: 'unsupported', text: 'Unsupported', tone: 'negative' },
    ],
    rating: (_, answers, unit) => {
      const verdict = chosen(answers, unit.key, 'verdict')
      return isVerdict(verdict) ? twoLabelOf(verdict) : null
    },
  },
  {
    key: 'why',
    title: 'Why inconclusive',
    unitOfAnalysis: 'claim called inconclusive',
    unit: ITEM,
    question: 'why',
    ...nominal,
    categories: categoriesOf(whyOptions),
    rating: (_, answers, unit) => (isInconclusive(answers) ? chosen(answers, unit.key, 'why') : null),
  },
  {
    key: 'stance',
    title: 'Stance',
    unitOfAnalysis: 'search result',
    unit: 'result',
    question: 'stance',
    ...nominal,
    categories: categoriesOf(stanceOptions),
    rating: ofChoice('stance'),
  },
  {
    key: 'trust',
    title: 'Trust in the source',
    unitOfAnalysis: 'search result whose source was judged',
    unit: 'result',
    question: 'trust',
    ...nominal,
    categories: categoriesOf(trustOptions),
    rating: ofChoice('trust'),
  },
]

export const comparisons: readonly Comparison[] = [
  listComparison({
    key: 'parts',
    title: 'Parts listed',
    unitOfAnalysis: 'claim of which either listed parts',
    unit: ITEM,
    question: 'parts',
    entries: 'parts',
  }),
]
