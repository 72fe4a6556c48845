import { expect, it } from 'vitest'
import { prisma, type Tx, transaction } from '@/lib/platform/server/db'
import { actorOf } from '@/tests/actors'
import { makeMember, makeProject, makeTask, makeUser } from '@/tests/factories'
import { holdRow, takeInOrder } from '@/tests/support/take-in-order'
import { recordInquiryReads } from './inquiry-sql'
import { recordAnswerReads } from './record-answer-reads'
import { recordGoldReads } from './record-gold-reads'
import { recordProjectAnswerReads } from './record-project-answer-reads'

it('two pages of one person write down the same tasks, each in another order', async () => {
  const reader = await makeUser()
  const project = await makeProject()
  const [first, second] = [await makeTask(project), await makeTask(project)]
  const actor = { userId: reader.id }
  const recordRead =
    ({ id }: { id: string }) =>
    (tx: Tx) =>
      recordAnswerReads(tx, actor, [id], 'gold')
  await takeInOrder({ first: recordRead(first), later: recordRead(second) }, () =>
    transaction(async (another) => {
      await recordRead(second)(another)
      await recordRead(first)(another)
    }),
  )
  expect(await prisma().answerRead.count({ where: { userId: reader.id } })).toBe(2)
})

/** Two tasks of a project by their ids; the second is where the database comes to it first. */
async function twoTasks() {
  const project = await makeProject()
  const made = [await makeTask(project), await makeTask(project)]
  const [first, second] = made.map(({ id }) => id).toSorted()
  if (!first || !second) throw new Error('there are two tasks')
  for (const id of [second, first]) await prisma().task.update({ where: { id }, data: { state: 'gold' } })
  return { project, first, second, reader: actorOf(await makeMember(project, 'reviewer')) }
}

type Scene = Awaited<ReturnType<typeof twoTasks>>

it.each<[what: string, read: (of: Scene) => Promise<unknown>]>([
  [
    'tasks that are named',
    ({ reader, first, second }) => transaction((tx) => recordAnswerReads(tx, reader, [second, first], 'gold')),
  ],
  ['a whole project', ({ reader, project }) => recordProjectAnswerReads(reader, project.id, 'gold', 'json')],
  ['all gold', ({ reader, project }) => transaction((tx) => recordGoldReads(tx, reader, project.id))],
  [
    'questions of annotators',
    ({ reader, first, second }) => transaction((tx) => recordInquiryReads(tx, reader, [second, first])),
  ],
])('who writes down that they have read %s refers to the tasks by their ids', async (_, read) => {
  const scene = await twoTasks()
  const held = { first: holdRow('tasks', 'id', scene.first), later: holdRow('tasks', 'id', scene.second, 'nowait') }
  await takeInOrder(held, () => read(scene))
  expect(await prisma().answerRead.count({ where: { userId: scene.reader.userId } })).toBe(2)
})

it('one event tells of a look at gold that is much, and each task is remembered as read', async () => {
  const { project, reader, first, second } = await twoTasks()
  const look = () => transaction((tx) => recordGoldReads(tx, reader, project.id, { toldEach: 1 }))
  await look()
  await look()
  const reads = await prisma().answerRead.findMany({ where: { userId: reader.userId }, orderBy: { taskId: 'asc' } })
  expect(reads.map(({ taskId }) => taskId)).toEqual([first, second])
  const events = await prisma().event.findMany({ where: { projectId: project.id, type: 'answers.read' } })
  expect(events.map(({ taskId, data }) => ({ taskId, data }))).toEqual([
    { taskId: null, data: { where: 'gold', tasks: 2 } },
  ])
})
