/** The panels of large projects are kept, under a print of the very rows that they were computed from. */
import { beforeEach, describe, expect, it } from 'vitest'
import type { Actor } from '@/lib/platform/policy/actor'
import { prisma, transaction } from '@/lib/platform/server/db'
import { loadTask } from '@/lib/workspace/tasks/load-task'
import { makeGold } from '@/lib/workspace/tasks/make-gold'
import { actorOf } from '@/tests/actors'
import { answersWith, type MadeProject, type MadeTask, makeMember, makeProject, makeTask } from '@/tests/factories'
import type { Dataset } from './contract'
import { getDataset } from './queries'

let project: MadeProject
let manager: Actor

beforeEach(async () => {
  project = await makeProject()
  manager = actorOf(await makeMember(project, 'manager'))
})

async function settle(task: MadeTask, isTrue: boolean): Promise<void> {
  await transaction(async (tx) => {
    const settled = { answers: answersWith(isTrue), origin: 'consolidated', actorId: null } as const
    await makeGold(tx, await loadTask(tx, manager, task.id), { ...settled, adjudicatorId: null, approverId: null })
  })
}

async function gold(isTrue: boolean): Promise<MadeTask> {
  const task = await makeTask(project)
  await settle(task, isTrue)
  return task
}

/** As at a later stage, which leaves the gold of this one as it is. */
const setDiscarded = ({ itemId }: MadeTask, discardedAt: Date | null) =>
  prisma().item.update({
    where: { id: itemId },
    data: { discardedAt, discardReason: discardedAt === null ? null : 'other' },
  })

const kept = () => getDataset(manager, project.id, {}, { keptFrom: 1 })
const computed = () => getDataset(manager, project.id, {}, { keptFrom: Number.POSITIVE_INFINITY })
const keptRows = () =>
  prisma().keptFigures.findMany({ where: { projectId: project.id }, select: { key: true, version: true, at: true } })

describe('kept panels', () => {
  it('are computed once, and are those that are computed', async () => {
    await gold(true)
    await gold(false)
    const first = await kept()
    const rows = await keptRows()
    expect(rows).toHaveLength(1)
    expect(await kept()).toEqual(first)
    expect(await keptRows()).toEqual(rows)
    expect(first).toEqual(await computed())
  })

  const CHANGES: Record<string, (task: MadeTask) => Promise<unknown>> = {
    'more gold': () => gold(false),
    'newer gold of the same task': (task) => settle(task, false),
    'an item that is discarded': (task) => setDiscarded(task, new Date()),
    'the fields of an item': (task) =>
      prisma().$executeRaw`
        update items set content = content || '{"source": "another source", "response": "Three words here."}'
        where id = ${task.itemId}::uuid`,
    'gold that is written over': (task) =>
      prisma().$executeRaw`
        update golds set roll_up = roll_up || '{"segments": 7, "trueSegments": 7}' where task_id = ${task.id}::uuid`,
  }

  it.each(Object.keys(CHANGES))('are not those of before: %s', async (name) => {
    const task = await gold(true)
    await gold(true)
    const before = await kept()
    await prisma().$executeRaw`alter table golds disable trigger user`
    try {
      await CHANGES[name]?.(task)
    } finally {
      await prisma().$executeRaw`alter table golds enable trigger user`
    }
    const after = await kept()
    expect(after).toEqual(await computed())
    expect(panelsOf(after)).not.toEqual(panelsOf(before))
  })

  it('are those of before again once a discarded item is restored', async () => {
    const task = await gold(true)
    await gold(false)
    const before = await kept()
    await setDiscarded(task, new Date())
    await kept()
    await setDiscarded(task, null)
    expect(panelsOf(await kept())).toEqual(panelsOf(before))
  })

  it('are kept by rule, and not where machines propose lists that the panels count', async () => {
    await gold(true)
    await kept()
    expect((await keptRows()).map(({ key }) => key)).toEqual([`dataset ${(await kept()).rule}`])
    const lists = await makeProject({ protocolId: 'factcheck-bench' })
    const lead = actorOf(await makeMember(lists, 'manager'))
    await getDataset(lead, lists.id, {}, { keptFrom: 0 })
    expect(await prisma().keptFigures.count({ where: { projectId: lists.id } })).toBe(0)
  })

  it('are remembered as read by everybody who sees them', async () => {
    const task = await gold(true)
    await kept()
    const viewer = actorOf(await makeMember(project, 'viewer'))
    await getDataset(viewer, project.id, {}, { keptFrom: 1 })
    expect(await prisma().answerRead.count({ where: { taskId: task.id, userId: viewer.userId } })).toBe(1)
  })
})

const panelsOf = ({ items, panels }: Dataset) => ({ items, panels })
