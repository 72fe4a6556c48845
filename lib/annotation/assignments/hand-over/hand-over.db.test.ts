import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { nextTask } from '@/lib/annotation/assignments/next-task'
import { askManager } from '@/lib/annotation/inquiries/ask-manager'
import { prisma } from '@/lib/platform/server/db'
import { actorOf } from '@/tests/actors'
import { answersWith, makeAnnotation, makeAssignment, makeMember, makeProject, makeTask } from '@/tests/factories'
import { handOverBody } from './contract'
import { handOverWork } from './hand-over-work'
import { previewHandOver } from './queries'

async function scene({ tasks = 6, raters = 2 } = {}) {
  const project = await makeProject({ stage: { raters } })
  const manager = await makeMember(project, 'manager')
  const [ana, ben, cho] = [
    await makeMember(project, 'annotator'),
    await makeMember(project, 'annotator'),
    await makeMember(project, 'annotator'),
  ]
  const made = []
  for (let n = 0; n < tasks; n++) made.push(await makeTask(project))
  for (const task of made) await makeAssignment(task, ana)
  const body = (to: { id: string }[]) => handOverBody.parse({ fromUserId: ana.id, toUserIds: to.map(({ id }) => id) })
  const preview = (to: { id: string }[], by = manager) => previewHandOver(actorOf(by), project.id, body(to))
  const apply = (fingerprint: string, to: { id: string }[], by = manager) =>
    handOverWork(actorOf(by), project.id, { ...body(to), fingerprint })
  const openOf = (user: { id: string }) =>
    prisma().assignment.count({
      where: { userId: user.id, state: { in: ['reserved', 'assigned'] }, task: { projectId: project.id } },
    })
  return { project, manager, ana, ben, cho, tasks: made, preview, apply, openOf }
}

describe('handing over', () => {
  it('divides evenly what was previewed, keeps drafts, ends questions, and tells it', async () => {
    const { project, ana, ben, cho, tasks, preview, apply, openOf } = await scene()
    const [first, second] = tasks
    if (!first || !second) throw new Error('made')
    await makeAnnotation(first, ana, answersWith(false))
    await askManager(actorOf(ana), second.id, { inquiryId: randomUUID(), question: 'Is this in scope?' })
    const shown = await preview([ben, cho])
    expect(shown).toMatchObject({ moved: 6, drafts: 1, questions: 1, staying: [], shared: 0, beyond: 0 })
    expect(shown.people.map(({ added }) => added)).toEqual([3, 3])
    expect(await openOf(ana)).toBe(6)
    expect(await apply(shown.fingerprint, [ben, cho])).toEqual({ moved: 6 })
    expect([await openOf(ana), await openOf(ben), await openOf(cho)]).toEqual([0, 3, 3])
    expect(await prisma().annotation.findMany({ where: { userId: ana.id } })).toMatchObject([{ state: 'draft' }])
    expect(await prisma().inquiry.count({ where: { assignment: { userId: ana.id }, closedAt: null } })).toBe(0)
    const events = await prisma().event.groupBy({ by: ['type'], where: { projectId: project.id }, _count: true })
    const counts = Object.fromEntries(events.map(({ type, _count }) => [type, _count]))
    expect(counts).toMatchObject({ 'assignment.handed_over': 1, 'assignment.released': 6, 'assignment.assigned': 6 })
    // What a manager took away is not offered again to the same person.
    expect(await nextTask(actorOf(ana), project.id)).toMatchObject({ taskId: null })
  })

  it('to the queue frees the places', async () => {
    const { project, ana, ben, preview, apply, openOf } = await scene()
    const shown = await preview([])
    expect(shown).toMatchObject({ moved: 6, people: [] })
    await apply(shown.fingerprint, [])
    expect(await openOf(ana)).toBe(0)
    expect((await nextTask(actorOf(ben), project.id)).taskId).not.toBeNull()
  })

  it('gives nobody what they hold, skipped or read; it stays and is named', async () => {
    const { ana, ben, cho, tasks, preview, apply, openOf } = await scene({ tasks: 3 })
    const [first, second] = tasks
    if (!first || !second) throw new Error('made')
    await makeAssignment(first, ben)
    await prisma().answerRead.create({ data: { taskId: second.id, userId: ben.id } })
    const shown = await preview([ben])
    expect(shown).toMatchObject({
      moved: 1,
      staying: [{ reason: 'barred', items: 2, positions: [first.position, second.position] }],
    })
    await apply(shown.fingerprint, [ben])
    expect(await openOf(ana)).toBe(2)
    expect((await preview([ben, cho])).staying).toEqual([])
  })

  it('keeps quotas and what people take, where several are named', async () => {
    const { project, ben, cho, preview } = await scene()
    await prisma().membership.updateMany({ where: { projectId: project.id, userId: ben.id }, data: { quota: 1 } })
    await prisma().membership.updateMany({ where: { projectId: project.id, userId: cho.id }, data: { quota: 2 } })
    expect(await preview([ben, cho])).toMatchObject({ moved: 3, staying: [{ reason: 'quota', items: 3 }] })
    expect(await preview([ben])).toMatchObject({ moved: 6, staying: [] })
  })

  it('is refused where something has changed, and of two at once one does it', async () => {
    const { project, ana, ben, cho, tasks, preview, apply, openOf } = await scene()
    const other = await makeMember(project, 'manager')
    const stale = await preview([ben])
    if (tasks[0]) await makeAnnotation(tasks[0], ana, answersWith(false))
    await expect(apply(stale.fingerprint, [ben])).rejects.toMatchObject({ code: 'conflict' })
    expect(await openOf(ana)).toBe(6)
    const [toBen, toCho] = [await preview([ben]), await preview([cho])]
    const both = await Promise.allSettled([apply(toBen.fingerprint, [ben]), apply(toCho.fingerprint, [cho], other)])
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect((await openOf(ben)) + (await openOf(cho))).toBe(6)
  })

  it('tells a manager who annotates too nothing of how far their partner is', async () => {
    const { project, ana, ben, tasks, preview } = await scene({ tasks: 2 })
    const partner = await makeMember(project, 'manager')
    const [first] = tasks
    if (!first) throw new Error('made')
    await makeAssignment(first, partner)
    const before = await preview([ben], partner)
    expect(before).toMatchObject({ moved: 1, drafts: 0, shared: 1 })
    await makeAnnotation(first, ana, answersWith(false))
    expect(await preview([ben], partner)).toEqual(before)
    await prisma().annotation.deleteMany({ where: { taskId: first.id } })
    await makeAnnotation(first, ana, answersWith(false), true)
    expect(await preview([ben], partner)).toEqual(before)
  })

  it('is for managers, to members who may annotate, and to somebody else', async () => {
    const { project, ana, ben, preview } = await scene()
    for (const role of ['annotator', 'reviewer', 'viewer'] as const)
      await expect(preview([ben], await makeMember(project, role))).rejects.toMatchObject({ code: 'forbidden' })
    await expect(preview([await makeMember(project, 'viewer')])).rejects.toMatchObject({ code: 'rule' })
    expect(handOverBody.safeParse({ fromUserId: ana.id, toUserIds: [ana.id] }).success).toBe(false)
  })
})
