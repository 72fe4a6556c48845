import 'server-only'
import { Prisma } from '@/generated/prisma/client'
import type { Actor } from '@/lib/platform/policy/actor'
import { REVEALED_SQL } from '@/lib/platform/policy/can'
import type { Tx } from '@/lib/platform/server/db'
import { AppError } from '@/lib/platform/server/errors'
import { type ItemRow, type ItemsQuery, STAFF_COLUMNS } from '@/lib/workspace/items/contract'
import type { LoadedProject } from '@/lib/workspace/projects/queries'
import { type RowTask, readFields } from './read-fields'
import { columnsOf, isField } from './rules'

type Columns = Pick<ItemRow, 'assignees' | 'agreement' | 'models' | 'fields'>
interface Row {
  id: string
  tasks: readonly RowTask[]
}

const REVEALED = Prisma.raw(`t.state in (${REVEALED_SQL})`)

/** Errors: `forbidden` where a viewer asks for columns that are for managers and reviewers. */
export function authorizeColumns(project: LoadedProject, query: Pick<ItemsQuery, 'columns'>): void {
  if (project.subject.role === 'viewer' && columnsOf(query).some((column) => STAFF_COLUMNS.includes(column)))
    throw new AppError('forbidden', 'Who annotates, agreement and models are for managers and reviewers.')
}

/** What the chosen columns show of these items that no list shows anyway, by item. The caller has authorised. */
export async function readColumns(
  tx: Tx,
  actor: Actor,
  project: LoadedProject,
  { items, query }: { items: readonly Row[]; query: Pick<ItemsQuery, 'columns'> },
): Promise<(itemId: string) => Columns> {
  const columns = columnsOf(query)
  const ids = items.map(({ id }) => id)
  const assignees = columns.includes('assignees') ? await readAssignees(tx, ids) : null
  const agreement = columns.includes('agreement') ? await readAgreement(tx, ids) : null
  const models = columns.includes('model') ? await readModels(tx, actor, ids) : null
  const pointers = columns.filter(isField)
  const fields = pointers.length > 0 ? await readFields(tx, actor, project, items, pointers) : null
  return (itemId) => ({
    ...(assignees && { assignees: assignees.get(itemId) ?? [] }),
    ...(agreement && { agreement: agreement.get(itemId) ?? null }),
    ...(models && { models: models.get(itemId) ?? [] }),
    ...(fields && { fields: fields.get(itemId) ?? {} }),
  })
}

/** Before the reveal it is nobody's but the managers' to know who annotates what, and here nobody's. */
async function readAssignees(tx: Tx, itemIds: readonly string[]): Promise<Map<string, string[]>> {
  const rows = await tx.$queryRaw<{ id: string; names: string[] }[]>`
    select t.item_id "id", array_agg(distinct u.name order by u.name) "names"
    from tasks t join assignments a on a.task_id = t.id and a.state = 'submitted' join users u on u.id = a.user_id
    where t.item_id = any(${[...itemIds]}::uuid[]) and ${REVEALED} group by 1`
  return new Map(rows.map(({ id, names }) => [id, names]))
}

async function readAgreement(tx: Tx, itemIds: readonly string[]): Promise<Map<string, ItemRow['agreement']>> {
  const rows = await tx.$queryRaw<{ id: string; compared: number; disagreed: number }[]>`
    select t.item_id "id", count(*)::int "compared", (count(*) filter (where exists (
      select 1 from disagreements d where d.task_id = t.id and d.round = t.round)))::int "disagreed"
    from tasks t where t.item_id = any(${[...itemIds]}::uuid[]) and ${REVEALED} and t.submitted_count > 1 group by 1`
  return new Map(rows.map(({ id, ...agreement }) => [id, agreement]))
}

/** Of tasks that the reader is to answer, what was proposed is shown at the task, or is not to be known yet. */
async function readModels(tx: Tx, { userId }: Actor, itemIds: readonly string[]): Promise<Map<string, string[]>> {
  const rows = await tx.$queryRaw<{ id: string; names: string[] }[]>`
    select t.item_id "id", array_agg(distinct coalesce(g.model, g.source)) "names"
    from tasks t join suggestions g on g.task_id = t.id where t.item_id = any(${[...itemIds]}::uuid[])
      and (${REVEALED} or not exists (select 1 from assignments a where a.task_id = t.id and a.user_id = ${userId}::uuid)) group by 1`
  return new Map(rows.map(({ id, names }) => [id, names]))
}
