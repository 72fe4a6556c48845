import 'server-only'
import type { Actor } from '@/lib/platform/policy/actor'
import { type Tx, transaction } from '@/lib/platform/server/db'
import type { Json } from '@/lib/protocols/protocol'
import { authorizeProject, loadProject } from '@/lib/workspace/projects/queries'
import type { ItemEdit } from './contract'
import { IS_AS_LEFT } from './facts-sql'
import { changeText } from './rules'

const SHOWN = 20

/** So many items of an act are looked at to see whether any is as it left it; of larger acts, undoing tells. */
const LOOKED_AT = 2000

/** The latest acts on many items of a project, for its managers. */
export function listEdits(actor: Actor, projectId: string): Promise<{ edits: ItemEdit[] }> {
  return transaction(async (tx) => {
    const project = await loadProject(tx, actor, projectId)
    authorizeProject('project.manage', project, 'Items are changed together by managers of the project.')
    const { archived } = project.subject
    const rows = await tx.itemEdit.findMany({
      where: { projectId },
      orderBy: { eventId: 'desc' },
      take: SHOWN,
      select: {
        id: true,
        at: true,
        changed: true,
        actor: { select: { name: true } },
        undoneBy: { select: { id: true } },
      },
    })
    const passed = await findPassed(
      tx,
      projectId,
      rows.flatMap(({ id, undoneBy }) => (undoneBy ? [] : [id])),
    )
    const origins = await findOrigins(
      tx,
      rows.map(({ id }) => id),
    )
    const edits = rows.map(({ id, at, actor: by, changed, undoneBy }) => ({
      id,
      at: at.toISOString(),
      by: by?.name ?? null,
      text: actText(origins.get(id)),
      changed,
      undone: undoneBy !== null,
      undoes: (origins.get(id)?.turns ?? 0) % 2 === 1,
      obstacle: undoneBy
        ? ('undone' as const)
        : archived
          ? ('archived' as const)
          : passed.has(id)
            ? ('changed_since' as const)
            : null,
    }))
    return { edits }
  })
}

/** Of these acts, those of which no item is as they left it. What was worked on since is not asked for: it would tell how far anybody is. */
async function findPassed(tx: Tx, projectId: string, ids: readonly string[]): Promise<Set<string>> {
  const rows = await tx.$queryRaw<{ id: string }[]>`
    select d.id from item_edits d
    where d.id = any(${[...ids]}::uuid[]) and d.changed <= ${LOOKED_AT} and not exists (
      select 1 from item_edit_parts p cross join unnest(p.positions) n(position)
      join items i on i.project_id = ${projectId}::uuid and i.position = n.position
      where p.edit_id = d.id and ${IS_AS_LEFT})`
  return new Set(rows.map(({ id }) => id))
}

interface Origin {
  /** What was asked for, at the beginning of a row of undoings. */
  change: Json
  /** How often it was undone, and done again, to come to this act. */
  turns: number
}

async function findOrigins(tx: Tx, ids: readonly string[]): Promise<Map<string, Origin>> {
  const rows = await tx.$queryRaw<(Origin & { id: string })[]>`
    with recursive row_of(id, at, turns) as (
      select d.id, d.id, 0 from item_edits d where d.id = any(${[...ids]}::uuid[])
      union all
      select r.id, d.undoes_id, r.turns + 1 from row_of r join item_edits d on d.id = r.at where d.undoes_id is not null)
    select r.id, d.change, r.turns from row_of r join item_edits d on d.id = r.at where d.undoes_id is null`
  return new Map(rows.map(({ id, ...origin }) => [id, origin]))
}

function actText(origin: Origin | undefined): string {
  const { change, turns } = origin ?? { change: null, turns: 0 }
  const prefix = turns === 0 ? '' : turns % 2 === 1 ? 'undone: ' : 'done again: '
  return `${prefix}${changeText(change)}`
}
