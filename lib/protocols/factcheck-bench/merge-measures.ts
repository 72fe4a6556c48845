/** What is counted of the third stage: which sentences stay, and how the merged texts read. */
import { textComparison } from '@/lib/protocols/comparisons'
import type { Comparison, Measure } from '@/lib/protocols/protocol'
import { choiceMeasure, chosen, ITEM, written } from './fields'
import { mergeResponse } from './merge-response'
import { mergeSentence } from './merge-sentences'
import { fateOptions } from './verify-options'

export const mergeMeasures: readonly Measure[] = [
  choiceMeasure({ key: 'fate', title: 'Keep or delete', unit: 'sentence', options: fateOptions }, 'sentence'),
]

export const mergeComparisons: readonly Comparison[] = [
  textComparison({
    key: 'revised',
    title: 'Revised sentence',
    unitOfAnalysis: 'sentence that both kept and either reworded',
    unit: 'sentence',
    of: (_, answers, unit) =>
      chosen(answers, unit.key, 'fate') === 'keep'
        ? (written(answers, unit.key, 'revised') ?? mergeSentence(unit))
        : null,
    start: (_, unit) => mergeSentence(unit),
  }),
  textComparison({
    key: 'response',
    title: 'Revised response',
    unitOfAnalysis: 'response',
    unit: 'item',
    of: (subject, answers) => written(answers, ITEM, 'response') ?? mergeResponse(subject, answers).text,
  }),
]
