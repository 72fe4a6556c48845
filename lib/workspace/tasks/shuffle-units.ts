/** The order in which an annotator sees the units that a stage shuffles. */
import { createHmac } from 'node:crypto'
import { z } from 'zod'
import { env } from '@/lib/platform/server/env'
import type { Stage, UnitDraft } from '@/lib/protocols/protocol'
import { shuffledKeys } from '@/lib/protocols/shown-order'

/**
 * The keys of the shuffled units in an order drawn for this person and this task: every order is equally likely, and the
 * same units come in the same order in every round. Only the server can work it out: votes say in which order they were given, and
 * ids of people and tasks are known to who leads them. null where the stage shuffles none.
 */
export function shuffledFor(
  stage: Pick<Stage, 'shuffles'>,
  units: readonly Pick<UnitDraft, 'key' | 'kind'>[],
  { taskId, userId }: { taskId: string; userId: string },
): string[] | null {
  const keys = shuffledKeys(stage, units)
  if (keys === null) return null
  const place = new Map(
    keys.map((key) => [
      key,
      createHmac('sha256', env().NEXTAUTH_SECRET).update(`order ${taskId} ${userId} ${key}`).digest('hex'),
    ]),
  )
  return keys.toSorted((a, b) => ((place.get(a) ?? '') < (place.get(b) ?? '') ? -1 : 1))
}

/** An annotation's `shown` as it is stored. */
export const shownOf = (stored: unknown): string[] | null =>
  z
    .array(z.string())
    .nullable()
    .parse(stored ?? null)
