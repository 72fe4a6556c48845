/** Where the second stage's workbench goes next: pure, so that a journey by key can be tested without a page. */
import { type BenchPlace, nextLacking } from '@/components/annotation/workbench/navigation'
import { askedQuestions } from '@/lib/annotation/annotations/rules'
import { answerOf, findings } from '@/lib/protocols/completeness'
import { partsOf } from '@/lib/protocols/made-units'
import type { Answers, Json, Stage, Subject, UnitDraft } from '@/lib/protocols/protocol'

/** What the pure functions need of the workbench. */
export interface Desk {
  stage: Stage
  subject: Subject
  answers: Answers
}

const CARDS: readonly string[] = ['evidence', 'own-evidence']
export const isCard = ({ kind }: UnitDraft) => CARDS.includes(kind)

/** A claim's pieces of evidence, those that came first, then the annotator's own. */
export function cardsOf(subject: Subject, claim: string): UnitDraft[] {
  const cards = partsOf(subject, claim).filter(isCard)
  return [...cards.filter(({ kind }) => kind === 'evidence'), ...cards.filter(({ kind }) => kind !== 'evidence')]
}

export const claimsOf = (subject: Subject): UnitDraft[] => subject.units.filter(({ kind }) => kind === 'claim')

/** The claim that a unit is, or is evidence for; undefined for sentences and the item. */
export function claimOf(subject: Subject, unit: string): UnitDraft | undefined {
  const found = subject.units.find(({ key }) => key === unit)
  if (!found || found.kind === 'claim') return found
  return isCard(found) ? subject.units.find(({ key }) => key === found.parent) : undefined
}

/** Is a required answer of the unit missing? */
export function lacks({ stage, subject, answers }: Desk, unit: UnitDraft): boolean {
  return askedQuestions(stage, subject, answers, unit).some(
    (question) => question.required && answerOf(answers, unit.key, question.key) === null,
  )
}

/** Where one begins with a claim: its first piece of evidence without a stance, else the claim itself. */
export function enterClaim(desk: Desk, claim: string): BenchPlace {
  const card = cardsOf(desk.subject, claim).find((each) => lacks(desk, each))
  return { unit: card?.key ?? claim, question: null }
}

/** The beginning of the next or previous claim; null at the ends. */
export function neighbourClaim(desk: Desk, unit: string, step: 1 | -1): BenchPlace | null {
  const keys = claimsOf(desk.subject).map(({ key }) => key)
  const next = keys[keys.indexOf(claimOf(desk.subject, unit)?.key ?? '') + step]
  return next === undefined ? null : enterClaim(desk, next)
}

/** The field that an answer calls for at once. */
const FIELD_AFTER: Readonly<Record<string, string>> = {
  'correction=edit': 'revised',
  'unverified=delete': 'deleteReason',
}

/** The claim, at the first of its questions without an answer; texts are entered on purpose only. */
function atClaim({ stage, subject, answers }: Desk, claim: UnitDraft): BenchPlace {
  const open = askedQuestions(stage, subject, answers, claim).find(
    ({ key, form, required }) => required && form !== 'text' && answerOf(answers, claim.key, key) === null,
  )
  return { unit: claim.key, question: open?.key ?? null }
}

/**
 * Where a fresh answer leads; `desk` holds it already. A judged piece of evidence leads to the next that is not judged,
 * and after the last one to the claim; a claim that lacks nothing leads to what is missing further on.
 */
export function placeAfter(desk: Desk, unit: UnitDraft, question: string, value: Json): BenchPlace | null {
  const claim = claimOf(desk.subject, unit.key)
  if (!claim || value === null) return null
  if (isCard(unit)) {
    const stays = lacks(desk, unit) || (unit.kind === 'evidence' && question !== 'stance')
    return stays ? { unit: unit.key, question: null } : placeAfterCard(desk, claim, unit)
  }
  const field = FIELD_AFTER[`${question}=${String(value)}`]
  if (field) return { unit: unit.key, question: field }
  // What these call for may be there from before: it is shown, not passed over.
  if (question === 'enough' || (question === 'verdict' && value !== 'true')) return atClaim(desk, unit)
  return afterClaim(desk, unit)
}

function placeAfterCard(desk: Desk, claim: UnitDraft, card: UnitDraft): BenchPlace {
  const cards = cardsOf(desk.subject, claim.key)
  const index = cards.indexOf(card)
  const open = [...cards.slice(index + 1), ...cards.slice(0, index)].find((each) => lacks(desk, each))
  return open ? { unit: open.key, question: null } : afterClaim(desk, claim)
}

const afterClaim = (desk: Desk, claim: UnitDraft): BenchPlace =>
  isDone(desk, claim) ? onward(desk, claim.key) : atClaim(desk, claim)

/** Where to go on from a unit: to what is missing, else it stays. */
export function onward(desk: Desk, unit: string): BenchPlace {
  return { unit: nextLacking(desk.stage, desk.subject, desk.answers, unit) ?? unit, question: null }
}

/** Where to go from a text field of a claim or card when it is left: on, if nothing is missing there. */
export function leaveField(desk: Desk, unit: UnitDraft): BenchPlace {
  const claim = claimOf(desk.subject, unit.key)
  if (!claim || (isCard(unit) && lacks(desk, unit))) return { unit: unit.key, question: null }
  return isCard(unit) ? placeAfterCard(desk, claim, unit) : afterClaim(desk, claim)
}

/** Does the claim lack nothing, the stage's own checks included? */
export function isDone({ stage, subject, answers }: Desk, claim: UnitDraft): boolean {
  const units = [claim, ...cardsOf(subject, claim.key)]
  return findings(stage, { ...subject, units }, answers).length === 0
}
