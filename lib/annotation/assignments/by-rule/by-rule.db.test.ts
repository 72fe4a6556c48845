import pg from 'pg'
import { describe, expect, it, vi } from 'vitest'
import { nextTask } from '@/lib/annotation/assignments/next-task'
import { reassignTask } from '@/lib/annotation/assignments/reassign-task'
import { skipAssignment } from '@/lib/annotation/assignments/skip-assignment'
import { prisma } from '@/lib/platform/server/db'
import { updateMember } from '@/lib/workspace/users/members/update-member'
import { actorOf } from '@/tests/actors'
import { answersWith, makeAnnotation, makeAssignment, makeMember, makeProject, makeTask } from '@/tests/factories'
import { until } from '@/tests/support/wait'
import { assignByRule } from './assign-by-rule'
import { byRuleBody } from './contract'
import * as plans from './plan-apart'
import { previewByRule } from './queries'

type Person = Awaited<ReturnType<typeof makeMember>>

async function scene({ people = 4, tasks = 12, raters = 2 } = {}) {
  const project = await makeProject({ stage: { raters } })
  const manager = await makeMember(project, 'manager')
  const annotators: Person[] = []
  for (let n = 0; n < people; n++) annotators.push(await makeMember(project, 'annotator'))
  const made = []
  for (let n = 0; n < tasks; n++) made.push(await makeTask(project))
  const body = (given: object = {}, who = annotators) =>
    byRuleBody.parse({ stage: 'segments', people: who.map(({ id }) => ({ userId: id })), ...given })
  const preview = (given?: object, who?: Person[]) => previewByRule(actorOf(manager), project.id, body(given, who))
  const apply = (fingerprint: string, given?: object, by = manager) =>
    assignByRule(actorOf(by), project.id, { ...body(given), fingerprint })
  const held = () =>
    prisma().assignment.findMany({
      where: { task: { projectId: project.id }, state: { in: ['reserved', 'assigned', 'submitted'] } },
      orderBy: [{ taskId: 'asc' }, { userId: 'asc' }],
      select: { taskId: true, userId: true, origin: true, state: true },
    })
  const events = (type: string) => prisma().event.findMany({ where: { projectId: project.id, type } })
  return { project, manager, annotators, tasks: made, preview, apply, held, events }
}

describe('assignment by rule', () => {
  it('gives exactly what was previewed, in one act that is told once', async () => {
    const { preview, apply, held, events, annotators } = await scene()
    const shown = await preview({ seed: 7, batch: 'week 1' })
    expect(shown).toMatchObject({ tasks: 12, given: 12, shares: 24, left: [], beyond: 0 })
    expect(shown.people.map(({ before, added }) => [before, added])).toEqual(Array(4).fill([0, 6]))
    expect(shown.pairs).toMatchObject({ of: 12, possible: 6, meeting: 6, least: 2, most: 2 })
    expect(await held()).toEqual([])
    expect(await preview({ seed: 7, batch: 'week 1' })).toEqual(shown)
    expect((await preview({ seed: 8, batch: 'week 1' })).fingerprint).not.toBe(shown.fingerprint)
    expect(await apply(shown.fingerprint, { seed: 7, batch: 'week 1' })).toEqual({ given: 12, shares: 24 })
    const shares = await held()
    expect(shares).toHaveLength(24)
    expect(new Set(shares.map(({ origin, state }) => `${origin} ${state}`))).toEqual(new Set(['pair assigned']))
    expect(await prisma().task.count({ where: { batch: 'week 1' } })).toBe(12)
    const [told] = await events('assignment.given_by_rule')
    expect(told?.data).toMatchObject({ items: 12, seed: 7, people: { [annotators[0]?.id ?? '']: 6 } })
    expect(await events('assignment.assigned')).toHaveLength(24)
  })

  it('is refused where the state has changed since, and does nothing', async () => {
    const { preview, apply, held, annotators, tasks } = await scene()
    const shown = await preview()
    const [ana] = annotators
    if (!tasks[0] || !ana) throw new Error('made')
    await makeAssignment(tasks[0], ana)
    await expect(apply(shown.fingerprint)).rejects.toMatchObject({ code: 'conflict' })
    expect(await held()).toHaveLength(1)
    const again = await preview()
    expect(again.people.find(({ userId }) => userId === ana.id)).toMatchObject({ before: 1 })
    await apply(again.fingerprint)
    expect(await held()).toHaveLength(24)
  })

  it('of two managers who carry out their previews at once, one does', async () => {
    const { project, preview, apply, held, events } = await scene({ tasks: 30 })
    const other = await makeMember(project, 'manager')
    const [first, second] = [await preview({ seed: 1 }), await preview({ seed: 2 })]
    const both = await Promise.allSettled([
      apply(first.fingerprint, { seed: 1 }),
      apply(second.fingerprint, { seed: 2 }, other),
    ])
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect(await held()).toHaveLength(60)
    expect(await events('assignment.given_by_rule')).toHaveLength(1)
  })

  it('is planned while nobody has to wait, and anew where something changes meanwhile', async () => {
    const { project, preview, apply, held, annotators, tasks } = await scene({ people: 3 })
    const shown = await preview()
    const [ana] = annotators
    if (!tasks[0] || !ana) throw new Error('made')
    const [task] = tasks
    const real = plans.planApart
    const spy = vi.spyOn(plans, 'planApart')
    // Somebody changes the project, and takes a task, while the plan is made: nothing holds them up.
    spy.mockImplementationOnce(async (input) => {
      await prisma().project.update({ where: { id: project.id }, data: { name: 'Renamed meanwhile' } })
      await makeAssignment(task, ana)
      return real(input)
    })
    await expect(apply(shown.fingerprint)).rejects.toMatchObject({ code: 'conflict' })
    expect(spy).toHaveBeenCalledTimes(2)
    expect(await held()).toHaveLength(1)
    spy.mockRestore()
    await apply((await preview()).fingerprint)
    expect(await held()).toHaveLength(24)
  })

  // Processes that are killed at any moment of an act of 20,000 tasks: bench/by-rule.ts.
  it('cut off when its shares are written and their events are not, leaves nothing, and can be carried out as before', async () => {
    const { project, preview, apply, held, events } = await scene({ tasks: 10 })
    const { fingerprint } = await preview({ batch: 'week 1' })
    const places = () =>
      prisma().task.findMany({ where: { projectId: project.id }, select: { assignedCount: true, batch: true } })
    const before = await places()
    // Nobody can write an event: the act comes as far as its shares, and waits.
    const other = new pg.Client({ connectionString: process.env.DATABASE_URL })
    await other.connect()
    await other.query('begin')
    await other.query('lock table events in share mode')
    const act = expect(apply(fingerprint, { batch: 'week 1' })).rejects.toThrow()
    const backend = await until(async () => {
      const { rows } = await other.query<{ pid: number }>(
        `select pid from pg_locks where relation = 'events'::regclass and not granted
           and database = (select oid from pg_database where datname = current_database())`,
      )
      return rows[0]?.pid
    })
    await other.query('select pg_terminate_backend($1)', [backend])
    await act
    await other.query('rollback')
    await other.end()
    expect(await held()).toEqual([])
    expect(await places()).toEqual(before)
    for (const type of ['assignment.assigned', 'task.batched', 'assignment.given_by_rule'])
      expect(await events(type)).toEqual([])
    await apply(fingerprint, { batch: 'week 1' })
    expect(await held()).toHaveLength(20)
  })

  it('passes no quota, whoever takes from the queue meanwhile', async () => {
    const { project, preview, apply, held, annotators } = await scene({ people: 3, tasks: 20 })
    await prisma().membership.updateMany({ where: { projectId: project.id, role: 'annotator' }, data: { quota: 5 } })
    const shown = await preview()
    expect(shown).toMatchObject({ given: 7, left: [{ reason: 'quota', needed: 2, items: 13 }] })
    await Promise.allSettled([
      apply(shown.fingerprint),
      ...annotators.map((person) => nextTask(actorOf(person), project.id)),
    ])
    const shares = await held()
    for (const { id } of annotators) expect(shares.filter(({ userId }) => userId === id).length).toBeLessThanOrEqual(5)
  })

  it('respects what people take, who has read answers, skipped, or had it taken away', async () => {
    const { project, manager, preview, annotators, tasks } = await scene({ people: 3, tasks: 0 })
    expect(tasks).toEqual([])
    const [ana, ben, cho] = annotators
    if (!ana || !ben || !cho) throw new Error('made')
    const law = await makeTask(project, { domain: 'law' })
    const german = await makeTask(project, {
      record: {
        prompt: 'Wie?',
        response: 'So ist es.',
        language: 'de',
        domain: 'law',
        index: '9',
        source: 'x',
        segmented_response: ['So ist es.'],
      },
    })
    const river = await makeTask(project, { domain: 'rivers' })
    const takes = { domains: ['law'], tags: [], languages: ['de'] }
    await updateMember(actorOf(manager), project.id, ana.id, { takes })
    await updateMember(actorOf(manager), project.id, ben.id, { takes: { ...takes, languages: [] } })
    await prisma().answerRead.create({ data: { taskId: german.id, userId: cho.id } })
    await makeAssignment(law, cho)
    await skipAssignment(actorOf(cho), law.id, 'not my field')
    const shown = await preview()
    expect(shown.given).toBe(1)
    expect(shown.left.map(({ reason, positions, takers }) => [reason, positions, takers])).toEqual([
      ['barred', [law.position], []],
      ['takers', [river.position], [cho.name]],
    ])
    await makeAssignment(river, ben)
    await reassignTask(actorOf(manager), river.id, { fromUserId: ben.id, toUserId: null })
    expect((await preview({ perTask: 1 }, [ben])).left.map(({ reason }) => reason)).toEqual(['takers'])
  })

  it('tells a manager who annotates too nothing of how far their partner is', async () => {
    const { project, annotators, tasks } = await scene({ people: 3, tasks: 4 })
    const [ana] = annotators
    const [first] = tasks
    if (!ana || !first) throw new Error('made')
    const partner = await makeMember(project, 'manager')
    await makeAssignment(first, partner)
    await makeAssignment(first, ana)
    const people = annotators.map(({ id }) => ({ userId: id }))
    const preview = () => previewByRule(actorOf(partner), project.id, byRuleBody.parse({ stage: 'segments', people }))
    const before = await preview()
    await makeAnnotation(first, ana, answersWith(false))
    expect(await preview()).toEqual(before)
    await prisma().annotation.deleteMany({ where: { taskId: first.id } })
    await makeAnnotation(first, ana, answersWith(false), true)
    expect(await preview()).toEqual(before)
  })

  it('takes the items that were chosen, and so many people a task', async () => {
    const { preview, tasks } = await scene({ raters: 3 })
    const positions = tasks.slice(2, 5).map(({ position }) => position)
    const selection = { filter: { ids: positions.join() }, expected: 3 }
    expect(await preview({ items: { selection }, perTask: 2 })).toMatchObject({ tasks: 3, given: 3, shares: 6 })
    const ids = tasks.slice(2, 4).map(({ itemId }) => itemId)
    expect(await preview({ items: { selection: { ids } } })).toMatchObject({ tasks: 2 })
    // Of the selected items, those that the rules have nothing to do with are told, with the reason.
    await prisma().task.update({ where: { id: tasks[2]?.id ?? '' }, data: { state: 'preparing' } })
    await prisma().task.update({ where: { id: tasks[3]?.id ?? '' }, data: { state: 'discarded' } })
    const narrowed = await preview({ items: { selection, to: positions[1] } })
    expect(narrowed).toMatchObject({ tasks: 0, outside: [{ items: 1 }, { items: 1 }, { items: 1 }] })
    expect(narrowed.outside.map(({ reason }) => reason)).toEqual(['discarded', 'narrowed', 'preparing'])
    expect((await preview()).outside).toEqual([])
    for (const { id } of tasks.slice(2, 4)) await prisma().task.update({ where: { id }, data: { state: 'open' } })
    await expect(preview({ items: { selection: { ...selection, expected: 4 } } })).rejects.toMatchObject({
      code: 'conflict',
    })
    expect(await preview({ items: { from: positions[0], to: positions[1] } })).toMatchObject({ tasks: 2, shares: 6 })
    expect(await preview({ items: { domain: 'nowhere' } })).toMatchObject({ tasks: 0, given: 0 })
    expect(await preview({ pairLimit: 1 })).toMatchObject({ given: 0, pairs: { leastLimit: 50 } })
  })

  it('is for managers, of people who may annotate', async () => {
    const { project, annotators, preview, apply } = await scene()
    const [ana] = annotators
    if (!ana) throw new Error('made')
    const body = byRuleBody.parse({ stage: 'segments', people: [{ userId: ana.id }] })
    for (const role of ['annotator', 'reviewer', 'viewer'] as const) {
      const member = await makeMember(project, role)
      await expect(previewByRule(actorOf(member), project.id, body)).rejects.toMatchObject({ code: 'forbidden' })
    }
    const { fingerprint } = await preview()
    await expect(apply(fingerprint, {}, ana)).rejects.toMatchObject({ code: 'forbidden' })
    const viewer = await makeMember(project, 'viewer')
    await expect(preview({}, [viewer])).rejects.toMatchObject({ code: 'rule' })
    await expect(preview({ stage: 'nothing' })).rejects.toMatchObject({ code: 'not_found' })
  })
})
