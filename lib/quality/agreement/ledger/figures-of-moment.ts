/** Figures of all responses, of now or of an earlier moment, and when they are computed while somebody waits. */
import 'server-only'
import { z } from 'zod'
import type { FiguresState } from './contract'
import { findLastKept, isStillKnown, type KeptKey } from './kept-figures'
import type { LedgerState } from './refresh-ratings'

/** What kept figures say of the moment that they are of: how many tasks they count, when that was, and how many times tasks had left the ledger. */
export const momentShape = { tasks: z.int(), at: z.iso.datetime(), departures: z.int() }
export type Moment = z.infer<z.ZodObject<typeof momentShape>>

export const momentOf = (tasks: number, { departures }: Pick<LedgerState, 'departures'>, readAt: Date): Moment => ({
  tasks,
  at: readAt.toISOString(),
  departures,
})

export interface FiguresOfMoment<Figures> {
  figures: FiguresState
  /** null while they are awaited. */
  body: Figures | null
}

const AWAITED = { figures: { state: 'awaited', tasks: null, at: null }, body: null } as const

/**
 * Those of now where they are kept, or `isQuick` and computed at once; else those of an earlier moment that may be shown, if there are. `compute`
 * gives null where a task is about to leave the ledger: then they are awaited until somebody looks again.
 */
export async function findFigures<Figures extends Moment>(
  key: Omit<KeptKey, 'version'>,
  schema: z.ZodType<Figures>,
  ledger: LedgerState,
  { isQuick, compute }: { isQuick: boolean; compute: () => Promise<Figures | null> },
): Promise<FiguresOfMoment<Figures>> {
  const current = (body: Figures): FiguresOfMoment<Figures> => ({
    figures: { state: 'current', tasks: body.tasks, at: null },
    body,
  })
  const last = await findLastKept(key, schema)
  if (last?.version === ledger.version) return current(last.body)
  if (isQuick) {
    const computed = await compute()
    return computed ? current(computed) : AWAITED
  }
  if (!last || !isStillKnown({ version: last.version, departures: last.body.departures }, ledger)) return AWAITED
  const { tasks, at } = last.body
  return { figures: { state: 'earlier', tasks, at }, body: last.body }
}
