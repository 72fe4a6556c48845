/** What there is to draw from is what all gold brings, whatever has changed since it was kept. */
import { describe, expect, it } from 'vitest'
import type { Actor } from '@/lib/platform/policy/actor'
import { prisma } from '@/lib/platform/server/db'
import { type NextIndex, seededRandom } from '@/lib/stats/seeded-random'
import { actorOf } from '@/tests/actors'
import { type MadeProject, makeMember, makeProject, makeTask } from '@/tests/factories'
import { readPools } from './pool'
import { listAudits } from './queries'

/** The statement of before, which went through all items. */
const eligibleBefore = (projectId: string) => prisma().$queryRaw<{ id: string }[]>`
  select i.id from items i
  where i.project_id = ${projectId}::uuid and i.discarded_at is null and i.position > 0
    and not exists (select 1 from held_out_items h join held_out_splits d on d.project_id = h.project_id and d.opened_at is null
                    where h.item_id = i.id)
    and not exists (
    select 1 from stages s
    left join tasks t on t.stage_id = s.id and t.item_id = i.id and t.state = 'gold' and not t.stale
    where s.project_id = i.project_id and t.id is null)
  order by i.position`

interface World {
  project: MadeProject
  manager: Actor
  itemIds: string[]
  releaseId: string
  below: NextIndex
}

async function makeGold(taskId: string, links: number, version = 1) {
  const urls = Array.from({ length: links }, (_, n) => ({ url: `https://oceans.example/${n}` }))
  const answers = { item: { action: 'keep', links: urls }, s1: { label: true }, s2: { label: true } }
  const data = { taskId, version, round: 1, answers, rollUp: {}, origin: 'consolidated' as const }
  await prisma().gold.updateMany({ where: { taskId, supersededAt: null }, data: { supersededAt: new Date() } })
  await prisma().gold.create({ data })
}

async function makeWorld(seed: number, protocolId: string): Promise<World> {
  const below = seededRandom(seed)
  const project = await makeProject({ protocolId })
  const manager = actorOf(await makeMember(project, 'manager'))
  const itemIds: string[] = []
  while (itemIds.length < 10) {
    const { id, itemId, position } = await makeTask(project)
    itemIds.push(itemId)
    const taskIds = [id]
    for (const { id: stageId } of project.stages.slice(1)) {
      const later = { projectId: project.id, stageId, itemId, position, raters: 1 }
      taskIds.push((await prisma().task.create({ data: later })).id)
    }
    for (const taskId of taskIds) {
      await makeGold(taskId, below(4))
      await prisma().task.update({ where: { id: taskId }, data: { state: below(5) > 0 ? 'gold' : 'open' } })
    }
  }
  await prisma().heldOutSplit.create({ data: { projectId: project.id } })
  const release = { projectId: project.id, number: 1, card: {}, createdById: manager.userId }
  const { id: releaseId } = await prisma().release.create({ data: release })
  return { project, manager, itemIds, releaseId, below }
}

const taskOf = async ({ below }: World, itemId: string) => {
  const tasks = await prisma().task.findMany({ where: { itemId }, orderBy: { id: 'asc' } })
  const task = tasks[below(tasks.length)]
  if (!task) throw new Error('an item has tasks')
  return task
}

const CHANGES: Record<string, (world: World, itemId: string) => Promise<unknown>> = {
  'stale, or not any more': async (world, itemId) => {
    const { id, stale } = await taskOf(world, itemId)
    await prisma().task.update({ where: { id }, data: { stale: !stale, staleChanges: stale ? undefined : [] } })
  },
  'no gold, or again': async (world, itemId) => {
    const { id, state } = await taskOf(world, itemId)
    await prisma().task.update({ where: { id }, data: { state: state === 'gold' ? 'consolidating' : 'gold' } })
  },
  'discarded or restored': async (_, id) => {
    const { discardedAt } = await prisma().item.findUniqueOrThrow({ where: { id } })
    const data = discardedAt
      ? { discardedAt: null, discardReason: null }
      : { discardedAt: new Date(), discardReason: 'other' }
    await prisma().item.update({ where: { id }, data })
  },
  'held out, or not': async ({ project, releaseId }, itemId) => {
    const { count } = await prisma().heldOutItem.deleteMany({ where: { itemId } })
    if (count === 0) await prisma().heldOutItem.create({ data: { projectId: project.id, releaseId, itemId } })
  },
  // Once and for all.
  'the split is opened': async ({ project: { id: projectId }, below }) => {
    if (below(4) > 0) return
    const where = { projectId, openedAt: null }
    await prisma().heldOutSplit.updateMany({ where, data: { openedAt: new Date() } })
  },
  'newer gold': async (world, itemId) => {
    const { id } = await taskOf(world, itemId)
    await makeGold(id, world.below(4), 1 + (await prisma().gold.count({ where: { taskId: id } })))
  },
}

describe('what there is to draw from', () => {
  it.each([1, 2])('is the same whether it is kept or counted, in random world %i', async (seed) => {
    const world = await makeWorld(seed, 'felm')
    const { project, manager, itemIds, below } = world
    const names = Object.keys(CHANGES)
    const counts = new Set<string>()
    for (let n = 0; n < 36; n++) {
      await CHANGES[names[n % names.length] ?? '']?.(world, itemIds[below(itemIds.length)] ?? '')
      const { kinds } = await listAudits(manager, project.id, { keptFrom: 0 })
      expect(kinds).toEqual((await listAudits(manager, project.id, { keptFrom: Number.POSITIVE_INFINITY })).kinds)
      expect((await listAudits(manager, project.id, { keptFrom: 0 })).kinds).toEqual(kinds)
      for (const { key, eligible } of kinds) counts.add(`${key} ${eligible.records}`)
    }
    expect(counts.size).toBeGreaterThan(6)
  })

  it.each([3, 4])('are the items of the statement of before, in random world %i of two stages', async (seed) => {
    const world = await makeWorld(seed, 'factcheck-bench')
    const { project, itemIds, below } = world
    const names = Object.keys(CHANGES)
    const found = new Set<number>()
    for (let n = 0; n < 48; n++) {
      await CHANGES[names[n % names.length] ?? '']?.(world, itemIds[below(itemIds.length)] ?? '')
      const { pools, isAll } = await readPools(prisma(), project.id, [{ records: () => [{}] }])
      const ids = pools.flat().map(({ itemId }) => itemId)
      expect(ids).toEqual((await eligibleBefore(project.id)).map(({ id }) => id))
      expect(isAll).toBe(true)
      found.add(ids.length)
    }
    expect(found.size).toBeGreaterThan(2)
  })

  it('is kept once, and not of little gold', async () => {
    const { project, manager } = await makeWorld(5, 'felm')
    const rows = () => prisma().keptFigures.findMany({ where: { projectId: project.id } })
    await listAudits(manager, project.id)
    expect(await rows()).toEqual([])
    await listAudits(manager, project.id, { keptFrom: 0 })
    const kept = await rows()
    expect(kept).toHaveLength(1)
    await listAudits(manager, project.id, { keptFrom: 0 })
    expect(await rows()).toEqual(kept)
  })
})
