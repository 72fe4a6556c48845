import 'server-only'
import { Prisma } from '@/generated/prisma/client'
import type { Actor } from '@/lib/platform/policy/actor'
import { type Tx, transaction } from '@/lib/platform/server/db'
import { authorizeProject, loadProject } from '@/lib/workspace/projects/queries'
import { beginsItem, begunItems, NOT_SAMPLED } from '@/lib/workspace/tasks/set-aside-items'
import type { SamplingView } from './contract'
import type { Candidate, SetField } from './rules'

const COLUMNS: Record<SetField, Prisma.Sql> = { source: Prisma.sql`i.shown_source`, domain: Prisma.sql`i.shown_domain` }

/** The sets of a project with their items, for managers. */
export function getSampling(actor: Actor, projectId: string, by: SetField): Promise<SamplingView> {
  return transaction(async (tx) => {
    authorizeProject(
      'project.manage',
      await loadProject(tx, actor, projectId),
      'Sampling is for managers of a project.',
    )
    // Counted by the database: an item for an item would be as much as the project has.
    const sets = await tx.$queryRaw<SamplingView['sets']>`
      select coalesce(${COLUMNS[by]}, '') collate "C" "set", count(*) filter (where i.discarded_at is null)::int "items",
             count(b.item_id) filter (where i.discarded_at is null)::int "begun",
             count(*) filter (where i.discard_reason = ${NOT_SAMPLED})::int "setAside"
      from items i left join (
        select distinct t.item_id from tasks t where t.project_id = ${projectId}::uuid and ${beginsItem(actor)}) b on b.item_id = i.id
      where i.project_id = ${projectId}::uuid and (i.discarded_at is null or i.discard_reason = ${NOT_SAMPLED})
      group by 1 order by 1`
    return { by, sets }
  })
}

/** Ids at once; more would make one statement of many thousand values. */
const AT_ONCE = 5_000

/** The items that are not discarded, in order, with the set they are in. */
export async function readCandidates(tx: Tx, actor: Actor, projectId: string, by: SetField): Promise<Candidate[]> {
  const items = await tx.$queryRaw<{ itemId: string; set: string }[]>`
    select i.id "itemId", coalesce(${COLUMNS[by]}, '') "set" from items i
    where i.project_id = ${projectId}::uuid and i.discarded_at is null order by i.position`
  const begun = new Set<string>()
  for (let start = 0; start < items.length; start += AT_ONCE) {
    const ids = items.slice(start, start + AT_ONCE).map(({ itemId }) => itemId)
    for (const id of await begunItems(tx, actor, ids)) begun.add(id)
  }
  return items.map((item) => ({ ...item, begun: begun.has(item.itemId) }))
}
