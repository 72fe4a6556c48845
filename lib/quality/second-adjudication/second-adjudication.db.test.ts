import { beforeEach, describe, expect, it } from 'vitest'
import { endpoints } from '@/app/api/endpoints'
import { Prisma } from '@/generated/prisma/client'
import { adjudicateTask } from '@/lib/adjudication/consolidation/adjudicate-task'
import { approveTask } from '@/lib/adjudication/consolidation/approve-task'
import { getConsolidation } from '@/lib/adjudication/consolidation/queries'
import { resolveQuestion } from '@/lib/adjudication/consolidation/resolve-question'
import { listReview } from '@/lib/adjudication/consolidation/review/queries'
import { getTimeline } from '@/lib/adjudication/timeline/queries'
import { listSearches } from '@/lib/automation/evidence/queries'
import { record } from '@/lib/platform/events/record'
import type { Actor } from '@/lib/platform/policy/actor'
import { prisma, transaction } from '@/lib/platform/server/db'
import type { Json } from '@/lib/protocols/answers'
import { getItem } from '@/lib/workspace/items/queries'
import { getProjectHome } from '@/lib/workspace/projects/queries'
import { discardTask } from '@/lib/workspace/tasks/discard-task'
import { loadTask } from '@/lib/workspace/tasks/load-task'
import { recordGoldReadsInPortions } from '@/lib/workspace/tasks/record-gold-reads'
import { reopenTask } from '@/lib/workspace/tasks/reopen-task'
import { revealTask } from '@/lib/workspace/tasks/reveal-task'
import { removeMember } from '@/lib/workspace/users/members/remove-member'
import { actorOf, sessionFor } from '@/tests/actors'
import {
  answersWith,
  type MadeProject,
  type MadeTask,
  makeAnnotation,
  makeMember,
  makeProject,
  makeTask,
} from '@/tests/factories'
import { callRoute } from '@/tests/support/call-route'
import { holdRow, takeInOrder } from '@/tests/support/take-in-order'
import { drawSecond, drawSecondsHandler } from './draw-second'
import { getSeconds } from './queries'
import { updateSeconds } from './update-seconds'

const AT = { unit: 's2', question: 'label' }
const REASON = 'The first reviewer’s reason.'

let project: MadeProject
let people: Record<'manager' | 'first' | 'approver' | 'second' | 'other' | 'ana' | 'ben' | 'viewer', Actor>

beforeEach(async () => {
  project = await makeProject()
  const member = async (role: 'manager' | 'annotator' | 'reviewer' | 'viewer') =>
    actorOf(await makeMember(project, role))
  people = {
    manager: await member('manager'),
    first: await member('reviewer'),
    approver: await member('reviewer'),
    second: await member('reviewer'),
    other: await member('reviewer'),
    ana: await member('annotator'),
    ben: await member('annotator'),
    viewer: await member('viewer'),
  }
})

async function reveal(): Promise<MadeTask> {
  const task = await makeTask(project)
  await makeAnnotation(task, { id: people.ana.userId }, answersWith(true), true)
  await makeAnnotation(task, { id: people.ben.userId }, answersWith(false), true)
  await transaction(async (tx) => revealTask(tx, await loadTask(tx, people.first, task.id, { lock: true }), null))
  return task
}

/** Settles the second segment, confirms, and approves where the task is an original. */
async function decide(actor: Actor, taskId: string, value: boolean): Promise<void> {
  const own = { unit: 's2', question: 'label', choice: { value }, reason: REASON }
  let { revision } = await getConsolidation(actor, taskId)
  ;({ revision } = await resolveQuestion(actor, taskId, { ...own, expectedRevision: revision }))
  await settleRest(actor, taskId)
  ;({ revision } = await getConsolidation(actor, taskId))
  await adjudicateTask(actor, taskId, { expectedRevision: revision })
}

async function settleRest(actor: Actor, taskId: string): Promise<void> {
  for (;;) {
    const { open, revision } = await getConsolidation(actor, taskId)
    const [next] = open
    if (!next) return
    const choice = { lane: next.values[0]?.lane ?? 'A' }
    await resolveQuestion(actor, taskId, { ...next, choice, reason: '', expectedRevision: revision })
  }
}

async function makeGoldBy(actor: Actor, value = true): Promise<MadeTask> {
  const task = await reveal()
  await decide(actor, task.id, value)
  const { revision } = await getConsolidation(people.approver, task.id)
  await approveTask(people.approver, task.id, { expectedRevision: revision })
  return task
}

/** A search that found one page, which was opened. */
async function makeSearch(
  scope: { actorId: string; projectId: string; itemId: string; taskId: string },
  query: string,
) {
  const { actorId: userId, projectId, taskId } = scope
  const hit = { rank: 1, title: 'Page', url: 'https://example.org', snippet: '' }
  const data = { userId, projectId, taskId, query, provider: 'corpus', unitKey: 's1', results: [hit] }
  await transaction(async (tx) => {
    const { id: searchId } = await tx.searchRecord.create({ data })
    await record(tx, 'search.made', scope, { searchId, unit: 's1', provider: 'corpus', query, hits: 1 })
    const text = { sha256: 'a'.repeat(64), snapshotId: null, documentId: null }
    await record(tx, 'search.opened', scope, { searchId, rank: 1, ...text, changed: false })
  })
}

/** What may differ from one task to another: where it stands, its ids and revision, and lanes, which have letters of their own. */
const OWN = ['id', 'taskId', 'itemId', 'position', 'revision', 'requestId', 'lane', 'key', 'actor', 'rows', 'fetchedAt']

/** Every value in an answer with the name of its field, sorted, so that the order of lanes is left out. */
function valuesIn(value: Json, name = ''): string[] {
  if (Array.isArray(value)) return value.flatMap((each) => valuesIn(each, name))
  if (typeof value !== 'object' || value === null)
    return [`${name}: ${OWN.includes(name) ? '' : JSON.stringify(value)}`]
  return Object.entries(value).flatMap(([key, each]) => valuesIn(each, key))
}

/** What every address of a task that is read answers. */
async function readTask(actor: Actor, taskId: string): Promise<string[]> {
  const user = await prisma().user.findUniqueOrThrow({ where: { id: actor.userId } })
  const headers = { cookie: await sessionFor(user) }
  const [searchId = ''] = (await listSearches(actor, taskId)).searches.map(({ id }) => id)
  const params = { taskId, searchId, sha256: 'a'.repeat(64) }
  const lines: string[] = []
  for (const { method, path } of endpoints.filter((each) =>
    /^GET .api.tasks.{taskId}/.test(`${each.method} ${each.path}`),
  )) {
    const queries = path.endsWith('/timeline') ? ['task', 'A', 'B', 'you', 'all'].map((part) => ({ part })) : [{}]
    for (const query of queries) {
      const response = await callRoute({ method, path }, { params, query, headers })
      lines.push(
        `${path} status ${response.status}`,
        ...valuesIn(JSON.parse((await response.text()).replaceAll(actor.userId, 'me'))).map(
          (each) => `${path} ${each}`,
        ),
      )
    }
  }
  return lines.sort()
}

const share = (percent: number, seed = 1) => updateSeconds(people.manager, project.id, { percent, seed })
const waiting = async (actor: Actor) => (await listReview(actor, project.id)).toSettle.tasks.map(({ taskId }) => taskId)
const copies = () =>
  prisma().secondAdjudication.findMany({ where: { projectId: project.id }, orderBy: { drawnAt: 'asc' } })
const oneCopy = async () => (await copies())[0]?.copyId ?? ''
const goldOf = (taskId: string) => prisma().gold.findMany({ where: { taskId } })

describe('drawing', () => {
  it('draws nothing unless a share is set, and then by the seed alone', async () => {
    await makeGoldBy(people.first)
    expect(await copies()).toEqual([])
    await share(100)
    const run = { id: '1', attempt: 1, isLastAttempt: false, signal: new AbortController().signal }
    await drawSecondsHandler.run({ projectId: project.id }, run)
    // What is drawn once is not drawn again, by a job that runs twice or a larger share.
    await drawSecondsHandler.run({ projectId: project.id }, run)
    expect(await copies()).toHaveLength(1)
    await makeGoldBy(people.first)
    expect(await copies()).toHaveLength(2)
    const chosen = async (seed: number) => {
      const rows = await prisma().$queryRaw<{ id: string }[]>`
        select o.id from tasks o where o.project_id = ${project.id}::uuid
          and ('x' || substr(md5(o.id::text || ' ' || ${String(seed)}), 1, 7))::bit(28)::int % 100 < 50 order by o.id`
      return rows.map(({ id }) => id)
    }
    await prisma().secondAdjudication.deleteMany({ where: { projectId: project.id } })
    await share(50, 7)
    await drawSecondsHandler.run({ projectId: project.id }, run)
    expect((await copies()).map(({ originalId }) => originalId).sort()).toEqual(await chosen(7))
  })

  it('passes over no task that somebody holds at that moment', async () => {
    const { id } = await makeGoldBy(people.first)
    await share(100)
    const run = { id: '1', attempt: 1, isLastAttempt: false, signal: new AbortController().signal }
    const held = { first: holdRow('tasks', 'id', id), later: async () => {} }
    await takeInOrder(held, () => drawSecondsHandler.run({ projectId: project.id }, run))
    expect(await copies()).toMatchObject([{ originalId: id }])
  })

  it('makes a copy whole or not at all', async () => {
    await makeGoldBy(people.first)
    await share(100)
    const { shadowId } = await prisma().calibration.findUniqueOrThrow({ where: { projectId: project.id } })
    const stopped = transaction(async (tx) => {
      expect(await drawSecond(tx, { projectId: project.id })).toBe(1)
      throw new Error('stopped')
    })
    await expect(stopped).rejects.toThrow('stopped')
    expect(await copies()).toEqual([])
    expect(await prisma().item.count({ where: { projectId: shadowId } })).toBe(0)
    // The job does it when it is tried again.
    expect(await transaction((tx) => drawSecond(tx, { projectId: project.id }))).toBe(1)
  })
})

describe('blindness', () => {
  it('gives the copy to reviewers who know nothing of the first decision, and to nobody else', async () => {
    await share(100)
    const task = await makeGoldBy(people.first)
    const copyId = await oneCopy()
    for (const who of ['second', 'other'] as const) {
      expect(await waiting(people[who])).toEqual([copyId])
      expect((await getProjectHome(people[who], project.id)).review).toEqual({ toSettle: 1, toApprove: 0 })
    }
    for (const who of ['manager', 'first', 'approver', 'ana', 'ben', 'viewer'] as const) {
      expect(await waiting(people[who])).toEqual([])
      await expect(getConsolidation(people[who], copyId)).rejects.toMatchObject({ code: 'not_found' })
      await expect(getTimeline(people[who], copyId, { after: 0 })).rejects.toMatchObject({ code: 'not_found' })
    }
    // The copy itself does not count as the first decision; the item's page, and figures that lead to it, do.
    await getConsolidation(people.second, copyId)
    expect(await waiting(people.second)).toEqual([copyId])
    await getItem(people.second, task.itemId)
    expect(await waiting(people.second)).toEqual([])
    await expect(getConsolidation(people.second, copyId)).rejects.toMatchObject({ code: 'not_found' })
    await recordGoldReadsInPortions(people.other, project.id)
    expect(await waiting(people.other)).toEqual([])
    expect((await getSeconds(people.manager, project.id)).counts).toMatchObject({ waiting: 1, forNobody: 1 })
  })

  it('shows on the desk and in the time line what the original showed before the first decision, and no more', async () => {
    await share(100)
    const task = await reveal()
    await prisma().comment.create({
      data: { taskId: task.id, userId: people.ben.userId, body: 'What does this mean?' },
    })
    const before = await getConsolidation(people.other, task.id)
    const timeBefore = await getTimeline(people.other, task.id, { after: 0, part: 'A' })
    await decide(people.first, task.id, true)
    const { revision } = await getConsolidation(people.approver, task.id)
    await approveTask(people.approver, task.id, { expectedRevision: revision })
    const copyId = await oneCopy()
    const copy = await getConsolidation(people.second, copyId)
    const lanes = (view: typeof copy) => view.lanes.map(({ answers }) => JSON.stringify(answers)).sort()
    expect(lanes(copy)).toEqual(lanes(before))
    const told = ({ state, round, settled, disagreements, open, units, abilities, item }: typeof copy) => ({
      state,
      round,
      settled,
      disagreements,
      units,
      abilities,
      content: item.content,
      title: item.title,
      open: open.map(({ unit, question, values }) => ({ unit, question, values: values.length })),
    })
    // Letters are drawn for every task.
    const nameless = (view: typeof copy) =>
      JSON.parse(JSON.stringify(told(view)).replaceAll(/"lane":"[AB]"/g, '"lane":""'))
    expect(nameless(copy)).toEqual(nameless(before))
    expect(copy.item.position).not.toBe(before.item.position)
    expect(copy.taskId.slice(0, 13)).toBe(task.id.slice(0, 13))
    // What was said before the reveal is there, and nothing of what came of it.
    const whole = [
      JSON.stringify(copy),
      ...(await Promise.all(
        ['task', 'A', 'B'].map(async (part) =>
          JSON.stringify(await getTimeline(people.second, copyId, { after: 0, part })),
        ),
      )),
    ].join('\n')
    for (const secret of [REASON, task.id, task.itemId, people.first.name, people.approver.name])
      expect(whole).not.toContain(secret)
    const time = await getTimeline(people.second, copyId, { after: 0, part: 'A' })
    expect(time.head?.parts).toEqual(timeBefore.head?.parts)
    expect(time.head?.itemId).toBe(timeBefore.head?.itemId)
  })

  it('answers at every address of the task as the original did before the first decision, searches included', async () => {
    await share(100)
    const task = await makeTask(project)
    const scope = { actorId: people.ana.userId, projectId: project.id, itemId: task.itemId, taskId: task.id }
    await makeSearch(scope, 'ana looks')
    await makeAnnotation(task, { id: people.ana.userId }, answersWith(true), true)
    await makeAnnotation(task, { id: people.ben.userId }, answersWith(false), true)
    await transaction(async (tx) => revealTask(tx, await loadTask(tx, people.first, task.id, { lock: true }), null))
    const before = await readTask(people.other, task.id)
    expect(before.filter((line) => line.includes('ana looks'))).toHaveLength(2)
    expect(before.filter((line) => line.endsWith('status 200')).length).toBeGreaterThan(3)
    // What the first person looked for tells of the first decision.
    await makeSearch({ ...scope, actorId: people.first.userId }, 'first looks')
    await decide(people.first, task.id, true)
    const { revision } = await getConsolidation(people.approver, task.id)
    await approveTask(people.approver, task.id, { expectedRevision: revision })
    const copyId = await oneCopy()
    expect(await readTask(people.second, copyId)).toEqual(before)
    // Reading all that is reading through the copy, and the copy stays.
    expect(await waiting(people.second)).toEqual([copyId])
    const reads = await prisma().answerRead.findMany({ where: { userId: people.second.userId } })
    expect(reads.map(({ taskId, throughCopy }) => [taskId, throughCopy])).toEqual([[task.id, true]])
    await makeSearch({ ...scope, actorId: people.second.userId, taskId: copyId }, 'second looks')
    const queries = async (actor: Actor) => (await listSearches(actor, copyId)).searches.map(({ query }) => query)
    expect(await queries(people.second)).toEqual(['ana looks', 'second looks'])
  })

  it('is held by the database as well', async () => {
    await share(100)
    await makeGoldBy(people.first)
    const copyId = await oneCopy()
    for (const who of ['first', 'approver', 'ana'] as const) {
      const data = { decidedById: people[who].userId, outcome: 'discarded', decidedAt: new Date() } as const
      await expect(prisma().secondAdjudication.update({ where: { copyId }, data })).rejects.toThrow(
        /no part in the first/,
      )
    }
  })
})

describe('deciding', () => {
  it('leaves gold as it is, ends like any adjudication, and lists the difference for managers only', async () => {
    await share(100)
    const same = await makeGoldBy(people.first, true)
    const task = await makeGoldBy(people.first, true)
    const gold = await goldOf(task.id)
    const [one, two] = await copies()
    await decide(people.second, one?.copyId ?? '', true)
    await decide(people.second, two?.copyId ?? '', false)
    expect(await goldOf(task.id)).toEqual(gold)
    expect(await goldOf(same.id)).toHaveLength(1)
    expect(await goldOf(two?.copyId ?? '')).toEqual([])
    expect(await waiting(people.second)).toEqual([])
    expect(await waiting(people.other)).toEqual([])
    // Of this protocol a second reviewer approves: the copy waits for one as any task would, and is offered to nobody.
    expect(await getConsolidation(people.second, two?.copyId ?? '')).toMatchObject({ state: 'approving' })
    expect((await listReview(people.other, project.id)).toApprove.total).toBe(0)
    const seen = await getSeconds(people.manager, project.id)
    expect(seen.counts).toMatchObject({ adjudicated: 2, drawn: 2, settled: 2, waiting: 0 })
    expect(seen.byQuestion.find(({ question }) => question === 'label')).toMatchObject({
      compared: 2,
      alike: 1,
      share: 0.5,
    })
    const label = seen.differences.rows.filter(({ question }) => question === 'label')
    expect(label).toMatchObject([
      {
        itemId: task.itemId,
        unit: 's2',
        first: true,
        second: false,
        firstBy: people.first.name,
        secondBy: people.second.name,
      },
    ])
    for (const who of ['second', 'first', 'ana', 'viewer'] as const)
      await expect(getSeconds(people[who], project.id)).rejects.toMatchObject({ code: 'forbidden' })
  })

  it('is frozen once it was made, but for who made it, where the account goes', async () => {
    await share(100)
    await makeGoldBy(people.first)
    const copyId = await oneCopy()
    await decide(people.second, copyId, false)
    const change = (data: Prisma.SecondAdjudicationUncheckedUpdateInput) =>
      prisma().secondAdjudication.update({ where: { copyId }, data })
    await expect(change({ answers: {} })).rejects.toThrow(/decision is frozen/)
    await expect(change({ outcome: 'discarded', answers: Prisma.DbNull })).rejects.toThrow(/decision is frozen/)
    await expect(change({ decidedById: people.other.userId })).rejects.toThrow(/decision is frozen/)
    await expect(change({ round: 2 })).rejects.toThrow(/drawn for a second decision is frozen/)
    expect((await change({ decidedById: null })).outcome).toBe('settled')
  })

  it('lets one of two who act at once decide', async () => {
    await share(100)
    await makeGoldBy(people.first)
    const copyId = await oneCopy()
    const { revision } = await getConsolidation(people.second, copyId)
    const choose = (actor: Actor) =>
      resolveQuestion(actor, copyId, { ...AT, choice: { value: true }, reason: REASON, expectedRevision: revision })
    const results = await Promise.allSettled([choose(people.second), choose(people.other)])
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(results.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { code: 'revision_conflict' } })
  })

  it('keeps that somebody would have discarded or sent it back, and touches neither item', async () => {
    await share(100)
    const [a, b] = [await makeGoldBy(people.first), await makeGoldBy(people.first)]
    const [one, two] = await copies()
    await discardTask(people.second, one?.copyId ?? '', { reason: 'other', note: 'No answer.' })
    await reopenTask(people.second, two?.copyId ?? '', { comment: 'Look again.' })
    expect((await copies()).map(({ outcome }) => outcome)).toEqual(['discarded', 'sent_back'])
    const states = await prisma().task.findMany({ where: { id: { in: [a.id, b.id] } }, select: { state: true } })
    expect(states.map(({ state }) => state)).toEqual(['gold', 'gold'])
    expect((await getSeconds(people.manager, project.id)).counts).toMatchObject({
      discarded: 1,
      sentBack: 1,
      settled: 0,
    })
  })

  it('goes to somebody else when a person leaves, and lapses when the first decision is taken back', async () => {
    await share(100)
    const task = await makeGoldBy(people.first)
    const copyId = await oneCopy()
    const { revision } = await getConsolidation(people.second, copyId)
    await resolveQuestion(people.second, copyId, {
      ...AT,
      choice: { value: true },
      reason: REASON,
      expectedRevision: revision,
    })
    await removeMember(people.manager, project.id, people.second.userId)
    await expect(getConsolidation(people.second, copyId)).rejects.toMatchObject({ code: 'not_found' })
    expect(await waiting(people.other)).toEqual([copyId])
    await reopenTask(people.manager, task.id, { comment: 'Look again.' })
    expect(await waiting(people.other)).toEqual([])
    expect((await getSeconds(people.manager, project.id)).counts).toMatchObject({ waiting: 0, lapsed: 1 })
  })
})
