import { entriesOf } from '@/lib/protocols/made-units'
import type { Answers, Subject } from '@/lib/protocols/protocol'
import { isCheckworthy } from './decompose-questions'
import { chosen, isListed } from './fields'
import type { DecomposeCounts } from './roll-up-shapes'
import { tally } from './tally'

/** What the first stage's gold is counted by. `subject` holds the listed claims. */
export function decomposeRollUp(subject: Subject, answers: Answers): DecomposeCounts {
  const sentences = subject.units.filter(({ kind }) => kind === 'sentence')
  const claims = subject.units.filter(
    (unit) =>
      unit.kind === 'claim' &&
      unit.parent !== undefined &&
      isCheckworthy(answers, unit.parent) &&
      isListed(answers, unit, 'claims'),
  )
  const of = (units: typeof claims, question: string) => tally(units.map(({ key }) => chosen(answers, key, question)))
  const factual = claims.filter(({ key }) => chosen(answers, key, 'type') === 'factual')
  const lists = sentences.filter(({ key }) => isCheckworthy(answers, key))
  return {
    sentences: sentences.length,
    checkworthiness: of(sentences, 'checkworthy'),
    sentenceImportance: of(sentences, 'importance'),
    claims: claims.length,
    claimTypes: of(claims, 'type'),
    claimImportance: of(claims, 'importance'),
    setAside: tally(factual.map(({ key }) => chosen(answers, key, 'setAside') ?? 'check')),
    made: tally(lists.flatMap(({ key }) => entriesOf(answers[key]?.claims).map(({ made }) => made))),
  }
}
