import type { Answers, Finding, Subject } from '@/lib/protocols/protocol'
import { chosen } from './fields'
import { standingSentence } from './merge-response'

/** What the questions by themselves cannot tell: sentences that stay with nothing in them. */
export function checkMerge(subject: Subject, answers: Answers): Finding[] {
  const message = 'Nothing is left of this sentence. Write what remains of it, or delete it.'
  return subject.units
    .filter(({ kind, key }) => kind === 'sentence' && chosen(answers, key, 'fate') === 'keep')
    .filter((sentence) => standingSentence(answers, sentence) === '')
    .map(({ key }) => ({ unit: key, question: 'revised', message }))
}
