/** What the second stage's workbench does on a key or a click: answers, and where they lead. */
import type { Bench } from '@/components/annotation/workbench/bench-context'
import type { AnswerCause } from '@/lib/annotation/annotations/contract'
import { type CausedChange, withChanges } from '@/lib/annotation/annotations/rules'
import { answerOf } from '@/lib/protocols/completeness'
import { entriesOf, newUnitKey } from '@/lib/protocols/made-units'
import type { Json, ListEntry, UnitDraft } from '@/lib/protocols/protocol'
import { cardsOf, placeAfter } from './places'

const CHOSEN: AnswerCause = { origin: 'chosen' }
const BULK: AnswerCause = { origin: 'bulk' }

/** Answers by a deliberate choice and goes where it leads; null takes an optional answer back. */
export function decide(bench: Bench, unit: UnitDraft, question: string, value: Json): void {
  if (bench.readOnly) return
  const changes = [{ unit: unit.key, question, value }]
  bench.chooseAll(changes, CHOSEN)
  const place = placeAfter({ ...bench, answers: withChanges(bench.answers, changes) }, unit, question, value)
  if (place) bench.go(place)
}

/** The claim's pieces of evidence without a stance. */
export function unjudged({ subject, answers }: Bench, claim: UnitDraft): UnitDraft[] {
  return cardsOf(subject, claim.key).filter(({ key }) => answerOf(answers, key, 'stance') === null)
}

/** What is left of the claim's evidence is irrelevant: one act, undone as one. */
export function restIrrelevant(bench: Bench, claim: UnitDraft): void {
  const changes = unjudged(bench, claim).map(({ key }) => ({ unit: key, question: 'stance', value: 'irrelevant' }))
  if (changes.length === 0) return
  bench.chooseAll(changes, BULK)
  bench.go({ unit: claim.key, question: null })
}

/** The keys of the evidence that a correction rests on. */
export function referencesOf({ answers }: Pick<Bench, 'answers'>, claim: UnitDraft): string[] {
  const value = answerOf(answers, claim.key, 'references')
  return Array.isArray(value) ? value.filter((key) => typeof key === 'string') : []
}

/** Puts a piece of evidence among the references or takes it out, in the order of the evidence. */
export function toggleReference(bench: Bench, claim: UnitDraft, card: string): void {
  const now = new Set(referencesOf(bench, claim))
  if (!now.delete(card)) now.add(card)
  saveReferences(bench, claim, now, CHOSEN)
}

/** Rests the correction on every piece that refutes the claim, beside what was chosen already. */
export function referToRefuting(bench: Bench, claim: UnitDraft): void {
  saveReferences(bench, claim, new Set([...referencesOf(bench, claim), ...refuting(bench, claim)]), BULK)
}

/** The keys of the evidence judged to refute the claim. */
export function refuting({ subject, answers }: Bench, claim: UnitDraft): string[] {
  const cards = cardsOf(subject, claim.key)
  return cards.filter(({ key }) => answerOf(answers, key, 'stance') === 'refute').map(({ key }) => key)
}

function saveReferences(bench: Bench, claim: UnitDraft, keys: ReadonlySet<string>, cause: AnswerCause) {
  const order = cardsOf(bench.subject, claim.key).map(({ key }) => key)
  const value = [...order.filter((key) => keys.has(key)), ...[...keys].filter((key) => !order.includes(key))]
  bench.chooseAll([{ unit: claim.key, question: 'references', value }], cause)
}

const ownEntries = ({ answers }: Bench, claim: UnitDraft) => entriesOf(answers[claim.key]?.ownEvidence)
const asJson = ({ key, made, from }: ListEntry): Json => ({ key, made, from })

/**
 * A new row of own evidence, to be written into; says with it that the automatic evidence was not enough. `before`: what is
 * answered in the same act.
 */
export function addOwnEvidence(bench: Bench, claim: UnitDraft, before: readonly CausedChange[] = []): void {
  const key = newUnitKey()
  const entries = [...ownEntries(bench, claim), { key, made: 'added' as const, from: [] }]
  bench.perform({
    changes: [
      ...before,
      { unit: claim.key, question: 'enough', value: 'no' },
      { unit: claim.key, question: 'ownEvidence', value: entries.map(asJson) },
    ],
    place: { unit: key, question: 'query' },
  })
}

/** Takes a row of own evidence out, and out of the references; what was written in it comes back with undo. */
export function removeOwnEvidence(bench: Bench, claim: UnitDraft, card: string): void {
  const entries = ownEntries(bench, claim).filter(({ key }) => key !== card)
  const references = referencesOf(bench, claim)
  bench.chooseAll(
    [
      { unit: claim.key, question: 'ownEvidence', value: entries.map(asJson) },
      ...(references.includes(card)
        ? [{ unit: claim.key, question: 'references', value: references.filter((key) => key !== card) }]
        : []),
    ],
    CHOSEN,
  )
  bench.go({ unit: claim.key, question: null })
}

const OWN_FIELDS = ['query', 'url', 'quote'] as const
/** What is written of a piece of own evidence, in the order in which it is asked. */
export type OwnField = (typeof OWN_FIELDS)[number]

/** The first empty field of a piece of own evidence, of those below `field` if one is given. */
export function emptyFieldAfter({ answers }: Bench, ownEvidence: UnitDraft, field?: OwnField): OwnField | undefined {
  const below = field ? OWN_FIELDS.slice(OWN_FIELDS.indexOf(field) + 1) : OWN_FIELDS
  return below.find((each) => answerOf(answers, ownEvidence.key, each) === null)
}
