/** The keys of the second stage, beyond those of the options. */
import type { Bench } from '@/components/annotation/workbench/bench-context'
import { MOVING, optionKey } from '@/components/annotation/workbench/keys'
import type { BenchPlace } from '@/components/annotation/workbench/navigation'
import { askedQuestion } from '@/components/protocols/factcheck-bench/shared/questions'
import { askedQuestions } from '@/lib/annotation/annotations/rules'
import type { KeyBinding } from '@/lib/platform/client/keyboard'
import { byId, keyTable } from '@/lib/platform/client/keymap'
import { answerOf } from '@/lib/protocols/completeness'
import { isCheckedClaim } from '@/lib/protocols/factcheck-bench/unit-data'
import type { Option, UnitDraft } from '@/lib/protocols/protocol'
import {
  addOwnEvidence,
  decide,
  emptyFieldAfter,
  referToRefuting,
  refuting,
  removeOwnEvidence,
  restIrrelevant,
  toggleReference,
  unjudged,
} from './acts'
import { claimOf, isCard, neighbourClaim } from './places'

type VerifyKey =
  | 'restIrrelevant'
  | 'nextClaim'
  | 'previousClaim'
  | 'toVerdict'
  | 'reference'
  | 'searched'
  | 'correct'
  | 'showAll'
  | 'openPage'

const bind = (id: VerifyKey, key: string, group: string, label: string, repeats = false): KeyBinding<VerifyKey> => ({
  id,
  keys: [key],
  label,
  group,
  repeats,
})

export const bindings = keyTable<VerifyKey>('factcheck-bench/verify', [
  bind('nextClaim', 'l', MOVING, 'Next claim', true),
  bind('previousClaim', 'h', MOVING, 'Previous claim', true),
  bind('toVerdict', 'v', MOVING, 'To the verdict on the claim'),
  bind('showAll', 'w', MOVING, 'Show the whole passage, or less of it'),
  bind('openPage', 'p', MOVING, 'Open the page of the passage in a new tab'),
  bind('restIrrelevant', 'r', 'Answering', 'All other passages of the claim are irrelevant'),
  bind('reference', 'u', 'Answering', 'The correction rests on the open passage; at the verdict: on all that refute'),
  bind('searched', 'q', 'Answering', 'Write down the queries that found nothing'),
  bind('correct', 't', 'Answering', 'Write the correction, or the reason for deletion'),
])

/** For buttons. Rows of own evidence have those of any list (components/annotation/workbench/keys.ts). */
export const VERIFY_KEYS = byId(bindings)

type Handlers = Record<string, (() => void) | undefined>

/** What each key does now. Options and moves go the way of this stage: evidence first, then the claim. */
export function handlers(bench: Bench): Handlers {
  const { subject, open, openUnit } = bench
  const claim = claimOf(subject, open)
  const card = openUnit && isCard(openUnit) ? openUnit : undefined
  return {
    ...moves(bench, claim),
    ...(openUnit ? options(bench, openUnit) : {}),
    ...(claim && isCheckedClaim(claim) ? ofClaim(bench, claim, card) : {}),
    showAll: card && press(`all-${card.key}`),
    openPage: card && press(`page-${card.key}`),
  }
}

function moves(bench: Bench, claim: UnitDraft | undefined): Handlers {
  const { open, go } = bench
  const to = (place: BenchPlace | null) => (place ? () => go(place) : undefined)
  return {
    nextClaim: to(neighbourClaim(bench, open, 1)),
    previousClaim: to(neighbourClaim(bench, open, -1)),
    toVerdict: claim && (() => go({ unit: claim.key, question: 'verdict' })),
  }
}

/** The digits answer for what is open: a passage, or the claim. */
function options(bench: Bench, unit: UnitDraft): Handlers {
  const found: Handlers = {}
  for (const question of askedQuestions(bench.stage, bench.subject, bench.answers, unit)) {
    for (const { value } of question.options ?? []) {
      found[optionKey(unit.kind, question.key, value)] = () => choose(bench, unit, question.key, value)
    }
  }
  return found
}

/** Chooses; the value that is chosen already is taken back where an answer is optional. */
export function choose(bench: Bench, unit: UnitDraft, question: string, value: Option['value']): void {
  const isOptional = askedQuestion(bench, unit, question)?.required === false
  const isChosen = answerOf(bench.answers, unit.key, question) === value
  decide(bench, unit, question, isOptional && isChosen ? null : value)
}

function ofClaim(bench: Bench, claim: UnitDraft, card: UnitDraft | undefined): Handlers {
  const ownEvidence = card?.kind === 'own-evidence' ? card : undefined
  const field = (...keys: readonly string[]) => {
    const question = keys.find((key) => askedQuestion(bench, claim, key))
    return question ? () => bench.go({ unit: claim.key, question }) : undefined
  }
  return {
    restIrrelevant: unjudged(bench, claim).length > 0 ? () => restIrrelevant(bench, claim) : undefined,
    searched: field('searched'),
    correct: field('revised', 'deleteReason'),
    reference: askedQuestion(bench, claim, 'references') ? refer(bench, claim, card) : undefined,
    // Rows of own evidence: a new one says that the automatic evidence was not enough.
    add: answerOf(bench.answers, claim.key, 'enough') === 'yes' ? undefined : () => addOwnEvidence(bench, claim),
    listText:
      ownEvidence &&
      (() => bench.go({ unit: ownEvidence.key, question: emptyFieldAfter(bench, ownEvidence) ?? 'quote' })),
    delete: ownEvidence && (() => removeOwnEvidence(bench, claim, ownEvidence.key)),
  }
}

function refer(bench: Bench, claim: UnitDraft, card: UnitDraft | undefined): (() => void) | undefined {
  if (card) return () => toggleReference(bench, claim, card.key)
  return refuting(bench, claim).length > 0 ? () => referToRefuting(bench, claim) : undefined
}

/** Presses a control that keeps its own state, where it is on the screen. */
const press = (id: string) => () => document.getElementById(id)?.click()
