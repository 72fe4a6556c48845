/** Ends the work on a withdrawn item, and says in its place that it is withdrawn. */
import 'server-only'
import { Prisma } from '@/generated/prisma/client'
import type { Tx } from '@/lib/platform/server/db'
import { AppError } from '@/lib/platform/server/errors'
import { lockPositions } from '@/lib/workspace/imports/positions'
import { WITHDRAWN } from '@/lib/workspace/items/withdrawn/contract'
import { type Reach, readReach } from './read-reach'
import type { TableChange } from './replace-texts'

/** What an item reaches, as it is once everything that others could change meanwhile is held. @throws `conflict` as `refuseBusy` */
export async function holdReach(tx: Tx, itemId: string): Promise<Reach> {
  let reach = await readReach(tx, itemId)
  for (;;) {
    await lockReach(tx, reach)
    const again = await readReach(tx, itemId)
    const isHeld = (['items', 'tasks', 'projects'] as const).every((which) => isWithin(again[which], reach[which]))
    reach = again
    if (isHeld) break
  }
  await refuseBusy(tx, reach)
  return reach
}

const isWithin = (ids: readonly string[], heldIds: readonly string[]) => ids.every((id) => heldIds.includes(id))

/**
 * In the order in which everybody takes them (docs/architecture.md). The projects are held a second time, against new rows that refer to
 * them, such as a release: submitting and runs come to that when they hold tasks and annotations.
 */
async function lockReach(tx: Tx, { items, tasks, projects }: Reach): Promise<void> {
  for (const projectId of projects.toSorted()) await lockPositions(tx, projectId)
  await tx.$queryRaw`select 1 from projects where id = any(${projects}::uuid[]) order by id for no key update`
  const ofItems = Prisma.sql`item_id = any(${items}::uuid[]) or task_id = any(${tasks}::uuid[])`
  // Not their runs, which could not go on with other items meanwhile: drivers pass over what is held.
  await tx.$queryRaw`select 1 from run_items where ${ofItems} order by id for update`
  await tx.$queryRaw`select 1 from tasks where id = any(${tasks}::uuid[]) order by id for update`
  await tx.$queryRaw`select 1 from annotations where task_id = any(${tasks}::uuid[]) order by id for update`
  await tx.$queryRaw`select 1 from projects where id = any(${projects}::uuid[]) order by id for update`
  await tx.$queryRaw`select 1 from items where id = any(${items}::uuid[]) order by id for update`
}

/** @throws `conflict` while a release is built or sent, and while a run is at work on it */
async function refuseBusy(tx: Tx, { items, tasks, projects }: Reach): Promise<void> {
  const building = await tx.release.findFirst({ where: { projectId: { in: projects }, state: 'building' } })
  if (building)
    throw new AppError('conflict', `Release ${building.number} is being built: wait until it is ready, or remove it.`)
  const pushed = await tx.releasePush.findFirst({
    where: { state: 'running', release: { projectId: { in: projects } } },
    include: { release: { select: { number: true } } },
  })
  if (pushed)
    throw new AppError(
      'conflict',
      `Release ${pushed.release.number} is being sent to another place: wait until that has ended, or cancel it on the page of the release.`,
    )
  const running = await tx.runItem.findFirst({
    where: {
      state: 'running',
      leasedUntil: { gt: new Date() },
      OR: [{ itemId: { in: items } }, { taskId: { in: tasks } }],
    },
    include: { run: { select: { name: true } } },
  })
  if (running) throw new AppError('conflict', `The run “${running.run.name}” is working on it: try again in a minute.`)
}

/** As a discarded item, in whatever state it was, also where it is gold: it is handed out to nobody and counted nowhere. */
export async function takeOut(tx: Tx, { items, tasks, projects }: Reach, reason: string, byId: string): Promise<void> {
  await tx.item.updateMany({
    where: { id: { in: items } },
    data: {
      title: `${WITHDRAWN}: ${reason}`,
      tags: [],
      priority: 0,
      discardedAt: new Date(),
      discardReason: WITHDRAWN,
      discardNote: reason,
      discardedById: byId,
      changedAt: new Date(),
    },
  })
  await tx.task.updateMany({
    where: { id: { in: tasks }, state: { not: 'discarded' } },
    data: { state: 'discarded', revision: { increment: 1 } },
  })
  // There is no state to return to.
  await tx.task.updateMany({ where: { id: { in: tasks } }, data: { discardedFrom: null, stale: false } })
  await tx.runItem.updateMany({
    where: { itemId: { in: items }, state: { in: ['waiting', 'running'] } },
    data: { state: 'skipped', leasedUntil: null },
  })
  await tx.$executeRaw`
    update item_edit_parts e set positions = array_remove(e.positions, i.position) from items i
    where i.id = any(${items}::uuid[]) and e.project_id = i.project_id and e.thousand = i.position / 1000
      and i.position = any(e.positions)`
  await tx.$executeRaw`delete from item_edit_parts where project_id = any(${projects}::uuid[]) and positions = '{}'`
}

const UNFINISHED = ['uploading', 'checking', 'ready', 'refused', 'applying'] as const

/** What files of the projects are kept goes, since it may be packed, and nothing in it can be replaced; so do their first records as shown. */
export async function dropImportFiles(tx: Tx, { projects }: Reach): Promise<TableChange[]> {
  const { count: cancelled } = await tx.import.updateMany({
    where: { projectId: { in: projects }, state: { in: [...UNFINISHED] } },
    data: { state: 'cancelled', finishedAt: new Date() },
  })
  const { count: chunks } = await tx.importChunk.deleteMany({ where: { import: { projectId: { in: projects } } } })
  const previews = await tx.$executeRaw`
    update imports set preview = '[]' where project_id = any(${projects}::uuid[]) and preview <> '[]'`
  return [
    { table: 'imports', rows: cancelled, what: 'cancelled' },
    { table: 'import_chunks', rows: chunks, what: 'removed' },
    { table: 'imports', rows: previews, what: 'changed' },
  ]
}
