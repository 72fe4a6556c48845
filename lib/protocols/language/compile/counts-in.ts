import type { GoldSummary } from '@/lib/protocols/figures'
import { isJsonRecord } from '@/lib/protocols/record-fields'
import { COUNTS } from './stage'

/** How often each answer to a question was given, as the roll-up of its stage holds it. */
export function countsIn(rollUp: GoldSummary['stages'][string] | undefined, question: string): Record<string, number> {
  const counts = rollUp?.[COUNTS]
  const questionCounts = counts !== undefined && isJsonRecord(counts) ? counts[question] : undefined
  if (questionCounts === undefined || !isJsonRecord(questionCounts)) return {}
  return Object.fromEntries(
    Object.entries(questionCounts).flatMap(([value, count]) => (typeof count === 'number' ? [[value, count]] : [])),
  )
}
