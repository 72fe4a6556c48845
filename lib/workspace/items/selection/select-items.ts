import 'server-only'
import { Prisma } from '@/generated/prisma/client'
import type { Actor } from '@/lib/platform/policy/actor'
import type { TaskSubject } from '@/lib/platform/policy/can'
import { keepThoughRefused, type Tx } from '@/lib/platform/server/db'
import { AppError } from '@/lib/platform/server/errors'
import { readFilter, rememberTold } from '@/lib/workspace/items/filter'
import type { LoadedProject } from '@/lib/workspace/projects/queries'
import type { Selection } from './contract'

/**
 * The positions of the selected items, ascending. The caller has authorised. Errors: `conflict` where a filter finds another number
 * than was expected, `rule` where an id is none of the project's.
 */
export async function selectItems(
  tx: Tx,
  actor: Actor,
  project: LoadedProject,
  selection: Selection,
): Promise<number[]> {
  const where = await selectedWhere(tx, actor, project, selection)
  const [found] = await tx.$queryRaw<{ positions: number[] }[]>`
    select coalesce(array_agg(i.position order by i.position), '{}') "positions" from items i where ${where}`
  return requireExpected(selection, found?.positions ?? [])
}

/**
 * The same, with the items held until the transaction ends, and with `tasks` their tasks too, which come first, as everywhere.
 * Hold the project's row before (`lock: 'change'`): so that two acts on many items come one after the other.
 */
export async function lockSelectedItems(
  tx: Tx,
  actor: Actor,
  project: LoadedProject,
  { selection, tasks }: { selection: Selection; tasks: boolean },
): Promise<number[]> {
  const where = await selectedWhere(tx, actor, project, selection)
  if (tasks) await lockTasks(tx, where)
  return requireExpected(selection, await lockItems(tx, where))
}

/** Holds the tasks of items `i`, in the order of their ids, as everything that locks several tasks does. */
export async function lockTasks(tx: Tx, where: Prisma.Sql): Promise<void> {
  await tx.$queryRaw`
    select count(*) from (
      select 1 from tasks t where t.item_id in (select i.id from items i where ${where}) order by t.id for update) locked`
}

/** Holds items `i`; what changed while they were waited for no longer counts. Returns their positions. */
export async function lockItems(tx: Tx, where: Prisma.Sql): Promise<number[]> {
  const [locked] = await tx.$queryRaw<{ positions: number[] }[]>`
    select coalesce(array_agg(l.position order by l.position), '{}') "positions"
    from (select i.position from items i where ${where} order by i.id for no key update) l`
  return locked?.positions ?? []
}

async function selectedWhere(tx: Tx, actor: Actor, project: LoadedProject, { ids, filter = {} }: Selection) {
  if (ids) return Prisma.sql`i.project_id = ${project.id}::uuid and i.id = any(${[...ids]}::uuid[])`
  const { where, told } = await readFilter(tx, actor, project, filter)
  if (told !== null) {
    const tasks = await tx.$queryRaw<{ id: string; state: TaskSubject['state'] }[]>`
      select t.id, t.state::text "state" from tasks t where t.item_id in (select i.id from items i where ${where})`
    // A refusal tells of the answers too: that the filter finds another number, or as many as were expected.
    await keepThoughRefused(tx, (each) => rememberTold(each, actor, project, { told, tasks }))
  }
  return where
}

function requireExpected({ ids, expected }: Selection, positions: number[]): number[] {
  if (ids && positions.length !== new Set(ids).size)
    throw new AppError('rule', 'An item that you selected is not in this project.')
  if (expected !== undefined && positions.length !== expected)
    throw new AppError(
      'conflict',
      `The filter finds ${positions.length} ${positions.length === 1 ? 'item' : 'items'} now, not ${expected}. Nothing was changed: look at the list, and select again.`,
      { data: { current: positions.length } },
    )
  return positions
}
