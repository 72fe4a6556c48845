/** What is counted of the second stage: evidence, claims, and what became of false ones. */
import { listComparison, setComparison, textComparison } from '@/lib/protocols/comparisons'
import type { Answers, Comparison, Measure, UnitDraft } from '@/lib/protocols/protocol'
import { choiceMeasure, chosen, written } from './fields'
import { reliableOptions, stanceOptions, sufficientOptions } from './options'
import { isCheckedClaim } from './unit-data'
import { correctionOptions, enoughOptions, unverifiedOptions, verdictOptions } from './verify-options'

/**
 * How far two stances are apart, in the order of the options. Support, partial support and refutation lie on one line:
 * a passage that supports in part is halfway between the two. Irrelevant says nothing about the claim and so has no
 * place on that line; it is at the full distance from all others.
 */
const STANCE_DISTANCES = [
  [0, 0.5, 1, 1],
  [0.5, 0, 0.5, 1],
  [1, 0.5, 0, 1],
  [1, 1, 1, 0],
] as const

const ofChecked = (_: Answers, unit: UnitDraft) => isCheckedClaim(unit)
const when = (question: string, value: string) => (answers: Answers, unit: UnitDraft) =>
  isCheckedClaim(unit) && chosen(answers, unit.key, question) === value
const isFalse = when('verdict', 'false')

export const verifyMeasures: readonly Measure[] = [
  choiceMeasure(
    { key: 'stance', title: 'Stance', unit: 'evidence', options: stanceOptions, distances: STANCE_DISTANCES },
    'passage',
  ),
  choiceMeasure({ key: 'reliable', title: 'Reliability', unit: 'evidence', options: reliableOptions }, 'passage'),
  choiceMeasure(
    { key: 'sufficient', title: 'Sufficient alone', unit: 'evidence', options: sufficientOptions },
    'passage',
  ),
  choiceMeasure(
    { key: 'enough', title: 'Automatic evidence', unit: 'claim', options: enoughOptions },
    'claim',
    ofChecked,
  ),
  choiceMeasure({ key: 'verdict', title: 'Verdict', unit: 'claim', options: verdictOptions }, 'claim', ofChecked),
  choiceMeasure(
    { key: 'correction', title: 'Correct or delete', unit: 'claim', options: correctionOptions },
    'claim called false',
    isFalse,
  ),
  choiceMeasure(
    { key: 'unverified', title: 'Without enough evidence', unit: 'claim', options: unverifiedOptions },
    'claim without enough evidence',
    when('verdict', 'not_enough_evidence'),
  ),
]

export const verifyComparisons: readonly Comparison[] = [
  textComparison({
    key: 'revised',
    title: 'Corrected claim',
    unitOfAnalysis: 'claim that both corrected',
    unit: 'claim',
    of: (_, answers, unit) =>
      isFalse(answers, unit) && chosen(answers, unit.key, 'correction') === 'edit'
        ? written(answers, unit.key, 'revised')
        : null,
  }),
  listComparison({
    key: 'ownEvidence',
    title: 'Own evidence found',
    unitOfAnalysis: 'claim for which either found evidence',
    unit: 'claim',
    question: 'ownEvidence',
    entries: 'pieces of evidence',
    address: 'url',
  }),
  setComparison({
    key: 'references',
    title: 'Evidence relied on',
    unitOfAnalysis: 'claim that both called false',
    unit: 'claim',
    entries: 'pieces of evidence',
    of: (_, answers, unit) => (isFalse(answers, unit) ? textsIn(answers[unit.key]?.references) : null),
  }),
]

const textsIn = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((entry) => typeof entry === 'string') : []
