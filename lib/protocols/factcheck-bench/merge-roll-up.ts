import { answerOf } from '@/lib/protocols/completeness'
import type { Answers, Subject, UnitDraft } from '@/lib/protocols/protocol'
import { levenshtein } from '@/lib/stats/levenshtein'
import { wordOverlap } from '@/lib/stats/word-overlap'
import { contentOf } from './content'
import { chosen, ITEM } from './fields'
import { mergeResponse } from './merge-response'
import type { MergeCounts } from './roll-up-shapes'
import { mergeDataOf } from './unit-data'

/** As the paper counts deleted sentences: a claim was corrected or deleted, or there is nothing to check since the sentence is an `other`. */
function isHallucinated(sentence: UnitDraft): boolean {
  const { checkworthy, claims } = mergeDataOf(sentence)
  return checkworthy === 'other' || claims.some(({ fate }) => fate !== 'kept')
}

/**
 * What the third stage's gold is counted by: sentences and why they went, and how far the revised response is from the
 * original (Factcheck-Bench, Table 6). `normEditDistance` and `wordOverlap` are as in lib/stats.
 */
export function mergeRollUp(subject: Subject, answers: Answers): MergeCounts {
  const sentences = subject.units.filter(({ kind }) => kind === 'sentence')
  const deleted = sentences.filter(({ key }) => chosen(answers, key, 'fate') === 'delete')
  const writtenResponse = answerOf(answers, ITEM, 'response')
  const revised = typeof writtenResponse === 'string' ? writtenResponse : mergeResponse(subject, answers).text
  const { response } = contentOf(subject.content)
  const { value, normalizedDistance } = levenshtein(revised, response)
  return {
    revisedResponse: revised,
    sentences: sentences.length,
    deletedSentences: deleted.length,
    deletedWithCorrection: deleted.filter(isHallucinated).length,
    changed: revised !== response,
    editDistance: value,
    normEditDistance: normalizedDistance,
    wordOverlap: wordOverlap(revised, response).value,
  }
}
