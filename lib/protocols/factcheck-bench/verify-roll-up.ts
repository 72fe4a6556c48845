import { entriesOf, partsOf } from '@/lib/protocols/made-units'
import type { Answers, Subject, UnitDraft } from '@/lib/protocols/protocol'
import { type EditOperation, editOperations } from '@/lib/text/edit-operations'
import { claimFate } from './claim-fate'
import { chosen } from './fields'
import { claimLabel, responseLabels, sentenceLabel } from './labels'
import type { Counts, VerifyCounts } from './roll-up-shapes'
import { tally } from './tally'
import { isCheckedClaim } from './unit-data'

/** What the second stage's gold is counted by. `subject` holds the listed evidence. */
export function verifyRollUp(subject: Subject, answers: Answers): VerifyCounts {
  const of = (kind: string) => subject.units.filter((unit) => unit.kind === kind)
  const claims = of('claim')
  const checked = claims.filter(isCheckedClaim)
  const labels = claims.map((claim) => [claim.key, claimResult(claim, answers)] as const)
  const operations = labels.flatMap(([, result]) => result.operations.map(({ kind }) => kind))
  return {
    response: responseLabels(subject, answers),
    sentences: Object.fromEntries(of('sentence').map((unit) => [unit.key, sentenceResult(subject, answers, unit)])),
    claims: Object.fromEntries(labels),
    checkedClaims: checked.length,
    evidence: of('evidence').length,
    ownEvidence: checked
      .filter(({ key }) => chosen(answers, key, 'enough') === 'no')
      .reduce((sum, { key }) => sum + entriesOf(answers[key]?.ownEvidence).length, 0),
    ...verdictCounts(claims, answers),
    ...stanceCounts(subject, checked, answers),
    corrections: tally(checked.map((claim) => claimFate(claim, answers).fate)),
    operations: tally(operations),
  }
}

const sentenceResult = (subject: Subject, answers: Answers, sentence: UnitDraft) => ({
  released: sentenceLabel(subject, answers, sentence, 'released'),
  paper: sentenceLabel(subject, answers, sentence, 'paper'),
})

function claimResult(claim: UnitDraft, answers: Answers) {
  const { fate, text } = claimFate(claim, answers)
  const operations: EditOperation[] =
    fate === 'kept' ? [] : editOperations(claim.text, fate === 'deleted' ? null : text)
  return { label: claimLabel(answers, claim), operations: operations.map((operation) => ({ ...operation })) }
}

function verdictCounts(claims: readonly UnitDraft[], answers: Answers) {
  const answerTo = (question: string) => (claim: UnitDraft) =>
    isCheckedClaim(claim) ? chosen(answers, claim.key, question) : 'NA'
  const verdictsWhere = (value: string): Counts =>
    tally(claims.filter((claim) => answerTo('enough')(claim) === value).map(answerTo('verdict')))
  return {
    enough: tally(claims.map(answerTo('enough'))),
    verdicts: tally(claims.map(answerTo('verdict'))),
    verdictsByEnough: { yes: verdictsWhere('yes'), no: verdictsWhere('no') },
  }
}

function stanceCounts(subject: Subject, checked: readonly UnitDraft[], answers: Answers) {
  const byClaim = checked.map(({ key }) => ({
    enough: chosen(answers, key, 'enough'),
    stances: partsOf(subject, key)
      .filter(({ kind }) => kind === 'evidence')
      .map((evidence) => chosen(answers, evidence.key, 'stance')),
  }))
  const where = (value: string) =>
    tally(byClaim.filter(({ enough }) => enough === value).flatMap((each) => each.stances))
  return {
    stances: tally(byClaim.flatMap(({ stances }) => stances)),
    stancesByEnough: { yes: where('yes'), no: where('no') },
  }
}
