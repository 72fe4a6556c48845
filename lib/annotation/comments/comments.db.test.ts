import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { prisma } from '@/lib/platform/server/db'
import { actorOf } from '@/tests/actors'
import { makeAssignment, makeMember, makeProject, makeTask } from '@/tests/factories'
import { addComment } from './add-comment'

async function scene() {
  const project = await makeProject({ stage: { raters: 2 } })
  const task = await makeTask(project)
  const people = [await makeMember(project, 'annotator'), await makeMember(project, 'annotator')]
  for (const person of people) await makeAssignment(task, person, 'assigned')
  const [ana, ben] = people.map(actorOf)
  if (!ana || !ben) throw new Error('two people work on it')
  const said = () => prisma().comment.findMany({ where: { taskId: task.id }, select: { body: true, userId: true } })
  return { task, ana, ben, said }
}

it('a remark that is sent again because its answer got lost is said once', async () => {
  const { task, ana, said } = await scene()
  const remark = { body: 'Which river?', remarkId: randomUUID() }
  const first = await addComment(ana, task.id, remark)
  expect(await addComment(ana, task.id, remark)).toEqual(first)
  expect(await said()).toEqual([{ body: 'Which river?', userId: ana.userId }])
  expect(await prisma().event.count({ where: { taskId: task.id, type: 'comment.added' } })).toBe(1)
})

it('no remark takes the id of somebody else’s', async () => {
  const { task, ana, ben, said } = await scene()
  const remarkId = randomUUID()
  await addComment(ana, task.id, { body: 'Mine.', remarkId })
  await expect(addComment(ben, task.id, { body: 'Or mine.', remarkId })).rejects.toMatchObject({ code: 'conflict' })
  expect(await said()).toHaveLength(1)
})
