import { describe, expect, it } from 'vitest'
import { nextTask } from '@/lib/annotation/assignments/next-task'
import { prisma } from '@/lib/platform/server/db'
import { confirmGuideline } from '@/lib/workspace/guidelines/confirm-guideline'
import { actorOf } from '@/tests/actors'
import { makeAnnotation, makeAssignment, makeMember, makeProject, makeTask } from '@/tests/factories'
import { registerMadeUp } from '@/tests/protocols/made-up'
import type { Foreseen } from './contract'
import { listForeseen } from './foresee'
import { getWorkbench } from './queries'

registerMadeUp()

const idsOf = ({ tasks }: Foreseen) => tasks.map(({ workbench: { taskId }, ...about }) => ({ taskId, ...about }))
const eventsOf = (projectId: string) => prisma().event.count({ where: { projectId } })

async function makeWork() {
  const project = await makeProject()
  const person = await makeMember(project, 'annotator')
  return { project, person, actor: actorOf(person) }
}

describe('listForeseen', () => {
  it('gives the two tasks that come next, in the order of nextTask, and leaves no trace', async () => {
    const { project, person, actor } = await makeWork()
    const [queued, assigned, current] = [await makeTask(project), await makeTask(project), await makeTask(project)]
    await makeTask(project)
    for (const task of [assigned, current]) await makeAssignment(task, person)
    await makeAnnotation(current, person, {})
    const before = await eventsOf(project.id)
    const foreseen = await listForeseen(actor, project.id, current.id)
    expect(idsOf(foreseen)).toEqual([
      { taskId: assigned.id, held: true, next: true },
      { taskId: queued.id, held: false, next: false },
    ])
    expect(await eventsOf(project.id)).toBe(before)
    expect(await prisma().assignment.count({ where: { userId: person.id } })).toBe(2)
    expect(await prisma().annotation.count({ where: { userId: person.id } })).toBe(1)
    const done = { state: 'submitted', expiresAt: null } as const
    await prisma().assignment.updateMany({ where: { taskId: { in: [current.id, assigned.id] } }, data: done })
    expect((await nextTask(actor, project.id)).taskId).toBe(queued.id)
  })

  it('foresees the workbench as it is when it is opened, its annotation included', async () => {
    const { project, person, actor } = await makeWork()
    const [current, fresh, begun] = [await makeTask(project), await makeTask(project), await makeTask(project)]
    for (const task of [fresh, begun]) await makeAssignment(task, person)
    await makeAnnotation(begun, person, { s1: { label: true } })
    const { tasks } = await listForeseen(actor, project.id, current.id)
    expect(tasks.map(({ workbench }) => workbench.taskId)).toEqual([begun.id, fresh.id])
    for (const { workbench } of tasks) {
      const { foreseen, ...shown } = workbench
      expect(foreseen).toBe(true)
      expect(shown).toEqual(await getWorkbench(actor, workbench.taskId))
    }
  })

  it('leaves out tasks with suggestions, which are handed out on opening', async () => {
    const { project, person, actor } = await makeWork()
    const [current, suggested] = [await makeTask(project), await makeTask(project)]
    await makeAssignment(suggested, person)
    const unitId = suggested.units.find(({ key }) => key === 's1')?.id ?? ''
    await prisma().suggestion.create({
      data: { taskId: suggested.id, unitId, question: 'label', value: true, source: 'rules' },
    })
    expect(idsOf(await listForeseen(actor, project.id, current.id))).toEqual([])
    // What is fetched behind it does not come before it.
    const behind = await makeTask(project)
    await makeAssignment(behind, person)
    expect((await nextTask(actor, project.id)).taskId).toBe(suggested.id)
    expect(idsOf(await listForeseen(actor, project.id, current.id))).toEqual([
      { taskId: behind.id, held: true, next: false },
    ])
  })

  it('leaves out tasks behind guidelines that are not confirmed', async () => {
    const project = await makeProject({ protocolId: 'taste' })
    const task = await makeTask(project, { record: { question: 'Which?', texts: ['a', 'b'] } })
    const person = await makeMember(project, 'annotator')
    await makeAssignment(task, person)
    const after = '0193a0a0-0000-7000-8000-000000000001'
    expect(idsOf(await listForeseen(actorOf(person), project.id, after))).toEqual([])
    await confirmGuideline(actorOf(person), project.id, { version: 1 })
    const { tasks } = await listForeseen(actorOf(person), project.id, after)
    expect(tasks.map(({ workbench }) => workbench.shown)).toEqual([
      (await getWorkbench(actorOf(person), task.id)).shown,
    ])
  })

  it('foresees nothing of the queue beyond the quota, nor what the person has read', async () => {
    const project = await makeProject()
    const person = await makeMember(project, 'annotator')
    const read = await makeTask(project)
    const open = await makeTask(project)
    await prisma().answerRead.create({ data: { taskId: read.id, userId: person.id } })
    const after = '0193a0a0-0000-7000-8000-000000000001'
    expect(idsOf(await listForeseen(actorOf(person), project.id, after))).toEqual([
      { taskId: open.id, held: false, next: false },
    ])
    await prisma().membership.updateMany({ where: { userId: person.id }, data: { quota: 0 } })
    expect(await listForeseen(actorOf(person), project.id, after)).toEqual({ tasks: [] })
  })
})
