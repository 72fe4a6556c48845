import 'server-only'
import type { Actor } from '@/lib/platform/policy/actor'
import type { Tx } from '@/lib/platform/server/db'
import { protocolById } from '@/lib/protocols'
import type { LoadedProject } from '@/lib/workspace/projects/queries'
import { readColumns } from './columns/read-columns'
import type { ItemRow, ItemsQuery } from './contract'
import { type ReadFilter, rememberTold } from './filter'

type Begun = 'id' | 'position' | 'externalId' | 'title' | 'domain' | 'source' | 'tags' | 'priority'
type PageRow = Pick<ItemRow, Begun> & { createdAt: Date; changedAt: Date | null }

/** The items of these positions, in their order. */
export const readRows = (tx: Tx, projectId: string, positions: readonly number[]): Promise<PageRow[]> => tx.$queryRaw`
  select i.id, i.position, i.external_id "externalId", i.title, i.shown_domain "domain", i.shown_source "source",
    i.tags, i.priority, i.created_at "createdAt", i.changed_at "changedAt"
  from unnest(${[...positions]}::int[]) with ordinality c(position, place)
  join items i on i.project_id = ${projectId}::uuid and i.position = c.position order by c.place`

/** Rows of a list with their tasks and what its columns show; what they tell its reader is remembered. */
export async function presentRows(
  tx: Tx,
  actor: Actor,
  project: LoadedProject,
  { rows, query, told }: { rows: readonly PageRow[]; query: ItemsQuery; told: ReadFilter['told'] },
): Promise<ItemRow[]> {
  const tasks = await readTasks(tx, project, rows)
  await rememberTold(tx, actor, project, { told, tasks: [...tasks.values()].flat() })
  const tasksOf = (id: string) => tasks.get(id) ?? []
  const items = rows.map(({ id }) => ({ id, tasks: tasksOf(id) }))
  const columnsOf = await readColumns(tx, actor, project, { items, query })
  return rows.map(({ createdAt, changedAt, ...row }) => ({
    ...row,
    ...columnsOf(row.id),
    createdAt: createdAt.toISOString(),
    changedAt: changedAt?.toISOString() ?? null,
    tasks: tasksOf(row.id).map(({ stage: _, ...task }) => task),
  }))
}

async function readTasks(tx: Tx, project: LoadedProject, rows: readonly { id: string }[]) {
  const titles = new Map(protocolById(project.protocolId).stages.map((stage) => [stage.key, stage.title]))
  const tasks = await tx.task.findMany({
    where: { itemId: { in: rows.map((row) => row.id) } },
    orderBy: { stage: { position: 'asc' } },
    select: { id: true, itemId: true, state: true, stale: true, stage: { select: { key: true, consolidation: true } } },
  })
  const present = ({ stage, itemId: _, ...task }: (typeof tasks)[number]) => ({
    ...task,
    stage: stage.key,
    votes: stage.consolidation === 'votes',
    stageTitle: titles.get(stage.key) ?? stage.key,
  })
  const found = new Map<string, ReturnType<typeof present>[]>()
  for (const task of tasks) found.set(task.itemId, [...(found.get(task.itemId) ?? []), present(task)])
  return found
}
