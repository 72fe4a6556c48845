/** What the database lets be added to the units of a task, whoever asks. */
import { expect, test } from 'vitest'
import { prisma } from '@/lib/platform/server/db'
import { type MadeTask, makeAnnotation, makeMember, makeProject, makeTask } from '@/tests/factories'

async function setting() {
  const project = await makeProject()
  const task = await makeTask(project)
  const person = await makeMember(project, 'annotator')
  return { project, task, person }
}

type Given = { key: string; makerId?: string; parentKey?: string; sinceRound?: number }

const add = (task: MadeTask, ...units: Given[]) =>
  prisma().unit.createMany({
    data: units.map((unit) => ({ taskId: task.id, kind: 'segment', position: 9, text: '', ...unit })),
  })

const change = (task: MadeTask, data: { state?: 'preparing' | 'open' | 'consolidating' | 'gold'; round?: number }) =>
  prisma().task.update({ where: { id: task.id }, data })

const FIXED = 'the units of a task are fixed once annotation has begun'
const LISTED = 'units are listed while a task is open or being settled'

test('its own units are added until somebody annotates, and then none of those that one statement adds', async () => {
  const { task, person } = await setting()
  await add(task, { key: 'a' }, { key: 'b' })
  await makeAnnotation(task, person, {})
  await expect(add(task, { key: 'c' })).rejects.toThrow(FIXED)
  const other = await makeTask(await makeProject())
  const data = [other, task].map(({ id: taskId }) => ({ taskId, key: 'd', kind: 'segment', position: 9, text: '' }))
  await expect(prisma().unit.createMany({ data })).rejects.toThrow(FIXED)
  expect(await prisma().unit.count({ where: { taskId: { in: [task.id, other.id] }, key: { in: ['c', 'd'] } } })).toBe(0)
  await change(task, { state: 'preparing' })
  await add(task, { key: 'c' })
})

test('a new round brings its own in before its first annotation', async () => {
  const { task, person } = await setting()
  await makeAnnotation(task, person, {})
  await change(task, { round: 2 })
  await expect(add(task, { key: 'a', sinceRound: 2 }, { key: 'b', sinceRound: 1 })).rejects.toThrow(FIXED)
  await add(task, { key: 'a', sinceRound: 2 })
})

test('what people list is added while they may answer, as a part of something', async () => {
  const { task, person } = await setting()
  const listed = { makerId: person.id, parentKey: 'item' }
  await makeAnnotation(task, person, {})
  await add(task, { key: 'x', ...listed })
  await expect(add(task, { key: 'y', ...listed }, { key: 'z', makerId: person.id })).rejects.toThrow(LISTED)
  await change(task, { state: 'consolidating' })
  await add(task, { key: 'y', ...listed })
  for (const state of ['preparing', 'gold'] as const) {
    await change(task, { state })
    await expect(add(task, { key: 'z', ...listed })).rejects.toThrow(LISTED)
  }
})
