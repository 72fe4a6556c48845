import type { ItemLabel, Json, RollUpRule } from '@/lib/protocols/protocol'
import { isJsonRecord, withoutNulls } from '@/lib/protocols/record-fields'
import { VERIFY } from './fields'
import { isPipelineLine, nameOf } from './formats/pipeline-fields'
import { humanLabelIn, isVerdict } from './mapping'
import { type Verdict, verdictOptions } from './options'

/** The verdict that a record states in people's name; null where it states none. */
function storedVerdict(source: Json): Verdict | null {
  const verified = isPipelineLine(source) ? source[nameOf(source, 'verified')] : [source]
  const claimRecord = Array.isArray(verified) ? (verified[0] ?? null) : null
  const label =
    isJsonRecord(claimRecord) && typeof claimRecord.human_label === 'string'
      ? humanLabelIn(claimRecord.human_label)
      : null
  return isVerdict(label) ? label : null
}

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
  byRule: ({ label = null }) => (isJsonRecord(label) ? withoutNulls(label) : {}),
  stored: (source) => storedVerdict(source) ?? undefined,
}
