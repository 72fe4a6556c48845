/**
 * Verdicts of several fact-checkers side by side: source, doc, segment (from 0), text, and a column a system; with gold, the
 * file can be scored by itself.
 */
import { truthOf } from '@/lib/protocols/evaluating/labels'
import type { Prediction } from '@/lib/protocols/evaluation'
import { domainOf } from '@/lib/protocols/felm/content'
import type { Json } from '@/lib/protocols/protocol'
import { isJsonRecord, type JsonRecord } from '@/lib/protocols/record-fields'

const OWN = ['source', 'doc', 'segment', 'text', 'gold', 'domain', 'id', 'index']

/** The record where it is one of these; null of any other. */
export const ratingsIn = (record: Json): JsonRecord | null =>
  isJsonRecord(record) && ['source', 'doc', 'segment', 'text'].every((field) => field in record) ? record : null

const sourceOf = (record: JsonRecord): string => String(record.source ?? '')

/** Each column that holds a label, or null for an abstention. The item is told by text, unit and domain. */
export function ratingsOf(record: JsonRecord): Prediction[] {
  const number = Number(record.segment)
  const domain = domainOf(sourceOf(record))
  return Object.entries(record).flatMap(([system, given]): Prediction[] => {
    const value = OWN.includes(system) ? undefined : truthOf(given)
    if (value === undefined) return []
    return [
      {
        system,
        item: null,
        unit: Number.isInteger(number) ? `s${number + 1}` : null,
        text: String(record.text ?? ''),
        value,
        ...(domain === null ? {} : { strata: { domain } }),
      },
    ]
  })
}

/** The same for a file with gold: items and targets are the file's own. */
export function judgedRatings(record: JsonRecord): Prediction[] {
  const gold = truthOf(record.gold) ?? null
  const source = sourceOf(record)
  return ratingsOf(record).map((prediction) => ({
    ...prediction,
    item: `${source} ${String(record.doc)}`,
    gold,
    strata: { source },
  }))
}
