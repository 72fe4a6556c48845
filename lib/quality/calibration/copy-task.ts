import 'server-only'
import { randomInt } from 'node:crypto'
import { v4 as uuidv4, v7 as uuidv7 } from 'uuid'
import type { CopyPurpose } from '@/generated/prisma/client'
import { record } from '@/lib/platform/events/record'
import type { Tx } from '@/lib/platform/server/db'
import { holdTasks } from '@/lib/workspace/tasks/hold-tasks'
import type { Shadow } from './shadow'

/** Room for everybody: a copy's last annotator never comes, so it is never revealed. */
const NEVER_FULL = 1_000_000
const TRIES = 20

interface Copying {
  originalId: string
  purpose: CopyPurpose
  /** Of a repetition: whose. */
  userId: string | null
  /** Whose act it is, for the log. */
  actorId: string
}

/**
 * Makes a copy of a task in the shadow: an item of its own with the same content, the task open for any number of people,
 * the original's own units under the same keys, no suggestions. Calibration has the units of the newest gold's round, a
 * repetition those of round 1, which are what it is compared with. Returns the copy's task.
 */
export async function copyTask(tx: Tx, shadow: Shadow, { actorId, ...copying }: Copying): Promise<string> {
  const { originalId, purpose, userId } = copying
  // Before any copy is made: a second adjudication holds its original first, too.
  await holdTasks(tx, [originalId])
  const gold = { orderBy: { version: 'desc' }, take: 1, select: { round: true } } as const
  const original = await tx.task.findUniqueOrThrow({
    where: { id: originalId },
    select: { id: true, itemId: true, position: true, stage: { select: { key: true } }, golds: gold },
  })
  const { itemId, taskId, position } = await copyItem(tx, shadow, original, userId)
  const round = purpose === 'repeat' ? 1 : (original.golds[0]?.round ?? 1)
  await tx.$executeRaw`
    insert into tasks (id, project_id, stage_id, item_id, position, state, raters)
    select ${taskId}::uuid, ${shadow.shadowId}::uuid, s.id, ${itemId}::uuid, ${position}, 'open', ${NEVER_FULL}
    from stages s where s.project_id = ${shadow.shadowId}::uuid and s.key = ${original.stage.key}`
  await tx.$executeRaw`
    insert into units (id, task_id, key, kind, position, text, parent_key, data)
    select gen_random_uuid(), ${taskId}::uuid, key, kind, position, text, parent_key, data from units
    where task_id = ${originalId}::uuid and maker_id is null and since_round <= ${round}
      and (retired_round is null or retired_round > ${round})`
  await tx.taskCopy.create({ data: { taskId, originalId, purpose, userId } })
  const scope = { actorId, projectId: shadow.projectId, itemId, taskId }
  await record(tx, 'task.copied', scope, { originalId, purpose, userId })
  return taskId
}

/**
 * Makes an item in the shadow with the content of another and a number of its own, and draws the id of its task, which the caller makes.
 * `userId`: who is to have it, where that is known; the number is then none of theirs.
 */
export async function copyItem(
  tx: Tx,
  shadow: Pick<Shadow, 'projectId' | 'shadowId'>,
  original: { id: string; itemId: string; position: number },
  userId: string | null,
): Promise<{ itemId: string; taskId: string; position: number }> {
  // Positions are drawn one after another, or two people could be given the same.
  await tx.$queryRaw`select pg_advisory_xact_lock(hashtextextended(${`copies ${shadow.shadowId}`}, 0))::text`
  const position = await drawPosition(tx, shadow, { original: original.position, userId })
  const [itemId, taskId] = [idLike(original.itemId), idLike(original.id)]
  await tx.$executeRaw`
    insert into items (id, project_id, position, external_id, title, domain, source, own_domain, own_source, content, record, format, content_hash, escaped)
    select ${itemId}::uuid, ${shadow.shadowId}::uuid, ${position}, external_id, title, domain, source, own_domain, own_source, content, '', format,
           ${`copy ${taskId}`}, escaped
    from items where id = ${original.itemId}::uuid`
  return { itemId, taskId, position }
}

/** An id tells when it was made, so a copy is as old as its original by its id. */
function idLike(original: string): string {
  if (original[14] !== '7') return uuidv4()
  return uuidv7({ msecs: Number.parseInt(original.replaceAll('-', '').slice(0, 12), 16) })
}

/** A number that looks like any other of the project's: within its range, free, and of nothing that the person has had. */
async function drawPosition(
  tx: Tx,
  { projectId, shadowId }: Pick<Shadow, 'projectId' | 'shadowId'>,
  { original, userId }: { original: number; userId: string | null },
): Promise<number> {
  const last = await tx.item.aggregate({ where: { projectId }, _max: { position: true } })
  const drawn = Array.from({ length: TRIES }, () => randomInt(1, (last._max.position ?? 1) + 1))
  const rows = await tx.$queryRaw<{ position: number }[]>`
    select position from items where project_id = ${shadowId}::uuid and position = any(${drawn}::int[])
    union
    select t.position from tasks t join assignments a on a.task_id = t.id
    where t.project_id = ${projectId}::uuid and a.user_id = ${userId}::uuid`
  const used = new Set([original, ...rows.map(({ position }) => position)])
  const free = drawn.find((position) => !used.has(position))
  if (free !== undefined) return free
  const [row] = await tx.$queryRaw<{ position: number }[]>`
    select position::int "position" from generate_series(1, (
      select 2 + greatest(${last._max.position ?? 0}, coalesce(max(position), 0)) from items
      where project_id = ${shadowId}::uuid)) position
    where position <> ${original} and not exists (
      select 1 from items i where i.project_id = ${shadowId}::uuid and i.position = position)
      and not position = any(${[...used]}::int[])
    order by position > ${last._max.position ?? 0}, random() limit 1`
  if (!row) throw new Error('there is always a free position behind the last')
  return row.position
}
