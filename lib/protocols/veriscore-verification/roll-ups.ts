import type { ItemLabel, RollUpRule } from '@/lib/protocols/protocol'
import { isJsonRecord } from '@/lib/protocols/record-fields'
import { VERIFY } from './fields'
import { storedVerdict } from './formats/stored'
import { verdictOptions } from './options'

export const RATERS_VERDICT = 'raters'

/** A claim is labelled as such, so nothing has to follow; how several raters' verdicts become one is said here. */
export const rollUps: readonly RollUpRule[] = [
  {
    key: RATERS_VERDICT,
    title: 'Verdict of the raters',
    description:
      'The verdict that most raters of the claim gave; inconclusive where none has a majority (VeriScore 3.3). A single rater’s verdict stands.',
  },
]

/** The verdict on the claim. */
export const itemLabel: ItemLabel = {
  stage: VERIFY,
  values: verdictOptions.map(({ value, text, tone }) => ({ value, text, tone })),
  byRule: ({ label = null }) =>
    isJsonRecord(label) ? Object.fromEntries(Object.entries(label).filter(([, value]) => value !== null)) : {},
  stored: (source) => storedVerdict(source) ?? undefined,
}
