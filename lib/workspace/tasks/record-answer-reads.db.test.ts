import { expect, it } from 'vitest'
import { prisma, transaction } from '@/lib/platform/server/db'
import { actorOf } from '@/tests/actors'
import { makeMember, makeProject, makeTask, makeUser } from '@/tests/factories'
import { until } from '@/tests/support/wait'
import { recordInquiryReads } from './inquiry-sql'
import { recordAnswerReads } from './record-answer-reads'
import { recordGoldReads } from './record-gold-reads'
import { recordProjectAnswerReads } from './record-project-answer-reads'

/** Whether a statement on answer_reads, or on the lock before it, waits for another transaction. */
async function isWaiting(): Promise<boolean> {
  const rows = await prisma().$queryRaw<unknown[]>`
    select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  return rows.length > 0
}

it('two pages of one person write down the same tasks, each in another order', async () => {
  const reader = await makeUser()
  const project = await makeProject()
  const [first, second] = [await makeTask(project), await makeTask(project)]
  const actor = { userId: reader.id }
  const recordRead = (tx: Parameters<typeof recordAnswerReads>[0], { id }: { id: string }) =>
    recordAnswerReads(tx, actor, [id], 'gold')
  let other: Promise<void> = Promise.resolve()
  await transaction(async (tx) => {
    await recordRead(tx, first)
    other = transaction(async (another) => {
      await recordRead(another, second)
      await recordRead(another, first)
    })
    await until(isWaiting)
    await recordRead(tx, second)
  })
  await other
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
  let reading: Promise<unknown> = Promise.resolve()
  await transaction(async (tx) => {
    await tx.$queryRaw`select 1 from tasks where id = ${scene.first}::uuid for update`
    reading = read(scene)
    await until(isWaiting)
    expect(await tx.$queryRaw`select 1 from tasks where id = ${scene.second}::uuid for update nowait`).toHaveLength(1)
  })
  await reading
  expect(await prisma().answerRead.count({ where: { userId: scene.reader.userId } })).toBe(2)
})
