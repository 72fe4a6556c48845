/** The figures of projects that are too large to count while somebody waits: who computes them, when, and what of them may be shown. */
import { beforeEach, describe, expect, it } from 'vitest'
import { getWorkbench } from '@/lib/annotation/annotations/queries'
import { submitAnnotation } from '@/lib/annotation/annotations/submit-annotation'
import { withdrawItem } from '@/lib/gold/withdrawal/withdraw-item'
import type { Actor } from '@/lib/platform/policy/actor'
import { atOneMoment, prisma, transaction } from '@/lib/platform/server/db'
import { forgetRatings } from '@/lib/quality/agreement/ledger/forget-ratings'
import { readLedger, refreshRatings } from '@/lib/quality/agreement/ledger/refresh-ratings'
import { discardTask } from '@/lib/workspace/tasks/discard-task'
import { reopenTask } from '@/lib/workspace/tasks/reopen-task'
import { removeMember } from '@/lib/workspace/users/members/remove-member'
import { actorOf } from '@/tests/actors'
import {
  answersWith,
  type MadeProject,
  type MadeTask,
  makeAnnotation,
  makeMember,
  makeProject,
  makeTask,
  makeUser,
} from '@/tests/factories'
import { peopleFiguresHandler } from './compute-people'
import type { People } from './contract'
import { readFigures } from './measures'
import { getOwnFigures, listPeople } from './queries'

const RUN = { id: '1', attempt: 1, isLastAttempt: false, signal: new AbortController().signal }
const LARGE = { quick: 0 }

let project: MadeProject
let manager: Actor
let people: [Actor, Actor]

beforeEach(async () => {
  project = await makeProject({ stage: { raters: 2 } })
  manager = actorOf(await makeMember(project, 'manager'))
  people = [actorOf(await makeMember(project, 'annotator')), actorOf(await makeMember(project, 'annotator'))]
})

/** A task that these annotators answered, the second differently from the first. */
async function revealed(annotators: readonly Actor[] = people): Promise<MadeTask> {
  const task = await makeTask(project)
  for (const [index, actor] of annotators.entries()) {
    await makeAnnotation(task, { id: actor.userId }, answersWith(index === 0))
    await submitAnnotation(actor, task.id)
  }
  return task
}

/** Somebody to whom it was sent back submits it as it was. */
async function submitAgain(task: MadeTask | undefined): Promise<void> {
  await getWorkbench(people[1], task?.id ?? '')
  await submitAnnotation(people[1], task?.id ?? '')
}

const everybody = () => listPeople(manager, project.id, LARGE)
const own = (actor: Actor = people[0]) => getOwnFigures(actor, project.id, LARGE)
const compute = () => peopleFiguresHandler.run({ projectId: project.id }, RUN)

/** As a project whose figures were computed when it had so many tasks. */
async function computed(tasks: number): Promise<MadeTask[]> {
  const made: MadeTask[] = []
  for (let n = 0; n < tasks; n += 1) made.push(await revealed())
  await compute()
  return made
}

const unitsOf = ({ people: all }: People, { userId }: Actor) =>
  all.find((person) => person.userId === userId)?.measures.map(({ partners }) => partners.units)

const jobs = () => prisma().$queryRaw<{ id: bigint; waits: boolean }[]>`
  select id, locked_at is null "waits" from graphile_worker._private_jobs where key = ${`people of ${project.id}`}`

const keptRow = () =>
  prisma().keptFigures.findUniqueOrThrow({ where: { projectId_key: { projectId: project.id, key: 'people' } } })

/** Nothing but what everybody knows without comparing answers. */
function expectAwaited(view: People): void {
  expect(view).toMatchObject({ figures: { state: 'awaited', tasks: null, at: null }, intervals: 'pending' })
  expect(view.people.flatMap(({ measures }) => measures)).toEqual([])
  for (const { units, labels } of view.people.flatMap(({ work }) => work))
    expect({ units, labels }).toEqual({ units: null, labels: null })
}

describe('figures of a large project', () => {
  it('are awaited at first, beside what is cheap, and then those that a small project shows', async () => {
    await revealed()
    await revealed()
    const view = await everybody()
    expectAwaited(view)
    expect(view.people.map(({ work }) => work[0]?.tasks)).toEqual([2, 2])
    expectAwaited(await own())
    await compute()
    const after = await everybody()
    expect(after).toMatchObject({ figures: { state: 'current', tasks: 2 }, intervals: 'complete' })
    await prisma().keptFigures.deleteMany({ where: { projectId: project.id } })
    const small = await listPeople(manager, project.id)
    expect(after.people).toEqual(small.people)
    expect(small.people.flatMap(({ measures }) => measures).length).toBeGreaterThan(0)
  })

  it('are asked of one job, however often, and computed once a version', async () => {
    await revealed()
    await everybody()
    await own()
    const [job, ...more] = await jobs()
    expect(more).toEqual([])
    await prisma().$executeRaw`
      update graphile_worker._private_jobs set locked_at = now(), locked_by = 'a worker' where id = ${job?.id}`
    await everybody()
    expect(await jobs()).toEqual([{ id: job?.id, waits: false }])
    await compute()
    const { at, version } = await keptRow()
    await compute()
    expect(await keptRow()).toMatchObject({ at, version })
  })

  it('are asked for anew where the job before was given up', async () => {
    await revealed()
    await everybody()
    const [job] = await jobs()
    await prisma().$executeRaw`update graphile_worker._private_jobs set attempts = max_attempts where id = ${job?.id}`
    await everybody()
    const [{ left } = { left: 0 }] = await prisma().$queryRaw<{ left: number }[]>`
      select max_attempts - attempts "left" from graphile_worker._private_jobs where key = ${`people of ${project.id}`}`
    expect(left).toBeGreaterThan(0)
  })

  it('are those of an earlier moment, and say so, while newer ones are computed', async () => {
    await computed(2)
    const before = await everybody()
    const { body } = await keptRow()
    await revealed()
    const earlier = await everybody()
    expect(earlier).toMatchObject({
      figures: { state: 'earlier', tasks: 2, at: Object(body).at },
      intervals: 'pending',
    })
    expect(unitsOf(earlier, people[0])).toEqual(unitsOf(before, people[0]))
    // Tasks are those of now; units and answers, as the figures say, of then.
    expect(earlier.people[0]?.work[0]).toMatchObject({ tasks: 3, units: before.people[0]?.work[0]?.units })
    await compute()
    expect(await everybody()).toMatchObject({ figures: { state: 'current', tasks: 3 }, intervals: 'complete' })
  })

  it('are read in one snapshot, so that nothing is of another version than what it is kept under', async () => {
    await computed(1)
    const { id, protocolId } = project
    const [first, second] = await atOneMoment(async (tx) => {
      const ledger = await readLedger(tx, id)
      const figures = await readFigures(tx, { id, protocolId }, ledger, null)
      await revealed()
      await transaction((other) => refreshRatings(other, { id, protocolId }))
      const again = await readLedger(tx, id)
      return [
        { ledger, figures: { ...figures, at: '' } },
        { ledger: again, figures: { ...(await readFigures(tx, { id, protocolId }, again, null)), at: '' } },
      ]
    })
    expect(second).toEqual(first)
    expect(await transaction((tx) => readLedger(tx, id))).not.toEqual(first?.ledger)
  })
})

describe('earlier figures are shown to nobody', () => {
  const both = async () => [await everybody(), await own(people[0]), await own(people[1])]

  it('once a task that they count was sent back', async () => {
    const [task] = await computed(2)
    await reopenTask(manager, task?.id ?? '', { comment: 'Look again.', userIds: [people[1].userId] })
    for (const view of await both()) expectAwaited(view)
    // Nor when it is revealed again: what was kept before is of no use to anybody.
    await submitAgain(task)
    for (const view of await both()) expectAwaited(view)
    await compute()
    expect((await own()).figures).toMatchObject({ state: 'current', tasks: 2 })
  })

  it('once an item was discarded, or restored between two looks', async () => {
    const [task] = await computed(2)
    await discardTask(manager, task?.id ?? '', { reason: 'other', note: 'A test.' })
    for (const view of await both()) expectAwaited(view)
    await compute()
    expect((await everybody()).figures).toMatchObject({ state: 'current', tasks: 1 })
  })

  it('once an item was withdrawn', async () => {
    const [task] = await computed(2)
    const by = (await makeUser({ isAdmin: true })).email ?? ''
    const itemId = task?.itemId ?? ''
    await withdrawItem(itemId, { by, reason: 'Somebody asked for it.', erratum: 'One item is gone.', dryRun: false })
    for (const view of await both()) expectAwaited(view)
    await compute()
    expect((await everybody()).figures).toMatchObject({ state: 'current', tasks: 1 })
  })

  it('where they were kept by a worker that was at work while a task left', async () => {
    const [task] = await computed(2)
    const { version, body } = await keptRow()
    await reopenTask(manager, task?.id ?? '', { comment: 'Look again.', userIds: [people[1].userId] })
    await everybody()
    const where = { projectId_key: { projectId: project.id, key: 'people' } }
    await prisma().keptFigures.update({ where, data: { version, body: body ?? {}, at: new Date() } })
    await submitAgain(task)
    await revealed()
    for (const view of await both()) expectAwaited(view)
  })

  it('after the ledger was made anew, as for another version of the protocol', async () => {
    await computed(2)
    const { version, body } = await keptRow()
    await transaction((tx) => forgetRatings(tx, project.id))
    expect(await prisma().keptFigures.count({ where: { projectId: project.id, key: 'people' } })).toBe(0)
    await prisma().keptFigures.create({ data: { projectId: project.id, key: 'people', version, body: body ?? {} } })
    for (const view of await both()) expectAwaited(view)
  })

  it('where another program made them', async () => {
    await computed(1)
    const { version } = await keptRow()
    const where = { projectId_key: { projectId: project.id, key: 'people' } }
    await prisma().keptFigures.update({ where, data: { version: version.replace(/^[^/]+/, '1.1') } })
    for (const view of await both()) expectAwaited(view)
  })
})

describe('one’s own figures of an earlier moment', () => {
  it('count one’s own tasks, and name nobody', async () => {
    await computed(2)
    const others = [actorOf(await makeMember(project, 'annotator')), actorOf(await makeMember(project, 'annotator'))]
    await revealed(others)
    await compute()
    await revealed()
    const view = await own()
    expect(view.figures).toMatchObject({ state: 'earlier', tasks: 2 })
    expect(view.people.map(({ userId }) => userId)).toEqual([people[0].userId])
    for (const { userId, name } of [people[1], ...others]) {
      expect(JSON.stringify(view)).not.toContain(userId)
      expect(JSON.stringify(view)).not.toContain(name)
    }
  })

  it('are not needed by who has few tasks of their own in a large project', async () => {
    await computed(3)
    const newcomer = actorOf(await makeMember(project, 'annotator'))
    await revealed([newcomer, people[1]])
    const view = await getOwnFigures(newcomer, project.id, { quick: 1 })
    expect(view).toMatchObject({ figures: { state: 'current', tasks: 1 }, people: [{ work: [{ tasks: 1 }] }] })
    expect((await getOwnFigures(people[1], project.id, { quick: 1 })).figures).toMatchObject({
      state: 'earlier',
      tasks: 3,
    })
  })

  it('are for members: who was removed sees none, and stands in everybody’s as having left', async () => {
    await computed(2)
    await removeMember(manager, project.id, people[0].userId)
    await expect(own()).rejects.toMatchObject({ code: 'not_found' })
    const late = actorOf(await makeMember(project, 'annotator'))
    await revealed([late, people[1]])
    const view = await everybody()
    expect(view.figures).toMatchObject({ state: 'earlier', tasks: 2 })
    expect(view.people.find(({ userId }) => userId === people[0].userId)).toMatchObject({ role: null })
    expect(unitsOf(view, people[0])).toEqual(unitsOf(view, people[1]))
  })
})
