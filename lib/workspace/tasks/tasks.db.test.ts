import { describe, expect, it } from 'vitest'
import { assignTasks } from '@/lib/annotation/assignments/assign-tasks'
import { nextTask } from '@/lib/annotation/assignments/next-task'
import type { Actor } from '@/lib/platform/policy/actor'
import { prisma, transaction } from '@/lib/platform/server/db'
import { openPrepared } from '@/lib/workspace/items/open-prepared'
import { updateStage } from '@/lib/workspace/projects/update-stage'
import { actorOf } from '@/tests/actors'
import {
  answersWith,
  type MadeProject,
  makeAnnotation,
  makeAssignment,
  makeMember,
  makeProject,
  makeTask,
} from '@/tests/factories'
import { until } from '@/tests/support/wait'
import { discardTask } from './discard-task'
import { loadTask } from './load-task'
import { reopenTask } from './reopen-task'
import { restoreTask } from './restore-task'
import { revealTask } from './reveal-task'

const riddle = { reason: 'riddle', note: '' }

async function revealedIn(project: MadeProject) {
  const task = await makeTask(project)
  const [first, second] = [await makeMember(project, 'annotator'), await makeMember(project, 'annotator')]
  await makeAnnotation(task, first, answersWith(true), true)
  await makeAnnotation(task, second, answersWith(false), true)
  const reviewer = actorOf(await makeMember(project, 'reviewer'))
  await transaction(async (tx) => revealTask(tx, await loadTask(tx, reviewer, task.id, { lock: true }), null))
  return { task, first, second, reviewer }
}
const taskNow = (id: string) => prisma().task.findUniqueOrThrow({ where: { id } })
const eventData = async (taskId: string, type: string) =>
  (await prisma().event.findMany({ where: { taskId, type }, orderBy: { id: 'asc' } })).map(({ data }) => data)

describe('reopenTask', () => {
  const leave: [string, (user: { id: string }, projectId: string) => Promise<unknown>][] = [
    ['left', ({ id }, projectId) => prisma().membership.deleteMany({ where: { userId: id, projectId } })],
    [
      'became a viewer',
      ({ id }, projectId) =>
        prisma().membership.updateMany({ where: { userId: id, projectId }, data: { role: 'viewer' } }),
    ],
    [
      'was deactivated',
      ({ id }) => prisma().user.update({ where: { id }, data: { deactivatedAt: new Date() }, select: { id: true } }),
    ],
  ]
  it.each(leave)('gives the place of somebody who %s to whoever asks next', async (_how, go) => {
    const project = await makeProject()
    const { task, first, second, reviewer } = await revealedIn(project)
    await go(first, project.id)
    await reopenTask(reviewer, task.id, { comment: 'Look at s2 again.' })
    expect(await taskNow(task.id)).toMatchObject({ state: 'open', round: 2, assignedCount: 1, submittedCount: 0 })
    expect(await eventData(task.id, 'task.reopened')).toEqual([
      { round: 2, userIds: [second.id], comment: 'Look at s2 again.' },
    ])
    expect(await eventData(task.id, 'assignment.released')).toEqual([{ userId: first.id, why: 'left' }])
    expect(await prisma().annotation.count({ where: { taskId: task.id, userId: first.id, round: 2 } })).toBe(0)
    const fresh = actorOf(await makeMember(project, 'annotator'))
    expect((await nextTask(fresh, project.id)).taskId).toBe(task.id)
  })
})

describe('several tasks at once', () => {
  type Work = (manager: Actor, projectId: string, annotatorId: string) => Promise<unknown>
  const works: [string, Work][] = [
    ['assignTasks', (manager, id, userId) => assignTasks(manager, id, { ...range, userIds: [userId] })],
    ['openPrepared', (manager, projectId) => openPrepared(manager, projectId)],
    ['updateStage', (manager, projectId) => updateStage(manager, { projectId, stageKey: 'segments' }, { raters: 3 })],
  ]
  const range = { count: 2, from: 1, to: null, batch: '' }
  it.each(works)('%s locks them in the order of their ids', async (name, work) => {
    const state = name === 'openPrepared' ? 'preparing' : 'open'
    const project = await makeProject()
    const manager = actorOf(await makeMember(project, 'manager'))
    const annotator = await makeMember(project, 'annotator')
    const [first, second] = [await makeTask(project, { state }), await makeTask(project, { state })]
    // By position, and as they lie in the table, the first by id now comes last.
    await prisma().task.update({ where: { id: first.id }, data: { position: second.position + 1 } })
    const working = await transaction(async (tx) => {
      await tx.$queryRaw`select 1 from tasks where id = ${first.id}::uuid for update`
      const [{ pid } = { pid: 0 }] = await tx.$queryRaw<{ pid: number }[]>`select pg_backend_pid() "pid"`
      const started = { done: work(manager, project.id, annotator.id) }
      await until(async () => (await waitingFor(pid)) > 0)
      await tx.$queryRaw`select 1 from tasks where id = ${second.id}::uuid for update nowait`
      return started
    })
    await working.done
  })
})

/** How many connections wait for what this one holds. */
async function waitingFor(pid: number): Promise<number> {
  const rows = await prisma().$queryRaw<{ n: number }[]>`
    select count(*)::int n from pg_stat_activity where ${pid}::int = any(pg_blocking_pids(pid))`
  return rows[0]?.n ?? 0
}

describe('restoreTask', () => {
  it('puts an open task that nobody had begun back into the queue', async () => {
    const project = await makeProject()
    const task = await makeTask(project)
    const manager = actorOf(await makeMember(project, 'manager'))
    await discardTask(manager, task.id, riddle)
    await restoreTask(manager, task.id)
    expect((await taskNow(task.id)).state).toBe('open')
    const annotator = actorOf(await makeMember(project, 'annotator'))
    expect((await nextTask(annotator, project.id)).taskId).toBe(task.id)
  })

  it('returns every task to the state it was in, a confirmed one with its confirmation', async () => {
    const project = await makeProject()
    const manager = actorOf(await makeMember(project, 'manager'))
    const preparing = await makeTask(project, { state: 'preparing' })
    const begun = await makeTask(project)
    await makeAssignment(begun, await makeMember(project, 'annotator'))
    const { task: settling, reviewer } = await revealedIn(project)
    const { task: confirmed } = await revealedIn(project)
    const confirmation = { state: 'approving', adjudicatorId: reviewer.userId, adjudicatedAt: new Date(0) } as const
    await prisma().task.update({ where: { id: confirmed.id }, data: confirmation })
    for (const { id } of [preparing, begun, settling, confirmed]) {
      const before = await taskNow(id)
      await discardTask(manager, id, riddle)
      await restoreTask(manager, id)
      expect(await taskNow(id)).toEqual({ ...before, revision: before.revision + 2 })
    }
  })
})
