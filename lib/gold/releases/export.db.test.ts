import { describe, expect, test } from 'vitest'
import type { Actor } from '@/lib/platform/policy/actor'
import { pool, prisma } from '@/lib/platform/server/db'
import { AppError } from '@/lib/platform/server/errors'
import { sha256 } from '@/lib/platform/server/identify'
import { applyImport, applyImportHandler } from '@/lib/workspace/imports/apply-import'
import { checkImport } from '@/lib/workspace/imports/check-import'
import type { ImportOptions } from '@/lib/workspace/imports/contract'
import { nativeRecordSchema } from '@/lib/workspace/imports/native/contract'
import { startImport } from '@/lib/workspace/imports/start-import'
import { uploadImport } from '@/lib/workspace/imports/upload-import'
import { discardTask } from '@/lib/workspace/tasks/discard-task'
import { actorOf } from '@/tests/actors'
import {
  answersWith,
  type MadeProject,
  makeAnnotation,
  makeMember,
  makeProject,
  makeTask,
  makeUser,
} from '@/tests/factories'
import { casesOf } from '@/tests/support/every-case'
import { downloadExport } from './download-export'
import { personNames } from './person-names'
import { listExports } from './queries'

const idle = new AbortController().signal

async function importInto(project: MadeProject, manager: Actor, text: string, given: Partial<ImportOptions> = {}) {
  const { id } = await uploadImport(manager, project.id, { name: 'gold.jsonl', body: new Response(text).body })
  await checkImport(id, idle)
  await startImport(manager, id, { labels: 'gold', independent: false, open: true, ...given })
  await applyImport(id, idle)
  return prisma().import.findUniqueOrThrow({ where: { id } })
}

const download = async (actor: Actor, project: { id: string }, key: string) =>
  (await downloadExport(actor, project.id, key)).text()
const lines = (text: string): unknown[] =>
  text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line))
const failure = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: unknown) => (error instanceof AppError ? error.code : error),
  )

const record = (index: number) => ({
  index: String(index),
  domain: 'wk',
  source: 'quora',
  prompt: 'Warum?',
  response: 'Eins. Zwei.',
  segmented_response: ['Eins.', ' Zwei.'],
  labels: [true, false],
  comment: ['', '"Drei", nicht zwei.'],
  type: [null, 'knowledge_error'],
  ref: ['https://example.org/a'],
  ref_contents: '',
  extra: { kept: [1, 2.5, null] },
})

async function setting() {
  const project = await makeProject()
  return { project, manager: actorOf(await makeMember(project, 'manager')) }
}

/** A project with one gold item, one revealed task, and one still open; two annotators each. */
async function inAllStates() {
  const { project, manager } = await setting()
  const [first, second] = [await makeMember(project, 'annotator'), await makeMember(project, 'annotator')]
  const tasks = [await makeTask(project), await makeTask(project), await makeTask(project)]
  for (const [index, task] of tasks.entries()) {
    await makeAnnotation(task, first, answersWith(true), true)
    if (index < 2) await makeAnnotation(task, second, answersWith(false), true)
    await prisma().task.update({
      where: { id: task.id },
      data: { state: (['gold', 'consolidating', 'open'] as const)[index] },
    })
  }
  const [gold] = tasks
  if (gold)
    await prisma().gold.create({
      data: { taskId: gold.id, version: 1, round: 1, answers: answersWith(false), rollUp: {}, origin: 'consolidated' },
    })
  return { project, manager, first, second, tasks }
}

describe('gold', () => {
  test('comes out as it came in, in order', async () => {
    const { project, manager } = await setting()
    const records = [record(1), record(2), record(3)]
    await importInto(project, manager, JSON.stringify(records))
    expect(lines(await download(manager, project, 'felm'))).toEqual(records)
  })

  test('of tables and bare prompts is written as full records', async () => {
    const { project, manager } = await inAllStates()
    await importInto(project, manager, 'id,prompt,response\nrow-7,Why?,"Because. It is so."\n')
    const task = await prisma().task.findFirstOrThrow({
      where: { projectId: project.id, item: { externalId: 'row-7' } },
    })
    const answers = { item: { action: 'keep' }, s1: { label: true }, s2: { label: true } }
    await prisma().gold.create({
      data: { taskId: task.id, version: 1, round: 1, answers, rollUp: {}, origin: 'consolidated' },
    })
    await prisma().task.update({ where: { id: task.id }, data: { state: 'gold' } })
    expect(lines(await download(manager, project, 'felm')).at(-1)).toMatchObject({
      prompt: 'Why?',
      segmented_response: ['Because. ', 'It is so.'],
      labels: [true, true],
    })
  })
})

describe('native', () => {
  test('fits its schema, says how each value came to be, and numbers people for all but managers', async () => {
    const { project, manager, tasks, second } = await inAllStates()
    const reviewer = await makeMember(project, 'reviewer')
    const [gold] = tasks
    const unit = gold?.units.find((each) => each.key === 's2')
    const annotation = await prisma().annotation.findFirstOrThrow({ where: { taskId: gold?.id, userId: second.id } })
    await prisma().resolution.create({
      data: {
        taskId: gold?.id ?? '',
        round: 1,
        unitId: unit?.id ?? '',
        question: 'label',
        value: false,
        how: 'lane',
        annotationId: annotation.id,
        resolvedById: reviewer.id,
        reason: 'The Pacific is larger.',
      },
    })
    const [line] = lines(await download(manager, project, 'native')).map((each) => nativeRecordSchema.parse(each))
    // Lines of items of which managers said nothing are those of releases made before they could.
    expect(line?.item).not.toHaveProperty('own')
    expect(line?.stages[0]?.values).toContainEqual(
      expect.objectContaining({
        unit: 's2',
        question: 'label',
        value: false,
        how: 'lane',
        from: `${second.name} (annotator 2)`,
        by: `${reviewer.name} (reviewer 1)`,
        reason: 'The Pacific is larger.',
      }),
    )
    expect(line?.stages[0]?.values).toContainEqual(
      expect.objectContaining({ unit: 's1', question: 'label', how: 'agreed', from: null, by: null }),
    )
    const viewer = actorOf(await makeMember(project, 'viewer'))
    const text = await download(viewer, project, 'native')
    expect(text).toContain('"from" : "annotator 2", "by" : "reviewer 1"')
    expect(text).not.toContain(second.name)
  })

  test('imports into an empty project as the same gold, and discarded items as discarded', async () => {
    const { project, manager } = await setting()
    await importInto(project, manager, [record(1), record(2), record(3)].map((each) => JSON.stringify(each)).join('\n'))
    const item = await prisma().item.findFirstOrThrow({ where: { projectId: project.id, position: 3 } })
    await prisma().item.update({
      where: { id: item.id },
      data: { discardedAt: new Date(), discardReason: 'riddle', discardNote: 'A joke.' },
    })
    await prisma().task.updateMany({ where: { itemId: item.id }, data: { state: 'discarded' } })
    const native = await download(manager, project, 'native')
    const other = await setting()
    expect(await importInto(other.project, other.manager, native)).toMatchObject({ state: 'done', newCount: 3 })
    expect(await download(other.manager, other.project, 'felm')).toBe(await download(manager, project, 'felm'))
    const items = await prisma().item.findMany({
      where: { projectId: other.project.id },
      orderBy: { position: 'asc' },
      include: { tasks: true },
    })
    expect(items.map(({ record, discardReason, tasks }) => [record, discardReason, tasks[0]?.state])).toEqual([
      [JSON.stringify(record(1)), null, 'gold'],
      [JSON.stringify(record(2)), null, 'gold'],
      [items[2]?.record, 'riddle', 'discarded'],
    ])
    // Its record holds labels, and it may be restored: its content stands in.
    expect(JSON.parse(items[2]?.record ?? '')).toEqual(item.content)
    expect(items[2]).toMatchObject({ content: item.content, contentHash: item.contentHash, title: item.title })
    expect(await importInto(other.project, other.manager, native)).toMatchObject({ newCount: 0, duplicateCount: 3 })
    expect(await importInto(project, manager, native)).toMatchObject({ state: 'done', newCount: 0, duplicateCount: 3 })
  })

  test('keeps back the record of a discarded item only where it holds labels, or fields that may be some', async () => {
    const { project, manager } = await setting()
    const { labels: _labels, comment: _comment, type: _type, ref: _ref, extra, ...bare } = record(2)
    const more = { ...bare, index: '3', prompt: 'Wie?', extra }
    await importInto(project, manager, JSON.stringify([record(1), bare, more]), { labels: 'ignore' })
    for (const { id } of await prisma().task.findMany({ where: { projectId: project.id } }))
      await discardTask(manager, id, { reason: 'riddle', note: '' })
    const viewer = actorOf(await makeMember(project, 'viewer'))
    for (const actor of [manager, viewer]) {
      const found = lines(await download(actor, project, 'native')).map((each) => nativeRecordSchema.parse(each).item)
      expect(found.map((item) => item.record)).toEqual([null, JSON.stringify(bare), null])
    }
    expect(await prisma().answerRead.count({ where: { task: { projectId: project.id } } })).toBe(0)
  })

  test('holds what managers said beside the record, which the published shape does not', async () => {
    const { project, manager } = await setting()
    const own = { domain: 'rivers', tags: ['long'] }
    await importInto(project, manager, JSON.stringify(record(1)), { labels: 'gold', own })
    expect(await prisma().item.findFirst({ where: { projectId: project.id } })).toMatchObject({
      domain: 'wk',
      ownDomain: 'rivers',
      tags: ['long'],
    })
    const native = await download(manager, project, 'native')
    expect(JSON.parse(native).item.own).toEqual({ domain: 'rivers', source: null, tags: ['long'] })
    expect(await download(manager, project, 'felm')).toBe(`${JSON.stringify(record(1))}\n`)
    const other = await setting()
    // A field that is left empty at the import keeps what the file says.
    await importInto(other.project, other.manager, native, { own: { domain: null, source: 'maps', tags: [] } })
    const again = await prisma().item.findFirst({ where: { projectId: other.project.id } })
    expect(again).toMatchObject({ domain: 'wk', ownDomain: 'rivers', ownSource: 'maps', tags: ['long'] })
  })

  test('with more tags, beside those of the import, than an item may have is not written, and its line is named', async () => {
    const { project, manager } = await setting()
    const tags = Array.from({ length: 20 }, (_, n) => `tag ${n}`)
    await importInto(project, manager, JSON.stringify(record(1)), { own: { tags } })
    const native = await download(manager, project, 'native')
    const other = await setting()
    const { id } = await uploadImport(other.manager, other.project.id, {
      name: 'x.jsonl',
      body: new Response(native).body,
    })
    await checkImport(id, idle)
    await startImport(other.manager, id, { own: { tags: ['tag 3', 'one more'] } })
    await applyImportHandler.run({ importId: id }, { id: '1', attempt: 1, isLastAttempt: false, signal: idle })
    expect(await prisma().import.findUnique({ where: { id } })).toMatchObject({
      state: 'failed',
      error: expect.stringMatching(/^Line 1, item\.own\.tags: .* would have 21; at most 20\./),
    })
    expect(await prisma().item.count({ where: { projectId: other.project.id } })).toBe(0)
  })

  test('with tampered answers is refused', async () => {
    const { project, manager } = await setting()
    await importInto(project, manager, JSON.stringify(record(1)))
    const native = (await download(manager, project, 'native')).replaceAll('"knowledge_error"', '"knowledge_terror"')
    const { id } = await uploadImport(manager, project.id, { name: 'x.jsonl', body: new Response(native).body })
    await checkImport(id, idle)
    expect(await prisma().import.findUnique({ where: { id } })).toMatchObject({ state: 'refused' })
  })
})

describe('raw annotations and ratings', () => {
  test('hold revealed tasks only', async () => {
    const { project, manager, tasks } = await inAllStates()
    const revealed = tasks.slice(0, 2).map((task) => task.position)
    const annotations = lines(await download(manager, project, 'annotations')) as { item: { position: number } }[]
    expect(annotations.map((each) => each.item.position)).toEqual(revealed.flatMap((position) => [position, position]))
    const ratings = lines(await download(manager, project, 'ratings-json')) as { item: number; measure: string }[]
    expect([...new Set(ratings.map((each) => each.item))]).toEqual(revealed)
  })

  test('tell hours of an annotation with the gold, and not before', async () => {
    const { project, manager } = await inAllStates()
    const timed = (lines(await download(manager, project, 'annotations')) as Record<string, unknown>[]).map((each) => {
      const labels = each.labels as { updatedAt: string | null }[]
      const told = [each.startedAt, each.submittedAt, each.activeSeconds, ...labels.map(({ updatedAt }) => updatedAt)]
      return { state: each.state, told: [...new Set(told.map((value) => value !== null))] }
    })
    expect(new Set(timed.map(({ state }) => state)).size).toBe(2)
    for (const { state, told } of timed) expect(told).toEqual([state === 'gold'])
  })

  test('ratings are those of independent first-round annotations, as CSV and as JSON', async () => {
    const { project, manager, tasks } = await inAllStates()
    const [one, two] = tasks
    await prisma().$executeRaw`update tasks set state = 'consolidating' where id = ${one?.id}::uuid`
    await prisma().$executeRaw`update tasks set state = 'open' where id = ${two?.id}::uuid`
    const csv = await download(manager, project, 'ratings')
    const labels = csv.split('\r\n').filter((row) => row.startsWith('label,'))
    const at = one?.position
    expect(csv.split('\r\n')[0]).toBe('measure,unit,item,domain,annotator,value')
    expect(labels.sort()).toEqual(
      [
        `label,${at}/s1,${at},wk,annotator 1,true`,
        `label,${at}/s2,${at},wk,annotator 1,true`,
        `label,${at}/s1,${at},wk,annotator 2,true`,
        `label,${at}/s2,${at},wk,annotator 2,false`,
      ].sort(),
    )
    const json = lines(await download(manager, project, 'ratings-json'))
    expect(json).toHaveLength(csv.split('\r\n').length - 2)
    expect(json).toContainEqual({
      measure: 'errorType',
      unit: `${at}/s2`,
      item: at,
      domain: 'wk',
      annotator: 'annotator 2',
      value: 'knowledge_error',
    })
  })
})

describe('the name of the bytes', () => {
  const headersOf = async (actor: Actor, project: { id: string }, key: string) => {
    const { headers, body } = await downloadExport(actor, project.id, key)
    await body?.cancel()
    return { etag: headers.get('etag'), length: Number(headers.get('content-length')) }
  }

  test('is that of the file, and another once the file is', async () => {
    const { project, manager } = await setting()
    await importInto(project, manager, JSON.stringify([record(1)]))
    const before = await headersOf(manager, project, 'felm')
    const text = await download(manager, project, 'felm')
    expect(before).toEqual({ etag: `"${sha256(text)}"`, length: Buffer.byteLength(text) })
    expect(await headersOf(manager, project, 'felm')).toEqual(before)
    await importInto(project, manager, JSON.stringify([record(2)]))
    expect(await headersOf(manager, project, 'felm')).not.toEqual(before)
  })

  test('tells nothing of work that nobody may see yet', async () => {
    const { project, manager, second, tasks } = await inAllStates()
    const keys = ['native', 'annotations', 'ratings', 'table-gold-csv']
    const names = () => Promise.all(keys.map((key) => headersOf(manager, project, key)))
    const before = await names()
    const [, , open] = tasks
    if (open) await makeAnnotation(open, second, answersWith(true), true)
    expect(await names()).toEqual(before)
  })
})

describe('people in exports', () => {
  test('are told apart by alias, and named to managers only once nothing is left to settle', async () => {
    const { project, manager } = await setting()
    const reviewer = actorOf(await makeMember(project, 'reviewer'))
    const kim = await makeMember(project, 'annotator', await makeUser({ name: 'Kim' }))
    const other = await makeMember(project, 'annotator', await makeUser({ name: 'Kim' }))
    const task = await makeTask(project)
    await makeAnnotation(task, kim, answersWith(true), true)
    await makeAnnotation(task, other, answersWith(false), true)
    const people = async (actor: Actor, key: string) => {
      const found = lines(await download(actor, project, key)) as { annotator: string }[]
      return [...new Set(found.map(({ annotator }) => annotator))].sort()
    }
    const aliases = ['annotator 1', 'annotator 2']
    for (const state of ['consolidating', 'approving'] as const) {
      await prisma().task.update({ where: { id: task.id }, data: { state } })
      for (const key of ['annotations', 'ratings-json']) expect(await people(manager, key)).toEqual(aliases)
    }
    await prisma().task.update({ where: { id: task.id }, data: { state: 'gold' } })
    for (const key of ['annotations', 'ratings-json']) {
      expect(await people(manager, key)).toEqual(['Kim (annotator 1)', 'Kim (annotator 2)'])
      expect(await people(reviewer, key)).toEqual(aliases)
    }
  })

  test('keep their alias when others come later, draft, or change their part, and have none before the reveal', async () => {
    const { project } = await setting()
    const [first, second, late] = [
      await makeMember(project, 'annotator'),
      await makeMember(project, 'annotator'),
      await makeMember(project, 'reviewer'),
    ]
    const task = await makeTask(project)
    await makeAnnotation(await makeTask(project), second, answersWith(true))
    await makeAnnotation(task, first, answersWith(true), true)
    await makeAnnotation(task, second, answersWith(true), true)
    const reveal = ({ id }: { id: string }) => prisma().task.update({ where: { id }, data: { state: 'gold' } })
    expect(await personNames(project.id, false)).toEqual({ annotators: {}, reviewers: {} })
    await reveal(task)
    const gold = { taskId: task.id, round: 1, answers: {}, rollUp: {}, origin: 'consolidated' as const }
    await prisma().gold.create({ data: { ...gold, version: 1, adjudicatorId: late.id } })
    const before = { [first.id]: 'annotator 1', [second.id]: 'annotator 2' }
    expect(await personNames(project.id, false)).toEqual({ annotators: before, reviewers: { [late.id]: 'reviewer 1' } })
    const unseen = await makeTask(project)
    await makeAnnotation(unseen, late, answersWith(true), true)
    expect((await personNames(project.id, false)).annotators).toEqual(before)
    await reveal(unseen)
    expect(await personNames(project.id, false)).toEqual({
      annotators: { ...before, [late.id]: 'annotator 3' },
      reviewers: { [late.id]: 'reviewer 1' },
    })
  })

  test('are rated only by answers that count, as on the agreement page', async () => {
    const { project, manager } = await setting()
    const task = await makeTask(project)
    const kept = { ...answersWith(true), s2: { label: true, errorType: 'fooled' } }
    for (const answers of [kept, answersWith(false)])
      await makeAnnotation(task, await makeMember(project, 'annotator'), answers, true)
    await prisma().task.update({ where: { id: task.id }, data: { state: 'consolidating' } })
    const types = (lines(await download(manager, project, 'ratings-json')) as { measure: string; value: string }[])
      .filter(({ measure }) => measure === 'errorType')
      .map(({ value }) => value)
    expect(types).toEqual(['knowledge_error'])
  })
})

describe('who downloads', () => {
  test('has read the answers, and cannot be assigned any more', async () => {
    const { project, manager, tasks } = await inAllStates()
    await download(manager, project, 'felm')
    const readsOf = () => prisma().answerRead.findMany({ where: { userId: manager.userId }, select: { taskId: true } })
    expect((await readsOf()).map((read) => read.taskId)).toEqual([tasks[0]?.id])
    await download(manager, project, 'annotations')
    expect((await readsOf()).map((read) => read.taskId).sort()).toEqual(
      tasks
        .slice(0, 2)
        .map((task) => task.id)
        .sort(),
    )
    const events = await prisma().event.findMany({
      where: { projectId: project.id, type: 'export.downloaded' },
      orderBy: { id: 'asc' },
    })
    expect(events.map(({ actorId, data }) => [actorId, data])).toEqual([
      [manager.userId, { format: 'felm' }],
      [manager.userId, { format: 'annotations' }],
    ])
  })

  test('is decided by role', async () => {
    const { project } = await inAllStates()
    const keys = ['felm', 'native', 'annotations', 'ratings', 'ratings-json']
    const outcome = async (actor: Actor) => Promise.all(keys.map((key) => failure(download(actor, project, key))))
    const member = async (role: 'annotator' | 'reviewer' | 'viewer') => actorOf(await makeMember(project, role))
    expect(await outcome(await member('reviewer'))).toEqual([null, null, null, null, null])
    expect(await outcome(await member('viewer'))).toEqual([null, null, 'forbidden', 'forbidden', 'forbidden'])
    expect(await outcome(await member('annotator'))).toEqual(keys.map(() => 'forbidden'))
    const stranger = actorOf(await makeMember(await makeProject(), 'manager'))
    expect(await outcome(stranger)).toEqual(keys.map(() => 'not_found'))
  })

  test('is offered what they may download, with counts', async () => {
    const { project, manager } = await inAllStates()
    const viewer = actorOf(await makeMember(project, 'viewer'))
    const offers = async (actor: Actor) =>
      (await listExports(actor, project.id)).exports.map(({ key, count, from }) => [key, count, from.count])
    const tables = (of: readonly string[], count: number) =>
      of.flatMap((key) => ['', '-csv'].map((end) => [`table-${key}${end}`, null, count]))
    const ofGold = tables(['gold', 'items', 'segments'], 1)
    expect(await offers(viewer)).toEqual([['felm', 1, 1], ['native', 1, 1], ...ofGold])
    expect(await offers(manager)).toEqual([
      ['felm', 1, 1],
      ['native', 1, 1],
      ['annotations', 4, 4],
      ['ratings', 18, 4],
      ['ratings-json', 18, 4],
      ['distributions', 10, 4],
      ...ofGold,
      ...tables(['ratings', 'distributions', 'annotations'], 4),
    ])
  })
})

test('a download that is broken off gives its connection back', async () => {
  const { project, manager } = await setting()
  await importInto(
    project,
    manager,
    Array.from({ length: 1200 }, (_, index) => JSON.stringify(record(index))).join('\n'),
  )
  for (let round = 0; round < casesOf(5, 15); round++) {
    const reader = (await downloadExport(manager, project.id, 'felm')).body?.getReader()
    await reader?.read()
    await reader?.cancel()
  }
  expect(pool().totalCount - pool().idleCount).toBe(0)
  expect(lines(await download(manager, project, 'felm'))).toHaveLength(1200)
})

test('a name that no export has is answered with those that the role may download', async () => {
  const project = await makeProject()
  const [manager, viewer] = [await makeMember(project, 'manager'), await makeMember(project, 'viewer')]
  const said = (user: typeof manager) =>
    download(actorOf(user), project, 'golden').catch((error: unknown) =>
      error instanceof AppError ? error.message : '',
    )
  expect(await said(manager)).toMatch(
    /^There is no export of that name\. There are: felm, native, annotations, ratings, ratings-json, distributions, table-gold, /,
  )
  expect(await said(viewer)).toMatch(/^There is no export of that name\. There are: felm, native/)
  expect(await said(viewer)).not.toContain('annotations')
})
