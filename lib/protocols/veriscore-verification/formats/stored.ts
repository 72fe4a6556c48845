import type { Json } from '@/lib/protocols/protocol'
import { isJsonRecord } from '@/lib/protocols/record-fields'
import { humanLabelIn, isVerdict } from '@/lib/protocols/veriscore-verification/mapping'
import type { Verdict } from '@/lib/protocols/veriscore-verification/options'
import { isPipelineLine, nameOf } from './pipeline-fields'

/** The verdict that a record states in people's name; null where it states none. */
export function storedVerdict(source: Json): Verdict | null {
  const verified = isPipelineLine(source) ? source[nameOf(source, 'verified')] : [source]
  const own = Array.isArray(verified) ? (verified[0] ?? null) : null
  const label = isJsonRecord(own) && typeof own.human_label === 'string' ? humanLabelIn(own.human_label) : null
  return isVerdict(label) ? label : null
}
