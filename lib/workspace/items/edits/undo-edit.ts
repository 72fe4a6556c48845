import 'server-only'
import { v7 as uuid } from 'uuid'
import { Prisma } from '@/generated/prisma/client'
import { record } from '@/lib/platform/events/record'
import type { Actor } from '@/lib/platform/policy/actor'
import { transaction } from '@/lib/platform/server/db'
import { AppError, found } from '@/lib/platform/server/errors'
import { lockItems, lockTasks } from '@/lib/workspace/items/selection/select-items'
import { authorizeProject, loadProject, refuseArchived } from '@/lib/workspace/projects/queries'
import type { UndoOutcome } from './contract'
import { EDIT_MINUTES } from './edit-items'
import { applyEdit, HAS_UNSETTLED, hasWorkSince, IS_AS_LEFT, touchesTasks } from './facts-sql'

/**
 * Undoes an act on many items, once, in one transaction with one event: an item that is as the act left it is as before, and one that
 * somebody has changed since stays, as does one that would be discarded again where work was done at it. Errors: `not_found`, `forbidden` to all but managers, `conflict` where it is undone.
 */
export function undoEdit(actor: Actor, projectId: string, editId: string): Promise<UndoOutcome> {
  return transaction(async (tx) => {
    const project = await loadProject(tx, actor, projectId, { lock: 'change' })
    authorizeProject('project.manage', project, 'Items are changed together by managers of the project.')
    refuseArchived(project)
    const edit = found(
      await tx.itemEdit.findFirst({
        where: { id: editId, projectId },
        select: { changed: true, eventId: true, undoneBy: { select: { id: true } } },
      }),
    )
    if (edit.undoneBy) throw new AppError('conflict', 'This has been undone already.')
    const where = Prisma.sql`i.project_id = ${projectId}::uuid and i.position in (
      select unnest(p.positions) from item_edit_parts p where p.edit_id = ${editId}::uuid)`
    // As `applyEdit` needs them: fields alone touch no task.
    if (await touchesTasks(tx, editId)) await lockTasks(tx, where)
    await lockItems(tx, where)
    const id = uuid()
    await tx.itemEdit.create({
      data: { id, projectId, actorId: actor.userId, undoesId: editId, changed: 0, eventId: 0n },
      select: { id: true },
    })
    const [{ changed } = { changed: 0 }] = await tx.$queryRaw<{ changed: number }[]>`
      with back as (
        select i.position, p.before, p.after
        from (select unnest(positions) "position", before, after from item_edit_parts where edit_id = ${editId}::uuid) p
        join items i on i.project_id = ${projectId}::uuid and i.position = p.position
        where ${IS_AS_LEFT} and (p.before -> 'discarded' is null or p.before -> 'discarded' = 'null'
          -- It would be discarded again, and with it the work that was done since.
          or (${HAS_UNSETTLED} and not ${hasWorkSince(edit.eventId)}))),
      parts as (
        insert into item_edit_parts (edit_id, project_id, thousand, positions, before, after)
        select ${id}::uuid, ${projectId}::uuid, position / 1000, array_agg(position order by position), after, before
        from back group by position / 1000, before, after)
      select count(*)::int "changed" from back`
    await applyEdit(tx, projectId, id)
    const stay = edit.changed - changed
    const data = { editId: id, undoes: editId, changed, stay }
    const eventId = await record(tx, 'items.edit_undone', { actorId: actor.userId, projectId }, data)
    await tx.itemEdit.update({ where: { id }, data: { changed, eventId }, select: { id: true } })
    return { id, changed, stay }
  }, EDIT_MINUTES)
}
