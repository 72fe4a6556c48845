/** Hours are what the statement of before read, which went row by row: of random work, whoever reads them. */
import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { Prisma } from '@/generated/prisma/client'
import { REVEALED_SQL } from '@/lib/platform/policy/can'
import { ownWorkIn } from '@/lib/platform/policy/visible'
import { prisma, type Tx, transaction } from '@/lib/platform/server/db'
import { seededRandom } from '@/lib/stats/seeded-random'
import { makeMember, makeProject, makeTask } from '@/tests/factories'
import { casesOf, seeds } from '@/tests/support/every-case'
import { workKinds } from './contract'
import { type ReadRow, readHours } from './read-hours'

const STATES = ['preparing', 'open', 'consolidating', 'approving', 'gold', 'discarded'] as const
const TYPES = [
  'annotation.submitted',
  'task.adjudicated',
  'task.approved',
  'task.approval_refused',
  'discussion.accepted',
  'discussion.objected',
  'comment.added',
  'answer.saved',
]

interface World {
  projectIds: string[]
  userIds: string[]
}

/** A project of two stages with the shadow that serves its copies, and another one; everybody has shares, the first is no annotator by trade. */
async function makeWorld(seed: number): Promise<World> {
  const below = seededRandom(seed)
  const pick = <Value>(values: readonly Value[]) => values[below(values.length)] as Value
  const moment = () => new Date(Date.UTC(2026, below(3), 1 + below(28), below(24)))
  const projects = [
    await makeProject({ protocolId: 'factcheck-bench' }),
    await makeProject({ protocolId: 'factcheck-bench' }),
    await makeProject(),
  ]
  const [first, shadow] = projects
  if (!first || !shadow) throw new Error('there are projects')
  const people = [await makeMember(first, 'manager')]
  while (people.length < 4) people.push(await makeMember(first, 'annotator'))
  const userIds = people.map(({ id }) => id)
  // As it may have come about in years, without going through all of it: what keeps work in order is let alone.
  await transaction(async (tx) => {
    await tx.$executeRaw`set local session_replication_role = 'replica'`
    await tx.calibration.create({ data: { projectId: first.id, shadowId: shadow.id } })
  })
  for (const project of projects)
    for (let n = 0; n < 12; n++) {
      const { id: firstId, itemId, position } = await makeTask(project)
      await transaction(async (tx) => {
        await tx.$executeRaw`set local session_replication_role = 'replica'`
        const tasks = [{ id: firstId, stage: project.stages[0]?.key ?? '' }]
        const second = project.stages[1]
        if (second && below(2) === 0) {
          const id = randomUUID()
          const projectId = project.id
          await tx.task.create({ data: { id, projectId, stageId: second.id, itemId, position, raters: 2 } })
          tasks.push({ id, stage: second.key })
        }
        for (const { id: taskId, stage } of tasks) {
          const round = 1 + below(3)
          await tx.task.update({ where: { id: taskId }, data: { round, state: pick(STATES) } })
          const projectId = project === shadow ? first.id : project.id
          await work(tx, { taskId, projectId, stage, round })
        }
        const discarded = { discardedAt: new Date(), discardReason: 'other' }
        if (below(6) === 0) await tx.item.update({ where: { id: itemId }, data: discarded })
        // A copy that was taken out of the calibration: its hours outlive it.
        if (below(8) === 0) await tx.task.delete({ where: { id: firstId } })
      })
    }
  return { projectIds: projects.map(({ id }) => id), userIds }

  async function work(tx: Tx, task: { taskId: string; projectId: string; stage: string; round: number }) {
    const { taskId, projectId, stage, round } = task
    for (const userId of userIds) {
      const state = pick(['assigned', 'reserved', 'submitted', 'skipped', 'released'] as const)
      const skipReason = state === 'skipped' ? 'Not mine.' : null
      if (below(3) > 0) await tx.assignment.create({ data: { taskId, userId, state, skipReason, origin: 'manager' } })
      for (let at = 1; at <= round; at++) {
        if (below(3) === 0) continue
        const origin = below(5) === 0 ? 'import' : 'person'
        const submitted = below(2) === 0 ? { state: 'submitted' as const, submittedAt: moment() } : {}
        await tx.annotation.create({
          data: { taskId, userId, round: at, origin, activeSeconds: below(4) * 40, ...submitted },
        })
      }
      for (let n = below(4); n > 0; n--) {
        const key = { taskId, userId, round: 1 + below(round), kind: pick(workKinds), day: moment() }
        const row = { ...key, projectId, stage, seconds: 1 + below(90) }
        await tx.workTime.createMany({ data: [row], skipDuplicates: true })
      }
      for (let n = below(6); n > 0; n--) {
        const about = { round: 1 + below(round), goldVersion: 1 + below(2) }
        const data = pick([about, about, { round: about.round }, { goldVersion: about.goldVersion }])
        const actorId = below(9) === 0 ? null : userId
        await tx.event.create({ data: { at: moment(), type: pick(TYPES), actorId, projectId, taskId, data } })
      }
    }
    for (const version of [1, 2].slice(below(3))) {
      const supersededAt = version === 1 ? moment() : null
      const gold = { taskId, version, round, answers: {}, rollUp: {}, origin: 'consolidated' as const, supersededAt }
      await tx.gold.create({ data: { ...gold, approverId: below(3) === 0 ? null : pick(userIds) } })
    }
  }
}

type Asked = { readerId: string } & ({ projectId: string; userId?: undefined } | { userId: string })

const week = (moment: Prisma.Sql) => Prisma.sql`date_trunc('week', ${moment})::date`

const isTold = (readerId: string, userId: Prisma.Sql, round: Prisma.Sql) => Prisma.sql`(
  ${userId} = ${readerId}::uuid or t.id is null or ${round} < t.round or t.state in (${Prisma.raw(REVEALED_SQL)})
  or not exists (select 1 from assignments o where o.task_id = t.id and o.user_id = ${readerId}::uuid))`

function readBefore(tx: Tx, hoursQuery: Asked): Promise<ReadRow[]> {
  const { readerId } = hoursQuery
  const askedUserId = hoursQuery.userId
  const whose = (userId: Prisma.Sql, projectId: Prisma.Sql) =>
    askedUserId === undefined
      ? Prisma.sql`${projectId} = ${(hoursQuery as { projectId: string }).projectId}::uuid`
      : Prisma.sql`${userId} = ${askedUserId}::uuid`
  // Conditions that an index serves: annotations by person, or by the tasks of a project and its shadow; events by project and type, or
  // by project and person, one project after the other.
  const annotations =
    askedUserId === undefined
      ? ownWorkIn((hoursQuery as { projectId: string }).projectId)
      : Prisma.sql`n.user_id = ${askedUserId}::uuid`
  const events =
    askedUserId === undefined
      ? Prisma.sql`e.project_id = ${(hoursQuery as { projectId: string }).projectId}::uuid`
      : Prisma.sql`e.actor_id = ${askedUserId}::uuid and e.project_id = any(array(select id from projects))`
  return tx.$queryRaw<ReadRow[]>`
    with work as (
      select w.project_id, w.user_id, w.stage, ${week(Prisma.sql`w.day`)} "week", w.kind::text "kind", w.seconds, 0 "done"
      from work_times w left join tasks t on t.id = w.task_id
      where ${whose(Prisma.sql`w.user_id`, Prisma.sql`w.project_id`)}
        and ${isTold(readerId, Prisma.sql`w.user_id`, Prisma.sql`w.round`)}
      union all
      select p.id, n.user_id, s.key, null, 'annotation', n.active_seconds - coalesce(d.seconds, 0), 0
      from annotations n
      join tasks t on t.id = n.task_id
      join stages s on s.id = t.stage_id
      left join calibrations k on k.shadow_id = t.project_id
      join projects p on p.id = coalesce(k.project_id, t.project_id)
      left join (
        select w.task_id, w.user_id, w.round, sum(w.seconds)::int "seconds" from work_times w
        where w.kind = 'annotation' and ${whose(Prisma.sql`w.user_id`, Prisma.sql`w.project_id`)} group by 1, 2, 3
      ) d on d.task_id = n.task_id and d.user_id = n.user_id and d.round = n.round
      where ${annotations} and n.origin = 'person'
        and n.active_seconds > coalesce(d.seconds, 0)
        and ${isTold(readerId, Prisma.sql`n.user_id`, Prisma.sql`n.round`)}
      union all
      select e.project_id, e.actor_id, s.key, ${week(Prisma.sql`(e.at at time zone 'UTC')`)}, c.kind, 0, 1
      from (values ('annotation.submitted', 'annotation'), ('task.adjudicated', 'adjudication'),
                   ('task.approved', 'approval'), ('task.approval_refused', 'approval'),
                   ('discussion.accepted', 'discussion'), ('discussion.objected', 'discussion'),
                   ('comment.added', 'discussion')) c(type, kind)
      join events e on e.type = c.type and ${events}
      join tasks t on t.id = e.task_id
      join stages s on s.id = t.stage_id
      where e.actor_id is not null and e.project_id is not null
        and ${isTold(readerId, Prisma.sql`e.actor_id`, Prisma.sql`coalesce((e.data->>'round')::int, t.round)`)}
        -- Gold that nobody else signed was approved by nobody.
        and (e.type <> 'task.approved' or exists (
          select 1 from golds g where g.task_id = t.id and g.version = (e.data->>'goldVersion')::int and g.approver_id = e.actor_id))
        -- A note to oneself is no word in a discussion.
        and (e.type <> 'comment.added' or exists (
          select 1 from annotations n where n.task_id = t.id and n.user_id = e.actor_id and n.state = 'submitted'
            and n.submitted_at <= e.at)))
    select w.project_id "projectId", p.protocol_id "protocolId", w.user_id "userId", w.stage, w.week::text "week", w.kind,
           sum(w.seconds)::int "seconds", sum(w.done)::int "done"
    from work w join projects p on p.id = w.project_id join users u on u.id = w.user_id
    group by 1, 2, 3, 4, w.week, 6, u.name, p.name
    order by w.week desc nulls last, lower(p.name), w.project_id, lower(u.name), w.user_id, w.stage, w.kind`
}

describe('hours', () => {
  it.each(seeds(casesOf(1, 4)))('are those of the statement of before, in random world %i', async (seed) => {
    const { projectIds, userIds } = await makeWorld(seed)
    const kinds = new Set<string>()
    let hidden = 0
    for (const readerId of userIds) {
      const own = { userId: readerId, readerId }
      expect(await readHours(prisma(), own)).toEqual(await readBefore(prisma(), own))
      for (const projectId of projectIds) {
        const rows = await readHours(prisma(), { projectId, readerId })
        expect(rows).toEqual(await readBefore(prisma(), { projectId, readerId }))
        for (const { kind, done } of rows) if (done > 0) kinds.add(kind)
        const { id: stranger } = await makeMember({ id: projectId }, 'manager')
        const all = await readHours(prisma(), { projectId, readerId: stranger })
        expect(all).toEqual(await readBefore(prisma(), { projectId, readerId: stranger }))
        hidden += sum(all) - sum(rows)
      }
    }
    // Nothing that could differ was left out.
    expect(kinds).toEqual(new Set(workKinds))
    expect(hidden).toBeGreaterThan(0)
  })
})

const sum = (rows: readonly ReadRow[]) => rows.reduce((total, { seconds, done }) => total + seconds + done, 0)
