/** Keys of the first stage that answer what most often goes together, as one step of undo. */
import type { Bench } from '@/components/annotation/workbench/bench-context'
import { isListQuestion, listOf } from '@/components/annotation/workbench/lists'
import { onward } from '@/components/annotation/workbench/navigation'
import { acceptSeeds, firstSet, pendingSeeds } from '@/components/annotation/workbench/seeds'
import type { CausedChange } from '@/lib/annotation/annotations/rules'
import { withChanges } from '@/lib/annotation/annotations/rules'
import { keyTable } from '@/lib/platform/client/keymap'
import { claimImportanceOptions } from '@/lib/protocols/factcheck-bench/options'
import type { UnitDraft } from '@/lib/protocols/protocol'

const idOf = (importance: string) => `checked=${importance}`

/** Shift with the key of an importance. */
export const bindings = keyTable(
  'factcheck-bench/decompose',
  claimImportanceOptions.map(({ value, key, text }) => ({
    id: idOf(String(value)),
    keys: [`shift+${key}`],
    label: `To be checked, with the claims suggested; a claim: factual. And: ${text.toLowerCase()}`,
    group: 'Answering',
  })),
)

/** The chord that saves most: to be checked, and most important. */
export const MOST_IMPORTANT = bindings.find(({ id }) => id === idOf('yes'))

export function handlers(bench: Bench): Record<string, (() => void) | undefined> {
  const { openUnit } = bench
  if (openUnit?.kind !== 'sentence' && openUnit?.kind !== 'claim') return {}
  const check = openUnit.kind === 'sentence' ? checkSentence : checkClaim
  return Object.fromEntries(
    claimImportanceOptions.map(({ value }) => [idOf(String(value)), () => check(bench, openUnit, String(value))]),
  )
}

/** The sentence is to be checked, as important as this, and what the first suggestion proposes for its list is accepted. */
function checkSentence(bench: Bench, { key: unit }: UnitDraft, importance: string): void {
  const { stage, answers, workbench, perform } = bench
  const changes: CausedChange[] = [
    { unit, question: 'checkworthy', value: 'yes' },
    { unit, question: 'importance', value: importance },
  ]
  const question = stage.questions.filter(isListQuestion).find((each) => each.unit === 'sentence')
  const list = question && listOf(answers, unit, question)
  const accepted = list ? acceptSeeds(list, firstSet(pendingSeeds(list, workbench.suggestions))) : null
  const place = accepted?.place ?? { unit, question: null }
  perform({ changes: [...changes, ...(accepted?.changes ?? [])], place })
}

/** The claim is factual and as important as this; one goes on to what is missing. */
function checkClaim({ stage, subject, answers, perform }: Bench, { key: unit }: UnitDraft, importance: string): void {
  const changes: CausedChange[] = [
    { unit, question: 'type', value: 'factual' },
    { unit, question: 'importance', value: importance },
  ]
  const next = onward(stage, subject, withChanges(answers, changes), unit)
  perform({ changes, place: { unit: next, question: null } })
}
