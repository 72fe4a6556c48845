import { describe, expect, it, vi } from 'vitest'
import { prisma, transaction } from '@/lib/platform/server/db'
import { actorOf } from '@/tests/actors'
import { makeAnnotation, makeAssignment, makeMember, makeProject, makeTask } from '@/tests/factories'
import { nextTask } from './next-task'
import { listFreeTasks } from './queue'

describe('nextTask', () => {
  it('gives the first open task with room and reserves it', async () => {
    const project = await makeProject({ stage: { reservationMinutes: 30 } })
    const task = await makeTask(project)
    await makeTask(project)
    const person = await makeMember(project, 'annotator')
    const from = Date.now()
    expect(await nextTask(actorOf(person), project.id)).toEqual({ taskId: task.id, reason: null })
    const share = await prisma().assignment.findFirstOrThrow({ where: { taskId: task.id } })
    expect(share).toMatchObject({ userId: person.id, state: 'reserved', origin: 'queue' })
    const reserved = (share.expiresAt?.getTime() ?? 0) - 30 * 60_000
    // The database rounds to the next millisecond.
    expect(reserved).toBeGreaterThanOrEqual(from - 1)
    expect(reserved).toBeLessThanOrEqual(Date.now() + 1)
    expect(await prisma().event.count({ where: { taskId: task.id, type: 'assignment.reserved' } })).toBe(1)
  })

  it('keeps a task for its annotator though the clock of the process is hours behind', async () => {
    const project = await makeProject({ stage: { raters: 1 } })
    await makeTask(project)
    const people = [await makeMember(project, 'annotator'), await makeMember(project, 'annotator')] as const
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 3 * 3_600_000 })
    try {
      expect((await nextTask(actorOf(people[0]), project.id)).taskId).not.toBeNull()
      expect(await nextTask(actorOf(people[1]), project.id)).toEqual({ taskId: null, reason: 'nothing_left' })
    } finally {
      vi.useRealTimers()
    }
  })

  it('gives the same task again until it is submitted or skipped', async () => {
    const project = await makeProject()
    await makeTask(project)
    await makeTask(project)
    const actor = actorOf(await makeMember(project, 'annotator'))
    const [first, second] = await Promise.all([nextTask(actor, project.id), nextTask(actor, project.id)])
    expect(second).toEqual(first)
    expect(await prisma().assignment.count({ where: { userId: actor.userId } })).toBe(1)
  })

  it('never gives a task to more people than it asks for, however many click together', async () => {
    const project = await makeProject({ stage: { raters: 2 } })
    await makeTask(project)
    const people = await Promise.all(Array.from({ length: 6 }, () => makeMember(project, 'annotator')))
    const given = await Promise.all(people.map((person) => nextTask(actorOf(person), project.id)))
    const again = await Promise.all(people.map((person) => nextTask(actorOf(person), project.id)))
    expect(given.filter((answer) => answer.taskId).length).toBeLessThanOrEqual(2)
    expect(again.filter((answer) => answer.taskId).length).toBe(2)
    const task = await prisma().task.findFirstOrThrow({ where: { projectId: project.id } })
    expect(task.assignedCount).toBe(2)
  })

  it('lets the second of two transactions take another task while the first has not committed', async () => {
    const project = await makeProject({ stage: { raters: 1 } })
    const [first, second] = [await makeTask(project), await makeTask(project)]
    const person = await makeMember(project, 'annotator')
    await transaction(async (tx) => {
      await tx.$queryRaw`select 1 from tasks where id = ${first.id}::uuid for update`
      expect(await nextTask(actorOf(person), project.id)).toEqual({ taskId: second.id, reason: null })
    })
  })

  it('gives what a manager assigned before anything from the queue', async () => {
    const project = await makeProject()
    await makeTask(project)
    const assigned = await makeTask(project)
    const person = await makeMember(project, 'annotator')
    await makeAssignment(assigned, person)
    expect((await nextTask(actorOf(person), project.id)).taskId).toBe(assigned.id)
  })

  it('gives, of all that a person holds, begun work first, then what was assigned, then what was only reserved', async () => {
    const project = await makeProject()
    const person = await makeMember(project, 'annotator')
    const reserved = await makeTask(project)
    const begunAssigned = await makeTask(project)
    const assigned = await makeTask(project)
    const begunReserved = await makeTask(project)
    for (const task of [reserved, begunReserved]) await makeAssignment(task, person, 'reserved')
    for (const task of [assigned, begunAssigned]) await makeAssignment(task, person, 'assigned')
    for (const task of [begunReserved, begunAssigned]) await makeAnnotation(task, person, {})
    const done = { state: 'skipped', skipReason: 'done with', expiresAt: null } as const
    const given: (string | null)[] = []
    for (let n = 0; n < 4; n++) {
      const { taskId } = await nextTask(actorOf(person), project.id)
      given.push(taskId)
      await prisma().assignment.updateMany({ where: { taskId: taskId ?? '' }, data: done })
    }
    expect(given).toEqual([begunReserved, begunAssigned, assigned, reserved].map(({ id }) => id))
  })

  it('frees lapsed reservations for others and offers the draft back to its writer first', async () => {
    const project = await makeProject({ stage: { raters: 1 } })
    const early = await makeTask(project)
    const task = await makeTask(project)
    const [slow, quick] = [await makeMember(project, 'annotator'), await makeMember(project, 'annotator')]
    const lapsed = {
      taskId: task.id,
      userId: slow.id,
      state: 'reserved',
      origin: 'queue',
      expiresAt: new Date(0),
    } as const
    await prisma().assignment.create({ data: lapsed })
    expect((await nextTask(actorOf(quick), project.id)).taskId).toBe(early.id)
    expect((await prisma().task.findUniqueOrThrow({ where: { id: task.id } })).assignedCount).toBe(0)
    expect((await nextTask(actorOf(slow), project.id)).taskId).toBe(task.id)
  })

  it('names as many free tasks as are asked for, each once, also where some were theirs before', async () => {
    const project = await makeProject({ stage: { raters: 1 } })
    const tasks = [await makeTask(project), await makeTask(project), await makeTask(project)]
    const person = await makeMember(project, 'annotator')
    const [stage] = await prisma().stage.findMany({ where: { projectId: project.id }, take: 1 })
    for (const { id: taskId } of tasks.slice(0, 2))
      await prisma().assignment.create({ data: { taskId, userId: person.id, state: 'released', origin: 'queue' } })
    const free = await transaction((tx) => listFreeTasks(tx, actorOf(person), [stage?.id ?? ''], 3))
    expect(free).toEqual(tasks.map(({ id }) => id))
  })

  it('respects quota, a closed queue, and the skip policy', async () => {
    const project = await makeProject()
    const task = await makeTask(project)
    const full = await makeMember(project, 'annotator', undefined, 0)
    expect(await nextTask(actorOf(full), project.id)).toEqual({ taskId: null, reason: 'quota_reached' })
    const skipper = await makeMember(project, 'annotator')
    await prisma().assignment.create({
      data: { taskId: task.id, userId: skipper.id, state: 'skipped', skipReason: 'not my field', origin: 'queue' },
    })
    expect(await nextTask(actorOf(skipper), project.id)).toEqual({ taskId: null, reason: 'nothing_left' })
    await prisma().stage.updateMany({ where: { projectId: project.id }, data: { skipPolicy: 'again' } })
    expect((await nextTask(actorOf(skipper), project.id)).taskId).toBe(task.id)
    await prisma().stage.updateMany({ where: { projectId: project.id }, data: { queue: false } })
    const other = await makeMember(project, 'annotator')
    expect(await nextTask(actorOf(other), project.id)).toEqual({ taskId: null, reason: 'queue_closed' })
  })

  it('keeps a task from those who have read its answers', async () => {
    const project = await makeProject()
    const task = await makeTask(project)
    const reader = await makeMember(project, 'reviewer')
    await prisma().answerRead.create({ data: { taskId: task.id, userId: reader.id } })
    expect(await nextTask(actorOf(reader), project.id)).toEqual({ taskId: null, reason: 'nothing_left' })
  })

  it('hides the project from outsiders and refuses viewers', async () => {
    const project = await makeProject()
    const outsider = await makeMember(await makeProject(), 'annotator')
    await expect(nextTask(actorOf(outsider), project.id)).rejects.toMatchObject({ code: 'not_found' })
    const viewer = await makeMember(project, 'viewer')
    await expect(nextTask(actorOf(viewer), project.id)).rejects.toMatchObject({ code: 'forbidden' })
  })
})

describe('walls in the database', () => {
  it('refuses a place beyond the raters, whoever asks', async () => {
    const project = await makeProject({ stage: { raters: 1 } })
    const task = await makeTask(project)
    await makeAssignment(task, await makeMember(project, 'annotator'))
    const late = await makeMember(project, 'annotator')
    await expect(makeAssignment(task, late)).rejects.toThrow(/tasks_counts/)
  })

  it('refuses to assign whoever has read the answers', async () => {
    const project = await makeProject()
    const task = await makeTask(project)
    const reader = await makeMember(project, 'reviewer')
    await prisma().answerRead.create({ data: { taskId: task.id, userId: reader.id } })
    await expect(makeAssignment(task, reader)).rejects.toThrow(/has read the answers/)
  })

  it('freezes submitted annotations and their labels', async () => {
    const project = await makeProject()
    const task = await makeTask(project)
    const person = await makeMember(project, 'annotator')
    const annotation = await makeAnnotation(task, person, { s1: { label: true } }, true)
    const where = { id: annotation.id }
    await expect(
      prisma().label.updateMany({ where: { annotationId: annotation.id }, data: { value: false } }),
    ).rejects.toThrow(/frozen/)
    await expect(prisma().label.deleteMany({ where: { annotationId: annotation.id } })).rejects.toThrow(/frozen/)
    await expect(prisma().annotation.update({ where, data: { state: 'draft', submittedAt: null } })).rejects.toThrow(
      /frozen/,
    )
  })

  it('keeps events as they were written', async () => {
    const event = await prisma().event.create({ data: { type: 'task.opened' } })
    await expect(prisma().event.update({ where: { id: event.id }, data: { type: 'task.restored' } })).rejects.toThrow(
      /append-only/,
    )
    await expect(prisma().event.delete({ where: { id: event.id } })).rejects.toThrow(/append-only/)
    await expect(prisma().$executeRaw`truncate events`).rejects.toThrow(/append-only/)
  })

  it('fixes the units once annotation has begun', async () => {
    const project = await makeProject()
    const task = await makeTask(project)
    await makeAnnotation(task, await makeMember(project, 'annotator'), {})
    await expect(prisma().unit.deleteMany({ where: { taskId: task.id } })).rejects.toThrow(/units of a task are fixed/)
  })

  it('lets nobody decide on an item they annotated, nor approve their own adjudication', async () => {
    const project = await makeProject()
    const task = await makeTask(project)
    const person = await makeMember(project, 'reviewer')
    const where = { id: task.id }
    await prisma().task.update({ where, data: { adjudicatorId: person.id } })
    await expect(prisma().task.update({ where, data: { approverId: person.id } })).rejects.toThrow(
      /second_pair_of_eyes/,
    )
    await prisma().task.update({ where, data: { adjudicatorId: null } })
    await makeAnnotation(task, person, {})
    await expect(prisma().task.update({ where, data: { adjudicatorId: person.id } })).rejects.toThrow(/they annotated/)
  })
})
