/** What is counted of a set of examples, from roll-ups. */
import { z } from 'zod'
import { positions } from '@/lib/protocols/composition-cells'
import { contentOf } from '@/lib/protocols/factor-validation/content'
import { type CountedContradiction, counted, VALIDATE } from '@/lib/protocols/factor-validation/roll-up'
import type { CompositionCell, GoldSummary } from '@/lib/protocols/protocol'

export interface CountedExample {
  position: number
  set: string
  contradictions: readonly CountedContradiction[]
}

/** One contradiction with the position of its example. */
export type Placed = CountedContradiction & { position: number }

const NO_SET = 'not given'
const rollUpSchema = z.object({ contradictions: z.array(counted) })

/** The examples that were judged; what has no contradictions counts nowhere. */
export function countedExamples(golds: readonly GoldSummary[]): CountedExample[] {
  return golds.flatMap(({ position, content, stages }) => {
    const read = rollUpSchema.safeParse(stages[VALIDATE])
    if (!read.success || read.data.contradictions.length === 0) return []
    const { set } = contentOf(content)
    return [{ position, set: set?.trim() || NO_SET, contradictions: read.data.contradictions }]
  })
}

export const placed = (examples: readonly CountedExample[]): Placed[] =>
  examples.flatMap(({ position, contradictions }) => contradictions.map((each) => ({ ...each, position })))

export interface SetRow {
  key: string
  title: string
  examples: readonly CountedExample[]
}

/** A row a set, by name, and one for all where there are several. */
export function bySet(examples: readonly CountedExample[]): SetRow[] {
  const names = [...new Set(examples.map(({ set }) => set))].toSorted()
  const rows = names.map((name) => ({
    key: `set ${name}`,
    title: name,
    examples: examples.filter(({ set }) => set === name),
  }))
  return names.length > 1 ? [...rows, { key: 'all', title: 'All sets', examples }] : rows
}

export const count = (rows: readonly Placed[]): CompositionCell => ({ value: rows.length, items: positions(rows) })

/** Of those for whom `test` says anything, the share for whom it says yes. */
export function share(rows: readonly Placed[], test: (row: Placed) => boolean | null): CompositionCell {
  const decidedRows = rows.filter((row) => test(row) !== null)
  const yes = decidedRows.filter((row) => test(row) === true)
  const value = decidedRows.length === 0 ? null : yes.length / decidedRows.length
  return { value, part: yes.length, whole: decidedRows.length, items: positions(yes) }
}

/** Mean and population standard deviation. */
export function meanAndDeviation(values: readonly number[]): { mean: number | null; deviation: number | null } {
  if (values.length === 0) return { mean: null, deviation: null }
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length
  const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length
  return { mean, deviation: Math.sqrt(variance) }
}

export function distanceCells(rows: readonly Placed[]): CompositionCell[] {
  const { mean, deviation } = meanAndDeviation(rows.map(({ distance }) => distance))
  const items = positions(rows)
  return [count(rows), { value: mean, items }, { value: deviation, items }]
}
