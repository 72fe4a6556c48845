import 'server-only'
import { v7 as uuid } from 'uuid'
import { Prisma } from '@/generated/prisma/client'
import { record } from '@/lib/platform/events/record'
import type { Actor } from '@/lib/platform/policy/actor'
import { type Tx, transaction } from '@/lib/platform/server/db'
import { protocolById } from '@/lib/protocols'
import { MOST_TAGS } from '@/lib/workspace/items/facts/contract'
import type { Selection } from '@/lib/workspace/items/selection/contract'
import { lockSelectedItems } from '@/lib/workspace/items/selection/select-items'
import { authorizeProject, loadProject, refuseArchived } from '@/lib/workspace/projects/queries'
import { requireDiscardReason } from '@/lib/workspace/tasks/discard-task'
import type { EditOutcome, ItemChange, LeftReason } from './contract'
import { applyEdit, FACTS_NOW, HAS_UNSETTLED } from './facts-sql'

/** A hundred thousand items may take so long on a slow machine. */
export const EDIT_MINUTES = 10

interface Edit {
  id: string
  projectId: string
  positions: readonly number[]
}

/**
 * Does one thing to many items, in one transaction with one event; `undoEdit` takes it back. Items for which it is not possible stay
 * as they are, and are told by reason. Errors: `forbidden` to all but managers, `conflict` where the filter finds another number.
 */
export function editItems(
  actor: Actor,
  projectId: string,
  { selection, change }: { selection: Selection; change: ItemChange },
): Promise<EditOutcome> {
  return transaction(async (tx) => {
    const project = await loadProject(tx, actor, projectId, { lock: 'change' })
    authorizeProject('project.manage', project, 'Items are changed together by managers of the project.')
    refuseArchived(project)
    if (change.act === 'discard') requireDiscardReason(protocolById(project.protocolId), change)
    const tasks = change.act !== 'set' || change.priority !== undefined
    const positions = await lockSelectedItems(tx, actor, project, { selection, tasks })
    const edit = { id: uuid(), projectId, positions }
    await tx.itemEdit.create({
      data: { id: edit.id, projectId, actorId: actor.userId, change: keptChange(change), changed: 0, eventId: 0n },
      select: { id: true },
    })
    const left = await writeParts(tx, actor, edit, change)
    const changed = positions.length - left.reduce((sum, { items }) => sum + items, 0)
    if (changed === 0) {
      await tx.itemEdit.delete({ where: { id: edit.id }, select: { id: true } })
      return { id: null, changed, left }
    }
    await applyEdit(tx, projectId, edit.id)
    const data = { editId: edit.id, change: keptChange(change), changed, left: positions.length - changed }
    const eventId = await record(tx, 'items.edited', { actorId: actor.userId, projectId }, data)
    await tx.itemEdit.update({ where: { id: edit.id }, data: { changed, eventId }, select: { id: true } })
    return { id: edit.id, changed, left }
  }, EDIT_MINUTES)
}

const keptChange = (change: ItemChange) =>
  Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined)) as { act: string }

/** Writes down what becomes of which item, and returns why others are left. */
async function writeParts(tx: Tx, actor: Actor, edit: Edit, change: ItemChange): Promise<EditOutcome['left']> {
  const { after, why } = change.act === 'set' ? setSql(change) : discardSql(actor, change)
  return tx.$queryRaw<{ why: LeftReason; items: number }[]>`
    with chosen as materialized (
      select i.position, ${FACTS_NOW} "now", n.after, ${why} "why"
      from items i join unnest(${[...edit.positions]}::int[]) c(position) on i.position = c.position
      -- Worked out once for an item: what comes of it is read twice.
      cross join lateral (select ${after} "after" offset 0) n
      where i.project_id = ${edit.projectId}::uuid),
    cut as (
      select c.position, c.after, b.before, coalesce(c.why, case when b.before = c.after then 'same' end) "why"
      from chosen c cross join lateral (select jsonb_object_agg(k, c.now -> k) "before" from jsonb_object_keys(c.after) k) b),
    parts as (
      insert into item_edit_parts (edit_id, project_id, thousand, positions, before, after)
      select ${edit.id}::uuid, ${edit.projectId}::uuid, position / 1000, array_agg(position order by position), before, after
      from cut where why is null group by position / 1000, before, after)
    select why, count(*)::int "items" from cut where why is not null group by 1 order by 2 desc, 1`
}

/** The fields as they are to be, and why an item cannot have them. */
function setSql({ domain, source, addTags, removeTags, priority }: Extract<ItemChange, { act: 'set' }>) {
  const fields = { domain, source, priority }
  const fieldsJson = JSON.stringify(fields)
  if (!addTags && !removeTags) return { after: Prisma.sql`${fieldsJson}::jsonb`, why: Prisma.sql`null::text` }
  // Those that stay keep their places, and new ones follow in the order in which they were given.
  const added = [...(addTags ?? [])]
  const tags = Prisma.sql`(
    select coalesce(jsonb_agg(n.tag order by n.place), '[]') from (
      select o.tag, o.place from unnest(i.tags) with ordinality o(tag, place) where not o.tag = any(${[...(removeTags ?? [])]}::text[])
      union all
      select a.tag, ${MOST_TAGS * 1000} + a.place from unnest(${added}::text[]) with ordinality a(tag, place)
      where not a.tag = any(i.tags) or a.tag = any(${[...(removeTags ?? [])]}::text[])) n)`
  return {
    after: Prisma.sql`(${fieldsJson}::jsonb || jsonb_build_object('tags', ${tags}))`,
    why: Prisma.sql`case when jsonb_array_length(n.after -> 'tags') > greatest(${MOST_TAGS}, cardinality(i.tags)) then 'too_many_tags' end`,
  }
}

function discardSql(actor: Actor, change: Exclude<ItemChange, { act: 'set' }>) {
  if (change.act === 'restore')
    return {
      after: Prisma.sql`'{"discarded": null}'::jsonb`,
      why: Prisma.sql`case when i.discarded_at is null then 'not_discarded'
        when not exists (select 1 from tasks t where t.item_id = i.id and t.discarded_from is not null) then 'came_discarded' end`,
    }
  const discarded = { at: Date.now(), reason: change.reason, note: change.note || null, by: actor.userId }
  return {
    after: Prisma.sql`${JSON.stringify({ discarded })}::jsonb`,
    why: Prisma.sql`case when i.discarded_at is not null then 'discarded' when not ${HAS_UNSETTLED} then 'settled' end`,
  }
}
