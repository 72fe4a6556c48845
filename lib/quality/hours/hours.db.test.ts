import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { adjudicateTask } from '@/lib/adjudication/consolidation/adjudicate-task'
import { countDeskTime } from '@/lib/adjudication/consolidation/count-desk-time'
import { getConsolidation } from '@/lib/adjudication/consolidation/queries'
import { submitAnnotation } from '@/lib/annotation/annotations/submit-annotation'
import { renewAssignment } from '@/lib/annotation/assignments/renew-assignment'
import type { Actor } from '@/lib/platform/policy/actor'
import { prisma } from '@/lib/platform/server/db'
import { reopenTask } from '@/lib/workspace/tasks/reopen-task'
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
import { setRatesBody } from './contract'
import { downloadHours } from './download-hours'
import { getHours, getOwnHours } from './queries'
import { rateOf, weekName } from './rules'
import { setRates } from './set-rates'

let project: MadeProject
let manager: Actor
let reviewer: Actor
let ada: Actor
let ben: Actor

const someone = async (role: 'manager' | 'annotator' | 'reviewer') => actorOf(await makeMember(project, role))

beforeEach(async () => {
  project = await makeProject({ stage: { raters: 2, consolidation: 'reviewer' } })
  manager = await someone('manager')
  reviewer = await someone('reviewer')
  ada = await someone('annotator')
  ben = await someone('annotator')
})

/** Annotates through the commands: beats of the workbench, then what the submission carries. */
async function work(task: MadeTask, actor: Actor, beats: number[], last: number) {
  await makeAnnotation(task, { id: actor.userId }, answersWith(true))
  for (const seconds of beats) await renewAssignment(actor, task.id, seconds)
  await submitAnnotation(actor, task.id, undefined, { activeSeconds: last })
}

const secondsOf = async (reader: Actor, whose: Actor, kind?: string) =>
  (await getHours(reader, project.id)).rows
    .filter(({ userId, kind: of }) => userId === whose.userId && (kind === undefined || of === kind))
    .reduce((sum, { seconds }) => sum + seconds, 0)

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)

describe('hours', () => {
  it('of the workbench, the desk and review add up to the events and to what was measured', async () => {
    const first = await makeTask(project)
    const second = await makeTask(project)
    await work(first, ada, [60, 50], 10)
    await work(first, ben, [30], 0)
    await work(second, ada, [600], 7)
    await countDeskTime(ben, first.id, { work: 'discussion', activeSeconds: 20 })
    await countDeskTime(reviewer, first.id, { work: 'adjudication', activeSeconds: 45 })
    const { revision } = await getConsolidation(reviewer, first.id)
    await adjudicateTask(reviewer, first.id, { expectedRevision: revision })
    // What is reported when the work has just ended, and the task is gold.
    await countDeskTime(reviewer, first.id, { work: 'adjudication', activeSeconds: 5 })
    await setRates(manager, project.id, {
      currency: 'EUR',
      rate: 1500,
      people: { [ben.userId]: 1999 },
      expectedRevision: 0,
    })

    const { rows } = await getHours(manager, project.id)
    const lines = (await (await downloadHours(manager, project.id)).text())
      .trim()
      .split('\r\n')
      .map((line) => line.split(','))
    const [head = [], ...cells] = lines
    const column = (name: string) => cells.map((line) => line[head.indexOf(name)] ?? '')
    expect(cells.length).toBe(rows.length)

    // Time: by the events of submission for the workbench, by the rows of a day for all of it.
    const events = await prisma().event.findMany({ where: { projectId: project.id }, orderBy: { id: 'asc' } })
    const submitted = events.filter(({ type }) => type === 'annotation.submitted')
    const inEvents = sum(submitted.map(({ data }) => (data as { activeSeconds: number }).activeSeconds))
    const stored = await prisma().workTime.aggregate({ where: { projectId: project.id }, _sum: { seconds: true } })
    const seconds = column('seconds').map(Number)
    const isKind = (kind: string) => column('kind').map((each) => each === kind)
    const ofKind = (kind: string, values: number[]) => sum(values.filter((_, at) => isKind(kind)[at]))
    expect(ofKind('annotating', seconds)).toBe(inEvents)
    expect(inEvents).toBe(60 + 50 + 10 + 30 + 607)
    expect(sum(seconds)).toBe(stored._sum.seconds)
    expect(ofKind('settling', seconds)).toBe(50)
    expect(ofKind('discussing', seconds)).toBe(20)

    // What was done.
    const done = column('done').map(Number)
    expect(ofKind('annotating', done)).toBe(submitted.length)
    expect(ofKind('settling', done)).toBe(events.filter(({ type }) => type === 'task.adjudicated').length)
    expect(ofKind('approving', done)).toBe(0)

    // What it costs, row by row and in all.
    const cost = cells.map((line, at) => {
      const rate = line[0] === ben.userId ? 1999 : 1500
      return Math.round(((seconds[at] ?? 0) * rate) / 3600)
    })
    expect(column('cost')).toEqual(cost.map((each) => (each / 100).toFixed(2)))
    const monday = new Date().toISOString().slice(0, 10)
    expect(new Set(column('week_begins')).size).toBe(1)
    expect(Date.parse(monday) - Date.parse(column('week_begins')[0] ?? '')).toBeLessThan(7 * 86_400_000)
    expect(column('week')[0]).toBe(weekName(column('week_begins')[0] ?? ''))
  })

  it('from before days were written down stand in no week, and imported work has none', async () => {
    const task = await makeTask(project)
    const { id } = await makeAnnotation(task, { id: ada.userId }, answersWith(true))
    await prisma().annotation.update({ where: { id }, data: { activeSeconds: 500 } })
    await renewAssignment(ada, task.id, 40)
    const { rows } = await getHours(manager, project.id)
    expect(rows.map(({ week, seconds }) => [week === null, seconds])).toEqual([
      [false, 40],
      [true, 500],
    ])
    await prisma().annotation.update({ where: { id }, data: { origin: 'import' } })
    expect(await secondsOf(manager, ada)).toBe(40)
  })

  it('of one’s own are those of all projects, copies served blind among them, and nobody else’s', async () => {
    const [task, other] = [await makeTask(project), await makeProject({ stage: { raters: 1 } })]
    await work(task, ada, [30], 0)
    await work(task, ben, [99], 0)
    await makeMember(other, 'annotator', { id: ada.userId })
    const elsewhere = await makeTask(other)
    await makeAnnotation(elsewhere, { id: ada.userId }, answersWith(true))
    await renewAssignment(ada, elsewhere.id, 12)
    const own = await getOwnHours(ada)
    expect(own.rows.map(({ projectId, seconds }) => [projectId, seconds]).sort()).toEqual(
      [
        [project.id, 30],
        [other.id, 12],
      ].sort(),
    )
    expect(own.projects.map(({ id }) => id).sort()).toEqual([project.id, other.id].sort())
    expect(new Set(own.rows.map(({ userId }) => userId))).toEqual(new Set([ada.userId]))
  })

  it('of a partner are told to a manager who annotates once the round is revealed, to others at once', async () => {
    const task = await makeTask(project)
    await makeAnnotation(task, { id: manager.userId }, answersWith(true))
    await makeAnnotation(task, { id: ben.userId }, answersWith(true))
    const before = await getHours(manager, project.id)
    await renewAssignment(ben, task.id, 60)
    await submitAnnotation(ben, task.id)
    expect(await getHours(manager, project.id)).toEqual(before)
    expect(await secondsOf(await someone('manager'), ben)).toBe(60)
    await submitAnnotation(manager, task.id)
    expect(await secondsOf(manager, ben)).toBe(60)
    // Sent back: the first round stays told, the second one is not.
    await reopenTask(reviewer, task.id, { comment: 'Look again.' })
    await renewAssignment(ben, task.id, 33)
    expect([await secondsOf(manager, ben), await secondsOf(ben, ben).catch(({ code }) => code)]).toEqual([
      60,
      'forbidden',
    ])
  })

  it('are for managers alone', async () => {
    for (const actor of [reviewer, ada]) {
      await expect(getHours(actor, project.id)).rejects.toMatchObject({ code: 'forbidden' })
      await expect(downloadHours(actor, project.id)).rejects.toMatchObject({ code: 'forbidden' })
    }
  })

  it('that are reported at once from two tabs are all counted', async () => {
    const task = await makeTask(project)
    await makeAnnotation(task, { id: ada.userId }, answersWith(true))
    await Promise.all(Array.from({ length: 8 }, () => renewAssignment(ada, task.id, 11)))
    expect(await secondsOf(manager, ada)).toBe(88)
    const { activeSeconds } = await prisma().annotation.findFirstOrThrow({ where: { taskId: task.id } })
    expect(activeSeconds).toBe(88)
  })
})

describe('the desk', () => {
  it('counts nothing for who has nothing to do there', async () => {
    const task = await makeTask(project)
    await work(task, ada, [], 1)
    const refused = (actor: Actor, kind: 'discussion' | 'adjudication' | 'approval') =>
      expect(countDeskTime(actor, task.id, { work: kind, activeSeconds: 9 })).rejects.toMatchObject({
        code: 'forbidden',
      })
    await refused(ada, 'discussion')
    await refused(reviewer, 'adjudication')
    await work(task, ben, [], 1)
    await refused(ada, 'adjudication')
    await refused(reviewer, 'approval')
    await refused(reviewer, 'discussion')
    const stranger = actorOf(await makeMember(await makeProject(), 'manager'))
    await expect(countDeskTime(stranger, task.id, { work: 'adjudication', activeSeconds: 9 })).rejects.toMatchObject({
      code: 'not_found',
    })
  })
})

describe('rates', () => {
  const rates = { currency: 'EUR', rate: 1200, people: {}, expectedRevision: 0 }

  it('are saved with their event, and of two managers at once the second is told', async () => {
    const results = await Promise.allSettled([
      setRates(manager, project.id, rates),
      setRates(await someone('manager'), project.id, { ...rates, rate: 1300 }),
    ])
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(results.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { code: 'revision_conflict' } })
    expect(await prisma().event.count({ where: { projectId: project.id, type: 'hours.rates_changed' } })).toBe(1)
  })

  it('are used whether an id is sent in small letters or in capitals', async () => {
    const body = setRatesBody.parse({ ...rates, people: { [ada.userId.toUpperCase()]: 1999 } })
    await setRates(manager, project.id, body)
    const { rates: saved } = await getHours(manager, project.id)
    expect(rateOf(saved, ada.userId)).toBe(1999)
    const many = Object.fromEntries(Array.from({ length: 1001 }, () => [randomUUID(), 1]))
    expect(setRatesBody.safeParse({ ...rates, people: many }).success).toBe(false)
  })

  it('are for people of the project', async () => {
    const people = { [(await makeMember(await makeProject(), 'annotator')).id]: 100 }
    await expect(setRates(manager, project.id, { ...rates, people })).rejects.toMatchObject({ code: 'rule' })
    await expect(setRates(reviewer, project.id, rates)).rejects.toMatchObject({ code: 'forbidden' })
    await prisma().project.update({ where: { id: project.id }, data: { archivedAt: new Date() } })
    await expect(setRates(manager, project.id, rates)).rejects.toMatchObject({ code: 'rule' })
  })
})
