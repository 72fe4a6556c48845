import type { Bench } from '@/components/annotation/workbench/bench-context'
import { MOVING } from '@/components/annotation/workbench/keys'
import type { KeyBinding } from '@/lib/platform/client/keyboard'
import { byId, keyTable } from '@/lib/platform/client/keymap'
import { contentOf, MOST_RESULTS } from '@/lib/protocols/veriscore-verification/content'
import { ITEM, resultsOf } from '@/lib/protocols/veriscore-verification/fields'
import { addedPart, restInconclusive, type Side, toggleReference, unjudged } from './acts'

/** Where these are, for keys that press them. */
export const pageLinkId = (result: string) => `page-${result}`
export const RESPONSE_ID = 'whole-response'

/** The digit of a result: 1 to 9, and 0 for the tenth. */
export const digitOf = (number: number): string => String(number % MOST_RESULTS)

const NUMBERS = Array.from({ length: MOST_RESULTS }, (_, index) => index + 1)
const referenceKey = (side: Side, number: number) => `${side}-${number}`

export const bindings = keyTable('veriscore-verification/verify', [
  { id: 'rest', keys: ['o'], label: 'All results without a stance are inconclusive', group: 'Answering' },
  { id: 'comment', keys: ['t'], label: 'Write a comment', group: 'Answering' },
  ...NUMBERS.flatMap((number): KeyBinding[] => [
    {
      id: referenceKey('supports', number),
      keys: [digitOf(number)],
      label: `Part: result ${number} supports it`,
      group: 'Answering',
    },
    {
      id: referenceKey('contradicts', number),
      keys: [`shift+${digitOf(number)}`],
      label: `Part: result ${number} contradicts it`,
      group: 'Answering',
    },
  ]),
  { id: 'claim', keys: ['v'], label: 'Go to the verdict on the claim', group: MOVING },
  { id: 'openPage', keys: ['l'], label: 'Open the page of the result', group: MOVING },
  { id: 'whole', keys: ['w'], label: 'Show or hide the whole response', group: MOVING },
])

/** For buttons. */
export const OWN_KEYS = byId(bindings)

/** The key that names a result on one side of a part. */
export const keyOfReference = (side: Side, number: number) => OWN_KEYS[referenceKey(side, number)]

export function handlers(bench: Bench): Record<string, (() => void) | undefined> {
  const { openUnit, open, subject, go, perform } = bench
  const isResult = openUnit?.kind === 'result'
  const press = (id: string) => () => document.getElementById(id)?.click()
  return {
    ...(openUnit?.kind === 'part' ? referenceHandlers(bench) : {}),
    rest: unjudged(bench).length > 0 ? () => restInconclusive(bench) : undefined,
    comment: () => go({ unit: ITEM, question: 'comment' }),
    claim: () => go({ unit: ITEM, question: null }),
    openPage: isResult ? press(pageLinkId(open)) : undefined,
    whole: contentOf(subject.content).response === null ? undefined : press(RESPONSE_ID),
    // From a result the claim's list is not at hand, and yet it is the only one.
    ...(isResult && !bench.readOnly ? { add: () => perform(addedPart(bench)) } : {}),
  }
}

function referenceHandlers(bench: Bench): Record<string, () => void> {
  const part = bench.openUnit
  if (!part) return {}
  const sides: Side[] = ['supports', 'contradicts']
  return Object.fromEntries(
    resultsOf(bench.subject).flatMap((result, index) =>
      sides.map((side) => [referenceKey(side, index + 1), () => toggleReference(bench, part, side, result)] as const),
    ),
  )
}
