import type { Answers, Json, Subject } from '@/lib/protocols/protocol'
import { chosen } from './fields'
import { tally } from './tally'

/** What the first stage's gold is counted by. `subject` holds the listed claims. */
export function decomposeRollUp(subject: Subject, answers: Answers): { [key: string]: Json } {
  const sentences = subject.units.filter(({ kind }) => kind === 'sentence')
  return {
    sentences: sentences.length,
    checkworthiness: tally(sentences.map(({ key }) => chosen(answers, key, 'checkworthy'))),
  }
}
