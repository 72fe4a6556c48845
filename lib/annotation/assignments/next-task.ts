/** Giving out work: atomic, so that people who click together never hold more shares of a task than it asks for. */
import 'server-only'
import { record } from '@/lib/platform/events/record'
import type { Actor } from '@/lib/platform/policy/actor'
import { type Tx, transaction } from '@/lib/platform/server/db'
import { calibrationSource } from './calibration-source'
import type { NextTask } from './contract'
import { listLacking } from './practice-source'
import { countTaken, listFreeTasks, listHeldTasks, loadQueue } from './queue'

/**
 * The actor's next task: one they hold already, else one of theirs whose reservation lapsed, else the first in the queue
 * that has room and whose answers they have not read. Of what they hold, begun work comes first (reserved before assigned,
 * because it lapses), then what a manager assigned, then what is only reserved. Where the project calibrates its
 * annotators, copies served blind come in between: the gate's before anything that is not begun, a repetition that is due
 * before the queue (docs/decisions/018-calibration.md). Where the project asks for practice, it comes before all that is not
 * begun (098).
 */
export async function nextTask(actor: Actor, projectId: string): Promise<NextTask> {
  return transaction(async (tx) => {
    const { membership, project } = await loadQueue(tx, actor, projectId)
    // One claim per person at a time, so that a double click gives the same task twice and a quota is never passed.
    await tx.$queryRaw`select pg_advisory_xact_lock(hashtextextended(${`next-task ${projectId} ${actor.userId}`}, 0))::text`
    const { held, lacking, isHeldBack } = await findHeld(tx, actor, { id: projectId, protocolId: project.protocolId })
    if (held?.copy) return serveCopy(tx, actor, projectId, held.id)
    if (held?.begun) return { taskId: held.id, reason: null }
    const calibration = await calibrationSource.get().find(tx, projectId)
    const gate = (await calibration?.askGate(project.protocolId, actor.userId)) ?? { open: true }
    if (!gate.open)
      return gate.taskId
        ? serveGate(tx, actor, projectId, { taskId: gate.taskId, lacking })
        : { taskId: null, reason: gate.waitsFor ? WAITS[gate.waitsFor] : 'calibration_not_passed' }
    if (held) return { taskId: held.id, reason: null }
    const repeat = await calibration?.takeRepeat(actor.userId)
    if (repeat) return serveCopy(tx, actor, projectId, repeat)
    const taken = await takeFromQueue(tx, actor, {
      id: projectId,
      quota: membership.quota,
      stages: project.stages,
      lacking,
    })
    return isHeldBack && !taken.taskId ? PRACTICE_FIRST : taken
  })
}

/** The first task that the person holds and may go on with, and what practice comes before. */
async function findHeld(tx: Tx, actor: Actor, project: { id: string; protocolId: string }) {
  const [first] = await listHeldTasks(tx, actor, project.id)
  const lacking = first?.begun ? [] : await listLacking(tx, project, actor.userId)
  const isHeldBack = first !== undefined && lacking.includes(first.stage)
  // Each stage by itself: what practice comes before keeps back no task of another stage.
  const [held] = isHeldBack ? await listHeldTasks(tx, actor, project.id, { but: lacking }) : [first]
  return { held, lacking, isHeldBack }
}

const PRACTICE_FIRST: NextTask = { taskId: null, reason: 'practice_first' }
const WAITS = { answer: 'waits_for_answer', submission: 'waits_for_submission' } as const

interface Queue {
  id: string
  quota: number | null
  stages: readonly { id: string; key: string }[]
  /** The keys of the stages that come after practice which is not done. */
  lacking: readonly string[]
}

/** The first task of the queue that the person may begin, reserved for them. */
async function takeFromQueue(
  tx: Tx,
  actor: Actor,
  { id: projectId, quota, stages, lacking }: Queue,
): Promise<NextTask> {
  if (stages.length === 0) return { taskId: null, reason: 'queue_closed' }
  if (quota !== null && (await countTaken(tx, actor, projectId)) >= quota)
    return { taskId: null, reason: 'quota_reached' }
  const hadTasks = await releaseLapsed(tx, projectId, actor.userId)
  const idsOf = (isLacking: boolean) =>
    stages.filter(({ key }) => lacking.includes(key) === isLacking).map(({ id }) => id)
  const [taskId] = await listFreeTasks(tx, actor, idsOf(false), { take: true, hadTasks })
  if (!taskId) {
    const [behind] = await listFreeTasks(tx, actor, idsOf(true), { hadTasks })
    return behind ? PRACTICE_FIRST : { taskId: null, reason: 'nothing_left' }
  }
  await reserve(tx, actor, projectId, taskId)
  return { taskId, reason: null }
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
  if (held.length === 0) await reserve(tx, actor, projectId, taskId)
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
      select t.id, t.item_id from tasks t
      where t.project_id = ${projectId}::uuid and t.state = 'open' and exists (
        select 1 from assignments a where a.task_id = t.id and a.state = 'reserved' and a.expires_at < now())
      for update of t skip locked
    ), released as (
      update assignments a set state = 'released', updated_at = now() from lapsed
      where a.task_id = lapsed.id and a.state = 'reserved' and a.expires_at < now() and not exists (
        select 1 from annotations n where n.task_id = a.task_id and n.user_id = a.user_id and n.held_until is not null)
      returning a.task_id "taskId", a.user_id "userId", lapsed.item_id "itemId")
    select coalesce((select jsonb_agg(r) from released r), '[]') "released", exists (
      select 1 from assignments a join tasks t on t.id = a.task_id
      where a.user_id = ${personId}::uuid and t.project_id = ${projectId}::uuid and a.state = 'released' and a.origin = 'queue') "hadTasks"`
  const { released = [], hadTasks = false } = found ?? {}
  for (const { taskId, userId, itemId } of released)
    await record(tx, 'assignment.released', { projectId, itemId, taskId }, { userId, why: 'lapsed' })
  return hadTasks || released.some(({ userId }) => userId === personId)
}

async function reserve(tx: Tx, actor: Actor, projectId: string, taskId: string): Promise<void> {
  // For as long as the project's stage says, since a copy's own stage does not follow the settings; by the clock of the database, which says
  // when it lapses: that of this process may be wrong by hours.
  const [task] = await tx.$queryRaw<{ itemId: string }[]>`
    with task as (
      select t.id, t.item_id, p.reservation_minutes from tasks t join stages s on s.id = t.stage_id
      join stages p on p.project_id = ${projectId}::uuid and p.key = s.key where t.id = ${taskId}::uuid
    ), reserved as (
      insert into assignments (id, task_id, user_id, state, origin, expires_at)
      select gen_random_uuid(), id, ${actor.userId}::uuid, 'reserved', 'queue', now() + make_interval(mins => reservation_minutes)
      from task
      on conflict (task_id, user_id) do update
        set state = excluded.state, origin = excluded.origin, expires_at = excluded.expires_at, skip_reason = null,
            updated_at = now())
    select item_id "itemId" from task`
  if (!task) throw new Error(`task ${taskId} or its stage in project ${projectId} is gone`)
  const scope = { actorId: actor.userId, projectId, itemId: task.itemId, taskId }
  await record(tx, 'assignment.reserved', scope, { userId: actor.userId })
}
