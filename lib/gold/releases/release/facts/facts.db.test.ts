/** What a release counts is what it holds. */
import { expect, test } from 'vitest'
import { record } from '@/lib/platform/events/record'
import { pool, prisma, transaction } from '@/lib/platform/server/db'
import { protocolById } from '@/lib/protocols'
import { updateCalibration } from '@/lib/quality/calibration/update-calibration'
import { actorOf } from '@/tests/actors'
import { answersWith, makeAnnotation, makeMember, makeProject, makeTask } from '@/tests/factories'
import { taskRows } from './counted-rows'
import { readMachines } from './read-machines'
import { readProject } from './read-project'
import { readStages } from './read-stages'

const protocol = protocolById('factcheck-bench')

const reader = {
  query: async <Row extends object>(text: string, values: unknown[] = []) =>
    (await pool().query<Row>(text, values)).rows,
}

/** An item that is gold in its first two stages, with a label set by hand on the first. */
async function scene() {
  const project = await makeProject({ protocolId: 'factcheck-bench' })
  const [first, second] = await prisma().stage.findMany({
    where: { projectId: project.id },
    orderBy: { position: 'asc' },
  })
  const task = await makeTask(project)
  const { itemId, position } = task
  const later = await prisma().task.create({
    data: { projectId: project.id, itemId, position, stageId: second?.id ?? '', raters: 1, state: 'gold' },
  })
  await prisma().task.update({ where: { id: task.id }, data: { state: 'gold' } })
  const gold = { version: 1, round: 1, answers: {}, rollUp: {}, origin: 'single_rated' as const }
  await prisma().gold.createMany({ data: [task.id, later.id].map((taskId) => ({ ...gold, taskId })) })
  const reviewer = await makeMember(project, 'reviewer')
  await prisma().rollUpOverride.create({
    data: { itemId, userId: reviewer.id, version: 1, value: true, reason: 'It is.' },
  })
  const counted = async () => {
    const { items, overrides } = await readProject(reader, project.id, { protocol })
    const { golds } = await readStages(reader, project.id, { protocol })
    return { gold: items.gold, overrides, stages: golds.map(({ key, tasks }) => [key, tasks]) }
  }
  const labelled = protocol.itemLabel?.stage === first?.key ? task.id : later.id
  return { project, task, labelled, keys: [first?.key, second?.key], counted }
}

test('gold behind a stage that is at work again is not counted', async () => {
  const { project, task, keys, counted } = await scene()
  expect(await counted()).toEqual({ gold: 1, overrides: 1, stages: keys.toSorted().map((key) => [key, 1]) })
  await prisma().task.update({ where: { id: task.id }, data: { state: 'consolidating' } })
  expect(await counted()).toEqual({ gold: 0, overrides: 0, stages: [] })
  expect((await readMachines(reader, project.id, { protocol })).suggested).toEqual([])
})

test('a label that was set by hand before the gold of today does not count', async () => {
  const { labelled, counted } = await scene()
  await prisma().gold.updateMany({ where: { taskId: labelled }, data: { supersededAt: new Date() } })
  const later = new Date(Date.now() + 60_000)
  const gold = { version: 2, round: 1, answers: {}, rollUp: {}, origin: 'single_rated' as const, createdAt: later }
  await prisma().gold.create({ data: { ...gold, taskId: labelled } })
  expect(await counted()).toMatchObject({ gold: 1, overrides: 0 })
})

test('a task without an independent annotation is one of which agreement counts nothing', async () => {
  const { project } = await scene()
  let text = ''
  for await (const part of taskRows(project.id, { protocol })) text += part
  const [heading, ...rows] = text.trim().split(/\r?\n/)
  expect(heading).toBe('item,stage,state,annotations,released')
  expect(rows.map((row) => row.split(',').slice(2).join())).toEqual(['gold,,yes', 'gold,,yes'])
})

test('who had confirmed the guidelines before their first task is counted, whatever the setting says by now', async () => {
  const project = await makeProject()
  const [early, late, never] = [
    await makeMember(project, 'annotator'),
    await makeMember(project, 'annotator'),
    await makeMember(project, 'annotator'),
  ]
  const read = (user: { id: string }) =>
    prisma().guidelineReading.create({ data: { projectId: project.id, userId: user.id, version: 1 } })
  // What was imported under somebody's name is no task that they began.
  const imported = await makeTask(project)
  const { id } = await makeAnnotation(imported, early, answersWith(true), true)
  await prisma().annotation.update({ where: { id }, data: { origin: 'import' } })
  await read(early)
  const task = await makeTask(project, { raters: 3 })
  for (const user of [early, late, never]) await makeAnnotation(task, user, answersWith(true), true)
  await prisma().annotation.updateMany({
    where: { taskId: task.id, userId: late.id },
    data: { startedAt: new Date(Date.now() - 60_000) },
  })
  await read(late)
  await prisma().task.update({ where: { id: task.id }, data: { state: 'gold' } })
  const gold = { version: 1, round: 1, answers: {}, rollUp: {}, origin: 'consolidated' as const }
  await prisma().gold.create({ data: { ...gold, taskId: task.id } })
  const readers = async () => (await readStages(reader, project.id, { protocol: protocolById('felm') })).readers
  for (const guidelinesFirst of [true, false]) {
    await prisma().stage.updateMany({ where: { projectId: project.id }, data: { guidelinesFirst } })
    expect(await readers()).toEqual([{ key: 'segments', people: 3, confirmed: 1 }])
  }
  await prisma().guidelineReading.deleteMany({ where: { projectId: project.id, userId: early.id } })
  expect(await readers()).toEqual([])
})

test('who passed the gate is counted by the bars that the card tells, and by no earlier ones', async () => {
  const project = await makeProject()
  const manager = actorOf(await makeMember(project, 'manager'))
  await updateCalibration(manager, project.id, { gateTasks: 3 })
  const judge = async (passed: boolean, more = {}) => {
    const { id: userId } = await makeMember(project, 'annotator')
    const judgement = { userId, passed, tasks: 3, alike: 3, units: 3, ...more }
    await transaction((tx) => record(tx, 'calibration.judged', { actorId: userId, projectId: project.id }, judgement))
  }
  const told = async () => {
    const { qualification } = await readProject(reader, project.id, { protocol: protocolById('felm') })
    return { judged: qualification?.judged, passed: qualification?.passed }
  }
  await judge(true)
  await judge(true, { leastPercent: 70 })
  expect(await told()).toEqual({ judged: 1, passed: 1 })
  await updateCalibration(manager, project.id, { gatePercent: 90 })
  expect(await told()).toEqual({ judged: 0, passed: 0 })
  await judge(false)
  // How often tasks come again moves no bar.
  await updateCalibration(manager, project.id, { repeatPercent: 5 })
  expect(await told()).toEqual({ judged: 1, passed: 0 })
})
