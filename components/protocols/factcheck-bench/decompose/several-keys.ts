/** Keys of the first stage that answer what most often goes together, as one step of undo. */
import type { Bench } from '@/components/annotation/workbench/bench-context'
import { isListQuestion, type List, listOf } from '@/components/annotation/workbench/lists'
import { onward } from '@/components/annotation/workbench/navigation'
import { acceptSeeds, firstSet, openSeeds } from '@/components/annotation/workbench/seeds'
import type { AnswerCause } from '@/lib/annotation/annotations/contract'
import type { CausedChange } from '@/lib/annotation/annotations/rules'
import { withChanges } from '@/lib/annotation/annotations/rules'
import { keyTable } from '@/lib/platform/client/keymap'
import { answerOf } from '@/lib/protocols/completeness'
import { claimImportanceOptions } from '@/lib/protocols/factcheck-bench/options'
import { entriesOf } from '@/lib/protocols/made-units'
import type { UnitDraft } from '@/lib/protocols/protocol'

const idOf = (importance: string) => `checked=${importance}`
const BULK: AnswerCause = { origin: 'bulk' }
const alikeIdOf = (importance: string) => `alike=${importance}`

/** A letter for each importance, in the row below its digit: one key less than Shift and the digit. */
const LETTERS: Readonly<Record<string, string>> = { yes: 'y', intermediate: 'u', no: 'i' }

/** The same with the claims that follow: in the same row, for the other hand. */
const ALIKE_LETTERS: Readonly<Record<string, string>> = { yes: 't', intermediate: 'r', no: 'q' }

/** The letter of an importance, or Shift and its digit; for all claims alike the other hand's letter, or Shift and the first. */
export const bindings = keyTable(
  'factcheck-bench/decompose',
  claimImportanceOptions.flatMap(({ value, key, text }) => {
    const letter = LETTERS[String(value)] ?? ''
    const alike = ALIKE_LETTERS[String(value)] ?? ''
    const importance = text.toLowerCase()
    return [
      {
        id: idOf(String(value)),
        keys: [letter, `shift+${key}`],
        label: `On a sentence: check-worthy, with the claims suggested; on a claim: factual; and ${importance}`,
        group: 'Answering',
      },
      {
        id: alikeIdOf(String(value)),
        keys: [alike, `shift+${letter}`],
        label: `The same, and for the claims that follow in the sentence too: factual, ${importance}`,
        group: 'Answering',
      },
    ]
  }),
)

/** The key that saves most: to be checked, and most important. */
export const MOST_IMPORTANT = bindings.find(({ id }) => id === idOf('yes'))
/** The same, and all claims of the sentence with it. */
export const ALIKE = bindings.find(({ id }) => id === alikeIdOf('yes'))

export function handlers(bench: Bench): Record<string, (() => void) | undefined> {
  const { openUnit } = bench
  if (openUnit?.kind !== 'sentence' && openUnit?.kind !== 'claim') return {}
  const check = openUnit.kind === 'sentence' ? checkSentence : checkClaim
  return Object.fromEntries(
    claimImportanceOptions.flatMap(({ value }) => {
      const importance = String(value)
      return [
        [idOf(importance), () => check(bench, openUnit, importance, false)],
        [alikeIdOf(importance), () => check(bench, openUnit, importance, true)],
      ]
    }),
  )
}

/** The claims of a sentence, as a list that can be added to. */
function claimsOf({ stage, answers }: Bench, sentence: string): List | null {
  const question = stage.questions.filter(isListQuestion).find((each) => each.unit === 'sentence')
  return question ? listOf(answers, sentence, question) : null
}

/**
 * The sentence is to be checked, as important as this, and what the first suggestion proposes for its list is accepted.
 * `alike`: its claims are factual and as important as the sentence, and one goes on to what is missing.
 */
function checkSentence(bench: Bench, { key: unit }: UnitDraft, importance: string, alike: boolean): void {
  const { answers, perform } = bench
  const changes: CausedChange[] = [
    { unit, question: 'checkworthy', value: 'yes' },
    { unit, question: 'importance', value: importance },
  ]
  const list = claimsOf(bench, unit)
  const accepted = list ? acceptSeeds(list, firstSet(openSeeds(bench, list))) : null
  const all = [...changes, ...(accepted?.changes ?? [])]
  if (!alike) {
    perform({ changes: all, place: accepted?.place ?? { unit, question: null } })
    return
  }
  const claims = entriesOf(withChanges(answers, all)[unit]?.claims).map(({ key }) => key)
  answerAlike(bench, { unit, all, claims, importance })
}

/**
 * The claim is factual and as important as this; one goes on to what is missing. `alike`: and so are the claims that follow
 * it in the sentence, unless they have been answered.
 */
function checkClaim(bench: Bench, { key: unit, parent }: UnitDraft, importance: string, alike: boolean): void {
  const all: CausedChange[] = [
    { unit, question: 'type', value: 'factual' },
    { unit, question: 'importance', value: importance },
  ]
  const keys = entriesOf(bench.answers[parent ?? '']?.claims).map(({ key }) => key)
  answerAlike(bench, { unit, all, claims: alike ? keys.slice(keys.indexOf(unit) + 1) : [], importance })
}

interface Alike {
  /** The open unit. */
  unit: string
  /** What is said of it. */
  all: readonly CausedChange[]
  /** Claims that are answered with it, by their keys, unless they are no facts or their importance has been said. */
  claims: readonly string[]
  importance: string
}

function answerAlike(bench: Bench, { unit, all, claims, importance }: Alike): void {
  const { stage, subject, answers, perform } = bench
  const before = withChanges(answers, all)
  const open = claims.filter((claim) => {
    const type = answerOf(before, claim, 'type')
    return (type === null || type === 'factual') && answerOf(before, claim, 'importance') === null
  })
  const alike = open.flatMap((claim): CausedChange[] => {
    const importantAs: CausedChange = { unit: claim, question: 'importance', value: importance, cause: BULK }
    if (answerOf(before, claim, 'type') !== null) return [importantAs]
    return [{ unit: claim, question: 'type', value: 'factual', cause: BULK }, importantAs]
  })
  const changes = [...all, ...alike]
  const next = onward(stage, subject, withChanges(answers, changes), open.at(-1) ?? unit)
  perform({ changes, place: { unit: next, question: null } })
}
