import { expect, test } from 'vitest'
import type { Prisma } from '@/generated/prisma/client'
import { prisma, type Tx, transaction } from '@/lib/platform/server/db'
import type { QueueOrder } from '@/lib/workspace/projects/contract'
import { updateStage } from '@/lib/workspace/projects/update-stage'
import { actorOf } from '@/tests/actors'
import { type MadeProject, type MadeTask, makeMember, makeProject, makeTask } from '@/tests/factories'
import { nextTask } from './next-task'

const HOW_MANY = 6

async function makeQueue(length = HOW_MANY) {
  const project = await makeProject({ stage: { raters: 1 } })
  const manager = actorOf(await makeMember(project, 'manager'))
  const tasks: MadeTask[] = []
  for (let index = 0; index < length; index += 1) tasks.push(await makeTask(project))
  const order = (queueOrder: QueueOrder, queueSeed = 1) =>
    updateStage(manager, { projectId: project.id, stageKey: 'segments' }, { queueOrder, queueSeed })
  return { project, tasks, order }
}

/** The positions of tasks as numbers from 1 on within their project. */
async function numbered(project: MadeProject, positions: readonly number[]): Promise<number[]> {
  const items = await prisma().item.findMany({ where: { projectId: project.id }, orderBy: { position: 'asc' } })
  return positions.map((position) => items.findIndex((item) => item.position === position) + 1)
}

/** The numbers of the tasks that as many annotators are given, one each. */
async function givenOut(project: MadeProject, howMany = HOW_MANY): Promise<number[]> {
  const given: number[] = []
  for (let index = 0; index < howMany; index += 1) {
    const { taskId } = await nextTask(actorOf(await makeMember(project, 'annotator')), project.id)
    const task = await prisma().task.findUniqueOrThrow({ where: { id: taskId ?? '' }, select: { position: true } })
    given.push(task.position)
  }
  return numbered(project, given)
}

type Suggested = Partial<Prisma.SuggestionUncheckedCreateInput> & { value: boolean; model: string }

const suggest = (task: MadeTask, { unit = 1, ...suggestion }: Suggested & { unit?: number }) =>
  prisma().suggestion.create({
    data: {
      taskId: task.id,
      unitId: task.units[unit]?.id ?? '',
      question: 'label',
      source: suggestion.model,
      ...suggestion,
    },
  })

/** What two models say of a unit. */
async function bothSay(task: MadeTask, first: boolean, second: boolean, unit = 1) {
  await suggest(task, { model: 'one', value: first, unit })
  await suggest(task, { model: 'two', value: second, unit })
}

test('a random order is another than that of the import, and the same for the same seed', async () => {
  const { project, order } = await makeQueue()
  await order('random', 7)
  const places = () =>
    prisma().task.findMany({ where: { projectId: project.id }, orderBy: { place: 'asc' }, select: { position: true } })
  const first = await places()
  await order('random', 8)
  const second = await places()
  await order('random', 7)
  expect(await places()).toEqual(first)
  expect(second).not.toEqual(first)
  const imported = first.map(({ position }) => position).toSorted((one, other) => one - other)
  expect(first.map(({ position }) => position)).not.toEqual(imported)
  expect(await givenOut(project)).toEqual(
    await numbered(
      project,
      first.map(({ position }) => position),
    ),
  )
})

test('tasks on which models differ most come first, those that no two models answered last', async () => {
  const { project, tasks, order } = await makeQueue(5)
  const [alike, half, differing, one] = tasks as [MadeTask, MadeTask, MadeTask, MadeTask]
  await bothSay(alike, true, true)
  await bothSay(half, true, true, 1)
  await bothSay(half, true, false, 2)
  await bothSay(differing, true, false)
  await suggest(one, { model: 'one', value: true })
  await order('disagreement')
  expect(await givenOut(project, 5)).toEqual([3, 2, 1, 4, 5])
})

test('of a model that answered again only the later answer counts', async () => {
  const { project, tasks, order } = await makeQueue(2)
  const [first, second] = tasks as [MadeTask, MadeTask]
  await bothSay(first, true, false)
  await suggest(first, { model: 'two', value: true, createdAt: new Date(Date.now() + 60_000) })
  await bothSay(second, true, false)
  await order('disagreement')
  expect(await givenOut(project, 2)).toEqual([2, 1])
})

test('tasks of which models are least sure come first; suggestions and tasks that come later find their place', async () => {
  const { project, tasks, order } = await makeQueue(3)
  const [sure, unsure, silent] = tasks as [MadeTask, MadeTask, MadeTask]
  await suggest(sure, { model: 'one', value: true, score: 0.9 })
  await order('least_sure')
  await suggest(unsure, { model: 'one', value: true, score: 0.4 })
  await suggest(silent, { model: 'one', value: true })
  const later = await makeTask(project)
  await suggest(later, { model: 'one', value: false, score: 0.6 })
  expect(await givenOut(project, 4)).toEqual([2, 4, 1, 3])
})

test('two who suggest at once do not wait for each other, and both count once a run has ended', async () => {
  const { project, tasks, order } = await makeQueue(1)
  const [task] = tasks as [MadeTask]
  await order('disagreement')
  const say = (tx: Tx, model: string, value: boolean) =>
    tx.suggestion.create({
      data: { taskId: task.id, unitId: task.units[1]?.id ?? '', question: 'label', source: model, model, value },
    })
  await transaction(async (first) => {
    await say(first, 'one', true)
    await transaction((second) => say(second, 'two', false))
  })
  const run = await prisma().run.create({
    data: {
      projectId: project.id,
      kind: 'pipeline',
      stageKey: 'segments',
      name: 'A model',
      state: 'running',
      plan: {},
    },
  })
  await prisma().run.update({ where: { id: run.id }, data: { state: 'done', finishedAt: new Date() } })
  expect(await prisma().task.findFirstOrThrow({ where: { projectId: project.id } })).toMatchObject({ place: -1 })
})

test('an order reaches discarded tasks, which come back by being restored', async () => {
  const { project, tasks, order } = await makeQueue(3)
  const [first] = tasks as [MadeTask]
  await prisma().task.update({ where: { id: first.id }, data: { state: 'discarded' } })
  await order('least_sure')
  const { place } = await prisma().task.findUniqueOrThrow({ where: { id: first.id } })
  expect(place).toBe(Number.POSITIVE_INFINITY)
  expect(project.id).toBe(first.projectId)
})

test('an order that follows models is remembered as a choice of the sample, though it is changed again', async () => {
  const { project, order } = await makeQueue(1)
  const since = async () => (await prisma().stage.findFirstOrThrow({ where: { projectId: project.id } })).chosenSince
  await order('random')
  expect(await since()).toBeNull()
  await order('disagreement')
  const first = await since()
  expect(first).not.toBeNull()
  await order('imported')
  expect(await since()).toEqual(first)
})
