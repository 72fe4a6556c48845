/** What acts on many items change of each, as one value: kept before and after, compared, and written. */
import 'server-only'
import { Prisma } from '@/generated/prisma/client'
import type { Tx } from '@/lib/platform/server/db'

const discarded = Prisma.sql`
  case when i.discarded_at is null then 'null'::jsonb else jsonb_build_object(
    'at', (extract(epoch from i.discarded_at) * 1000)::bigint, 'reason', i.discard_reason, 'note', i.discard_note, 'by', i.discarded_by_id) end`

/** Everything that an act can change of `items i`. */
export const FACTS_NOW = Prisma.sql`jsonb_build_object(
  'domain', i.own_domain, 'source', i.own_source, 'tags', to_jsonb(i.tags), 'priority', i.priority, 'discarded', ${discarded})`

/** Is the item as an edit's part `p` left it? */
export const IS_AS_LEFT = Prisma.sql`
  (select bool_and(${FACTS_NOW} -> f.key = f.value) from jsonb_each(p.after) f)`

/** Has item `i` a task that can be discarded? */
export const HAS_UNSETTLED = Prisma.sql`
  exists (select 1 from tasks t where t.item_id = i.id and t.state not in ('gold', 'discarded'))`

/** Has anything been done at a task of item `i` since the act whose event this is? Reading answers does nothing to it. */
export const hasWorkSince = (eventId: bigint): Prisma.Sql => Prisma.sql`
  exists (
    select 1 from tasks t join events e on e.task_id = t.id and e.id > ${eventId}
    where t.item_id = i.id and e.type <> 'answers.read')`

/** What an edit changes of its items, by the names of its facts. */
async function keysOf(tx: Tx, editId: string): Promise<Set<string>> {
  const keys = await tx.$queryRaw<{ key: string }[]>`
    select distinct k.key from item_edit_parts p cross join jsonb_object_keys(p.after) k(key) where p.edit_id = ${editId}::uuid`
  return new Set(keys.map(({ key }) => key))
}

/** Does applying or undoing an edit change tasks, and not only the fields of items? */
export async function touchesTasks(tx: Tx, editId: string): Promise<boolean> {
  const keys = await keysOf(tx, editId)
  return keys.has('priority') || keys.has('discarded')
}

/** Brings the items of an edit, which are held, to what its parts say. */
export async function applyEdit(tx: Tx, projectId: string, editId: string): Promise<void> {
  await tx.$executeRaw`
    with changed as (select unnest(positions) "position", after from item_edit_parts where edit_id = ${editId}::uuid)
    update items i set
      changed_at = now(),
      own_domain = case when c.after ? 'domain' then c.after ->> 'domain' else i.own_domain end,
      own_source = case when c.after ? 'source' then c.after ->> 'source' else i.own_source end,
      priority = case when c.after ? 'priority' then (c.after ->> 'priority')::int else i.priority end,
      tags = case when c.after ? 'tags'
        then array(select t.value from jsonb_array_elements_text(c.after -> 'tags') with ordinality t order by t.ordinality) else i.tags end
    from changed c where i.project_id = ${projectId}::uuid and i.position = c.position`
  const keys = await keysOf(tx, editId)
  if (keys.has('priority')) await applyPriorities(tx, projectId, editId)
  if (keys.has('discarded')) await applyDiscards(tx, projectId, editId)
  // Figures by domain, source and tag that are being computed at this moment are of other slices: the version of the data tells.
  if (keys.has('domain') || keys.has('source') || keys.has('tags'))
    await tx.project.update({
      where: { id: projectId },
      data: { factsVersion: { increment: 1 } },
      select: { id: true },
    })
}

async function applyPriorities(tx: Tx, projectId: string, editId: string): Promise<void> {
  await tx.$executeRaw`
    with changed as (
      select unnest(positions) "position", (after ->> 'priority')::int "priority" from item_edit_parts where edit_id = ${editId}::uuid)
    update tasks t set priority = c.priority from changed c join items i on i.project_id = ${projectId}::uuid and i.position = c.position
    where t.item_id = i.id`
}

/** As `discardTask` and `restoreTask` do it to one. */
async function applyDiscards(tx: Tx, projectId: string, editId: string): Promise<void> {
  await tx.$executeRaw`
    with changed as (
      select unnest(positions) "position", after -> 'discarded' "to" from item_edit_parts where edit_id = ${editId}::uuid)
    update items i set
      discarded_at = to_timestamp((c.to ->> 'at')::numeric / 1000), discard_reason = c.to ->> 'reason',
      discard_note = c.to ->> 'note', discarded_by_id = (c.to ->> 'by')::uuid
    from changed c where i.project_id = ${projectId}::uuid and i.position = c.position`
  await tx.$executeRaw`
    with changed as (select unnest(positions) "position" from item_edit_parts where edit_id = ${editId}::uuid)
    update tasks t set revision = t.revision + 1,
      state = case when i.discarded_at is null then t.discarded_from else 'discarded' end
    from changed c join items i on i.project_id = ${projectId}::uuid and i.position = c.position
    where t.item_id = i.id
      and case when i.discarded_at is null then t.discarded_from is not null else t.state not in ('gold', 'discarded') end`
}
