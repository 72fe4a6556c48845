/** What is counted of the first stage: sentences, and claims where two annotators' stand for each other. */
import { listComparison, textComparison } from '@/lib/protocols/comparisons'
import type { Comparison, Measure } from '@/lib/protocols/protocol'
import { choiceMeasure, chosen, written } from './fields'
import {
  claimImportanceOptions,
  claimTypeOptions,
  sentenceImportanceOptions,
  sentenceOptions,
  setAsideOptions,
} from './options'

const setAside = { key: 'setAside', title: 'Worth checking', unit: 'claim', options: setAsideOptions }

/** A claim that only one annotator listed has one rating: it is counted, and pairs with nothing. */
export const decomposeMeasures: readonly Measure[] = [
  choiceMeasure(
    { key: 'checkworthy', title: 'Check-worthiness', unit: 'sentence', options: sentenceOptions },
    'sentence',
  ),
  choiceMeasure(
    { key: 'importance', title: 'Importance', unit: 'sentence', options: sentenceImportanceOptions },
    'sentence',
  ),
  choiceMeasure({ key: 'type', title: 'Claim type', unit: 'claim', options: claimTypeOptions }, 'claim'),
  choiceMeasure(
    {
      key: 'importance',
      as: 'claimImportance',
      title: 'Importance of the claim',
      unit: 'claim',
      options: claimImportanceOptions,
    },
    'claim',
  ),
  {
    ...choiceMeasure(setAside, 'claim called factual'),
    // It stands at "check" until somebody sets the claim aside.
    rating: (_, answers, unit) =>
      chosen(answers, unit.key, 'type') === 'factual' ? (chosen(answers, unit.key, 'setAside') ?? 'check') : null,
  },
]

export const decomposeComparisons: readonly Comparison[] = [
  listComparison({
    key: 'claims',
    title: 'Claims found',
    unitOfAnalysis: 'sentence in which either found a claim',
    unit: 'sentence',
    question: 'claims',
    entries: 'claims',
  }),
  textComparison({
    key: 'claimText',
    title: 'Wording of claims',
    unitOfAnalysis: 'claim that both listed',
    unit: 'claim',
    of: (_, answers, unit) => written(answers, unit.key, 'text'),
  }),
  textComparison({
    key: 'decontext',
    title: 'Sentence on its own',
    unitOfAnalysis: 'sentence that either reworded',
    unit: 'sentence',
    of: (_, answers, unit) => written(answers, unit.key, 'decontext') ?? unit.text,
    start: (_, unit) => unit.text,
  }),
]
