/** Expectations from projects that are too large to count while somebody waits. */
import { expect, it } from 'vitest'
import { prisma, transaction } from '@/lib/platform/server/db'
import { protocolById, stageByKey } from '@/lib/protocols'
import { refreshRatings } from '@/lib/quality/agreement/ledger/refresh-ratings'
import { discardTask } from '@/lib/workspace/tasks/discard-task'
import { actorOf } from '@/tests/actors'
import { makeAnnotation, makeTask } from '@/tests/factories'
import { simulateFelm } from '@/tests/simulation/felm'
import { pilotsHandler } from './compute-pilots'
import { computePilots } from './get-pilots'
import { getPlanBases } from './queries'

const RUN = { id: '1', attempt: 1, isLastAttempt: false, signal: new AbortController().signal }

async function scene() {
  const felm = await simulateFelm({ items: 20, errors: [0.1, 0.3, 0.4] })
  const { project, annotators } = felm
  const manager = actorOf(felm.manager)
  return {
    project,
    manager,
    viewer: actorOf(felm.viewer),
    read: (quick = 0) => getPlanBases(manager, project.id, { quick }),
    compute: () => pilotsHandler.run({ projectId: project.id }, RUN),
    reveal: async () => {
      const task = await makeTask(project)
      const answers = { item: { action: 'keep' }, s1: { label: true } }
      for (const annotator of annotators) await makeAnnotation(task, annotator, answers, true)
      await prisma().task.update({ where: { id: task.id }, data: { state: 'consolidating' } })
    },
  }
}

it('are awaited at first, asked of one job, and then those that a small project shows', async () => {
  const { project, viewer, read, compute } = await scene()
  const awaited = { figures: { state: 'awaited', tasks: null, at: null }, measures: [] }
  expect(await read()).toMatchObject(awaited)
  expect(await getPlanBases(viewer, project.id, { quick: 0 })).toMatchObject(awaited)
  const jobs = await prisma().$queryRaw<unknown[]>`
    select key from graphile_worker._private_jobs where key = ${`plan of ${project.id}`}`
  expect(jobs).toHaveLength(1)
  await compute()
  const after = await read()
  expect(after.figures).toEqual({ state: 'current', tasks: 20, at: null })
  const kept = () => prisma().keptFigures.findMany({ where: { projectId: project.id } })
  const before = await kept()
  await compute()
  expect(await kept()).toEqual(before)
  await prisma().keptFigures.deleteMany({ where: { projectId: project.id } })
  expect(await read(2_000)).toEqual(after)
  expect(after.measures.find(({ measure }) => measure.key === 'label')).toMatchObject({ responses: 20, raters: 3 })
})

it('are of an earlier moment while newer ones are computed, and of none once a task has left', async () => {
  const { project, manager, read, compute, reveal } = await scene()
  await read()
  await compute()
  const before = await read()
  await reveal()
  const earlier = await read()
  expect(earlier).toMatchObject({ figures: { state: 'earlier', tasks: 20, at: expect.any(String) } })
  expect(earlier.measures).toEqual(before.measures)
  await compute()
  expect(await read()).toMatchObject({ figures: { state: 'current', tasks: 21 } })
  const task = await prisma().task.findFirstOrThrow({ where: { projectId: project.id } })
  await discardTask(manager, task.id, { reason: 'other', note: 'A test.' })
  expect(await read()).toMatchObject({ figures: { state: 'awaited' }, measures: [] })
})

it('are not computed while a task that was discarded is in the ledger still', async () => {
  const { project, manager, read } = await scene()
  const { id: projectId, protocolId } = project
  await transaction((tx) => refreshRatings(tx, project))
  const task = await prisma().task.findFirstOrThrow({ where: { projectId } })
  await discardTask(manager, task.id, { reason: 'other', note: 'A test.' })
  const rows = await prisma().stage.findMany({ where: { projectId } })
  const stages = rows.map(({ id, key }) => ({ id, key, stage: stageByKey(protocolById(protocolId), key) }))
  expect(await computePilots(projectId, stages)).toBeNull()
  expect(await prisma().keptFigures.count({ where: { projectId } })).toBe(0)
  expect(await read(2_000)).toMatchObject({ figures: { state: 'current', tasks: 19 } })
})
