/** In which order an import takes what others hold too. */
import { expect, test } from 'vitest'
import { prisma, type Tx } from '@/lib/platform/server/db'
import { actorOf } from '@/tests/actors'
import { makeAssignment, makeMember, makeProject } from '@/tests/factories'
import { holdRow, takeInOrder } from '@/tests/support/take-in-order'
import { applyImport } from './apply-import'
import { checkImport } from './check-import'
import type { ImportOptionsInput } from './contract'
import { startImport } from './start-import'
import { uploadImport } from './upload-import'

const idle = new AbortController().signal

/** Records are written so many at once. */
const BATCH = 250

async function scene() {
  const project = await makeProject({ stage: { raters: 2 } })
  const manager = actorOf(await makeMember(project, 'manager'))
  const started = async (text: string, options: ImportOptionsInput = {}) => {
    const body = new Response(Buffer.from(text)).body
    const { id } = await uploadImport(manager, project.id, { name: 'table.csv', body })
    await checkImport(id, idle)
    await startImport(manager, id, options)
    return id
  }
  const tasks = () => prisma().task.findMany({ where: { projectId: project.id }, orderBy: { id: 'asc' } })
  return { project, started, tasks }
}

test('the columns of a file are kept for the next one once the import holds nothing any more', async () => {
  const { project, started, tasks } = await scene()
  const id = await started('Question,Answer\nWhy?,It is so.\nWhen?,Now.\n')
  const first = (tx: Tx) => tx.$queryRaw`select 1 from projects where id = ${project.id}::uuid for no key update`
  const later = async (tx: Tx) => {
    expect(await tasks()).toHaveLength(2)
    expect(await tx.import.findUniqueOrThrow({ where: { id } })).toMatchObject({ state: 'done', newCount: 2 })
  }
  await takeInOrder({ first, later }, () => applyImport(id, idle))
  expect(await prisma().project.findUniqueOrThrow({ where: { id: project.id } })).toMatchObject({
    importMapping: { fields: { prompt: ['Question'], response: ['Answer'] } },
  })
})

/** A record of an item with one segment, and its label if any. */
const line = (n: number, label?: boolean) =>
  JSON.stringify({
    index: `${n}`,
    domain: 'wk',
    source: 'test',
    prompt: `Question ${n}?`,
    response: 'So.',
    segmented_response: ['So.'],
    ...(label === undefined ? {} : { labels: [label], type: [null], comment: [''] }),
  })

test('labels for items that are here take the tasks by their ids, however many portions the file is written in', async () => {
  const { project, started, tasks } = await scene()
  const person = await makeMember(project, 'annotator')
  const numbers = Array.from({ length: BATCH + 10 }, (_, n) => n)
  await applyImport(await started(numbers.map((n) => line(n)).join('\n')), idle)
  const [first, ...others] = await tasks()
  if (!first) throw new Error('there are tasks')
  // That of the first id stands last.
  const order = [...others, first].map(({ position }) => line(position - 1, true))
  const id = await started(order.join('\n'), { labels: 'person', personId: person.id, independent: true })
  const later = async (tx: Tx) => {
    const free = await tx.$queryRaw`
      select 1 from tasks where project_id = ${project.id}::uuid and id <> ${first.id}::uuid for update nowait`
    expect(free).toHaveLength(others.length)
  }
  await takeInOrder({ first: holdRow('tasks', 'id', first.id), later }, () => applyImport(id, idle))
  expect(await prisma().import.findUniqueOrThrow({ where: { id } })).toMatchObject({ joinedCount: numbers.length })
})

test('while labels join, tasks are held against changes, not against what refers to them', async () => {
  const { project, started, tasks } = await scene()
  const person = await makeMember(project, 'annotator')
  await applyImport(await started([line(0), line(1), line(2)].join('\n')), idle)
  const id = await started(line(0, true), { labels: 'person', personId: person.id, independent: true })
  const later = async (tx: Tx) => {
    const ofProject = (await tasks()).map((task) => task.id)
    const free = await tx.$queryRaw`select 1 from tasks where id = any(${ofProject}::uuid[]) for key share nowait`
    expect(free).toHaveLength(3)
    const changeable = await tx.$queryRaw`
      select 1 from tasks where id = any(${ofProject}::uuid[]) for update skip locked`
    expect(changeable).toEqual([])
  }
  // The work that is written names the person.
  await takeInOrder({ first: holdRow('users', 'id', person.id), later }, () => applyImport(id, idle))
  expect(await prisma().import.findUniqueOrThrow({ where: { id } })).toMatchObject({ joinedCount: 1 })
})

test('a task that its person begins at that moment is waited for, and takes no labels', async () => {
  const { project, started, tasks } = await scene()
  const person = await makeMember(project, 'annotator')
  await applyImport(await started([line(0), line(1)].join('\n')), idle)
  const [begun, other] = await tasks()
  if (!begun || !other) throw new Error('there are tasks')
  for (const task of [begun, other]) await makeAssignment(task, person)
  const both = [line(0, true), line(1, true)].join('\n')
  const id = await started(both, { labels: 'person', personId: person.id, independent: true })
  // Its answers refer to the task as well.
  const later = (tx: Tx) => tx.$queryRaw`select 1 from tasks where id = ${begun.id}::uuid for key share nowait`
  const first = (tx: Tx) =>
    tx.annotation.create({ data: { taskId: begun.id, userId: person.id, round: 1, independent: true } })
  await takeInOrder({ first, later }, () => applyImport(id, idle))
  expect(await prisma().import.findUniqueOrThrow({ where: { id } })).toMatchObject({
    joinedCount: 1,
    notJoined: [{ reason: 'held', count: 1 }],
  })
  const drafts = { taskId: begun.id, userId: person.id }
  expect(await prisma().annotation.findMany({ where: drafts })).toMatchObject([{ state: 'draft' }])
})
