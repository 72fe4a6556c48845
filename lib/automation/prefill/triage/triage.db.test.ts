import { afterAll, describe, expect, it, vi } from 'vitest'
import { prisma, transaction } from '@/lib/platform/server/db'
import type { Pipeline } from '@/lib/protocols/prefill'
import * as steps from '@/lib/protocols/steps'
import { restoreTask } from '@/lib/workspace/tasks/restore-task'
import { actorOf } from '@/tests/actors'
import { type MadeTask, makeAssignment, makeMember, makeProject, makeTask } from '@/tests/factories'
import { until } from '@/tests/support/wait'
import { applyTriage } from './apply-triage'
import { getTriage } from './queries'

const pipeline: Pipeline = {
  protocolId: 'felm',
  steps: [],
  generated: null,
  triage: {
    title: 'What is worth annotating',
    measures: [
      { key: 'supported', title: 'Share of supported claims', unit: '', better: 'low' },
      { key: 'length', title: 'Length', unit: 'words', better: 'low' },
    ],
    scores: ({ verdict }) => {
      const note = typeof verdict === 'object' && verdict !== null && !Array.isArray(verdict) ? verdict : {}
      const number = (key: string) => (typeof note[key] === 'number' ? note[key] : null)
      return { supported: number('supported'), length: number('length') }
    },
  },
}
const asked = vi.spyOn(steps, 'pipelineOf').mockImplementation(async (id) => (id === 'felm' ? pipeline : null))
afterAll(() => asked.mockRestore())

type Numbers = { supported?: number; length?: number }

/** A run over items with these numbers, in order. */
async function scene(numbers: Numbers[], state: 'running' | 'done' = 'done') {
  const project = await makeProject()
  const people = {
    manager: actorOf(await makeMember(project, 'manager')),
    reviewer: actorOf(await makeMember(project, 'reviewer')),
    annotator: await makeMember(project, 'annotator'),
    outsider: actorOf(await makeMember(await makeProject(), 'manager')),
  }
  const run = await prisma().run.create({
    data: {
      projectId: project.id,
      kind: 'pipeline',
      name: 'r',
      state,
      finishedAt: state === 'done' ? new Date() : null,
      plan: {},
    },
  })
  const tasks: MadeTask[] = []
  for (const [position, verdict] of numbers.entries()) {
    const task = await makeTask(project)
    const where = { runId: run.id, itemId: task.itemId, taskId: task.id, position }
    await prisma().runItem.create({ data: { ...where, state: 'done', notes: { verdict } } })
    tasks.push(task)
  }
  const at = (index: number) => {
    const task = tasks[index]
    if (!task) throw new Error(`there is no task ${index}`)
    return task
  }
  const states = async () =>
    (await prisma().item.findMany({ where: { projectId: project.id }, orderBy: { position: 'asc' } })).map(
      (item) => item.discardedAt !== null,
    )
  return { project, run, people, params: { projectId: project.id, runId: run.id }, at, states }
}

const supported = (most: number | null, least: number | null = null) => ({ bounds: { supported: { least, most } } })

describe('the numbers of a run', () => {
  it('are told of every item that is not discarded, with whether somebody has begun', async () => {
    const { people, params, at } = await scene([{ supported: 0.2 }, { supported: 0.9, length: 40 }, {}])
    await prisma().item.update({ where: { id: at(2).itemId }, data: { discardedAt: new Date(), discardReason: 'x' } })
    await makeAssignment(at(1), people.annotator, 'reserved')
    const { measures, rows } = await getTriage(people.manager, params)
    expect(measures.map(({ key }) => key)).toEqual(['supported', 'length'])
    expect(rows).toMatchObject([
      { itemId: at(0).itemId, scores: { supported: 0.2, length: null }, begun: false },
      { itemId: at(1).itemId, scores: { supported: 0.9, length: 40 }, begun: true },
    ])
  })

  it('are for managers of the project', async () => {
    const { people, params } = await scene([{}])
    await expect(getTriage(people.reviewer, params)).rejects.toMatchObject({ code: 'forbidden' })
    await expect(getTriage(actorOf(people.annotator), params)).rejects.toMatchObject({ code: 'forbidden' })
    await expect(getTriage(people.outsider, params)).rejects.toMatchObject({ code: 'not_found' })
    const elsewhere = await scene([{}])
    await expect(getTriage(people.manager, { ...params, runId: elsewhere.run.id })).rejects.toMatchObject({
      code: 'not_found',
    })
  })

  it('are not there where the protocol has none, or the run made items', async () => {
    const { people, params, run } = await scene([{}])
    const other = await prisma().run.create({
      data: {
        projectId: params.projectId,
        kind: 'generation',
        name: 'g',
        state: 'done',
        finishedAt: new Date(),
        plan: {},
      },
    })
    await expect(getTriage(people.manager, { ...params, runId: other.id })).rejects.toMatchObject({ code: 'rule' })
    expect((await getTriage(people.manager, { ...params, runId: run.id })).rows).toHaveLength(1)
    const bare = await makeProject({ protocolId: 'factcheck-bench' })
    const manager = actorOf(await makeMember(bare, 'manager'))
    const { id: runId } = await prisma().run.create({
      data: { projectId: bare.id, kind: 'pipeline', name: 'b', state: 'done', finishedAt: new Date(), plan: {} },
    })
    await expect(getTriage(manager, { projectId: bare.id, runId })).rejects.toMatchObject({ code: 'rule' })
  })
})

describe('triage', () => {
  it('sets aside what does not pass, with bounds and pool in the log, and keeps the rest', async () => {
    const { project, people, params, at, states } = await scene([
      { supported: 0.2 },
      { supported: 0.8 },
      { supported: 0.81 },
      {},
    ])
    expect(await applyTriage(people.manager, params, supported(0.8))).toEqual({ pool: 4, kept: 2, setAside: 2 })
    expect(await states()).toEqual([false, false, true, true])
    const item = await prisma().item.findUniqueOrThrow({ where: { id: at(2).itemId }, include: { tasks: true } })
    expect(item).toMatchObject({
      discardReason: 'Set aside by triage',
      discardNote: 'Wanted: Share of supported claims at most 0.8. Out of 4 items.',
      discardedById: people.manager.userId,
      tasks: [{ state: 'discarded' }],
    })
    const events = await prisma().event.findMany({ where: { projectId: project.id, type: 'items.triaged' } })
    expect(events.map(({ data }) => data)).toEqual([
      { runId: params.runId, bounds: supported(0.8).bounds, pool: 4, kept: 2, setAside: 2 },
    ])
  })

  it('never touches what somebody has begun: opened, taken from the queue, or settled', async () => {
    const { people, params, at, states } = await scene([
      { supported: 1 },
      { supported: 1 },
      { supported: 1 },
      { supported: 1 },
      { supported: 1 },
    ])
    await makeAssignment(at(0), people.annotator)
    await prisma().annotation.create({ data: { taskId: at(0).id, userId: people.annotator.id, round: 1 } })
    await makeAssignment(at(1), people.annotator, 'reserved')
    await prisma().task.update({ where: { id: at(2).id }, data: { state: 'gold' } })
    // Given to somebody who has not looked yet.
    await makeAssignment(at(3), people.annotator)
    expect(await applyTriage(people.manager, params, supported(0.5))).toEqual({ pool: 5, kept: 3, setAside: 2 })
    expect(await states()).toEqual([false, false, false, true, true])
  })

  it('is taken back item by item', async () => {
    const { people, params, at, states } = await scene([{ supported: 1 }, { supported: 1 }])
    await prisma().task.update({ where: { id: at(0).id }, data: { state: 'preparing' } })
    await applyTriage(people.manager, params, supported(0.5))
    await restoreTask(people.manager, at(0).id)
    expect(await states()).toEqual([false, true])
    expect(await prisma().task.findUnique({ where: { id: at(0).id } })).toMatchObject({ state: 'preparing' })
  })

  it('counts only what is there when applied again', async () => {
    const { people, params } = await scene([{ supported: 1 }, { supported: 0.4 }, { supported: 0.1 }])
    await applyTriage(people.manager, params, supported(0.5))
    expect(await applyTriage(people.manager, params, supported(0.3))).toEqual({ pool: 2, kept: 1, setAside: 1 })
  })

  it('leaves an item alone that an annotator opens at the same moment', async () => {
    const { people, params, at, states } = await scene([{ supported: 1 }])
    await makeAssignment(at(0), people.annotator)
    let applied: Promise<unknown> = Promise.resolve()
    await transaction(async (tx) => {
      await tx.$queryRaw`select 1 from tasks where id = ${at(0).id}::uuid for update`
      applied = applyTriage(people.manager, params, supported(0.5))
      await until(async () => {
        const waiting = await prisma().$queryRaw<object[]>`
          select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`
        return waiting.length === 1
      })
      await tx.annotation.create({ data: { taskId: at(0).id, userId: people.annotator.id, round: 1 } })
    })
    expect(await applied).toEqual({ pool: 1, kept: 1, setAside: 0 })
    expect(await states()).toEqual([false])
  })

  it.each([
    ['no bound', { bounds: {} }],
    ['a bound that is open on both sides', supported(null)],
    ['a number that there is not', { bounds: { beauty: { least: 1, most: null } } }],
    ['bounds the wrong way round', supported(0.2, 0.4)],
  ])('refuses %s', async (_, body) => {
    const { people, params, states } = await scene([{ supported: 1 }])
    await expect(applyTriage(people.manager, params, body)).rejects.toMatchObject({ code: 'rule' })
    expect(await states()).toEqual([false])
  })

  it('waits for the run, is for managers, and not for archived projects', async () => {
    const running = await scene([{ supported: 1 }], 'running')
    await expect(applyTriage(running.people.manager, running.params, supported(0.5))).rejects.toMatchObject({
      code: 'rule',
    })
    const { project, people, params } = await scene([{ supported: 1 }])
    await expect(applyTriage(people.reviewer, params, supported(0.5))).rejects.toMatchObject({ code: 'forbidden' })
    await prisma().project.update({ where: { id: project.id }, data: { archivedAt: new Date() } })
    await expect(applyTriage(people.manager, params, supported(0.5))).rejects.toMatchObject({ code: 'rule' })
  })
})
