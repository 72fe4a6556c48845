import { describe, expect, it } from 'vitest'
import { downloadExport } from '@/lib/gold/releases/download-export'
import { prisma, type Tx } from '@/lib/platform/server/db'
import { benchmarkRecord } from '@/lib/protocols/factcheck-bench/formats/sample-documents'
import { listItems } from '@/lib/workspace/items/queries'
import { lockAnswerReads } from '@/lib/workspace/tasks/record-answer-reads'
import { actorOf } from '@/tests/actors'
import { opinionatedSentence, plainSentence } from '@/tests/contradictory-records'
import { makeMember, makeProject } from '@/tests/factories'
import { importFile } from '@/tests/import-file'
import { holdRow, takeInOrder } from '@/tests/support/take-in-order'
import { overrideLabel } from './override-label'
import { getChecks, listFindings, unsettledContradictions } from './queries'

async function scene() {
  const project = await makeProject({ protocolId: 'factcheck-bench' })
  const people = {
    manager: await makeMember(project, 'manager'),
    reviewer: await makeMember(project, 'reviewer'),
    viewer: await makeMember(project, 'viewer'),
    annotator: await makeMember(project, 'annotator'),
    outsider: await makeMember(await makeProject(), 'manager'),
  }
  const records = [
    { prompt: 'One?', response_factuality: true, sentences: plainSentence() },
    { prompt: 'Two?', response_factuality: 'NA', sentences: plainSentence() },
    { prompt: 'Three?', response_factuality: false, sentences: opinionatedSentence },
  ].map(({ sentences, ...fields }) => JSON.stringify({ ...benchmarkRecord([sentences]), ...fields }))
  await importFile(actorOf(people.manager), project, records.join('\n'))
  const items = await prisma().item.findMany({ where: { projectId: project.id }, orderBy: { position: 'asc' } })
  const itemAt = (index: number) => items[index]?.id ?? ''
  return { project, people, itemAt }
}
const all = { after: 0, unsettled: 'false' } as const

describe('checks', () => {
  it('find both kinds of contradiction, and the linter’s findings at their places', async () => {
    const { project, people } = await scene()
    const viewer = actorOf(people.viewer)
    const checks = await getChecks(viewer, project.id)
    expect(checks).toMatchObject({ items: 3, contradictions: { items: 2, unsettled: 2 }, canSettle: false })
    const counts = new Map(checks.kinds.map(({ key, findings, items }) => [key, [findings, items]]))
    expect(counts.get('label-stored')).toEqual([1, 1])
    expect(counts.get('label-rules')).toEqual([1, 1])
    // The protocol's linter says the same of the label; it is said once.
    expect(counts.has('contradictory-response')).toBe(false)
    const stored = await listFindings(viewer, { projectId: project.id, kind: 'label-stored' }, all)
    expect(stored).toMatchObject({
      findings: [{ item: { position: 2 }, label: { stored: 'NA', byRule: { released: true, paper: true } } }],
      next: null,
    })
    const sentence = await listFindings(viewer, { projectId: project.id, kind: 'false-sentence' }, all)
    expect(sentence.findings).toMatchObject([
      { item: { position: 3 }, unit: 's1', unitText: 'It lies in Mongolia.', label: null },
    ])
    expect(await unsettledContradictions(prisma(), project.id)).toEqual({ count: 2, positions: [2, 3] })
  })

  it('are listed fifty at a time, each on one page only', async () => {
    const project = await makeProject({ protocolId: 'factcheck-bench' })
    const manager = actorOf(await makeMember(project, 'manager'))
    const record = benchmarkRecord([plainSentence()])
    const lines = Array.from({ length: 52 }, (_, index) =>
      JSON.stringify({ ...record, prompt: `Question ${index}?`, response_factuality: 'NA' }),
    )
    await importFile(manager, project, lines.join('\n'))
    const params = { projectId: project.id, kind: 'label-stored' }
    const first = await listFindings(manager, params, all)
    const second = await listFindings(manager, params, { ...all, after: first.next ?? 0 })
    expect([first.findings.length, first.next, second.findings.length, second.next]).toEqual([50, 50, 2, null])
    expect([...first.findings, ...second.findings].map(({ item }) => item.position)).toEqual(
      lines.map((_, index) => index + 1),
    )
  })

  it('are hidden from outsiders, refused to annotators, and what they tell is remembered as read', async () => {
    const { project, people, itemAt } = await scene()
    await expect(getChecks(actorOf(people.outsider), project.id)).rejects.toMatchObject({ code: 'not_found' })
    await expect(getChecks(actorOf(people.annotator), project.id)).rejects.toMatchObject({ code: 'forbidden' })
    const params = { projectId: project.id, kind: 'label-rules' }
    await expect(listFindings(actorOf(people.annotator), params, all)).rejects.toMatchObject({ code: 'forbidden' })
    await expect(listFindings(actorOf(people.viewer), { ...params, kind: 'none' }, all)).rejects.toMatchObject({
      code: 'not_found',
    })
    await listFindings(actorOf(people.reviewer), params, all)
    const reads = await prisma().answerRead.findMany({
      where: { userId: people.reviewer.id },
      select: { task: { select: { itemId: true } } },
    })
    expect(new Set(reads.map(({ task }) => task.itemId))).toEqual(new Set([itemAt(2)]))
  })
})

describe('a label set by hand', () => {
  it('holds its task after what the person reads, as every page does', async () => {
    const { people, itemAt } = await scene()
    const order = {
      first: (tx: Tx) => lockAnswerReads(tx, people.reviewer.id),
      later: holdRow('tasks', 'item_id', itemAt(2), 'nowait'),
    }
    const first = { value: true, reason: 'The paper’s count.', expectedVersion: 0 }
    const set = await takeInOrder(order, () => overrideLabel(actorOf(people.reviewer), itemAt(2), first))
    expect(set).toMatchObject({ stands: true })
  })

  it('settles the contradiction, is taken back, and every word is kept', async () => {
    const { project, people, itemAt } = await scene()
    const reviewer = actorOf(people.reviewer)
    const first = { value: true, reason: 'The paper’s count.', expectedVersion: 0 }
    expect(await overrideLabel(reviewer, itemAt(2), first)).toMatchObject({ version: 1, value: true, stands: true })
    expect(await unsettledContradictions(prisma(), project.id)).toEqual({ count: 1, positions: [2] })
    const params = { projectId: project.id, kind: 'label-rules' }
    expect((await listFindings(reviewer, params, { ...all, unsettled: 'true' })).findings).toEqual([])
    expect((await listFindings(reviewer, params, all)).findings).toMatchObject([
      { label: { override: { value: true, by: people.reviewer.name, stands: true } } },
    ])
    await expect(overrideLabel(reviewer, itemAt(2), { ...first, value: false })).rejects.toMatchObject({
      code: 'revision_conflict',
    })
    const back = { value: null, reason: 'Too hasty.', expectedVersion: 1 }
    expect(await overrideLabel(actorOf(people.manager), itemAt(2), back)).toMatchObject({ version: 2, stands: false })
    expect((await unsettledContradictions(prisma(), project.id)).count).toBe(2)
    await expect(overrideLabel(reviewer, itemAt(2), { ...back, expectedVersion: 2 })).rejects.toMatchObject({
      code: 'rule',
    })
    const kept = await prisma().rollUpOverride.findMany({ where: { itemId: itemAt(2) }, orderBy: { version: 'asc' } })
    expect(kept.map(({ value, reason }) => [value, reason])).toEqual([
      [true, first.reason],
      [null, back.reason],
    ])
    const events = await prisma().event.findMany({ where: { itemId: itemAt(2), type: 'label.overridden' } })
    expect(events.map(({ data }) => data)).toMatchObject([
      { version: 1, value: true },
      { version: 2, value: null },
    ])
  })

  it('settles nothing any more once the gold it was about has changed', async () => {
    const { project, people, itemAt } = await scene()
    await overrideLabel(actorOf(people.reviewer), itemAt(2), { value: true, reason: 'So.', expectedVersion: 0 })
    const where = { task: { itemId: itemAt(2), stage: { key: 'verify' } } }
    const { id, taskId, round, answers, rollUp, origin } = await prisma().gold.findFirstOrThrow({ where })
    await prisma().gold.update({ where: { id }, data: { supersededAt: new Date() } })
    const same = { taskId, round, origin, answers: answers ?? {}, rollUp: rollUp ?? {} }
    await prisma().gold.create({ data: { ...same, version: 2 } })
    expect((await unsettledContradictions(prisma(), project.id)).positions).toEqual([2, 3])
    expect((await getChecks(actorOf(people.viewer), project.id)).contradictions).toEqual({ items: 2, unsettled: 2 })
    // Nor in a project that takes all of it over.
    const exported = await (await downloadExport(actorOf(people.manager), project.id, 'native')).text()
    const other = await makeProject({ protocolId: 'factcheck-bench' })
    await importFile(actorOf(await makeMember(other, 'manager')), other, exported)
    expect(await prisma().rollUpOverride.count({ where: { item: { projectId: other.id } } })).toBe(1)
    expect((await unsettledContradictions(prisma(), other.id)).positions).toEqual([2, 3])
  })

  it('is what published formats state, while it stands, also where the record says otherwise', async () => {
    const { project, people, itemAt } = await scene()
    const manager = actorOf(people.manager)
    const stated = async () =>
      (await (await downloadExport(manager, project.id, 'benchmark')).text())
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line).response_factuality)
    expect(await stated()).toEqual([true, 'NA', false])
    await overrideLabel(manager, itemAt(1), { value: true, reason: 'So.', expectedVersion: 0 })
    await overrideLabel(manager, itemAt(2), { value: true, reason: 'So.', expectedVersion: 0 })
    expect(await stated()).toEqual([true, true, true])
    await overrideLabel(manager, itemAt(2), { value: null, reason: 'Too hasty.', expectedVersion: 1 })
    await prisma().gold.updateMany({
      where: { task: { itemId: itemAt(1), stage: { key: 'verify' } } },
      data: { supersededAt: new Date() },
    })
    const { taskId, round, answers, rollUp, origin } = await prisma().gold.findFirstOrThrow({
      where: { task: { itemId: itemAt(1), stage: { key: 'verify' } } },
    })
    await prisma().gold.create({
      data: { taskId, round, origin, answers: answers ?? {}, rollUp: rollUp ?? {}, version: 2 },
    })
    expect(await stated()).toEqual([true, 'NA', false])
  })

  it('goes along with the gold it was given on', async () => {
    const { project, people, itemAt } = await scene()
    await overrideLabel(actorOf(people.reviewer), itemAt(2), { value: true, reason: 'So.', expectedVersion: 0 })
    const exported = await (await downloadExport(actorOf(people.manager), project.id, 'native')).text()
    const other = await makeProject({ protocolId: 'factcheck-bench' })
    await importFile(actorOf(await makeMember(other, 'manager')), other, exported)
    expect((await unsettledContradictions(prisma(), other.id)).positions).toEqual([2])
  })

  it('is for managers and reviewers who did not annotate the item, for labels that are contradicted', async () => {
    const { project, people, itemAt } = await scene()
    const body = { value: true, reason: 'So.', expectedVersion: 0 }
    const by = (who: (typeof people)[keyof typeof people], index = 2, change: object = {}) =>
      overrideLabel(actorOf(who), itemAt(index), { ...body, ...change })
    await expect(by(people.outsider)).rejects.toMatchObject({ code: 'not_found' })
    await expect(by(people.annotator)).rejects.toMatchObject({ code: 'forbidden' })
    await expect(by(people.viewer)).rejects.toMatchObject({ code: 'forbidden' })
    await expect(by(people.manager, 0)).rejects.toMatchObject({ code: 'rule' })
    await expect(by(people.manager, 2, { value: 'perhaps' })).rejects.toMatchObject({ code: 'invalid_request' })
    const task = await prisma().task.findFirstOrThrow({ where: { itemId: itemAt(2), stage: { key: 'decompose' } } })
    await prisma().annotation.create({ data: { taskId: task.id, userId: people.reviewer.id, round: 1 } })
    await expect(by(people.reviewer)).rejects.toMatchObject({ code: 'forbidden' })
    await prisma().project.update({ where: { id: project.id }, data: { archivedAt: new Date() } })
    await expect(by(people.manager)).rejects.toMatchObject({ code: 'rule' })
    expect(await prisma().rollUpOverride.count({ where: { item: { projectId: project.id } } })).toBe(0)
  })
})

it('items behind a figure of the dataset page are listed, however many, and remembered as read with those left out', async () => {
  const { project, people } = await scene()
  const figure = { panel: 'responses', row: 'all', column: 2, sort: 'position', page: 1 } as const
  const positions = async (rule: string) =>
    (await listItems(actorOf(people.viewer), project.id, { ...figure, rule })).items.map(({ position }) => position)
  expect(await positions('released')).toEqual([3])
  const reads = await prisma().answerRead.findMany({
    where: { userId: people.viewer.id },
    select: { taskId: true },
  })
  const golds = await prisma().task.findMany({ where: { projectId: project.id, state: 'gold' }, select: { id: true } })
  expect(golds.length).toBeGreaterThan(1)
  expect(new Set(reads.map(({ taskId }) => taskId))).toEqual(new Set(golds.map(({ id }) => id)))
  expect(await positions('paper')).toEqual([])
  await expect(positions('none')).rejects.toMatchObject({ code: 'invalid_request' })
})
