import { describe, expect, it } from 'vitest'
import { prisma, transaction } from '@/lib/platform/server/db'
import { answersWith, type MadeTask, makeAnnotation, makeMember, makeProject, makeTask } from '@/tests/factories'
import { whileWritesFail } from '@/tests/support/failing-table'
import { rateTasks } from './rate-tasks'
import { readClusters, readCoverage, readPatterns, readStagePatterns } from './read-counts'
import { readReferences } from './read-references'
import { refreshRatings } from './refresh-ratings'

async function scene() {
  const project = await makeProject({ stage: { raters: 2 } })
  const ada = await makeMember(project, 'annotator')
  const ben = await makeMember(project, 'annotator')
  const stageId = project.stages[0]?.id ?? ''
  const annotated = async (first: boolean, second: boolean, state: 'open' | 'consolidating' = 'consolidating') => {
    const task = await makeTask(project)
    await makeAnnotation(task, ada, answersWith(first), true)
    await makeAnnotation(task, ben, answersWith(second), true)
    if (state !== 'open') await changeState(task, state)
    return task
  }
  const label = { stageId, measure: 'label' }
  const refresh = (most?: number) =>
    transaction((tx) => refreshRatings(tx, project, most === undefined ? {} : { most }))
  const patterns = async () => {
    const rows = await transaction((tx) => readPatterns(tx, label))
    return rows.map(({ raters, codes, units }) => `${raters}: ${codes} × ${units}`)
  }
  return { project, ada, ben, label, annotated, refresh, patterns }
}

const changeState = (task: MadeTask, state: 'open' | 'consolidating' | 'gold' | 'discarded') =>
  prisma().task.update({ where: { id: task.id }, data: { state, revision: { increment: 1 } } })

async function makeGold(task: MadeTask, second: boolean, version = 1) {
  await prisma().gold.updateMany({ where: { taskId: task.id, supersededAt: null }, data: { supersededAt: new Date() } })
  const answers = { item: { action: 'keep' }, s1: { label: true }, s2: { label: second } }
  await prisma().gold.create({
    data: { taskId: task.id, version, round: 1, answers, rollUp: {}, origin: 'imported' },
  })
  await changeState(task, 'gold')
}

describe('refreshRatings', () => {
  it('counts what annotators gave, unit by unit', async () => {
    const { annotated, refresh, patterns, label } = await scene()
    await annotated(true, false)
    await annotated(false, false)
    await annotated(false, false, 'open')
    expect((await refresh()).awaited).toEqual({ [label.stageId]: 0 })
    expect(await patterns()).toEqual(['1,2: 0,0 × 2', '1,2: 0,1 × 1', '1,2: 1,1 × 1'])
    const { typeOf } = await transaction((tx) => readClusters(tx, label))
    expect(typeOf).toHaveLength(2)
    const stage = await transaction((tx) => readStagePatterns(tx, label.stageId))
    expect(stage.map(({ measure, responses }) => [measure, responses])).toContainEqual(['label', 2])
    expect(await transaction((tx) => readReferences(tx, label))).toEqual([])
  })

  it('takes out what was sent back or discarded, and in again what comes back', async () => {
    const { annotated, refresh, patterns } = await scene()
    await annotated(true, true)
    const task = await annotated(true, false)
    const both = await refresh()
    for (const state of ['open', 'discarded'] as const) {
      await changeState(task, state)
      const without = await refresh()
      expect(without.version).not.toBe(both.version)
      expect(await patterns()).toEqual(['1,2: 0,0 × 2'])
      await changeState(task, 'consolidating')
      expect((await refresh()).version).not.toBe(without.version)
      expect(await patterns()).toEqual(['1,2: 0,0 × 3', '1,2: 0,1 × 1'])
    }
  })

  it('leaves out gold whose item is discarded at a later stage, and takes it in again when it is restored', async () => {
    const { annotated, refresh, patterns, label } = await scene()
    await annotated(true, true)
    const task = await annotated(true, false)
    await makeGold(task, true)
    const both = await refresh()
    const counted = async () => {
      const { typeOf } = await transaction((tx) => readClusters(tx, label))
      const [coverage] = await transaction((tx) => readCoverage(tx, task.projectId))
      const { counted, discarded } = coverage ?? {}
      return { patterns: await patterns(), responses: typeOf.length, counted, discarded }
    }
    const set = (data: { discardedAt: Date | null; discardReason: string | null }) =>
      prisma().item.update({ where: { id: task.itemId }, data })
    await set({ discardedAt: new Date(), discardReason: 'unclear' })
    const without = await refresh()
    expect(without.version).not.toBe(both.version)
    expect(await counted()).toEqual({ patterns: ['1,2: 0,0 × 2'], responses: 1, counted: 1, discarded: 1 })
    expect(await transaction((tx) => readReferences(tx, label))).toEqual([])
    await set({ discardedAt: null, discardReason: null })
    const again = await refresh()
    expect([both.version, without.version]).not.toContain(again.version)
    const whole = ['1,2: 0,0 × 3', '1,2: 0,1 × 1']
    expect(await counted()).toEqual({ patterns: whole, responses: 2, counted: 2, discarded: 0 })
  })

  it('keeps its version while a task changes in what nothing is counted of', async () => {
    const { annotated, refresh } = await scene()
    const task = await annotated(true, false)
    const { version } = await refresh()
    await prisma().task.update({ where: { id: task.id }, data: { revision: { increment: 1 } } })
    expect((await refresh()).version).toBe(version)
    const rated = await prisma().ratedTask.findUniqueOrThrow({ where: { taskId: task.id }, include: { task: true } })
    expect(rated.revision).toBe(rated.task.revision)
  })

  it('follows gold, and a newer gold', async () => {
    const { annotated, refresh, label } = await scene()
    const task = await annotated(true, false)
    const beside = async () => {
      await refresh()
      const cells = await transaction((tx) => readReferences(tx, label))
      return cells.map(
        ({ annotator, code, referenceCode, units }) => `${annotator}: ${code}/${referenceCode} × ${units}`,
      )
    }
    await makeGold(task, true)
    expect(await beside()).toEqual(['1: 0/0 × 2', '2: 0/0 × 1', '2: 1/0 × 1'])
    await changeState(task, 'consolidating')
    expect(await beside()).toEqual([])
    await makeGold(task, false, 2)
    expect(await beside()).toEqual(['1: 0/0 × 1', '1: 0/1 × 1', '2: 0/0 × 1', '2: 1/1 × 1'])
  })

  it('hears of suggestions that come after the reveal, which put nobody in an arm', async () => {
    const { project, annotated, refresh, label } = await scene()
    const task = await annotated(true, false)
    const { version } = await refresh()
    const run = await prisma().run.create({
      data: { projectId: project.id, kind: 'import', name: 'A model', state: 'done', plan: {}, finishedAt: new Date() },
    })
    const unitId = task.units.find(({ key }) => key === 's2')?.id ?? ''
    const suggestion = { taskId: task.id, unitId, question: 'label', value: false, source: 'model', runId: run.id }
    await prisma().suggestion.create({ data: suggestion })
    expect((await refresh()).version).not.toBe(version)
    const cells = await transaction((tx) => readReferences(tx, label))
    expect(cells.map(({ reference, units }) => [reference, units])).toEqual([
      [`run:${run.id}`, 1],
      [`run:${run.id}`, 1],
    ])
    const arms = await prisma().ratedUnit.findMany({ where: { taskId: task.id, measure: 'label' } })
    expect(new Set(arms.flatMap((unit) => unit.arms))).toEqual(new Set([0]))
  })

  it.each(['by a run, which holds the task', 'from a file, which does not'])(
    'misses no suggestions that are being added while it rates: %s',
    async (how) => {
      const { project, annotated, refresh, label } = await scene()
      const task = await annotated(true, false)
      const run = await prisma().run.create({
        data: {
          projectId: project.id,
          kind: 'import',
          name: 'A model',
          state: 'done',
          plan: {},
          finishedAt: new Date(),
        },
      })
      const unitId = task.units.find(({ key }) => key === 's2')?.id ?? ''
      const suggestion = { taskId: task.id, unitId, question: 'label', value: false, source: 'model', runId: run.id }
      await transaction(async (tx) => {
        if (how.startsWith('by a run')) await tx.$queryRaw`select 1 from tasks where id = ${task.id}::uuid for share`
        await tx.suggestion.create({ data: suggestion })
        expect((await refresh()).awaited).toEqual({ [label.stageId]: 1 })
      })
      await refresh()
      expect(await transaction((tx) => readReferences(tx, label))).toHaveLength(2)
    },
  )

  it('rates a portion, and the worker the rest, also when two begin at once', async () => {
    const { project, annotated, refresh, patterns, label } = await scene()
    for (const second of [true, false, true, false]) await annotated(true, second)
    expect((await refresh(1)).awaited).toEqual({ [label.stageId]: 3 })
    await Promise.all([rateTasks(project.id), rateTasks(project.id), refresh(), refresh(2)])
    expect((await refresh()).awaited).toEqual({ [label.stageId]: 0 })
    expect(await patterns()).toEqual(['1,2: 0,0 × 6', '1,2: 0,1 × 2'])
  })

  it('rates portion after portion until none waits, but not what somebody is changing', async () => {
    const { project, annotated, refresh, label } = await scene()
    const first = await annotated(true, true)
    for (const second of [true, false, true, false]) await annotated(true, second)
    const awaited = () =>
      prisma()
        .ratedTask.count({ where: { projectId: project.id } })
        .then((rated) => 5 - rated)
    await transaction(async (tx) => {
      await tx.$queryRaw`select 1 from tasks where id = ${first.id}::uuid for update`
      await rateTasks(project.id, { most: 2, listed: 2 })
      expect(await awaited()).toBe(1)
    })
    await rateTasks(project.id, { most: 2 })
    expect(await awaited()).toBe(0)
    expect((await refresh()).awaited).toEqual({ [label.stageId]: 0 })
  })

  it('rates a portion piece by piece, all of it or nothing', async () => {
    const { project, annotated, patterns } = await scene()
    for (const second of [true, false]) await annotated(true, second)
    const last = await annotated(true, true)
    const rate = () => rateTasks(project.id, { piece: 1 })
    const failing = { table: 'rated_units', when: `new.task_id = '${last.id}'`, state: '23514' }
    await expect(whileWritesFail(failing, rate)).rejects.toThrow('a write that fails')
    expect(await patterns()).toEqual([])
    await rate()
    expect(await patterns()).toEqual(['1,2: 0,0 × 5', '1,2: 0,1 × 1'])
  })

  it('leaves a task that somebody is changing for the next time, and waits for nobody', async () => {
    const { annotated, refresh, label } = await scene()
    const task = await annotated(true, false)
    await transaction(async (tx) => {
      await tx.$queryRaw`select 1 from tasks where id = ${task.id}::uuid for update`
      expect((await refresh()).awaited).toEqual({ [label.stageId]: 1 })
    })
    expect((await refresh()).awaited).toEqual({ [label.stageId]: 0 })
  })
})
