import { type Bound, passesBounds } from '@/lib/automation/prefill/rules'
import type { getTriageEndpoint } from '@/lib/automation/prefill/triage/contract'
import type { Result } from '@/lib/platform/api/endpoint'

export type Triage = Result<typeof getTriageEndpoint>
export type TriageRow = Triage['rows'][number]

/** Bounds as they are typed, by measure. */
export type BoundDrafts = Readonly<Record<string, { least: string; most: string }>>

export interface ReadBounds {
  bounds: Record<string, Bound>
  /** What is wrong, by measure. */
  errors: Record<string, string>
}

/** The bounds that are typed; measures without any are left out. */
export function readBounds(drafts: BoundDrafts): ReadBounds {
  const bounds: Record<string, Bound> = {}
  const errors: Record<string, string> = {}
  for (const [measure, draft] of Object.entries(drafts)) {
    const least = readBound(draft.least)
    const most = readBound(draft.most)
    if (least === undefined || most === undefined) errors[measure] = 'Give numbers, or leave it empty.'
    else if (least !== null && most !== null && least > most) errors[measure] = 'The first may not be above the second.'
    else if (least !== null || most !== null) bounds[measure] = { least, most }
  }
  return { bounds, errors }
}

/** null: open; undefined: no number. */
function readBound(text: string): number | null | undefined {
  if (text.trim() === '') return null
  const value = Number(text)
  return Number.isFinite(value) ? value : undefined
}

/** Stays in the project: it passes, or somebody has begun to work on it. */
export const isKept = (row: TriageRow, bounds: ReadBounds['bounds']): boolean =>
  row.begun || passesBounds(row.scores, bounds)

export interface Sorting {
  /** A measure's key; "position" for the items' own order. */
  by: string
  descending: boolean
}

/** The rows in an order; those without the number come last either way. */
export function sortRows(rows: readonly TriageRow[], { by, descending }: Sorting): TriageRow[] {
  const numberOf = (row: TriageRow) => (by === 'position' ? row.position : (row.scores[by] ?? null))
  return rows.toSorted((a, b) => {
    const [left, right] = [numberOf(a), numberOf(b)]
    if (left === null || right === null)
      return Number(left === null) - Number(right === null) || a.position - b.position
    return (descending ? right - left : left - right) || a.position - b.position
  })
}

/** The least and the greatest value of a measure; null where no item has the number. */
export function rangeOf(rows: readonly TriageRow[], measure: string): { least: number; most: number } | null {
  const scores = rows.map((row) => row.scores[measure] ?? null).filter((score) => score !== null)
  if (scores.length === 0) return null
  return scores.reduce(({ least, most }, score) => ({ least: Math.min(least, score), most: Math.max(most, score) }), {
    least: Number.POSITIVE_INFINITY,
    most: Number.NEGATIVE_INFINITY,
  })
}

/** A number of a measure, as exact as one needs to set a bound by it. */
export const scoreText = (score: number): string => score.toLocaleString('en', { maximumFractionDigits: 3 })
