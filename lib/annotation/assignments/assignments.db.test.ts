import { describe, expect, it } from 'vitest'
import { getWorkbench } from '@/lib/annotation/annotations/queries'
import { saveAnswers } from '@/lib/annotation/annotations/save-answers'
import { submitAnnotation } from '@/lib/annotation/annotations/submit-annotation'
import { prisma, transaction } from '@/lib/platform/server/db'
import { actorOf } from '@/tests/actors'
import { answersWith, makeAssignment, makeMember, makeProject, makeTask } from '@/tests/factories'
import { untilSomebodyWaits } from '@/tests/support/until-somebody-waits'
import { assignTasks } from './assign-tasks'
import { nextTask } from './next-task'
import { listAssignments } from './queries'
import { reassignTask } from './reassign-task'
import { renewAssignment } from './renew-assignment'
import { skipAssignment } from './skip-assignment'

async function scene(raters = 2) {
  const project = await makeProject({ stage: { raters } })
  const [manager, ada, ben] = [
    await makeMember(project, 'manager'),
    await makeMember(project, 'annotator'),
    await makeMember(project, 'annotator'),
  ]
  const tasks = [await makeTask(project), await makeTask(project), await makeTask(project)] as const
  return { project, manager, ada, ben, tasks }
}

describe('assignTasks', () => {
  it('gives a batch to a fixed pair and names what it passed over', async () => {
    const { project, manager, ada, ben, tasks } = await scene()
    const other = await makeMember(project, 'annotator')
    await makeAssignment(tasks[0], other)
    const body = { userIds: [ada.id, ben.id], batch: 'week 1', from: 1, to: null, count: 2 }
    const answer = await assignTasks(actorOf(manager), project.id, body)
    expect(answer).toEqual({
      assigned: 2,
      passedOver: [{ position: tasks[0].position, reason: 'it has room for 1, not 2' }],
    })
    const given = await prisma().task.findMany({ where: { batch: 'week 1' }, orderBy: { position: 'asc' } })
    expect(given.map((task) => [task.id, task.assignedCount])).toEqual([
      [tasks[1].id, 2],
      [tasks[2].id, 2],
    ])
    expect((await nextTask(actorOf(ada), project.id)).taskId).toBe(tasks[1].id)
    expect(await prisma().event.count({ where: { projectId: project.id, type: 'assignment.assigned' } })).toBe(4)
  })

  it('leaves two managers who assign the same tasks at once with one winner', async () => {
    const { project, manager, ada, ben, tasks } = await scene(1)
    const second = await makeMember(project, 'manager')
    const give = (who: typeof manager, to: typeof ada) =>
      assignTasks(actorOf(who), project.id, { userIds: [to.id], batch: '', from: 1, to: null, count: 3 })
    const [first, other] = await Promise.all([give(manager, ada), give(second, ben)])
    expect(first.assigned + other.assigned).toBe(tasks.length)
    expect(await prisma().assignment.count({ where: { task: { projectId: project.id } } })).toBe(tasks.length)
  })

  it('is for managers, and for members who may annotate', async () => {
    const { project, manager, ada } = await scene()
    const viewer = await makeMember(project, 'viewer')
    const body = { userIds: [viewer.id], batch: '', from: 1, to: null, count: 1 }
    await expect(assignTasks(actorOf(manager), project.id, body)).rejects.toMatchObject({ code: 'rule' })
    await expect(assignTasks(actorOf(ada), project.id, { ...body, userIds: [ada.id] })).rejects.toMatchObject({
      code: 'forbidden',
    })
  })
})

describe('skipAssignment and reassignTask', () => {
  it('gives the place back with the reason', async () => {
    const { ada, tasks } = await scene()
    await makeAssignment(tasks[0], ada, 'reserved')
    await skipAssignment(actorOf(ada), tasks[0].id, 'needs a chemist')
    const share = await prisma().assignment.findFirstOrThrow({ where: { taskId: tasks[0].id } })
    expect(share).toMatchObject({ state: 'skipped', skipReason: 'needs a chemist', expiresAt: null })
    expect((await prisma().task.findUniqueOrThrow({ where: { id: tasks[0].id } })).assignedCount).toBe(0)
    await expect(skipAssignment(actorOf(ada), tasks[0].id, 'again')).rejects.toMatchObject({ code: 'forbidden' })
  })

  it('moves an unfinished share, and does not offer it to the same person again', async () => {
    const { project, manager, ada, ben, tasks } = await scene(1)
    await nextTask(actorOf(ada), project.id)
    await reassignTask(actorOf(manager), tasks[0].id, { fromUserId: ada.id, toUserId: ben.id })
    expect((await nextTask(actorOf(ben), project.id)).taskId).toBe(tasks[0].id)
    expect((await nextTask(actorOf(ada), project.id)).taskId).toBe(tasks[1].id)
    const again = reassignTask(actorOf(manager), tasks[0].id, { fromUserId: ada.id, toUserId: null })
    await expect(again).rejects.toMatchObject({ code: 'conflict' })
    await expect(reassignTask(actorOf(ada), tasks[0].id, { fromUserId: ben.id, toUserId: null })).rejects.toMatchObject(
      { code: 'forbidden' },
    )
  })

  it('refuses people who have read the answers', async () => {
    const { project, manager, ada, tasks } = await scene()
    await makeAssignment(tasks[0], ada)
    const reader = await makeMember(project, 'reviewer')
    await prisma().answerRead.create({ data: { taskId: tasks[0].id, userId: reader.id } })
    const move = reassignTask(actorOf(manager), tasks[0].id, { fromUserId: ada.id, toUserId: reader.id })
    await expect(move).rejects.toMatchObject({ code: 'rule' })
    expect((await prisma().assignment.findFirstOrThrow({ where: { userId: ada.id } })).state).toBe('assigned')
  })
})

describe('renewAssignment', () => {
  it('prolongs a reservation and counts active time', async () => {
    const { ada, tasks, project } = await scene()
    await nextTask(actorOf(ada), project.id)
    await prisma().assignment.updateMany({
      where: { userId: ada.id },
      data: { expiresAt: new Date(Date.now() + 5 * 60_000) },
    })
    await prisma().annotation.create({ data: { taskId: tasks[0].id, userId: ada.id, round: 1 } })
    const { expiresAt } = await renewAssignment(actorOf(ada), tasks[0].id, 45)
    expect(new Date(expiresAt ?? 0).getTime()).toBeGreaterThan(Date.now() + 50 * 60_000)
    expect((await prisma().annotation.findFirstOrThrow({ where: { userId: ada.id } })).activeSeconds).toBe(45)
  })

  it('takes the annotation before the share, as saving and submitting do', async () => {
    const { ada, tasks, project } = await scene()
    await nextTask(actorOf(ada), project.id)
    const { annotationId } = await getWorkbench(actorOf(ada), tasks[0].id)
    const beaten = await transaction(async (tx) => {
      await tx.$queryRaw`select 1 from annotations where id = ${annotationId}::uuid for no key update`
      const waiting = renewAssignment(actorOf(ada), tasks[0].id, 5)
      await untilSomebodyWaits()
      await tx.$queryRaw`select 1 from assignments where task_id = ${tasks[0].id}::uuid for update nowait`
      return { waiting }
    })
    expect((await beaten.waiting).expiresAt).not.toBeNull()
  })

  it('never meets autosave in a deadlock, over many pairs and up to the submission', async () => {
    const { ada, tasks, project } = await scene(1)
    const actor = actorOf(ada)
    await nextTask(actor, project.id)
    const taskId = tasks[0].id
    const { annotationId } = await getWorkbench(actor, taskId)
    const answers = Object.entries(answersWith(true)).flatMap(([unit, values]) =>
      Object.entries(values).map(([question, value]) => ({ unit, question, value })),
    )
    for (let round = 0; round < 40; round++) {
      const changes = answers.map((answer) => ({ ...answer, expectedRevision: round, origin: 'chosen' as const }))
      const saves = changes.map((change) => saveAnswers(actor, taskId, { annotationId, answers: [change] }))
      const [saved] = await Promise.all([Promise.all(saves), ...saves.map(() => renewAssignment(actor, taskId, 1))])
      expect(saved.map(({ outcomes }) => outcomes[0]?.status)).toEqual(changes.map(() => 'saved'))
    }
    const [beat, submitted] = await Promise.allSettled([
      renewAssignment(actor, taskId, 1),
      submitAnnotation(actor, taskId),
    ])
    expect(submitted.status).toBe('fulfilled')
    if (beat.status === 'rejected') expect(beat.reason).toMatchObject({ code: 'forbidden' })
  })
})

describe('listAssignments', () => {
  it('shows managers the work of each person, and nobody else', async () => {
    const { project, manager, ada, tasks } = await scene()
    await makeAssignment(tasks[0], ada)
    const page = await listAssignments(actorOf(manager), project.id, { filter: 'in_progress', page: 1 })
    expect(page.total).toBe(1)
    expect(page.tasks[0]?.people).toEqual([
      { userId: ada.id, name: ada.name, state: 'assigned', lapsed: false, skipReason: null },
    ])
    expect(page.people.find((person) => person.userId === ada.id)).toMatchObject({ open: 1, submitted: 0, skipped: 0 })
    const own = { taskId_userId: { taskId: tasks[0].id, userId: ada.id } }
    const lapsedAt = async (seconds: number) => {
      const expiresAt = new Date(Date.now() + seconds * 1000)
      await prisma().assignment.update({ where: own, data: { state: 'reserved', expiresAt } })
      const now = await listAssignments(actorOf(manager), project.id, { filter: 'in_progress', page: 1 })
      return now.tasks[0]?.people
    }
    // Until when it is kept rises with every save, so that is not told.
    const share = { userId: ada.id, name: ada.name, state: 'reserved', skipReason: null }
    expect(await lapsedAt(60)).toEqual([{ ...share, lapsed: false }])
    expect(await lapsedAt(-60)).toEqual([{ ...share, lapsed: true }])
    await expect(listAssignments(actorOf(ada), project.id, { filter: 'all', page: 1 })).rejects.toMatchObject({
      code: 'forbidden',
    })
  })
})
