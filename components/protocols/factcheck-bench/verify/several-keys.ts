/** Keys of the second stage that answer what most often goes together, as one step of undo. */
import type { Bench } from '@/components/annotation/workbench/bench-context'
import { type CausedChange, withChanges } from '@/lib/annotation/annotations/rules'
import type { KeyBinding } from '@/lib/platform/client/keyboard'
import { byId, keyTable } from '@/lib/platform/client/keymap'
import { answerOf } from '@/lib/protocols/completeness'
import { stanceOptions } from '@/lib/protocols/factcheck-bench/options'
import { isCheckedClaim } from '@/lib/protocols/factcheck-bench/unit-data'
import type { UnitDraft } from '@/lib/protocols/protocol'
import { addOwnEvidence, referencesOf, refuting, unjudged } from './acts'
import { cardsOf, claimOf, isCard, isDone, lacks, leaveField, onward } from './places'

type SeveralKey =
  | 'refutesAndCounts'
  | 'trueByThis'
  | 'falseByThis'
  | 'trueByThese'
  | 'falseByThese'
  | 'restAndTrue'
  | 'restAndFalse'
  | 'restAndOwn'
  | 'restSupports'
  | 'restRefutes'
  | 'noneFound'
  | 'undecidedKept'
  | `rest=${string}`

/** `chord`: a second key, which says the same. */
const bind = (id: SeveralKey, key: string, label: string, chord?: string): KeyBinding<SeveralKey> => ({
  id,
  keys: chord === undefined ? [key] : [key, chord],
  label,
  group: 'Answering',
})

export const severalBindings = keyTable<SeveralKey>('factcheck-bench/verify', [
  bind('refutesAndCounts', 'b', 'The passage refutes the claim, and the correction rests on it'),
  // The plain letters of these mean something else at a claim that is decided, or at one whose passages are all judged.
  bind('trueByThis', 't', 'The passage supports the claim, the others left are irrelevant; true', 'shift+t'),
  bind('falseByThis', 'u', 'The passage refutes the claim, the others left are irrelevant; false', 'shift+b'),
  bind('trueByThese', 'y', 'True, by the evidence that is judged; own evidence that is open: reliable, supports'),
  bind('falseByThese', 'f', 'False, by the evidence that is judged; own evidence that is open: reliable, refutes'),
  bind('restAndTrue', 'y', 'All other passages are irrelevant; true, by the evidence that is judged', 'shift+y'),
  bind('restAndFalse', 'f', 'All other passages are irrelevant; false, by the evidence that is judged', 'shift+f'),
  bind('restAndOwn', 'shift+c', 'All other passages are irrelevant; add evidence of your own'),
  bind('restSupports', '9', 'All other passages support the claim completely; true', 'shift+e'),
  bind('restRefutes', '0', 'All other passages refute the claim; false', 'shift+x'),
  bind(
    'noneFound',
    'q',
    'All other passages are irrelevant and not enough; write the queries that found nothing',
    'shift+n',
  ),
  bind('undecidedKept', 'i', 'Not enough evidence, by the evidence that is judged; keep the claim'),
  // What is irrelevant to the end has a key without Shift (handlers.ts).
  ...stanceOptions.flatMap(({ value, key, text }) =>
    value === 'irrelevant' ? [] : [bind(`rest=${value}`, `shift+${key}`, `All other passages: ${text.toLowerCase()}`)],
  ),
])

/** For hints. */
export const SEVERAL_KEYS = byId(severalBindings)

type Handlers = Partial<Record<SeveralKey, (() => void) | undefined>>

export function severalHandlers(bench: Bench): Handlers {
  const { subject, open, openUnit } = bench
  const claim = claimOf(subject, open)
  if (!claim || !openUnit || !isCheckedClaim(claim)) return {}
  const ofCard = isCard(openUnit) ? handlersOfCard(bench, claim, openUnit) : {}
  const cards = cardsOf(subject, claim.key)
  const left = unjudged(bench, claim)
  const none = withoutFinding(bench, claim, left)
  if (left.length > 0) return { ...ofRest(bench, claim, left), ...none, ...ofCard }
  // The verdict rests on evidence, so all of it has been judged.
  if (isCard(openUnit)) return { ...none, ...ofCard }
  const undecidedKept = () => sayUndecided(bench, claim)
  if (cards.length === 0) return { ...none, undecidedKept }
  return {
    ...none,
    undecidedKept,
    trueByThese: () => sayTrue(bench, claim),
    falseByThese: () => sayFalse(bench, claim),
  }
}

/** Nothing was found elsewhere either: only while the claim has no own evidence and nobody said that the automatic is enough. */
function withoutFinding(bench: Bench, claim: UnitDraft, left: readonly UnitDraft[]): Handlers {
  const { key: unit } = claim
  if (cardsOf(bench.subject, unit).some(isOwn) || answerOf(bench.answers, unit, 'enough') === 'yes') return {}
  const enough: CausedChange = { unit, question: 'enough', value: 'no' }
  const changes = [...allAlike(left, 'irrelevant'), enough]
  return { noneFound: () => bench.perform({ changes, place: { unit, question: 'searched' } }) }
}

/** What a passage says, with what follows from it. */
function handlersOfCard(bench: Bench, claim: UnitDraft, card: UnitDraft): Handlers {
  const refutesAndCounts = () => refuteBy(bench, claim, card)
  const others = unjudged(bench, claim).filter(({ key }) => key !== card.key)
  const judged = (stance: string): CausedChange[] => [
    { unit: card.key, question: 'stance', value: stance },
    ...allAlike(others, 'irrelevant'),
  ]
  // They say a stance and a verdict, and change neither where it is there.
  const stance = answerOf(bench.answers, card.key, 'stance')
  const isOpenTo = (newStance: string) => stance === null || stance === newStance
  if (answerOf(bench.answers, claim.key, 'verdict') !== null) return { refutesAndCounts }
  const isTrue = isOpenTo('completely-support')
  const isFalse = isOpenTo('refute')
  if (card.kind === 'evidence')
    return {
      refutesAndCounts,
      trueByThis: isTrue ? () => sayTrue(bench, claim, judged('completely-support')) : undefined,
      falseByThis: isFalse ? () => sayFalse(bench, claim, judged('refute')) : undefined,
    }
  // Other evidence of one's own is judged by itself: it was not found to be called irrelevant with the rest.
  if (others.some(isOwn)) return { refutesAndCounts }
  const reliable: CausedChange = { unit: card.key, question: 'reliable', value: 'yes' }
  return {
    refutesAndCounts,
    trueByThese: isTrue ? () => sayTrue(bench, claim, [...judged('completely-support'), reliable]) : undefined,
    falseByThese: isFalse ? () => sayFalse(bench, claim, [...judged('refute'), reliable]) : undefined,
  }
}

const isOwn = ({ kind }: UnitDraft) => kind === 'own-evidence'

const allAlike = (cards: readonly UnitDraft[], value: string): CausedChange[] =>
  cards.map(({ key: unit }) => ({ unit, question: 'stance', value, cause: { origin: 'bulk' } }))

/** Keys that judge all passages that are left alike, and go on to what follows from it. Own evidence is judged by itself. */
function ofRest(bench: Bench, claim: UnitDraft, left: readonly UnitDraft[]): Handlers {
  const passages = left.filter((card) => !isOwn(card))
  if (passages.length === 0) return {}
  const all = (value: string) => allAlike(passages, value)
  const irrelevant = all('irrelevant')
  // A verdict that rests on evidence needs some that is not irrelevant.
  const isJudged = left.length < cardsOf(bench.subject, claim.key).length && passages.length === left.length
  const here = { unit: claim.key, question: null }
  return {
    ...(isJudged
      ? {
          restAndTrue: () => sayTrue(bench, claim, irrelevant),
          restAndFalse: () => sayFalse(bench, claim, irrelevant),
          restSupports: () => sayTrue(bench, claim, all('completely-support')),
          restRefutes: () => sayFalse(bench, claim, all('refute')),
        }
      : {}),
    ...(answerOf(bench.answers, claim.key, 'enough') === 'yes'
      ? {}
      : { restAndOwn: () => addOwnEvidence(bench, claim, irrelevant) }),
    ...Object.fromEntries(
      stanceOptions.map(({ value }) => [
        `rest=${value}`,
        () => bench.perform({ changes: all(String(value)), place: here }),
      ]),
    ),
  }
}

/** References count once the verdict is false; until then they wait. */
function refuteBy(bench: Bench, claim: UnitDraft, card: UnitDraft): void {
  const keys = new Set([...referencesOf(bench, claim), card.key])
  const references = cardsOf(bench.subject, claim.key).flatMap(({ key }) => (keys.has(key) ? [key] : []))
  const changes: CausedChange[] = [
    { unit: card.key, question: 'stance', value: 'refute' },
    { unit: claim.key, question: 'references', value: references },
  ]
  const desk = { ...bench, answers: withChanges(bench.answers, changes) }
  const open = cardsOf(bench.subject, claim.key).find((each) => lacks(desk, each))
  bench.perform({ changes, place: { unit: open?.key ?? claim.key, question: null } })
}

/** Whoever decides without evidence of their own says that what was found automatically is enough. */
function enoughFor({ answers }: Bench, { key: unit }: UnitDraft): CausedChange[] {
  return answerOf(answers, unit, 'enough') === null ? [{ unit, question: 'enough', value: 'yes' }] : []
}

/** `before`: what is answered in the same act. */
function sayTrue(bench: Bench, claim: UnitDraft, before: readonly CausedChange[] = []): void {
  const changes: CausedChange[] = [
    ...before,
    ...enoughFor(bench, claim),
    { unit: claim.key, question: 'verdict', value: 'true' },
  ]
  const desk = { ...bench, answers: withChanges(bench.answers, changes) }
  const here = { unit: claim.key, question: null }
  bench.perform({ changes, place: isDone(desk, claim) ? onward(desk, claim.key) : here })
}

/** Neither true nor false, and it stays in the response. Where the claim lacks something else, that comes next. */
function sayUndecided(bench: Bench, claim: UnitDraft): void {
  const { key: unit } = claim
  const changes: CausedChange[] = [
    { unit, question: 'verdict', value: 'not_enough_evidence' },
    { unit, question: 'unverified', value: 'keep' },
  ]
  const desk = { ...bench, answers: withChanges(bench.answers, changes) }
  bench.perform({ changes, place: leaveField(desk, claim) })
}

/** To be corrected, resting on what was named before, else on all that refutes. */
function sayFalse(bench: Bench, claim: UnitDraft, before: readonly CausedChange[] = []): void {
  const unit = claim.key
  const currentReferences = referencesOf(bench, claim)
  const against = refuting({ ...bench, answers: withChanges(bench.answers, before) }, claim)
  const changes: CausedChange[] = [
    ...before,
    ...enoughFor(bench, claim),
    { unit, question: 'verdict', value: 'false' },
    { unit, question: 'correction', value: 'edit' },
  ]
  if (currentReferences.length === 0 && against.length > 0)
    changes.push({ unit, question: 'references', value: against, cause: { origin: 'bulk' } })
  bench.perform({ changes, place: { unit, question: 'revised' } })
}
