import 'server-only'
import { laneLetter } from '@/lib/adjudication/consolidation/rules'
import type { Actor } from '@/lib/platform/policy/actor'
import type { Tx } from '@/lib/platform/server/db'
import { areNamesOpen, inLaneOrder } from '@/lib/workspace/tasks/lane-order'
import type { LoadedTask } from '@/lib/workspace/tasks/load-task'

/** Whose lane a search is in, and what of its hour the reader may know: docs/decisions/024-history.md. */
export interface LaneClock {
  laneOf(userId: string | null): string | null
  isHidden(userId: string | null): boolean
  hour(userId: string | null, at: Date): string | null
}

/**
 * The clock of a task whose answers are open to the actor. Item histories say when each annotator, by name, began and
 * submitted: until names are open, what is in somebody else's lane has its order only.
 */
export async function laneClock(tx: Tx, { userId: reader }: Actor, task: LoadedTask): Promise<LaneClock> {
  const annotations = await tx.annotation.findMany({
    where: { taskId: task.id, round: task.round, state: 'submitted' },
    select: { id: true, userId: true },
  })
  const lanes = new Map(inLaneOrder(task.id, annotations).map(({ userId }, index) => [userId, laneLetter(index)]))
  const isOpen = areNamesOpen(task)
  const laneOf = (userId: string | null) => (userId === null ? null : (lanes.get(userId) ?? null))
  const isHidden = (userId: string | null) => !isOpen && userId !== reader && laneOf(userId) !== null
  return {
    laneOf,
    isHidden,
    hour: (userId, at) => (isHidden(userId) ? null : at.toISOString()),
  }
}

/** The hour of everything that is one's own. */
export const ownClock: LaneClock = {
  laneOf: () => null,
  isHidden: () => false,
  hour: (_, at) => at.toISOString(),
}
