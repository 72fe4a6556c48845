import type { Json } from '@/lib/protocols/protocol'
import type { JsonRecord } from '@/lib/protocols/record-fields'
import { sameValue } from '@/lib/protocols/same-value'
import type { PlainDocument } from './gold-document'
import { inSameRows, originOf } from './origin'

/**
 * What the imported record (`source`) says, sentence by sentence in the order of the gold (`document`), by neutral names:
 * only what still holds. A field, or a claim's entry in a list, that the gold has changed since is null. Empty where the
 * record came otherwise.
 */
export function storedValues(source: Json, document: PlainDocument): JsonRecord[] {
  const origin = originOf(source)
  if (!origin) return []
  return document.sentences.map((after, index) => {
    const rows = inSameRows(origin.own.sentences[index], origin.before.sentences[index], after)
    if (!rows) return {}
    const fields = Object.entries(rows.own).map(([field, own]) => [
      field,
      stillHeld(own, rows.before[field], after[field]),
    ])
    return Object.fromEntries(fields) as JsonRecord
  })
}

function stillHeld(recordValue: Json, before: Json | undefined, after: Json | undefined): Json {
  if (before === undefined || after === undefined) return null
  if (sameValue(before, after)) return recordValue
  const isByClaim =
    Array.isArray(recordValue) && Array.isArray(before) && Array.isArray(after) && recordValue.length === after.length
  return isByClaim ? recordValue.map((each, index) => stillHeld(each, before[index], after[index])) : null
}
