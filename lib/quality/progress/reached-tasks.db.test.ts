/** What the database keeps of finished tasks, held against what stands in it after random work. */
import { expect, it } from 'vitest'
import { prisma } from '@/lib/platform/server/db'
import { seededRandom } from '@/lib/stats/seeded-random'
import { makeMember, makeProject, makeTask } from '@/tests/factories'

const STATES = ['preparing', 'open', 'consolidating', 'approving', 'gold', 'discarded'] as const
const TASKS = 5
const STEPS = 80

/** Counted anew from annotations and gold, without what is kept. */
const recount = (projectId: string) => prisma().$queryRaw<unknown[]>`
  select t.id task_id, t.stage_id, t.item_id,
         (coalesce(least(n.at, case when t.state = 'gold' then g.at end), g.at) at time zone 'UTC')::date::text revealed_on,
         coalesce(n.by_people, false) revealed_by_people,
         case when t.state = 'gold' then (g.at at time zone 'UTC')::date::text end gold_on, coalesce(g.by_people, false) gold_by_people,
         s.seconds, case when not 0 = any(s.seconds) then (select sum(each) from unnest(s.seconds) each)::int end all_seconds, s.at::text timed_at,
         n.at::text submitted_at
  from tasks t
  left join (select task_id, round, max(submitted_at) at, bool_or(origin = 'person') by_people
             from annotations where state = 'submitted' group by 1, 2) n on n.task_id = t.id and n.round = t.round
  left join (select task_id, round, min(created_at) at, not bool_and(origin = 'imported') by_people
             from golds group by 1, 2) g on g.task_id = t.id and g.round = t.round
  left join (select task_id, array_agg(active_seconds order by id) seconds, max(submitted_at) at
             from annotations where state = 'submitted' and round = 1 and origin = 'person' group by 1) s on s.task_id = t.id
  where t.project_id = ${projectId}::uuid and t.state in ('consolidating', 'approving', 'gold') order by t.id`

const kept = (projectId: string) => prisma().$queryRaw<unknown[]>`
  select r.task_id, r.stage_id, r.item_id, r.revealed_on::text, r.revealed_by_people, r.gold_on::text, r.gold_by_people,
         r.seconds, r.all_seconds, r.timed_at::text, r.submitted_at::text
  from reached_tasks r join tasks t on t.id = r.task_id where t.project_id = ${projectId}::uuid order by r.task_id`

it.each([1, 2, 3])('keeps of finished tasks what a recount finds, seed %i', async (seed) => {
  const below = seededRandom(seed)
  const day = () => new Date(Date.UTC(2026, below(3), 1 + below(28), below(24)))
  const project = await makeProject({ stage: { raters: 3 } })
  const people = [await makeMember(project, 'annotator'), await makeMember(project, 'annotator')]
  const tasks: { id: string; round: number; versions: number }[] = []
  while (tasks.length < TASKS) tasks.push({ id: (await makeTask(project)).id, round: 1, versions: 0 })
  const drafts: string[] = []
  const done: string[] = []

  const acts: ((task: (typeof tasks)[number]) => Promise<unknown>)[] = [
    async ({ id }) => prisma().task.update({ where: { id }, data: { state: STATES[below(STATES.length)] } }),
    async ({ id }) => prisma().task.update({ where: { id }, data: { state: 'gold' } }),
    async (task) => prisma().task.update({ where: { id: task.id }, data: { round: ++task.round } }),
    async ({ id, round }) => {
      const userId = people[below(people.length)]?.id ?? ''
      const mine = { taskId: id, userId, round }
      if (await prisma().annotation.findFirst({ where: mine })) return
      drafts.push((await prisma().annotation.create({ data: mine })).id)
    },
    async ({ id, round }) => {
      const { id: userId } = await makeMember(project, 'annotator')
      const data = { taskId: id, userId, round, state: 'submitted', origin: 'import', submittedAt: day() } as const
      await prisma().annotation.create({ data })
    },
    async () => {
      const id = drafts.shift()
      if (!id) return
      const data = { state: 'submitted', submittedAt: day(), activeSeconds: below(4) * 30 } as const
      await prisma().annotation.update({ where: { id }, data })
      done.push(id)
    },
    async () => {
      const id = done.length > 0 ? done[below(done.length)] : undefined
      if (id) await prisma().annotation.update({ where: { id }, data: { activeSeconds: below(500) } })
    },
    async (task) => {
      await prisma().gold.updateMany({ where: { taskId: task.id, supersededAt: null }, data: { supersededAt: day() } })
      const origin = below(2) === 0 ? 'imported' : 'consolidated'
      const what = { taskId: task.id, version: ++task.versions, round: task.round, answers: {}, rollUp: {} }
      await prisma().gold.create({ data: { ...what, origin, createdAt: day() } })
    },
  ]
  for (let step = 0; step < STEPS; step++) {
    const task = tasks[below(TASKS)]
    if (task) await acts[below(acts.length)]?.(task)
    if (step % 8 === 7) expect(await kept(project.id)).toEqual(await recount(project.id))
  }
  expect(await kept(project.id)).not.toEqual([])
})

it('keeps them of imported gold, which comes finished', async () => {
  const project = await makeProject()
  const stageId = project.stages[0]?.id ?? ''
  const gold = { version: 1, round: 1, answers: {}, rollUp: {}, origin: 'imported' } as const
  const task = {
    projectId: project.id,
    stageId,
    position: 1,
    raters: 1,
    state: 'gold',
    golds: { create: gold },
  } as const
  const item = { projectId: project.id, position: 1, title: 'Given', content: {}, record: '{}', format: 'felm' }
  await prisma().item.create({ data: { ...item, contentHash: 'given', tasks: { create: task } } })
  expect(await kept(project.id)).toEqual(await recount(project.id))
  expect(await kept(project.id)).toMatchObject([
    { gold_by_people: false, revealed_on: expect.any(String), seconds: null },
  ])
})
