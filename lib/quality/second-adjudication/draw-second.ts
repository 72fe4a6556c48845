/** Drawing adjudicated tasks for a second adjudication, and making the copies on which it is done. */
import 'server-only'
import { Prisma } from '@/generated/prisma/client'
import { record } from '@/lib/platform/events/record'
import { handleJob } from '@/lib/platform/jobs/task-registry'
import { type Tx, transaction } from '@/lib/platform/server/db'
import { copyItem } from '@/lib/quality/calibration/copy-task'
import { findShadow } from '@/lib/quality/calibration/shadow'
import type { SecondSettings } from './contract'
import { drawSecondsJob } from './jobs'

/** Copies made in one transaction. */
const AT_ONCE = 50

/**
 * Tasks `o` with gold `g` in stage `s` that rest on the decision of a third person, whether they were drawn or not: a discussion is
 * settled by the partners' own words, which a second person could not be given without the first one's.
 */
export const ADJUDICATED = Prisma.sql`
  tasks o join stages s on s.id = o.stage_id and s.consolidation in ('reviewer', 'majority')
  join golds g on g.task_id = o.id and g.superseded_at is null and g.round = o.round
    and g.origin = 'consolidated' and g.adjudicator_id is not null
  join items f on f.id = o.item_id and f.discarded_at is null
  where o.state = 'gold'
    and exists (select 1 from resolutions r where r.task_id = o.id and r.round = o.round
                and r.how in ('lane', 'edited') and r.resolved_by_id is not null)
    and (select count(*) from annotations n where n.task_id = o.id and n.round = o.round and n.state = 'submitted') > 1`

/** The first 28 bits of md5(task id, seed), modulo 100, below the share: nobody chooses, and a larger share keeps what a smaller one drew. */
const isDrawn = ({ percent, seed }: SecondSettings) =>
  Prisma.sql`('x' || substr(md5(o.id::text || ' ' || ${seed}::text), 1, 7))::bit(28)::int % 100 < ${percent}`

interface Original {
  id: string
  itemId: string
  position: number
  round: number
  goldId: string
  stage: string
  consolidation: string
}

/** Draws this task, if it is among those of the share; without `taskId` so many of those that were not looked at yet. Returns how many. */
export async function drawSecond(
  tx: Tx,
  { projectId, taskId }: { projectId: string; taskId?: string },
): Promise<number> {
  const { secondPercent: percent, secondSeed: seed } = await tx.project.findUniqueOrThrow({
    where: { id: projectId },
    select: { secondPercent: true, secondSeed: true },
  })
  const shadow = percent === 0 ? null : await findShadow(tx, projectId)
  if (shadow === null) return 0
  const toDraw = Prisma.sql`
    ${ADJUDICATED} and o.project_id = ${projectId}::uuid and (${taskId ?? null}::uuid is null or o.id = ${taskId ?? null}::uuid)
      and ${isDrawn({ percent, seed })}
      and not exists (select 1 from second_adjudications d where d.original_id = o.id and d.round = o.round)`
  const lockedTasks = await tx.$queryRaw<{ id: string }[]>`
    select o.id from ${toDraw} order by o.id limit ${AT_ONCE} for update of o`
  // Read anew: another draw may have taken some of them while this one waited for it.
  const drawn = await tx.$queryRaw<Original[]>`
    select o.id, o.item_id "itemId", o.position, o.round, g.id "goldId", s.key "stage", s.consolidation::text "consolidation"
    from ${toDraw} and o.id = any(${lockedTasks.map(({ id }) => id)}::uuid[]) order by o.id`
  for (const original of drawn) await copyForSecond(tx, shadow, original)
  return lockedTasks.length
}

/**
 * A copy in the shadow of the project, as the task stood when its answers were revealed: its units, what its annotators listed,
 * and the disagreements found then. The annotations themselves are read from the original.
 */
async function copyForSecond(
  tx: Tx,
  shadow: { projectId: string; shadowId: string },
  original: Original,
): Promise<void> {
  const { id: originalId, round, stage, consolidation, goldId } = original
  const { itemId, taskId, position } = await copyItem(tx, shadow, original, null)
  // The project may have changed how it consolidates since its shadow was made.
  await tx.$executeRaw`
    update stages set consolidation = ${consolidation}::"ConsolidationPolicy"
    where project_id = ${shadow.shadowId}::uuid and key = ${stage}`
  await tx.$executeRaw`
    insert into tasks (id, project_id, stage_id, item_id, position, state, raters, assigned_count, submitted_count, round)
    select ${taskId}::uuid, ${shadow.shadowId}::uuid, s.id, ${itemId}::uuid, ${position}, 'consolidating',
           o.raters, o.assigned_count, o.submitted_count, ${round}
    from stages s, tasks o where s.project_id = ${shadow.shadowId}::uuid and s.key = ${stage} and o.id = ${originalId}::uuid`
  const isByAnnotator = Prisma.sql`u.maker_id in (
    select n.user_id from annotations n where n.task_id = ${originalId}::uuid and n.state = 'submitted' and n.round <= ${round})`
  await tx.$executeRaw`
    insert into units (id, task_id, key, kind, position, text, parent_key, data, maker_id, since_round)
    select gen_random_uuid(), ${taskId}::uuid, u.key, u.kind, u.position, u.text, u.parent_key, u.data, u.maker_id, u.since_round
    from units u where u.task_id = ${originalId}::uuid and u.since_round <= ${round}
      and (u.retired_round is null or u.retired_round > ${round}) and (u.maker_id is null or ${isByAnnotator})
    order by u.maker_id is not null, u.id`
  await tx.$executeRaw`
    insert into disagreements (id, task_id, round, unit_id, question)
    select gen_random_uuid(), ${taskId}::uuid, w.round, c.id, w.question
    from disagreements w join units u on u.id = w.unit_id
    join units c on c.task_id = ${taskId}::uuid and c.key = u.key
    where w.task_id = ${originalId}::uuid and w.round = ${round}
      and w.created_at <= coalesce((select max(e.at) from events e where e.task_id = ${originalId}::uuid
            and e.type = 'task.revealed' and (e.data->>'round')::int = ${round}), w.created_at)`
  const { projectId } = shadow
  await tx.secondAdjudication.create({ data: { copyId: taskId, projectId, originalId, round, goldId } })
  await record(
    tx,
    'task.copied',
    { actorId: null, projectId, itemId, taskId },
    { originalId, purpose: 'second', userId: null },
  )
}

/** Draws among what was adjudicated before the share was set, in portions. Safe to run twice, and to be stopped between them. */
export const drawSecondsHandler = handleJob(drawSecondsJob, async ({ projectId }, { signal }) => {
  for (;;) {
    signal.throwIfAborted()
    if ((await transaction((tx) => drawSecond(tx, { projectId }))) < AT_ONCE) return
  }
})
