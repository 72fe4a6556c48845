import { expect, test } from 'vitest'
import { getWorkbench } from '@/lib/annotation/annotations/queries'
import { prisma } from '@/lib/platform/server/db'
import { actorOf } from '@/tests/actors'
import { makeAssignment, makeMember, makeProject, makeTask, makeUser } from '@/tests/factories'
import { registerMadeUp } from '@/tests/protocols/made-up'
import { confirmGuideline } from './confirm-guideline'
import { publishGuideline } from './publish-guideline'
import { guidelineToConfirm } from './queries'

registerMadeUp()

async function scene() {
  const project = await makeProject({ protocolId: 'taste' })
  const task = await makeTask(project, { record: { question: 'Which?', texts: ['a', 'b'] } })
  const user = await makeMember(project, 'annotator')
  await makeAssignment(task, user)
  return { project, task, annotator: actorOf(user) }
}

test('the first task opens once its annotator has confirmed the guidelines', async () => {
  const { project, task, annotator } = await scene()
  await expect(getWorkbench(annotator, task.id)).rejects.toMatchObject({
    code: 'rule',
    extra: { data: { guidelineVersion: 1 } },
  })
  expect(await prisma().annotation.count({ where: { taskId: task.id } })).toBe(0)
  const gate = await guidelineToConfirm(annotator, task.id)
  expect(gate).toMatchObject({ projectId: project.id, guideline: { version: 1, latest: true } })
  await confirmGuideline(annotator, project.id, { version: 1 })
  await confirmGuideline(annotator, project.id, { version: 1 })
  expect(await prisma().guidelineReading.count({ where: { projectId: project.id } })).toBe(1)
  expect(await prisma().event.count({ where: { projectId: project.id, type: 'guideline.confirmed' } })).toBe(1)
  expect(await guidelineToConfirm(annotator, task.id)).toBeNull()
  expect((await getWorkbench(annotator, task.id)).guidelineVersion).toBe(1)
})

test('who has confirmed once goes on under later versions', async () => {
  const { project, task, annotator } = await scene()
  await confirmGuideline(annotator, project.id, { version: 1 })
  const manager = actorOf(await makeMember(project, 'manager'))
  await publishGuideline(manager, project.id, { body: 'New.', note: 'New', basedOn: 1 })
  expect(await guidelineToConfirm(annotator, task.id)).toBeNull()
})

test('what is not in force any more is not confirmed', async () => {
  const { project, annotator } = await scene()
  const manager = actorOf(await makeMember(project, 'manager'))
  await publishGuideline(manager, project.id, { body: 'New.', note: 'New', basedOn: 1 })
  await expect(confirmGuideline(annotator, project.id, { version: 1 })).rejects.toMatchObject({ code: 'conflict' })
  await expect(confirmGuideline(annotator, project.id, { version: 9 })).rejects.toMatchObject({ code: 'conflict' })
})

test('it is for members who annotate', async () => {
  const { project } = await scene()
  const viewer = actorOf(await makeMember(project, 'viewer'))
  await expect(confirmGuideline(viewer, project.id, { version: 1 })).rejects.toMatchObject({ code: 'forbidden' })
  const administrator = actorOf(await makeUser({ isAdmin: true }))
  await expect(confirmGuideline(administrator, project.id, { version: 1 })).rejects.toMatchObject({ code: 'forbidden' })
  const stranger = actorOf(await makeUser())
  await expect(confirmGuideline(stranger, project.id, { version: 1 })).rejects.toMatchObject({ code: 'not_found' })
})

test('other protocols ask for nothing', async () => {
  const project = await makeProject()
  const task = await makeTask(project)
  const user = await makeMember(project, 'annotator')
  await makeAssignment(task, user)
  expect(await guidelineToConfirm(actorOf(user), task.id)).toBeNull()
  expect((await getWorkbench(actorOf(user), task.id)).mode).toBe('editing')
})
