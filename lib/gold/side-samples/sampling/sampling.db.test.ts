import { expect, it } from 'vitest'
import { prisma, type Tx } from '@/lib/platform/server/db'
import { actorOf } from '@/tests/actors'
import { makeAssignment, makeMember, makeProject, makeTask } from '@/tests/factories'
import { holdRow, takeInOrder } from '@/tests/support/take-in-order'
import { getSampling } from './queries'
import { restoreSampled } from './restore-sampled'
import { sampleItems } from './sample-items'

/** Items of two domains, so many each. */
async function scene(wk: number, science: number) {
  const project = await makeProject()
  const manager = actorOf(await makeMember(project, 'manager'))
  const tasks = []
  for (const [domain, count] of Object.entries({ wk, science }))
    for (let n = 0; n < count; n++)
      tasks.push(await makeTask(project, { domain, state: n === 0 ? 'preparing' : 'open' }))
  const states = () =>
    prisma().task.findMany({ where: { projectId: project.id }, orderBy: { position: 'asc' }, select: { state: true } })
  return { project, manager, tasks, states }
}

it('keeps so many of each set, with what was begun, and brings all of it back', async () => {
  const { project, manager, tasks, states } = await scene(6, 4)
  const [begun] = tasks.slice(-1)
  if (begun) await makeAssignment(begun, await makeMember(project, 'annotator'), 'reserved')
  const before = await states()
  const plan = { by: 'domain' as const, counts: { wk: 2, science: 1 }, seed: 3 }
  expect(await sampleItems(manager, project.id, plan)).toEqual({ kept: 3, setAside: 7 })
  const { sets } = await getSampling(manager, project.id, 'domain')
  expect(sets).toEqual([
    { set: 'science', items: 1, begun: 1, setAside: 3 },
    { set: 'wk', items: 2, begun: 0, setAside: 4 },
  ])
  const [item] = await prisma().item.findMany({ where: { projectId: project.id, discardedAt: { not: null } }, take: 1 })
  expect(item).toMatchObject({
    discardReason: 'Set aside by sampling',
    discardNote: expect.stringContaining('2 of “wk”'),
  })
  expect(await restoreSampled(manager, project.id)).toEqual({ restored: 7 })
  expect(await states()).toEqual(before)
  expect(await prisma().item.count({ where: { projectId: project.id, discardedAt: { not: null } } })).toBe(0)
  expect(await restoreSampled(manager, project.id)).toEqual({ restored: 0 })
})

it('leaves sets that are not named, and items that were discarded for another reason', async () => {
  const { project, manager, tasks } = await scene(2, 2)
  const other = tasks[0]?.itemId ?? ''
  await prisma().item.update({ where: { id: other }, data: { discardedAt: new Date(), discardReason: 'riddle' } })
  expect(await sampleItems(manager, project.id, { by: 'domain', counts: { wk: 0 }, seed: 1 })).toEqual({
    kept: 0,
    setAside: 1,
  })
  await restoreSampled(manager, project.id)
  const { discardReason } = await prisma().item.findUniqueOrThrow({ where: { id: other } })
  expect(discardReason).toBe('riddle')
})

it('holds the tasks of all sets by their ids before it sets the first aside', async () => {
  const { project, manager, tasks } = await scene(1, 0)
  const [first] = tasks
  const stageId = project.stages[0]?.id
  if (!first || !stageId) throw new Error('there is a task')
  // More than are set aside at once, of a set that comes before that of the first.
  const numbers = Array.from({ length: 1_000 }, (_, n) => first.position + 1 + n)
  const items = await prisma().item.createManyAndReturn({
    data: numbers.map((position) => ({
      projectId: project.id,
      position,
      title: 'An item',
      domain: 'art',
      content: {},
      record: '{}',
      format: 'felm',
      contentHash: `${position}`,
    })),
    select: { id: true, position: true },
  })
  await prisma().task.createMany({
    data: items.map(({ id, position }) => ({
      projectId: project.id,
      stageId,
      itemId: id,
      position,
      raters: 1,
      state: 'open' as const,
    })),
  })
  const later = async (tx: Tx) => {
    const others = await tx.$queryRaw`
      select 1 from tasks where project_id = ${project.id}::uuid and id <> ${first.id}::uuid for update nowait`
    expect(others).toHaveLength(numbers.length)
  }
  const plan = { by: 'domain' as const, counts: { art: 0, wk: 0 }, seed: 1 }
  const sampled = await takeInOrder({ first: holdRow('tasks', 'id', first.id), later }, () =>
    sampleItems(manager, project.id, plan),
  )
  expect(sampled).toEqual({ kept: 0, setAside: numbers.length + 1 })
})

it('refuses sets that are not there, and everybody but managers', async () => {
  const { project, manager } = await scene(1, 0)
  const plan = { by: 'source' as const, counts: { nowhere: 1 }, seed: 1 }
  await expect(sampleItems(manager, project.id, plan)).rejects.toMatchObject({ code: 'rule' })
  const reviewer = actorOf(await makeMember(project, 'reviewer'))
  await expect(sampleItems(reviewer, project.id, plan)).rejects.toMatchObject({ code: 'forbidden' })
  await expect(getSampling(reviewer, project.id, 'source')).rejects.toMatchObject({ code: 'forbidden' })
  await expect(restoreSampled(reviewer, project.id)).rejects.toMatchObject({ code: 'forbidden' })
})
