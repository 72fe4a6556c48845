import 'server-only'
import { record, recordMany } from '@/lib/platform/events/record'
import type { Actor } from '@/lib/platform/policy/actor'
import { transaction } from '@/lib/platform/server/db'
import { authorizeProject, loadProject, refuseArchived } from '@/lib/workspace/projects/queries'
import { NOT_SAMPLED } from '@/lib/workspace/tasks/set-aside-items'

const MINUTES = 5

/** Takes back whatever sampling set aside and nobody restored: tasks return to the states they were in. */
export function restoreSampled(actor: Actor, projectId: string): Promise<{ restored: number }> {
  return transaction(async (tx) => {
    const project = await loadProject(tx, actor, projectId, { lock: 'change' })
    authorizeProject('project.manage', project, 'Sampling is for managers of a project.')
    refuseArchived(project)
    // In the order of their ids, as everything that locks several tasks does.
    await tx.$queryRaw`
      select 1 from tasks t join items i on i.id = t.item_id
      where i.project_id = ${projectId}::uuid and i.discard_reason = ${NOT_SAMPLED} order by t.id for update of t`
    await tx.$executeRaw`
      update tasks t set revision = t.revision + 1, state = t.discarded_from
      from items i
      where i.project_id = ${projectId}::uuid and i.discard_reason = ${NOT_SAMPLED} and t.item_id = i.id
        and t.state = 'discarded' and t.discarded_from is not null`
    const items = await tx.$queryRaw<{ itemId: string; taskId: string | null }[]>`
      update items i set discarded_at = null, discard_reason = null, discard_note = null, discarded_by_id = null, changed_at = now()
      where i.project_id = ${projectId}::uuid and i.discard_reason = ${NOT_SAMPLED}
      returning i.id "itemId", (select t.id from tasks t join stages s on s.id = t.stage_id
                                where t.item_id = i.id order by s.position limit 1) "taskId"`
    const scope = { actorId: actor.userId, projectId }
    await recordMany(
      tx,
      'task.restored',
      items.map((item) => ({ scope: { ...scope, ...item }, data: {} })),
    )
    if (items.length > 0) await record(tx, 'items.sample_restored', scope, { items: items.length })
    return { restored: items.length }
  }, MINUTES)
}
