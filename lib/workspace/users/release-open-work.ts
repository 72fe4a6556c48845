import 'server-only'
import { recordMany } from '@/lib/platform/events/record'
import type { Actor } from '@/lib/platform/policy/actor'
import type { Tx } from '@/lib/platform/server/db'

interface OpenShare {
  id: string
  taskId: string
  projectId: string
  itemId: string
}

/**
 * Gives back what a person holds and has not submitted, in one project or everywhere; drafts stay. Tasks are locked
 * first and in order, as every writer of assignments does.
 */
export async function releaseOpenWork(tx: Tx, actor: Actor, userId: string, projectId: string | null): Promise<number> {
  const shares = await tx.$queryRaw<OpenShare[]>`
    select a.id, t.id "taskId", coalesce(k.project_id, t.project_id) "projectId", t.item_id "itemId"
    from assignments a join tasks t on t.id = a.task_id left join calibrations k on k.shadow_id = t.project_id
    where a.user_id = ${userId}::uuid and a.state in ('reserved', 'assigned')
      and (${projectId}::uuid is null or ${projectId}::uuid in (t.project_id, k.project_id))
    order by t.id for update of t`
  const ids = shares.map((share) => share.id)
  const open = { id: { in: ids }, state: { in: ['reserved', 'assigned'] as ('reserved' | 'assigned')[] } }
  const released = await tx.assignment.updateManyAndReturn({
    where: open,
    data: { state: 'released', expiresAt: null },
    select: { id: true },
  })
  const done = new Set(released.map((row) => row.id))
  await recordMany(
    tx,
    'assignment.released',
    shares
      .filter((share) => done.has(share.id))
      .map(({ taskId, projectId, itemId }) => ({
        scope: { actorId: actor.userId, projectId, itemId, taskId },
        data: { userId, why: 'left' },
      })),
  )
  return done.size
}
