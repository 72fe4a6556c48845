import { describe, expect, it } from 'vitest'
import { prisma } from '@/lib/platform/server/db'
import { protocolById } from '@/lib/protocols'
import type { Answers } from '@/lib/protocols/protocol'
import { actorOf } from '@/tests/actors'
import { type MadeProject, type MadeTask, makeMember, makeProject, makeTask } from '@/tests/factories'
import { createAudit } from './create-audit'
import { listAudits } from './queries'

const links = (...urls: string[]) => urls.map((url) => ({ url }))
const page = (n: number) => `https://oceans.example/${n}`

/** Makes these answers the gold of the task, as the file of an import would. */
async function makeGold(task: MadeTask, answers: Answers, origin: 'imported' | 'consolidated' = 'consolidated') {
  const rollUp = { removed: answers.item?.action === 'remove' }
  await prisma().gold.create({
    data: { taskId: task.id, version: 1, round: 1, answers: answers as object, rollUp, origin },
  })
  await prisma().task.update({ where: { id: task.id }, data: { state: 'gold' } })
}

async function goldItem(project: MadeProject, n: number, answers: Answers = {}) {
  const task = await makeTask(project, { prompt: `Which is ocean ${n}?` })
  const given = { item: { action: 'keep', links: links(page(n)) }, s1: { label: true }, s2: { label: true } }
  await makeGold(task, { ...given, ...answers })
  return task
}

async function scene(golds: number) {
  const project = await makeProject()
  const manager = actorOf(await makeMember(project, 'manager'))
  const tasks: MadeTask[] = []
  for (let n = 1; n <= golds; n++) tasks.push(await goldItem(project, n))
  return { project, manager, tasks }
}

const itemsOf = (projectId: string) =>
  prisma().item.findMany({ where: { projectId }, orderBy: { position: 'asc' }, include: { tasks: true } })

describe('an audit', () => {
  it('is a project of its own with a sample of the gold, open to be judged', async () => {
    const { project, manager, tasks } = await scene(5)
    const made = await createAudit(manager, project.id, { kind: 'responses', sample: 3, seed: 7 })
    expect(made).toMatchObject({ asked: 3, eligible: 5, size: 3, name: `Responses: ${project.name}` })
    const items = await itemsOf(made.auditId)
    expect(items.map(({ position }) => position)).toEqual([1, 2, 3])
    expect(items.every((item) => item.tasks[0]?.state === 'open' && item.tasks[0].raters === 3)).toBe(true)
    const stored = await prisma().project.findUniqueOrThrow({
      where: { id: made.auditId },
      include: { memberships: true, auditOf: true },
    })
    expect(stored.protocolId).toBe('felm-response-audit')
    expect(stored.memberships).toMatchObject([{ userId: manager.userId, role: 'manager' }])
    expect(stored.auditOf).toMatchObject({ projectId: project.id, kind: 'responses', size: 3, seed: 7, eligible: 5 })
    // Only the items that were drawn tell of gold.
    const reads = await prisma().answerRead.count({
      where: { userId: manager.userId, taskId: { in: tasks.map(({ id }) => id) } },
    })
    expect(reads).toBe(3)
  })

  it('is not drawn from items whose labels are held out, until the split is opened', async () => {
    const { project, manager, tasks } = await scene(5)
    const { id: releaseId } = await prisma().release.create({
      data: { projectId: project.id, number: 1, card: {}, createdById: manager.userId },
    })
    const split = { where: { projectId: project.id } }
    await prisma().heldOutSplit.create({ data: { projectId: project.id } })
    for (const { itemId } of tasks.slice(0, 2))
      await prisma().heldOutItem.create({ data: { releaseId, itemId, projectId: project.id } })
    const drawn = async () =>
      (await createAudit(manager, project.id, { kind: 'responses', sample: 5, seed: 7 })).eligible
    expect(await drawn()).toBe(3)
    await prisma().heldOutSplit.update({ ...split, data: { openedAt: new Date() } })
    expect(await drawn()).toBe(5)
  })

  it('draws the same with the same seed, and something else with another', async () => {
    const { project, manager } = await scene(12)
    const drawn = async (seed: number) => {
      const { auditId } = await createAudit(manager, project.id, { kind: 'responses', sample: 4, seed })
      return (await itemsOf(auditId)).map(({ title }) => title)
    }
    const [one, again, ...others] = [await drawn(1), await drawn(1), await drawn(2), await drawn(3)]
    expect(again).toEqual(one)
    expect(others.some((other) => JSON.stringify(other) !== JSON.stringify(one))).toBe(true)
  })

  it('draws single references, with the segments they were given for, and says where there are fewer than asked', async () => {
    const { project, manager } = await scene(1)
    await goldItem(project, 2, { s2: { label: true, links: links(page(2), page(3)) } })
    const made = await createAudit(manager, project.id, { kind: 'references', seed: 1 })
    const { references } = Object.fromEntries((protocolById('felm').audits ?? []).map((audit) => [audit.key, audit]))
    expect(made).toMatchObject({ asked: references?.sample, eligible: 3, size: 3 })
    const contents = (await itemsOf(made.auditId)).map(({ content }) => content)
    expect(contents).toMatchObject([
      { url: page(1), segments: [] },
      { url: page(2), segments: ['It is smaller than the Atlantic.'] },
      { url: page(3), segments: ['It is smaller than the Atlantic.'] },
    ])
  })

  it('has the domain and source that the lead has set in the place of the record’s', async () => {
    const { project, manager, tasks } = await scene(2)
    const own = { ownDomain: 'rivers', ownSource: 'Atlas' }
    await prisma().item.update({ where: { id: tasks[0]?.itemId ?? '' }, data: own })
    const { auditId } = await createAudit(manager, project.id, { kind: 'responses', seed: 1 })
    const [first, second] = await itemsOf(auditId)
    expect([first?.domain, first?.source]).toEqual(['rivers', 'Atlas'])
    expect(second?.domain).not.toBe('rivers')
  })

  it('leaves out what is no gold, stale, discarded or removed', async () => {
    const { project, manager, tasks } = await scene(3)
    await makeTask(project)
    await goldItem(project, 9, { item: { action: 'remove', removeReason: 'riddle' } })
    const [stale, discarded] = tasks
    await prisma().task.update({ where: { id: stale?.id ?? '' }, data: { stale: true } })
    await prisma().item.update({
      where: { id: discarded?.itemId ?? '' },
      data: { discardedAt: new Date(), discardReason: 'other' },
    })
    const made = await createAudit(manager, project.id, { kind: 'responses', seed: 1 })
    expect(made).toMatchObject({ eligible: 1, size: 1 })
  })

  it('is nothing where nothing can be drawn, and leaves nothing behind', async () => {
    const { project, manager } = await scene(0)
    await makeTask(project)
    const before = await prisma().project.count()
    for (const kind of ['responses', 'nonsense'])
      await expect(createAudit(manager, project.id, { kind, seed: 1 })).rejects.toMatchObject({ code: 'rule' })
    const other = await makeProject({ protocolId: 'factcheck-bench' })
    const theirs = actorOf(await makeMember(other, 'manager'))
    await expect(createAudit(theirs, other.id, { kind: 'responses', seed: 1 })).rejects.toMatchObject({ code: 'rule' })
    expect(await prisma().project.count()).toBe(before + 1)
  })

  it('is for managers of a project that is not archived', async () => {
    const { project, manager } = await scene(1)
    const body = { kind: 'responses', seed: 1 }
    const reviewer = actorOf(await makeMember(project, 'reviewer'))
    const outsider = actorOf(await makeMember(await makeProject(), 'manager'))
    await expect(createAudit(reviewer, project.id, body)).rejects.toMatchObject({ code: 'forbidden' })
    await expect(createAudit(outsider, project.id, body)).rejects.toMatchObject({ code: 'not_found' })
    await prisma().project.update({ where: { id: project.id }, data: { archivedAt: new Date() } })
    await expect(createAudit(manager, project.id, body)).rejects.toMatchObject({ code: 'rule' })
  })
})

describe('the list of audits', () => {
  it('says what there is to draw from, how far each is, and what it found', async () => {
    const { project, manager } = await scene(3)
    const { auditId } = await createAudit(manager, project.id, { kind: 'responses', sample: 2, seed: 1, name: 'Safe?' })
    const [first] = await itemsOf(auditId)
    const [task] = first?.tasks ?? []
    const answers = { item: { harassment: false, sexual: false, violent: false, valid: true } }
    const rollUp = { safe: true, harassment: false, sexual: false, violent: false, valid: true }
    await prisma().gold.create({
      data: { taskId: task?.id ?? '', version: 1, round: 1, answers, rollUp, origin: 'consolidated' },
    })
    await prisma().task.update({ where: { id: task?.id ?? '' }, data: { state: 'gold' } })
    const list = await listAudits(manager, project.id)
    expect(list.canCreate).toBe(true)
    expect(list.kinds.map(({ key, eligible }) => [key, eligible])).toEqual([
      ['references', { records: 3, items: 3, isAll: true }],
      ['responses', { records: 3, items: 3, isAll: true }],
    ])
    const [audit] = list.audits
    expect(audit).toMatchObject({ auditId, name: 'Safe?', isOpen: true, progress: { items: 2, gold: 1, discarded: 0 } })
    expect(audit?.panels[0]?.rows.at(-1)?.cells[1]).toMatchObject({ part: 1, whole: 1, items: [1] })
    expect((await listAudits(manager, auditId)).auditOf).toMatchObject({ projectId: project.id, title: 'Responses' })
  })

  it('tells others of the project what was found, without the items behind it', async () => {
    const { project, manager } = await scene(2)
    const { auditId } = await createAudit(manager, project.id, { kind: 'responses', seed: 1 })
    const [first] = await itemsOf(auditId)
    const [task] = first?.tasks ?? []
    const rollUp = { safe: true, valid: true }
    await prisma().gold.create({
      data: { taskId: task?.id ?? '', version: 1, round: 1, answers: {}, rollUp, origin: 'consolidated' },
    })
    await prisma().task.update({ where: { id: task?.id ?? '' }, data: { state: 'gold' } })
    const viewer = actorOf(await makeMember(project, 'viewer'))
    const [audit] = (await listAudits(viewer, project.id)).audits
    expect(audit?.isOpen).toBe(false)
    expect(audit?.panels[0]?.rows.at(-1)?.cells[1]).toMatchObject({ part: 1, count: 0, items: null })
    // What was told of gold is remembered, as everywhere.
    const read = { taskId_userId: { taskId: task?.id ?? '', userId: viewer.userId } }
    expect(await prisma().answerRead.findUnique({ where: read })).not.toBeNull()
    const annotator = actorOf(await makeMember(project, 'annotator'))
    await expect(listAudits(annotator, project.id)).rejects.toMatchObject({ code: 'forbidden' })
  })
})
