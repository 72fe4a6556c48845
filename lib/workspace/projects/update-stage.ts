import 'server-only'
import type { z } from 'zod'
import { record } from '@/lib/platform/events/record'
import type { Actor } from '@/lib/platform/policy/actor'
import { type Tx, transaction } from '@/lib/platform/server/db'
import { AppError, found } from '@/lib/platform/server/errors'
import { protocolById, stageByKey } from '@/lib/protocols'
import type { ProjectView, StageSettings, updateStageBody } from './contract'
import { authorizeProject, loadProject, refuseArchived } from './load-project'
import { presentProject } from './present'
import { changedFields, stageProblem } from './rules'

/**
 * Changes how a stage is assigned and begun. New raters, coverage or a further share reach the tasks that nobody has started; work
 * that has begun keeps the number of annotators it began with. A new order reaches whatever is still in the queue. Returns
 * how many tasks changed their number of annotators.
 */
export async function updateStage(
  actor: Actor,
  { projectId, stageKey }: { projectId: string; stageKey: string },
  body: z.infer<typeof updateStageBody>,
): Promise<{ project: ProjectView; tasksChanged: number }> {
  return transaction(async (tx) => {
    const project = await loadProject(tx, actor, projectId, { lock: 'change' })
    authorizeProject('project.manage', project)
    refuseArchived(project)
    const row = found(await tx.stage.findUnique({ where: { projectId_key: { projectId, key: stageKey } } }))
    const current: StageSettings = {
      raters: row.raters,
      coverage: row.coverage,
      reservationMinutes: row.reservationMinutes,
      skipPolicy: row.skipPolicy,
      queue: row.queue,
      queueOrder: row.queueOrder,
      queueSeed: row.queueSeed,
      furtherShare: row.furtherShare,
      furtherSeed: row.furtherSeed,
      thirdRater: row.thirdRater,
      guidelinesFirst: row.guidelinesFirst,
    }
    const { seen = {}, ...next } = body
    if (Object.keys(changedFields(current, seen)).length > 0)
      throw new AppError('revision_conflict', undefined, { data: { current } })
    const changes = changedFields(current, next)
    const { votePlaces } = stageByKey(protocolById(project.protocolId), stageKey)
    // Who votes already goes on, and so do settings that say nothing about it.
    const places = changes.raters || changes.furtherShare ? votePlaces?.most : null
    const problem = stageProblem({ ...current, ...next }, row.consolidation, places)
    if (problem) throw new AppError('rule', problem, { issues: [{ path: 'raters', message: problem }] })
    let tasksChanged = 0
    if (Object.keys(changes).length > 0) {
      await tx.stage.update({ where: { id: row.id }, data: next })
      if (changes.raters || changes.coverage || changes.furtherShare || changes.furtherSeed)
        tasksChanged = await spreadRaters(tx, row.id)
      if (changes.queueOrder || changes.queueSeed) await orderQueue(tx, row.id)
      if (changes.thirdRater?.to === 'deadlock') await keepThirdRaters(tx, row.id)
      await record(tx, 'stage.updated', { actorId: actor.userId, projectId }, { stage: stageKey, changes })
    }
    return { project: await presentProject(tx, project), tasksChanged }
  })
}

/** A discussion that began with a third rater ends with one: nobody else may confirm what is settled in it. */
async function keepThirdRaters(tx: Tx, stageId: string): Promise<void> {
  await tx.task.updateMany({
    where: { stageId, state: 'consolidating', thirdRaterAt: null },
    data: { thirdRaterAt: new Date() },
  })
}

/**
 * `ratersAt` of raters.ts in SQL, on the tasks without an assignment or an annotation, locked by id, as everywhere. A task
 * that somebody takes meanwhile is left alone: the conditions are checked again on the row as it then is.
 */
function spreadRaters(tx: Tx, stageId: string): Promise<number> {
  return tx.$executeRaw`
    with wanted as (
      select t.id, case when (t.position::bigint * s.coverage) / 100 > ((t.position::bigint - 1) * s.coverage) / 100
                        then s.raters else 1 end
                   + (('x' || substr(md5('further ' || t.position || ' ' || s.further_seed), 1, 7))::bit(28)::int % 100
                      < s.further_share)::int as raters
      from tasks t join stages s on s.id = t.stage_id
      where s.id = ${stageId}::uuid and t.state in ('preparing', 'open')),
    locked as (
      select t.id, w.raters from tasks t join wanted w on w.id = t.id
      where t.raters <> w.raters and t.assigned_count = 0 and t.state in ('preparing', 'open')
        and not exists (select 1 from annotations a where a.task_id = t.id)
      order by t.id for update of t)
    update tasks set raters = l.raters from locked l where tasks.id = l.id`
}

/** Gives every task that is or can come into the queue its place in the new order; a discarded one comes back by being restored. */
function orderQueue(tx: Tx, stageId: string): Promise<number> {
  return tx.$executeRaw`
    with queued as (
      select t.id, s.queue_order, s.queue_seed from tasks t join stages s on s.id = t.stage_id
      where t.stage_id = ${stageId}::uuid and t.state in ('preparing', 'open', 'discarded')
      order by t.id for no key update of t)
    update tasks t set place = queue_place(t.id, t.position, q.queue_order, q.queue_seed)
    from queued q where t.id = q.id`
}
