/** Giving out work: atomic, so that people who click together never hold more shares of a task than it asks for. */
import 'server-only'
import { Prisma } from '@/generated/prisma/client'
import type { EventMap } from '@/lib/platform/events/events'
import { record } from '@/lib/platform/events/record'
import type { Actor } from '@/lib/platform/policy/actor'
import { type Tx, transaction } from '@/lib/platform/server/db'
import { PREPARED } from '@/lib/platform/server/statement-name'
import { calibrationSource } from './calibration-source'
import type { NextTask } from './contract'
import { listLacking } from './practice-source'
import {
  countTaken,
  findStanding,
  freeTasks,
  hadTasks,
  lapsedIn,
  listFreeTasks,
  listHeldTasks,
  loadQueue,
  type ProjectQueue,
  type Standing,
  standingOf,
} from './queue'

/**
 * The actor's next task: one they hold already, else one of theirs whose reservation lapsed, else the first in the queue
 * that has room and whose answers they have not read. Of what they hold, begun work comes first (reserved before assigned,
 * because it lapses), then what a manager assigned, then what is only reserved. Where the project calibrates its
 * annotators, copies served blind come in between: the gate's before anything that is not begun, a repetition that is due
 * before the queue (docs/decisions/018-calibration.md). Where the project asks for practice, it comes before all that is not
 * begun (098).
 */
export const nextTask = (actor: Actor, projectId: string): Promise<NextTask> =>
  transaction((tx) => takeNextTask(tx, actor, projectId))

/** As `nextTask`, in the caller's transaction. */
export async function takeNextTask(tx: Tx, actor: Actor, projectId: string): Promise<NextTask> {
  return takeFrom(tx, actor, await loadQueue(tx, actor, projectId, { claim: true }))
}

/** As `takeNextTask`, from a queue that was loaded with a claim in this transaction. */
export async function takeFrom(tx: Tx, actor: Actor, queue: ProjectQueue): Promise<NextTask> {
  const { id: projectId } = queue
  const { taken: first, standing } = await standOrTake(tx, actor, queue)
  if (first) return { taskId: first, reason: null }
  const { held, lacking } = await findHeld(tx, actor, queue, standing)
  if (held?.copy) return serveCopy(tx, actor, projectId, held.id)
  if (held?.begun) return { taskId: held.id, reason: null }
  const calibration = queue.calibrates ? await calibrationSource.get().find(tx, projectId) : null
  const gate = (await calibration?.askGate(queue.protocolId, actor.userId)) ?? { open: true }
  if (!gate.open)
    return gate.taskId
      ? serveGate(tx, actor, projectId, { taskId: gate.taskId, lacking })
      : { taskId: null, reason: gate.waitsFor ? WAITS[gate.waitsFor] : 'calibration_not_passed' }
  if (held) return { taskId: held.id, reason: null }
  const repeat = await calibration?.takeRepeat(actor.userId)
  if (repeat) return serveCopy(tx, actor, projectId, repeat)
  const taken = await takeFromQueue(tx, actor, queue, { lacking, standing })
  // What they hold, practice comes before.
  return standing.held && !taken.taskId ? PRACTICE_FIRST : taken
}

/** The first task that the person holds and may go on with, and what practice comes before. */
async function findHeld(tx: Tx, actor: Actor, queue: ProjectQueue, { held: first }: Standing) {
  const lacking = queue.asksForPractice && !first?.begun ? await listLacking(tx, queue, actor.userId) : []
  if (!first || !lacking.includes(first.stage)) return { held: first, lacking }
  // Each stage by itself: what practice comes before keeps back no task of another stage.
  const [held] = await listHeldTasks(tx, actor, queue.id, { but: lacking })
  return { held, lacking }
}

/**
 * What comes before the queue; and where nothing can, neither what somebody holds or had nor practice, calibration or a quota, the first free
 * task of its first stage, reserved in the same statement.
 */
async function standOrTake(
  tx: Tx,
  actor: Actor,
  { id: projectId, stages: [stage], quota, asksForPractice, calibrates }: ProjectQueue,
): Promise<{ taken: string | null; standing: Standing }> {
  if (!stage || quota !== null || asksForPractice || calibrates)
    return { taken: null, standing: await findStanding(tx, actor, projectId) }
  const only = Prisma.sql`(select "held" is null and not "hasLapsed" and not "hadTasks" from standing)`
  const free = Prisma.sql`${freeTasks(actor, stage.id, { begun: false, limit: 1, only })} for update of t skip locked`
  const [row] = await tx.$queryRaw<(Standing & { taken: string | null })[]>`
    ${Prisma.raw(PREPARED)}
    with ${standingOf(actor, projectId)}, ${reservation(actor, projectId, free)}
    select standing.*, (select task_id from reserved) "taken" from standing`
  if (!row) throw new Error('a statement without a row')
  const { taken, ...standing } = row
  return { taken, standing }
}

const PRACTICE_FIRST: NextTask = { taskId: null, reason: 'practice_first' }
const WAITS = { answer: 'waits_for_answer', submission: 'waits_for_submission' } as const

/** The first task of the queue that the person may begin, reserved for them. `lacking`: the keys of the stages that come after practice which is not done. */
async function takeFromQueue(
  tx: Tx,
  actor: Actor,
  { id: projectId, quota, stages }: ProjectQueue,
  { lacking, standing }: { lacking: readonly string[]; standing: Standing },
): Promise<NextTask> {
  if (stages.length === 0) return { taskId: null, reason: 'queue_closed' }
  if (quota !== null && (await countTaken(tx, actor, projectId)) >= quota)
    return { taskId: null, reason: 'quota_reached' }
  // Of who holds something it was not asked.
  const isKnown = !standing.held && !standing.hasLapsed
  const hadBefore = isKnown ? standing.hadTasks : await releaseLapsed(tx, projectId, actor.userId)
  const idsOf = (isLacking: boolean) =>
    stages.filter(({ key }) => lacking.includes(key) === isLacking).map(({ id }) => id)
  for (const begun of hadBefore ? [true, false] : [false])
    for (const stageId of idsOf(false)) {
      const free = freeTasks(actor, stageId, { begun, limit: 1 })
      const taskId = await reserve(tx, actor, projectId, Prisma.sql`${free} for update of t skip locked`)
      if (taskId) return { taskId, reason: null }
    }
  const [behind] = await listFreeTasks(tx, actor, idsOf(true))
  return behind ? PRACTICE_FIRST : { taskId: null, reason: 'nothing_left' }
}

/** A copy of the gate, unless practice of its stage comes first. */
async function serveGate(
  tx: Tx,
  actor: Actor,
  projectId: string,
  { taskId, lacking }: { taskId: string; lacking: readonly string[] },
): Promise<NextTask> {
  if (lacking.length > 0) {
    const { stage } = await tx.task.findUniqueOrThrow({
      where: { id: taskId },
      select: { stage: { select: { key: true } } },
    })
    if (lacking.includes(stage.key)) return PRACTICE_FIRST
  }
  return serveCopy(tx, actor, projectId, taskId)
}

/** Gives a copy out, or keeps it given, like any task of the queue. */
async function serveCopy(tx: Tx, actor: Actor, projectId: string, taskId: string): Promise<NextTask> {
  const held = await tx.$queryRaw<unknown[]>`
    select 1 from assignments where task_id = ${taskId}::uuid and user_id = ${actor.userId}::uuid
      and (state = 'assigned' or state = 'reserved' and expires_at > now())`
  if (held.length > 0) return { taskId, reason: null }
  const copy = Prisma.sql`select t.id, t.item_id, s.key from tasks t join stages s on s.id = t.stage_id where t.id = ${taskId}::uuid`
  if (!(await reserve(tx, actor, projectId, copy)))
    throw new Error(`task ${taskId} or its stage in project ${projectId} is gone`)
  return { taskId, reason: null }
}

/**
 * Frees places whose holders gave no sign of life; their drafts stay, and they are offered them back first. A submission that waits to be
 * frozen keeps its place, however long no worker has run. Returns whether there are tasks of the project whose place this person had and
 * has no more.
 */
async function releaseLapsed(tx: Tx, projectId: string, personId: string): Promise<boolean> {
  // Tasks are locked before their assignments, in this order everywhere, so that nobody waits in a circle.
  const [found] = await tx.$queryRaw<
    { released: { taskId: string; userId: string; itemId: string }[]; hadTasks: boolean }[]
  >`
    with lapsed as (
      select t.id, t.item_id ${lapsedIn(projectId)}
      for update of t skip locked
    ), released as (
      update assignments a set state = 'released', updated_at = now() from lapsed
      where a.task_id = lapsed.id and a.state = 'reserved' and a.expires_at < now() and not exists (
        select 1 from annotations n where n.task_id = a.task_id and n.user_id = a.user_id and n.held_until is not null)
      returning a.task_id "taskId", a.user_id "userId", lapsed.item_id "itemId")
    select coalesce((select jsonb_agg(r) from released r), '[]') "released", ${hadTasks(personId, projectId)} "hadTasks"`
  const { released = [], hadTasks: had = false } = found ?? {}
  for (const { taskId, userId, itemId } of released)
    await record(tx, 'assignment.released', { projectId, itemId, taskId }, { userId, why: 'lapsed' })
  return had || released.some(({ userId }) => userId === personId)
}

/** Reserves the task that a statement finds, as `id`, `item_id` and the `key` of its stage; null where it finds none. */
async function reserve(tx: Tx, actor: Actor, projectId: string, task: Prisma.Sql): Promise<string | null> {
  const [row] = await tx.$queryRaw<{ id: string }[]>`
    ${Prisma.raw(PREPARED)}
    with ${reservation(actor, projectId, task)} select task_id "id" from reserved`
  return row?.id ?? null
}

/** The same as CTEs; `reserved` has the `task_id`. */
function reservation({ userId }: Actor, projectId: string, task: Prisma.Sql): Prisma.Sql {
  const event: EventMap['assignment.reserved'] = { userId }
  // For as long as the project's stage says, since a copy's own stage does not follow the settings; by the clock of the database, which says
  // when it lapses: that of this process may be wrong by hours.
  return Prisma.sql`
    task as (${task}), reserved as (
      insert into assignments (id, task_id, user_id, state, origin, expires_at)
      select gen_random_uuid(), task.id, ${userId}::uuid, 'reserved', 'queue', now() + make_interval(mins => p.reservation_minutes)
      from task join stages p on p.project_id = ${projectId}::uuid and p.key = task.key
      on conflict (task_id, user_id) do update
        set state = excluded.state, origin = excluded.origin, expires_at = excluded.expires_at, skip_reason = null,
            updated_at = now()
      returning task_id
    ), noted as (
      insert into events (type, actor_id, project_id, item_id, task_id, data)
      select 'assignment.reserved', ${userId}::uuid, ${projectId}::uuid, task.item_id, task.id, ${JSON.stringify(event)}::jsonb
      from task join reserved on reserved.task_id = task.id)`
}
