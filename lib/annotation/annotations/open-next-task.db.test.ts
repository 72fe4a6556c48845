import { describe, expect, it } from 'vitest'
import '@/compose'
import { nextTask } from '@/lib/annotation/assignments/next-task'
import { prisma } from '@/lib/platform/server/db'
import { confirmGuideline } from '@/lib/workspace/guidelines/confirm-guideline'
import { actorOf } from '@/tests/actors'
import { makeAnnotation, makeAssignment, makeMember, makeProject, makeTask } from '@/tests/factories'
import { registerMadeUp } from '@/tests/protocols/made-up'
import { openNextTask } from './open-next-task'
import { getWorkbench } from './queries'

registerMadeUp()

const typesOf = async (taskId: string) => {
  const events = await prisma().event.findMany({ where: { taskId }, orderBy: { id: 'asc' } })
  return events.map(({ type, actorId, projectId, itemId, annotationId, data }) => ({
    type,
    actorId,
    projectId,
    itemId,
    annotationId,
    data,
  }))
}

describe('openNextTask', () => {
  it('reserves a task of the queue and begins it, as the two requests do', async () => {
    const project = await makeProject({ stage: { raters: 2 } })
    const [one, other] = [await makeMember(project, 'annotator'), await makeMember(project, 'annotator')]
    const task = await makeTask(project)
    const { taskId, reason, workbench } = await openNextTask(actorOf(one), project.id)
    expect({ taskId, reason }).toEqual({ taskId: task.id, reason: null })
    expect(workbench).toMatchObject({ taskId: task.id, userId: one.id, mode: 'editing', answers: [] })
    const ofOne = await typesOf(task.id)
    expect(workbench).toEqual(await getWorkbench(actorOf(one), task.id))
    expect((await nextTask(actorOf(other), project.id)).taskId).toBe(task.id)
    const { annotationId } = await getWorkbench(actorOf(other), task.id)
    const ofOther = (await typesOf(task.id)).slice(ofOne.length)
    const named = JSON.stringify(ofOne)
      .replaceAll(one.id, other.id)
      .replaceAll(workbench?.annotationId ?? '', annotationId)
    expect(ofOther).toEqual(JSON.parse(named))
    expect(ofOne.map(({ type }) => type)).toEqual(['assignment.reserved', 'annotation.started'])
  })

  it('gives people who ask at once a task each, and the same person the same one twice', async () => {
    const project = await makeProject({ stage: { raters: 1 } })
    const people = [await makeMember(project, 'annotator'), await makeMember(project, 'annotator')]
    const tasks = [await makeTask(project, { raters: 1 }), await makeTask(project, { raters: 1 })]
    const opened = await Promise.all([...people, ...people].map((person) => openNextTask(actorOf(person), project.id)))
    const ids = opened.map(({ workbench }) => workbench?.taskId)
    expect(ids.slice(0, 2)).toEqual(ids.slice(2))
    expect(new Set(ids)).toEqual(new Set(tasks.map(({ id }) => id)))
    expect(await prisma().annotation.count({ where: { taskId: { in: tasks.map(({ id }) => id) } } })).toBe(2)
  })

  it('goes on with what is begun, with its answers', async () => {
    const project = await makeProject()
    const person = await makeMember(project, 'annotator')
    const [begun] = [await makeTask(project), await makeTask(project)]
    await makeAssignment(begun, person)
    await makeAnnotation(begun, person, { s1: { label: false } })
    const { workbench } = await openNextTask(actorOf(person), project.id)
    expect(workbench?.answers).toMatchObject([{ unit: 's1', question: 'label', value: false }])
    expect(await typesOf(begun.id)).toEqual([])
  })

  it('keeps the task, unopened, where guidelines come first', async () => {
    const project = await makeProject({ protocolId: 'taste' })
    const task = await makeTask(project, { record: { question: 'Which?', texts: ['a', 'b'] } })
    const actor = actorOf(await makeMember(project, 'annotator'))
    const reserved = { taskId: task.id, reason: null }
    expect(await openNextTask(actor, project.id)).toEqual({ ...reserved, workbench: null })
    expect((await typesOf(task.id)).map(({ type }) => type)).toEqual(['assignment.reserved'])
    expect(await prisma().annotation.count({ where: { taskId: task.id } })).toBe(0)
    await confirmGuideline(actor, project.id, { version: 1 })
    expect(await openNextTask(actor, project.id)).toMatchObject({ ...reserved, workbench: { taskId: task.id } })
  })

  it('says why there is none', async () => {
    const project = await makeProject()
    const actor = actorOf(await makeMember(project, 'annotator'))
    const none = { taskId: null, reason: 'nothing_left', workbench: null }
    expect(await openNextTask(actor, project.id)).toEqual(none)
  })
})
