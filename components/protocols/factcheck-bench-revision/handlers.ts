/** The keys of the revisions: 1 to 4 choose by the place as seen. */
import type { Bench } from '@/components/annotation/workbench/bench-context'
import { MOVING } from '@/components/annotation/workbench/keys'
import { byId, keyTable } from '@/lib/platform/client/keymap'
import {
  chosenKeys,
  ITEM,
  MOST_REVISIONS,
  optionsOf,
  withChoice,
} from '@/lib/protocols/factcheck-bench-revision/choices'
import { toggleChanges } from './changes-shown'

const places = Array.from({ length: MOST_REVISIONS }, (_, place) => place)

export const bindings = keyTable('factcheck-bench-revision/prefer', [
  ...places.map((place) => ({
    id: `revision-${place + 1}`,
    keys: [String(place + 1)],
    label: `Revision ${place + 1} is the best`,
    group: 'Answering',
  })),
  { id: 'reason', keys: ['r'], label: 'Write the reason', group: 'Answering' },
  { id: 'changes', keys: ['v'], label: 'Show or hide the changes against the original', group: MOVING },
])

/** For buttons. */
export const OWN_KEYS = byId(bindings)

/** The key of the revision at a place, from 1. */
export const keyOfPlace = (place: number) => OWN_KEYS[`revision-${place}`]

export function handlers(bench: Bench): Record<string, (() => void) | undefined> {
  const options = optionsOf(bench.subject)
  return {
    ...Object.fromEntries(
      places.map((place) => {
        const key = options[place]?.key
        return [`revision-${place + 1}`, key === undefined ? undefined : () => chooseRevision(bench, key)]
      }),
    ),
    reason: () => bench.go({ unit: ITEM, question: 'reason' }),
    changes: toggleChanges,
  }
}

/**
 * Chooses a revision, or takes it back. The focus stays where it is: people compare on after a choice, and a key that they
 * press then must not be written into the reason.
 */
export function chooseRevision(bench: Bench, key: string): void {
  const value = withChoice(optionsOf(bench.subject), chosenKeys(bench.answers), key)
  bench.chooseAll([{ unit: ITEM, question: 'best', value }], { origin: 'chosen' })
}
