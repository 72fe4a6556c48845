import { answerOf } from '@/lib/protocols/completeness'
import type { Answers, Finding, Subject } from '@/lib/protocols/protocol'
import { chosen, ITEM } from './fields'
import { mergeResponse, standingSentence } from './merge-response'

/** What the questions by themselves cannot tell: sentences that stay with nothing in them, a response with nothing left. */
export function checkMerge(subject: Subject, answers: Answers): Finding[] {
  const sentences = subject.units.filter(({ kind }) => kind === 'sentence')
  const kept = sentences.filter(({ key }) => chosen(answers, key, 'fate') === 'keep')
  const message = 'Nothing is left of this sentence. Write what remains of it, or delete it.'
  const empty = kept
    .filter((sentence) => standingSentence(answers, sentence) === '')
    .map(({ key }) => ({ unit: key, question: 'revised', message }))
  return [...empty, ...(kept.length > 0 && empty.length === 0 ? emptyResponse(subject, answers) : [])]
}

function emptyResponse(subject: Subject, answers: Answers): Finding[] {
  const isEmpty = answerOf(answers, ITEM, 'response') === null && mergeResponse(subject, answers).text.trim() === ''
  const message = 'The revised response is empty. Write it from the sentences that stay.'
  return isEmpty ? [{ unit: ITEM, question: 'response', message }] : []
}
