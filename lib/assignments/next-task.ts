/** Giving out work: atomic, so that people who click together never hold more shares of a task than it asks for. */
import 'server-only'
import { Prisma } from '@/generated/prisma/client'
import { record } from '@/lib/audit/record'
import { askGate, findShadow, takeRepeat } from '@/lib/calibration/queries'
import type { Actor } from '@/lib/policy/actor'
import { canProject, effectiveRole } from '@/lib/policy/can'
import { ownWorkIn, visibleProjectsWhere } from '@/lib/policy/visible'
import { type Tx, transaction } from '@/lib/server/db'
import { AppError, found } from '@/lib/server/errors'
import type { NextTask } from './contract'

/**
 * The actor's next task: one they hold already, else one of theirs whose reservation lapsed, else the first in the queue
 * that has room and whose answers they have not read. Of what they hold, begun work comes first (reserved before assigned,
 * because it lapses), then what a manager assigned, then what is only reserved. Where the project calibrates its
 * annotators, copies served blind come in between: the gate's before anything that is not begun, a repetition that is due
 * before the queue (docs/decisions/018-calibration.md).
 */
export async function nextTask(actor: Actor, projectId: string): Promise<NextTask> {
  return transaction(async (tx) => {
    const project = found(
      await tx.project.findFirst({
        where: { id: projectId, ...visibleProjectsWhere(actor) },
        select: {
          archivedAt: true,
          protocolId: true,
          memberships: { where: { userId: actor.userId }, select: { role: true, quota: true } },
          stages: { where: { queue: true }, select: { id: true } },
        },
      }),
    )
    const membership = project.memberships[0]
    const role = effectiveRole(actor, membership?.role)
    if (!canProject('queue.take', { role, archived: project.archivedAt !== null }) || !membership)
      throw new AppError('forbidden', 'Only members who annotate can take tasks.')
    // One claim per person at a time, so that a double click gives the same task twice and a quota is never passed.
    await tx.$queryRaw`select pg_advisory_xact_lock(hashtextextended(${`next-task ${projectId} ${actor.userId}`}, 0))::text`
    const held = await findHeldTask(tx, actor, projectId)
    if (held?.copy) return serveCopy(tx, actor, projectId, held.id)
    if (held?.begun) return { taskId: held.id, reason: null }
    const shadow = await findShadow(tx, projectId)
    const gate = shadow ? await askGate(tx, shadow, project.protocolId, actor.userId) : ({ open: true } as const)
    if (!gate.open)
      return gate.taskId
        ? serveCopy(tx, actor, projectId, gate.taskId)
        : { taskId: null, reason: 'calibration_not_passed' }
    if (held) return { taskId: held.id, reason: null }
    const repeat = shadow && (await takeRepeat(tx, shadow, actor.userId))
    if (repeat) return serveCopy(tx, actor, projectId, repeat)
    if (project.stages.length === 0) return { taskId: null, reason: 'queue_closed' }
    if (membership.quota !== null && (await countTaken(tx, actor, projectId)) >= membership.quota)
      return { taskId: null, reason: 'quota_reached' }
    await releaseLapsed(tx, projectId)
    const stageIds = project.stages.map((stage) => stage.id)
    const taskId = (await findFreeTask(tx, actor, stageIds, true)) ?? (await findFreeTask(tx, actor, stageIds, false))
    if (!taskId) return { taskId: null, reason: 'nothing_left' }
    await reserve(tx, actor, projectId, taskId)
    return { taskId, reason: null }
  })
}

interface Held {
  id: string
  begun: boolean
  copy: boolean
}

/** Nobody else waits for a copy, so its reservation does not lapse. */
async function findHeldTask(tx: Tx, actor: Actor, projectId: string): Promise<Held | null> {
  const rows = await tx.$queryRaw<Held[]>`
    select t.id, n.id is not null "begun", t.project_id <> ${projectId}::uuid "copy"
    from assignments a join tasks t on t.id = a.task_id
    left join annotations n on n.task_id = t.id and n.user_id = a.user_id and n.round = t.round
    where a.user_id = ${actor.userId}::uuid and ${ownWorkIn(projectId)} and t.state = 'open'
      and (a.state = 'assigned' or (a.state = 'reserved' and (a.expires_at > now() or t.project_id <> ${projectId}::uuid)))
    order by (n.id is not null) desc, (t.project_id <> ${projectId}::uuid) desc,
             (a.state = 'reserved') = (n.id is not null) desc, t.position limit 1`
  return rows[0] ?? null
}

/** Gives a copy out, or keeps it given, like any task of the queue. */
async function serveCopy(tx: Tx, actor: Actor, projectId: string, taskId: string): Promise<NextTask> {
  const place = await tx.assignment.findUnique({
    where: { taskId_userId: { taskId, userId: actor.userId } },
    select: { state: true, expiresAt: true },
  })
  const isHeld = place?.state === 'reserved' && place.expiresAt !== null && place.expiresAt > new Date()
  if (!isHeld) await reserve(tx, actor, projectId, taskId)
  return { taskId, reason: null }
}

function countTaken(tx: Tx, actor: Actor, projectId: string): Promise<number> {
  return tx.assignment.count({
    where: {
      userId: actor.userId,
      origin: 'queue',
      state: { in: ['reserved', 'assigned', 'submitted'] },
      task: { projectId },
    },
  })
}

/** Frees places whose holders gave no sign of life; their drafts stay, and they are offered them back first. */
async function releaseLapsed(tx: Tx, projectId: string): Promise<void> {
  // Tasks are locked before their assignments, in this order everywhere, so that nobody waits in a circle.
  const rows = await tx.$queryRaw<{ taskId: string; userId: string; itemId: string }[]>`
    with lapsed as (
      select t.id, t.item_id from tasks t
      where t.project_id = ${projectId}::uuid and t.state = 'open' and exists (
        select 1 from assignments a where a.task_id = t.id and a.state = 'reserved' and a.expires_at < now())
      for update of t skip locked)
    update assignments a set state = 'released', updated_at = now() from lapsed
    where a.task_id = lapsed.id and a.state = 'reserved' and a.expires_at < now()
    returning a.task_id "taskId", a.user_id "userId", lapsed.item_id "itemId"`
  for (const { taskId, userId, itemId } of rows)
    await record(tx, 'assignment.released', { projectId, itemId, taskId }, { userId, why: 'lapsed' })
}

async function findFreeTask(tx: Tx, actor: Actor, stageIds: string[], begun: boolean): Promise<string | null> {
  const mine = begun
    ? Prisma.sql`join assignments a on a.task_id = t.id and a.user_id = ${actor.userId}::uuid and a.state = 'released' and a.origin = 'queue'`
    : Prisma.sql`left join assignments a on a.task_id = t.id and a.user_id = ${actor.userId}::uuid`
  const rows = await tx.$queryRaw<{ id: string }[]>`
    select t.id from tasks t join stages s on s.id = t.stage_id ${mine}
    where t.stage_id = any(${stageIds}::uuid[]) and t.state = 'open' and t.assigned_count < t.raters
      and (a.id is null or (a.state = 'released' and a.origin = 'queue') or (a.state = 'skipped' and s.skip_policy = 'again'))
      and (s.skip_policy <> 'manager' or not exists (select 1 from assignments k where k.task_id = t.id and k.state = 'skipped'))
      and not exists (select 1 from answer_reads r where r.task_id = t.id and r.user_id = ${actor.userId}::uuid)
    order by s.position, t.position limit 1
    for update of t skip locked`
  return rows[0]?.id ?? null
}

async function reserve(tx: Tx, actor: Actor, projectId: string, taskId: string): Promise<void> {
  const task = await tx.task.findUniqueOrThrow({
    where: { id: taskId },
    select: { itemId: true, stage: { select: { key: true } } },
  })
  // A copy's own stage does not follow the settings.
  const stage = await tx.stage.findUniqueOrThrow({
    where: { projectId_key: { projectId, key: task.stage.key } },
    select: { reservationMinutes: true },
  })
  const expiresAt = new Date(Date.now() + stage.reservationMinutes * 60_000)
  const place = { state: 'reserved', origin: 'queue', expiresAt, skipReason: null } as const
  await tx.assignment.upsert({
    where: { taskId_userId: { taskId, userId: actor.userId } },
    create: { taskId, userId: actor.userId, ...place },
    update: place,
  })
  const scope = { actorId: actor.userId, projectId, itemId: task.itemId, taskId }
  await record(tx, 'assignment.reserved', scope, { userId: actor.userId })
}
