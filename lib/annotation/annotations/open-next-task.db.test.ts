import { describe, expect, it } from 'vitest'
import '@/compose'
import { withQueries } from '@/bench/setting/asked-queries'
import { nextTask } from '@/lib/annotation/assignments/next-task'
import { prisma } from '@/lib/platform/server/db'
import { confirmGuideline } from '@/lib/workspace/guidelines/confirm-guideline'
import { actorOf, sessionFor } from '@/tests/actors'
import { makeAnnotation, makeAssignment, makeMember, makeProject, makeTask, makeUser } from '@/tests/factories'
import { registerMadeUp } from '@/tests/protocols/made-up'
import { callRoute } from '@/tests/support/call-route'
import { openNextTaskEndpoint } from './contract'
import { openClaimedNextTask, openNextTask } from './open-next-task'
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

describe('openClaimedNextTask', () => {
  async function scene(role: 'annotator' | 'viewer' = 'annotator') {
    const project = await makeProject({ stage: { raters: 1 } })
    const person = await makeMember(project, role)
    const tasks = [await makeTask(project), await makeTask(project)]
    return { project, person, tasks, claim: { userId: person.id, sessionVersion: person.sessionVersion } }
  }
  const heldBy = (userId: string) => prisma().assignment.count({ where: { userId } })

  it('gives the same task as for an actor who is known, and the same again', async () => {
    const { project, person, tasks, claim } = await scene()
    const opened = await openClaimedNextTask(claim, project.id)
    expect(opened).toMatchObject({
      taskId: tasks[0]?.id,
      reason: null,
      workbench: { userId: person.id, mode: 'editing' },
    })
    expect(await openNextTask(actorOf(person), project.id)).toEqual(opened)
    expect(await openClaimedNextTask(claim, project.id)).toEqual(opened)
    expect(await heldBy(person.id)).toBe(1)
  })

  it('gives an administrator tasks by their membership only', async () => {
    const { project, claim } = await scene()
    const admin = await makeUser({ isAdmin: true })
    const outside = { userId: admin.id, sessionVersion: admin.sessionVersion }
    expect(await openClaimedNextTask(outside, project.id)).toBeNull()
    await makeMember(project, 'annotator', admin)
    expect(await openClaimedNextTask(outside, project.id)).toMatchObject({ workbench: { userId: admin.id } })
    expect(await openClaimedNextTask(claim, project.id)).toMatchObject({ reason: null })
  })

  it('begins nothing for an outsider or a viewer, nor in a project that is archived', async () => {
    const { project, claim } = await scene('viewer')
    const outsider = await makeUser()
    const other = { userId: outsider.id, sessionVersion: outsider.sessionVersion }
    for (const each of [claim, other]) expect(await openClaimedNextTask(each, project.id)).toBeNull()
    const archived = await scene()
    await prisma().project.update({ where: { id: archived.project.id }, data: { archivedAt: new Date() } })
    expect(await openClaimedNextTask(archived.claim, archived.project.id)).toBeNull()
    expect(
      await prisma().assignment.count({ where: { task: { projectId: { in: [project.id, archived.project.id] } } } }),
    ).toBe(0)
  })

  it.each([
    ['a deactivation', { deactivatedAt: new Date() }],
    ['the end of all sessions', { sessionVersion: { increment: 1 } }],
  ])('is six statements once the cookie is known, and feels %s at once', async (_, data) => {
    const { project, person, claim, tasks } = await scene()
    const cookie = await sessionFor(person)
    const ask = () =>
      withQueries(() => callRoute(openNextTaskEndpoint, { params: { projectId: project.id }, headers: { cookie } }))
    // Now the cookie is known, and the task is free again.
    await ask()
    await prisma().annotation.deleteMany({ where: { userId: person.id } })
    await prisma().assignment.deleteMany({ where: { userId: person.id } })
    const { result, asked } = await ask()
    expect(await result.json()).toMatchObject({ taskId: tasks[0]?.id, workbench: { userId: person.id } })
    expect(asked.map(({ text }) => /^(begin|commit)$/i.exec(text)?.[0] ?? 'statement')).toEqual([
      'BEGIN',
      ...Array<string>(4).fill('statement'),
      'COMMIT',
    ])
    await prisma().user.update({ where: { id: person.id }, data })
    expect(await openClaimedNextTask(claim, project.id)).toBeNull()
    expect((await ask()).result.status).toBe(401)
  })
})
