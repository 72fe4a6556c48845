/** Who has practised, as managers read it, and who may begin without. */
import { beforeEach, describe, expect, it } from 'vitest'
import { getWorkbench } from '@/lib/annotation/annotations/queries'
import { nextTask } from '@/lib/annotation/assignments/next-task'
import type { Actor } from '@/lib/platform/policy/actor'
import { prisma } from '@/lib/platform/server/db'
import { type PracticeTask, practiceOf } from '@/lib/protocols/practice'
import { getPractice, listOffers } from '@/lib/quality/practice/queries'
import { submitPractice } from '@/lib/quality/practice/submit-practice'
import { updatePractice } from '@/lib/quality/practice/update-practice'
import { actorOf } from '@/tests/actors'
import { type MadeProject, makeAssignment, makeMember, makeProject, makeTask } from '@/tests/factories'
import { listPracticePeople } from './queries'
import { waivePractice, withdrawWaiver } from './waive-practice'

const STAGE = 'segments'
const REASON = 'Trained elsewhere.'

let project: MadeProject
let manager: Actor
let annotator: Actor
let items: readonly PracticeTask[]

beforeEach(async () => {
  project = await makeProject({ name: 'Oceans', stage: { raters: 1 } })
  manager = actorOf(await makeMember(project, 'manager'))
  annotator = actorOf(await makeMember(project, 'annotator'))
  items = await practiceOf(project.protocolId)
})

const whom = (actor: Actor) => ({ projectId: project.id, userId: actor.userId })
const list = async () => (await listPracticePeople(manager, project.id)).people
const rowOf = async (actor: Actor) => (await list()).find(({ userId }) => userId === actor.userId)
const everythingTrue = ({ units }: PracticeTask) =>
  Object.fromEntries(
    units.map(({ key, kind }): [string, PracticeTask['answers'][string]] => [
      key,
      kind === 'item' ? { action: 'keep' } : { label: true },
    ]),
  )
const practise = async (actor: Actor, how: (item: PracticeTask) => PracticeTask['answers'], tasks = items) => {
  for (const item of tasks)
    await submitPractice(actor, { projectId: project.id, stage: STAGE, key: item.key }, how(item))
}

describe('the table', () => {
  it('says how far everybody is, by their last answers', async () => {
    await updatePractice(manager, project.id, { required: true, bars: { 'segments/label': { recall: 70, kappa: 60 } } })
    await makeMember(project, 'viewer')
    const { stages, people } = await listPracticePeople(manager, project.id)
    expect(stages).toEqual([{ key: STAGE, title: expect.any(String), items: 12, hasBars: true }])
    expect(people.map(({ userId }) => userId).sort()).toEqual([manager.userId, annotator.userId].sort())
    const own = async () => (await rowOf(annotator))?.stages[0]
    expect(await own()).toEqual({ stage: STAGE, tried: 0, attempts: 0, state: 'todo', lastAt: null })
    await practise(annotator, everythingTrue, items.slice(0, 5))
    expect(await own()).toMatchObject({ tried: 5, attempts: 5, state: 'todo', lastAt: expect.any(String) })
    await practise(annotator, everythingTrue)
    expect(await own()).toMatchObject({ tried: 12, attempts: 17, state: 'missed' })
    await practise(annotator, ({ answers }) => answers)
    expect(await own()).toMatchObject({ tried: 12, attempts: 29, state: 'done' })
  })

  it('is the same whether somebody has begun a task or not', async () => {
    const task = await makeTask(project)
    await makeAssignment(task, { id: annotator.userId })
    const before = await list()
    await getWorkbench(annotator, task.id)
    expect(await list()).toEqual(before)
  })

  it('is read page by page, each person on one, judged by their own attempts', async () => {
    await Promise.all(Array.from({ length: 53 }, () => makeMember(project, 'annotator')))
    await practise(annotator, everythingTrue, items.slice(0, 5))
    const pages = await Promise.all([1, 2, 3].map((page) => listPracticePeople(manager, project.id, page)))
    expect(pages.map(({ people, total, page }) => [people.length, total, page])).toEqual([
      [50, 55, 1],
      [5, 55, 2],
      [0, 55, 3],
    ])
    const people = pages.flatMap((page) => page.people)
    expect(new Set(people.map(({ userId }) => userId)).size).toBe(55)
    expect(people.filter(({ stages }) => stages.some(({ tried }) => tried > 0)).map(({ userId }) => userId)).toEqual([
      annotator.userId,
    ])
  })

  it('is for managers', async () => {
    for (const role of ['annotator', 'reviewer', 'viewer'] as const)
      await expect(listPracticePeople(actorOf(await makeMember(project, role)), project.id)).rejects.toMatchObject({
        code: 'forbidden',
      })
  })
})

describe('a waiver', () => {
  beforeEach(() => updatePractice(manager, project.id, { required: true }))

  it('lets one person begin, until it is taken back, and each is an event', async () => {
    const task = await makeTask(project)
    await makeTask(project)
    const other = actorOf(await makeMember(project, 'annotator'))
    await waivePractice(manager, whom(annotator), REASON)
    expect(await rowOf(annotator)).toMatchObject({ waiver: { reason: REASON, by: manager.name } })
    expect(await nextTask(annotator, project.id)).toEqual({ taskId: task.id, reason: null })
    expect((await nextTask(other, project.id)).reason).toBe('practice_first')
    await withdrawWaiver(manager, whom(annotator))
    await withdrawWaiver(manager, whom(annotator))
    expect((await rowOf(annotator))?.waiver).toBeNull()
    // The task is held and not begun: practice comes before it again.
    expect((await nextTask(annotator, project.id)).reason).toBe('practice_first')
    const events = await prisma().event.findMany({
      where: { projectId: project.id, type: { startsWith: 'practice.waive' } },
      orderBy: { id: 'asc' },
    })
    expect(events.map(({ type, data }) => [type, data])).toEqual([
      ['practice.waived', { userId: annotator.userId, reason: REASON }],
      ['practice.waiver_withdrawn', { userId: annotator.userId }],
    ])
  })

  it('is told to the person by practice that is asked for no more, without the reason', async () => {
    await waivePractice(manager, whom(annotator), REASON)
    const told = await getPractice(annotator, project.id)
    expect(told.required).toBe(false)
    expect(JSON.stringify(told)).not.toContain(REASON)
    expect(await listOffers(annotator)).toEqual({ [project.id]: { items: 12, isFirst: false } })
  })

  it('is given by managers, to people who annotate here', async () => {
    await expect(waivePractice(annotator, whom(annotator), REASON)).rejects.toMatchObject({ code: 'forbidden' })
    await expect(withdrawWaiver(annotator, whom(annotator))).rejects.toMatchObject({ code: 'forbidden' })
    const viewer = actorOf(await makeMember(project, 'viewer'))
    await expect(waivePractice(manager, whom(viewer), REASON)).rejects.toMatchObject({ code: 'not_found' })
    expect(await prisma().practiceWaiver.count({ where: { projectId: project.id } })).toBe(0)
  })

  it('of two managers at once one stands, and of giving and taking back at once either, with both in the log', async () => {
    const second = actorOf(await makeMember(project, 'manager'))
    await Promise.all([manager, second].map((by) => waivePractice(by, whom(annotator), `Because of ${by.name}.`)))
    const waiver = (await rowOf(annotator))?.waiver
    expect(waiver?.reason).toBe(`Because of ${waiver?.by}.`)
    await Promise.all([waivePractice(manager, whom(annotator), REASON), withdrawWaiver(second, whom(annotator))])
    const types = { in: ['practice.waived', 'practice.waiver_withdrawn'] }
    expect(await prisma().event.count({ where: { projectId: project.id, type: types } })).toBe(4)
  })
})
