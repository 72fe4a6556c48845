/** What is counted of one claim, and the cells that figures are made of. */
import type { CompositionCell, GoldSummary } from '@/lib/protocols/protocol'
import { type ClaimPlace, contentOf } from '@/lib/protocols/veriscore-verification/content'
import { VERIFY } from '@/lib/protocols/veriscore-verification/fields'
import { type Outcome, outcomeOf } from '@/lib/protocols/veriscore-verification/mapping'
import { rollUpOf } from '@/lib/protocols/veriscore-verification/roll-up'

export interface Counted {
  position: number
  domain: string | null
  place: ClaimPlace | null
  outcome: Outcome
  /** By rank; null where a result was not judged. */
  stances: readonly (string | null)[]
  trust: readonly (string | null)[]
}

/** A claim with gold as it is counted; none without a verdict. */
export function countedOf({ position, content, stages }: GoldSummary): Counted[] {
  const rollUp = rollUpOf(stages[VERIFY])
  if (!rollUp?.verdict) return []
  const { promptSource, place } = contentOf(content)
  const { verdict, why, stances, trust } = rollUp
  return [{ position, domain: promptSource, place, outcome: outcomeOf(verdict, why), stances, trust }]
}

const positions = (rows: readonly Counted[]) => rows.map(({ position }) => position)

/** How many claims pass the test. */
export const count = (rows: readonly Counted[], test: (row: Counted) => boolean = () => true): CompositionCell => {
  const fit = rows.filter(test)
  return { value: fit.length, items: positions(fit) }
}

/** Which share of the claims passes the test. */
export const share = (rows: readonly Counted[], test: (row: Counted) => boolean): CompositionCell => {
  const fit = rows.filter(test)
  const value = rows.length === 0 ? null : fit.length / rows.length
  return { value, part: fit.length, whole: rows.length, items: positions(fit) }
}

/** A mean over units that claims belong to; null without any. */
export const mean = (rows: readonly Counted[], total: number, whole: number): CompositionCell => ({
  value: whole === 0 ? null : total / whole,
  items: positions(rows),
})

interface Group {
  domain: string | null
  rows: Counted[]
}

/** The claims by where their prompts come from, in order of size, then of name; those of unknown origin last. */
export function byDomain(rows: readonly Counted[]): Group[] {
  const groups = new Map<string | null, Counted[]>()
  for (const row of rows) {
    const groupRows = groups.get(row.domain)
    if (groupRows) groupRows.push(row)
    else groups.set(row.domain, [row])
  }
  const order = (a: Group, b: Group) =>
    Number(a.domain === null) - Number(b.domain === null) ||
    b.rows.length - a.rows.length ||
    ((a.domain ?? '') < (b.domain ?? '') ? -1 : 1)
  return [...groups].map(([domain, groupRows]) => ({ domain, rows: groupRows })).sort(order)
}
