/** Stage 2: each claim against its evidence, with a verdict and, where it is false, a correction. */

import { listComparison, setComparison, textComparison } from '@/lib/protocols/comparisons'
import { isAsked } from '@/lib/protocols/completeness'
import { entriesOf, partsOf, withMadeUnits } from '@/lib/protocols/made-units'
import type { Answers, Comparison, Finding, Measure, Stage, Subject, UnitDraft } from '@/lib/protocols/protocol'
import { type EditOperation, editOperations } from '@/lib/text/edit-operations'
import { claimFate } from './claim-fate'
import { contentOf } from './content'
import { choiceMeasure, chosen, written } from './fields'
import { claimLabel, responseLabels, sentenceLabel } from './labels'
import { reliableOptions, stanceOptions, sufficientOptions } from './options'
import type { Counts, VerifyCounts } from './roll-up-shapes'
import { tally } from './tally'
import { isCheckedClaim } from './unit-data'
import { correctionOptions, enoughOptions, unverifiedOptions, verdictOptions } from './verify-options'
import { verifyQuestions } from './verify-questions'
import { verifyUnits } from './verify-units'

/** What the questions by themselves cannot tell: corrections that change nothing, references that lead nowhere. */
function checkVerify(subject: Subject, answers: Answers): Finding[] {
  return subject.units
    .filter(isCheckedClaim)
    .flatMap((claim) => [
      ...enoughOfNothing(subject, answers, claim),
      ...unchangedCorrection(subject, answers, claim),
      ...lostReferences(subject, answers, claim),
    ])
}

const asks = (key: string, subject: Subject, answers: Answers, claim: UnitDraft) =>
  verifyQuestions.some((question) => question.key === key && isAsked(question, subject, answers, claim))

function enoughOfNothing(subject: Subject, answers: Answers, claim: UnitDraft): Finding[] {
  const hasEvidence = partsOf(subject, claim.key).some(({ kind }) => kind === 'evidence')
  if (hasEvidence || chosen(answers, claim.key, 'enough') !== 'yes') return []
  const message = 'No evidence came with this claim, so it cannot decide it. Answer “Not enough” and add your own.'
  return [{ unit: claim.key, question: 'enough', message }]
}

function unchangedCorrection(subject: Subject, answers: Answers, claim: UnitDraft): Finding[] {
  if (!asks('revised', subject, answers, claim)) return []
  if (written(answers, claim.key, 'revised') !== claim.text.trim()) return []
  const message = 'The correction is the claim as it was. Change what is false, or choose to delete the claim.'
  return [{ unit: claim.key, question: 'revised', message }]
}

function lostReferences(subject: Subject, answers: Answers, claim: UnitDraft): Finding[] {
  const references = answers[claim.key]?.references
  if (!Array.isArray(references) || !asks('references', subject, answers, claim)) return []
  const partKeys = new Set(partsOf(subject, claim.key).map(({ key }) => key))
  if (references.every((key) => typeof key === 'string' && partKeys.has(key))) return []
  const message = 'A reference names something that is not evidence of this claim. Take it out, or choose another.'
  return [{ unit: claim.key, question: 'references', message }]
}

/* What is counted of the second stage: evidence, claims, and what became of false ones. */

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

const verifyMeasures: readonly Measure[] = [
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

const verifyComparisons: readonly Comparison[] = [
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

/** What the second stage's gold is counted by. `subject` holds the listed evidence. */
function verifyRollUp(subject: Subject, answers: Answers): VerifyCounts {
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

export const verifyStage: Stage = {
  key: 'verify',
  title: 'Verify and correct claims',
  raters: 2,
  consolidation: 'discussion',
  thirdRater: 'always',
  approval: 'automatic',
  unitKinds: [
    { kind: 'item', text: 'item' },
    { kind: 'sentence', text: 'sentence' },
    { kind: 'claim', text: 'claim', partsFirst: true },
    { kind: 'evidence', text: 'passage' },
    { kind: 'own-evidence', text: 'piece of own evidence' },
  ],
  questions: verifyQuestions,
  knownBy: { claim: 'verdict' },
  measures: verifyMeasures,
  comparisons: verifyComparisons,
  measuredContent: [],
  // What is judged of the evidence stands in the units.
  pageContent: (content) => ({ ...contentOf(content), evidence: [] }),
  units: (content, _, earlier) => verifyUnits(content, earlier.decompose),
  segmentedText: () => null,
  resegments: null,
  check: checkVerify,
  rollUp: (subject, answers) => verifyRollUp(withMadeUnits(verifyStage, subject, answers), answers),
}
