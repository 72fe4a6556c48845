/** How a person's own work went on, and that it tells nothing of a partner. */
import { beforeEach, describe, expect, it } from 'vitest'
import { getWorkbench } from '@/lib/annotation/annotations/queries'
import { submitAnnotation } from '@/lib/annotation/annotations/submit-annotation'
import type { Actor } from '@/lib/platform/policy/actor'
import { prisma, transaction } from '@/lib/platform/server/db'
import { copyTask } from '@/lib/quality/calibration/copy-task'
import { openShadow } from '@/lib/quality/calibration/shadow'
import { loadTask } from '@/lib/workspace/tasks/load-task'
import { makeGold } from '@/lib/workspace/tasks/make-gold'
import { reopenTask } from '@/lib/workspace/tasks/reopen-task'
import { revealTask } from '@/lib/workspace/tasks/reveal-task'
import { actorOf } from '@/tests/actors'
import {
  answersWith,
  type MadeProject,
  type MadeTask,
  makeAnnotation,
  makeMember,
  makeProject,
  makeTask,
} from '@/tests/factories'
import { getOwnCourse as queryCourse } from './queries'

let project: MadeProject
let manager: Actor
let people: [Actor, Actor]

beforeEach(async () => {
  project = await makeProject({ stage: { raters: 2 } })
  manager = actorOf(await makeMember(project, 'manager'))
  people = [actorOf(await makeMember(project, 'annotator')), actorOf(await makeMember(project, 'annotator'))]
})

const getOwnCourse = (actor: Actor, projectId: string, { compares = true } = {}) =>
  queryCourse(actor, projectId, { compares })

const NOON = new Date('2026-11-04T12:00:00Z')

/** A submission with the second segment true, or false; the task is revealed by its second. */
async function submit(actor: Actor, task: MadeTask, value: boolean, { seconds = 60, at = NOON } = {}): Promise<void> {
  const { id } = await makeAnnotation(task, { id: actor.userId }, answersWith(value))
  const data = { state: 'submitted', submittedAt: at, activeSeconds: seconds } as const
  await prisma().annotation.update({ where: { id }, data })
  await prisma().assignment.updateMany({
    where: { taskId: task.id, userId: actor.userId },
    data: { state: 'submitted' },
  })
}

interface Answered {
  /** The origin of gold that says true; null: there is none yet. */
  gold?: 'consolidated' | 'single_rated' | null
  seconds?: number
  at?: Date
}

/** A third person takes what the first said of the second segment, and the task is gold. */
const settle = (task: MadeTask, round: number, origin: NonNullable<Answered['gold']> = 'consolidated') =>
  transaction(async (tx) => {
    const unitId = task.units.find(({ key }) => key === 's2')?.id ?? ''
    const about = { taskId: task.id, round, unitId, question: 'label', value: true }
    await tx.resolution.create({ data: { ...about, how: 'edited', resolvedById: manager.userId, reason: 'It is so.' } })
    const settled = { answers: answersWith(true), origin, actorId: null, adjudicatorId: null, approverId: null }
    await makeGold(tx, await loadTask(tx, manager, task.id), settled)
  })

/** A task that both answered, the first with true, the second with false. */
async function answered({ gold = 'consolidated', ...how }: Answered = {}) {
  const task = await makeTask(project)
  await submit(people[0], task, true, how)
  await submit(people[1], task, false, how)
  await transaction(async (tx) => {
    await revealTask(tx, await loadTask(tx, manager, task.id, { lock: true }), null)
  })
  if (gold !== null) await settle(task, 1, gold)
  return task
}

const stageOf = async (actor: Actor) => (await getOwnCourse(actor, project.id)).stages[0]

describe('what stands', () => {
  it('is counted of gold, by the week of the submission, for each person their own', async () => {
    for (const day of ['2026-11-04', '2026-11-05', '2026-11-11']) await answered({ at: new Date(`${day}T12:00:00Z`) })
    const [first, second] = [await stageOf(people[0]), await stageOf(people[1])]
    expect(first?.upheld).toEqual({ stood: 9, answers: 9, submissions: 3, share: null, interval: null })
    expect(first?.weeks.map(({ week, submitted, upheld }) => [week, submitted, upheld.submissions])).toEqual([
      ['2026-11-02', 2, 2],
      ['2026-11-09', 1, 1],
    ])
    expect(second?.upheld).toMatchObject({ stood: 6, answers: 9 })
  })

  it('says nothing before a task is gold, and is the same whatever a partner does until then', async () => {
    const task = await makeTask(project)
    await submit(people[0], task, true)
    const before = await getOwnCourse(people[0], project.id)
    expect(before.stages[0]).toMatchObject({ upheld: { answers: 0, submissions: 0 }, weeks: [{ submitted: 1 }] })
    await makeAnnotation(task, { id: people[1].userId }, answersWith(false))
    expect(await getOwnCourse(people[0], project.id)).toEqual(before)
    await submitAnnotation(people[1], task.id)
    expect(await getOwnCourse(people[0], project.id)).toEqual(before)
  })

  it('leaves out answers that were imported under the person’s name', async () => {
    const { id: taskId } = await answered()
    await answered()
    await prisma().annotation.updateMany({ where: { taskId }, data: { origin: 'import' } })
    expect(await stageOf(people[0])).toMatchObject({
      upheld: { stood: 3, answers: 3, submissions: 1 },
      weeks: [{ submitted: 1, upheld: { submissions: 1 } }],
    })
  })

  it('counts what somebody submitted themselves, in its week, and not what a reopening took over for them', async () => {
    const task = await answered()
    await reopenTask(manager, task.id, { comment: 'Look again.', userIds: [people[1].userId] })
    await getWorkbench(people[1], task.id)
    await submitAnnotation(people[1], task.id)
    await settle(task, 2)
    expect(await stageOf(people[0])).toMatchObject({
      upheld: { submissions: 1 },
      weeks: [{ week: '2026-11-02', submitted: 1, upheld: { submissions: 1 } }],
    })
    expect((await stageOf(people[1]))?.weeks).toMatchObject([
      { week: '2026-11-02', submitted: 1, upheld: { submissions: 0 } },
      { submitted: 1, upheld: { submissions: 1 } },
    ])
  })

  it('is compared with gold by the one who asks for that, and not by the page', async () => {
    await answered()
    const course = () => getOwnCourse(people[0], project.id, { compares: false })
    expect(await course()).toMatchObject({ awaited: 1, stages: [{ upheld: { submissions: 0 } }] })
    expect(await getOwnCourse(people[0], project.id)).toMatchObject({ awaited: 0 })
    expect(await course()).toMatchObject({ awaited: 0, stages: [{ upheld: { submissions: 1 } }] })
  })

  it('leaves out gold that nobody else has looked at, and copies, which count as submitted', async () => {
    const { id: taskId } = await answered({ gold: 'single_rated' })
    const copyId = await transaction(async (tx) => {
      const shadow = await openShadow(tx, project.id)
      const whom = { originalId: taskId, userId: null, actorId: manager.userId, purpose: 'calibration' as const }
      return copyTask(tx, shadow, whom)
    })
    const copy = await prisma().task.findUniqueOrThrow({ where: { id: copyId }, include: { item: true, units: true } })
    const whole = { ...copy, item: { ...copy.item, tasks: [copy] } }
    await makeAnnotation(whole, { id: people[0].userId }, answersWith(true), true)
    expect(await stageOf(people[0])).toMatchObject({
      upheld: { answers: 0, submissions: 0 },
    })
    const weeks = (await stageOf(people[0]))?.weeks ?? []
    expect(weeks.reduce((sum, { submitted }) => sum + submitted, 0)).toBe(2)
  })
})

it('says how fast somebody was from ten timed tasks a week on', async () => {
  for (let task = 1; task < 10; task += 1) await answered({ gold: null, seconds: task * 60 })
  expect((await stageOf(people[0]))?.weeks[0]?.minutes).toBeNull()
  await answered({ gold: null, seconds: 600 })
  expect((await stageOf(people[0]))?.weeks[0]?.minutes).toEqual({ low: 3.25, median: 5.5, high: 7.75 })
})

it('is for members who annotate', async () => {
  const viewer = actorOf(await makeMember(project, 'viewer'))
  await expect(getOwnCourse(viewer, project.id)).rejects.toMatchObject({ code: 'forbidden' })
  const outsider = actorOf(await makeMember(await makeProject(), 'annotator'))
  await expect(getOwnCourse(outsider, project.id)).rejects.toMatchObject({ code: 'not_found' })
})
