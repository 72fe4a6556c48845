import { createHash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { gzipSync } from 'node:zlib'
import { beforeEach, describe, expect, test } from 'vitest'
import { ZipFile } from 'yazl'
import { getWorkbench } from '@/lib/annotation/annotations/queries'
import { saveAnswer } from '@/lib/annotation/annotations/save-answers'
import { nextTask } from '@/lib/annotation/assignments/next-task'
import { checkPredictions } from '@/lib/gold/evaluation/check-predictions'
import { uploadPredictions } from '@/lib/gold/evaluation/upload-predictions'
import { downloadExport } from '@/lib/gold/releases/download-export'
import { listExports } from '@/lib/gold/releases/queries'
import type { Actor } from '@/lib/platform/policy/actor'
import { pool, prisma, transaction } from '@/lib/platform/server/db'
import { AppError } from '@/lib/platform/server/errors'
import { applyImport } from '@/lib/workspace/imports/apply-import'
import { checkImport } from '@/lib/workspace/imports/check-import'
import { startImport } from '@/lib/workspace/imports/start-import'
import { uploadImport } from '@/lib/workspace/imports/upload-import'
import { itemsQuerySchema } from '@/lib/workspace/items/contract'
import { getItem, getItemHistory, listItems } from '@/lib/workspace/items/queries'
import { findWithdrawnTask } from '@/lib/workspace/tasks/queries'
import { restoreTask } from '@/lib/workspace/tasks/restore-task'
import { actorOf } from '@/tests/actors'
import { type MadeProject, makeAssignment, makeMember, makeProject, makeTask, makeUser } from '@/tests/factories'
import { whileWritesFail } from '@/tests/support/failing-table'
import { holdRow, takeInOrder } from '@/tests/support/take-in-order'
import { untilSomebodyWaits } from '@/tests/support/until-somebody-waits'
import { until } from '@/tests/support/wait'
import { withdrawItem } from './withdraw-item'

const idle = new AbortController().signal

/** The prompt is everybody's, the answer one person's. */
const record = (index: number) => ({
  index: String(index),
  domain: 'wk',
  source: 'forum of the coast',
  prompt: 'What lives in the deep sea, and how deep is it?',
  response: `Number ${index}: my grandmother saw an octopus. It was “blue”.`,
  segmented_response: [`Number ${index}: my grandmother saw an octopus.`, ' It was “blue”.'],
  labels: [true, false],
  comment: ['', `Not blue but grey, says number ${index}.`],
  type: [null, 'knowledge_error'],
  ref: ['https://example.org/a'],
})

async function importInto(project: MadeProject, manager: Actor, indexes: number[], changed: object = {}) {
  const text = indexes.map((index) => `${JSON.stringify({ ...record(index), ...changed })}\n`).join('')
  const { id } = await uploadImport(manager, project.id, { name: 'gold.jsonl', body: new Response(text).body })
  await checkImport(id, idle)
  await startImport(manager, id, { labels: 'gold', independent: false, open: true })
  await applyImport(id, idle)
  return prisma().import.findUniqueOrThrow({ where: { id } })
}

const failure = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: unknown) => (error instanceof AppError ? error.code : error),
  )

let made = 0
/** The item's number, which no other test has. */
let own = 0
let project: MadeProject
let manager: Actor
let itemId: string
let asked: { by: string; reason: string; erratum: string; dryRun: boolean }

beforeEach(async () => {
  const administrator = await makeUser({ isAdmin: true })
  made += 1
  own = 10 * made
  project = await makeProject({ name: `Sea ${made}` })
  manager = actorOf(await makeMember(project, 'manager'))
  await importInto(project, manager, [own, own + 1])
  itemId = (await prisma().item.findFirstOrThrow({ where: { projectId: project.id, position: 1 } })).id
  asked = {
    by: administrator.email ?? '',
    reason: 'Its author asked for it',
    erratum: 'Item 1 was taken out.',
    dryRun: false,
  }
})

describe('withdrawing an item', () => {
  test('is refused to others, without words, twice, and of what is not there', async () => {
    expect(await failure(withdrawItem(itemId, { ...asked, by: manager.name }))).toBe('forbidden')
    expect(await failure(withdrawItem(itemId, { ...asked, reason: ' ' }))).toBe('invalid_request')
    expect(await failure(withdrawItem(itemId, { ...asked, reason: 'a\nb' }))).toBe('invalid_request')
    expect(await failure(withdrawItem(itemId, { ...asked, erratum: '' }))).toBe('invalid_request')
    expect(await failure(withdrawItem(project.id, asked))).toBe('not_found')
    await withdrawItem(itemId, asked)
    expect(await failure(withdrawItem(itemId, asked))).toBe('conflict')
  })

  test('leaves a tombstone on its page, in the list and in every export, and texts of others where they are', async () => {
    const before = await listExports(manager, project.id)
    const report = await withdrawItem(itemId, asked)
    expect(report.sharing).toContainEqual({ project: `Sea ${made}`, position: 2 })
    const page = await getItem(manager, itemId)
    expect(page).toMatchObject({
      title: 'Withdrawn: Its author asked for it',
      withdrawn: { reason: 'Its author asked for it', erratum: 'Item 1 was taken out.' },
      parts: [],
      record: null,
      tasks: [],
      domain: null,
      source: null,
    })
    const { events } = await getItemHistory(manager, itemId)
    expect(events[0]?.text).toBe('Withdrawn: Its author asked for it')
    const list = await listItems(manager, project.id, itemsQuerySchema.parse({}))
    expect(list.items.map(({ title }) => title)).toEqual([
      'Withdrawn: Its author asked for it',
      expect.stringContaining('What lives in the deep sea'),
    ])
    expect(before.exports.length).toBeGreaterThan(5)
    for (const { key } of before.exports) {
      const bytes = Buffer.from(await (await downloadExport(manager, project.id, key)).arrayBuffer()).toString('latin1')
      expect([key, bytes.includes(`Number ${own}:`), bytes.includes(`number ${own}.`)]).toEqual([key, false, false])
    }
    const felm = await (await downloadExport(manager, project.id, 'felm')).text()
    expect(
      felm
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line).index),
    ).toEqual([String(own + 1)])
  })

  test('is told on the pages of its tasks to those who know of them', async () => {
    const annotator = await makeMember(project, 'annotator')
    const task = await makeTask(project)
    await makeAssignment(task, annotator, 'assigned')
    const at = { projectId: project.id, taskId: task.id }
    expect(await findWithdrawnTask(actorOf(annotator), at)).toBeNull()
    await withdrawItem(task.itemId, asked)
    const expected = { itemId: task.itemId, withdrawn: { reason: asked.reason, erratum: asked.erratum } }
    expect(await findWithdrawnTask(actorOf(annotator), at)).toMatchObject(expected)
    expect(await findWithdrawnTask(manager, at)).toMatchObject(expected)
    const elsewhere = await makeProject()
    const [other, manages] = [await makeMember(project, 'annotator'), await makeMember(elsewhere, 'manager')]
    expect(await findWithdrawnTask(actorOf(other), at)).toBeNull()
    expect(await findWithdrawnTask(actorOf(manages), at)).toBeNull()
    expect(await findWithdrawnTask(manager, { ...at, projectId: elsewhere.id })).toBeNull()
  })

  test('leaves nothing half done where it breaks off', async () => {
    const state = () =>
      prisma().item.findUniqueOrThrow({
        where: { id: itemId },
        include: { tasks: { include: { units: true, golds: true } } },
      })
    const before = await state()
    await expect(
      whileWritesFail({ table: 'events', state: 'XX000' }, () => withdrawItem(itemId, asked)),
    ).rejects.toThrow()
    expect(await state()).toEqual(before)
    expect(await prisma().withdrawal.count({ where: { itemId } })).toBe(0)
    await withdrawItem(itemId, asked)
    expect((await state()).title).toBe('Withdrawn: Its author asked for it')
  })

  test('does not come back: nobody restores it, is given it, or imports it again', async () => {
    const task = await prisma().task.findFirstOrThrow({ where: { itemId } })
    await withdrawItem(itemId, asked)
    expect(await failure(restoreTask(manager, task.id))).toBe('not_found')
    const annotator = actorOf(await makeMember(project, 'annotator'))
    expect((await nextTask(annotator, project.id)).taskId).toBeNull()
    const again = await importInto(project, manager, [own])
    expect(again).toMatchObject({ newCount: 0, duplicateCount: 1 })
    await importInto(project, manager, [own], { labels: [true, true], type: [null, null], comment: ['', ''] })
    expect(await prisma().item.count({ where: { projectId: project.id } })).toBe(2)
    const { state, golds } = await prisma().task.findUniqueOrThrow({ where: { id: task.id }, include: { golds: true } })
    expect([state, golds.length]).toEqual(['discarded', 1])
    await expect(pool().query('update items set discarded_at = null where id = $1', [itemId])).rejects.toThrow(
      'does not come back',
    )
    await expect(pool().query(`update tasks set state = 'open' where id = $1`, [task.id])).rejects.toThrow(
      'does not come back',
    )
  })
})

describe('what others do at the same time', () => {
  test('an answer that is saved meanwhile is refused, and not written', async () => {
    const annotator = await makeMember(project, 'annotator')
    const task = await makeTask(project)
    await makeAssignment(task, annotator, 'assigned')
    const actor = actorOf(annotator)
    const { annotationId } = await getWorkbench(actor, task.id)
    const value = [{ url: 'https://example.org/a', note: 'Her words, copied.' }]
    const change = { unit: 'item', question: 'links', value, expectedRevision: 0, origin: 'chosen' as const }
    const { withdrawal, save } = await transaction(async (tx) => {
      // The withdrawal holds the annotation, and waits for its administrator's row to write itself down.
      await tx.$queryRaw`select 1 from users where email = ${asked.by} for update`
      const begun = withdrawItem(task.itemId, asked)
      await untilSomebodyWaits()
      const waiting = failure(saveAnswer(actor, task.id, { annotationId, ...change }))
      await untilSomebodyWaits(2)
      return { withdrawal: begun.then(() => 'done'), save: waiting.then((code) => ({ code })) }
    }).then(async (both) => ({ withdrawal: await both.withdrawal, save: await both.save }))
    expect([withdrawal, save]).toEqual(['done', { code: 'not_found' }])
    expect(await prisma().label.count({ where: { annotationId } })).toBe(0)
    expect(await prisma().event.count({ where: { annotationId, type: 'answer.saved' } })).toBe(0)
    const unit = await prisma().unit.findFirstOrThrow({ where: { taskId: task.id } })
    await expect(
      pool().query(
        `insert into labels (annotation_id, unit_id, task_id, question, value, revision, origin, updated_at)
         values ($1, $2, $3, 'links', '[]', 1, 'chosen', now())`,
        [annotationId, unit.id, task.id],
      ),
    ).rejects.toThrow('a withdrawn item takes no answers')
    await expect(
      pool().query(`insert into events (type, project_id, task_id, data) values ('answer.saved', $1, $2, '{}')`, [
        project.id,
        task.id,
      ]),
    ).rejects.toThrow('a withdrawn item takes no answers')
  })

  test('holds tasks before their annotations, as who submits does', async () => {
    const task = await prisma().task.findFirstOrThrow({ where: { itemId } })
    const { id: userId } = await makeMember(project, 'annotator')
    const annotation = await prisma().annotation.create({ data: { taskId: task.id, userId, round: 1 } })
    const order = {
      first: holdRow('tasks', 'id', task.id),
      later: holdRow('annotations', 'id', annotation.id, 'nowait'),
    }
    expect(await takeInOrder(order, () => withdrawItem(itemId, asked))).toMatchObject({ position: 1 })
  })

  test('texts that come while it waits are found too', async () => {
    const text = `These words came late to item ${own}.`
    const waiting = await transaction(async (tx) => {
      await tx.$queryRaw`select 1 from projects where id = ${project.id}::uuid for update`
      const begun = withdrawItem(itemId, asked)
      await untilSomebodyWaits()
      await tx.item.update({ where: { id: itemId }, data: { title: text } })
      await tx.project.update({ where: { id: project.id }, data: { description: `About “${text}”` } })
      return { begun }
    })
    await waiting.begun
    const { description } = await prisma().project.findUniqueOrThrow({ where: { id: project.id } })
    expect(description).toMatch(/^About “sha256:[0-9a-f]{64}”$/)
  })
})

test('a text that begins like an escape sequence is not cut out of one', async () => {
  const text = `new octopuses of number ${own}`
  await prisma().item.update({ where: { id: itemId }, data: { title: text } })
  const data = { other: `a\n${text.slice(1)}`, quoted: `a ${text}`, [text]: 1 }
  const { id } = await prisma().event.create({ data: { type: 'project.updated', projectId: project.id, data } })
  await withdrawItem(itemId, asked)
  expect((await prisma().event.findUniqueOrThrow({ where: { id } })).data).toEqual({
    other: data.other,
    quoted: expect.stringMatching(/^a sha256:[0-9a-f]{64}$/),
    [`sha256:${createHash('sha256').update(text).digest('hex')}`]: 1,
  })
})

test('predictions are read as they are evaluated, and go where a text of it stands in them', async () => {
  const { id: createdById } = await prisma().user.findUniqueOrThrow({ where: { email: asked.by } })
  const text = `Octopuses of the deep “${own}” are blue.`
  await prisma().item.update({ where: { id: itemId }, data: { title: text } })
  const other = { response: 'Whales are grey, say all of them.' }
  const line = (value: object) => `${JSON.stringify(value)}\n`
  const escaped = line({ response: text }).replaceAll('“', '\\u201c')
  const log = new ZipFile()
  const header = { version: 2, status: 'success', eval: { model: 'm', task: 't' } }
  log.addBuffer(Buffer.from(JSON.stringify(header)), 'header.json')
  const sample = { id: '1', epoch: 1, input: 'Why?', target: '', events: [{ content: text }] }
  log.addBuffer(Buffer.from(JSON.stringify(sample)), 'samples/1_epoch_1.json')
  log.end()
  const files = {
    'log.eval': await buffer(log.outputStream),
    'plain.jsonl': Buffer.from(line(other) + line({ response: text })),
    'other.jsonl.gz': gzipSync(line(other)),
    'packed.jsonl.gz': gzipSync(line({ response: text })),
    'escaped.jsonl': Buffer.from(escaped + line(other)),
    'wide.jsonl': Buffer.from(`\ufeff${line({ response: text })}`, 'utf16le'),
  }
  for (const [name, bytes] of Object.entries(files))
    await prisma().evaluation.create({
      data: {
        name,
        task: 'felm',
        state: 'done',
        projectId: project.id,
        createdById,
        byteSize: bytes.length,
        chunks: { create: { position: 0, bytes: Uint8Array.from(bytes) } },
      },
    })
  const { predictions } = await withdrawItem(itemId, asked)
  expect(predictions.toSorted()).toEqual(['log.eval', 'packed.jsonl.gz', 'wide.jsonl'])
  const left = await prisma().evaluation.findMany({
    where: { projectId: project.id },
    orderBy: { name: 'asc' },
    include: { chunks: true },
  })
  expect(left.map(({ name, state, chunks }) => [name, state, chunks.map(({ bytes }) => Buffer.from(bytes))])).toEqual([
    ['escaped.jsonl', 'done', [Buffer.from(line(other))]],
    ['log.eval', 'failed', []],
    ['other.jsonl.gz', 'done', [files['other.jsonl.gz']]],
    ['packed.jsonl.gz', 'failed', []],
    ['plain.jsonl', 'done', [Buffer.from(line(other))]],
    ['wide.jsonl', 'failed', []],
  ])
})

describe('predictions that are on their way while an item is withdrawn', () => {
  const secret = () => `Octopuses of the deep “${own}” are blue.`
  const line = () => JSON.stringify({ system: 'm', item: 'none', segment: 1, label: true, text: secret() })
  const evaluation = async () => {
    const row = await prisma().evaluation.findFirstOrThrow({
      where: { projectId: project.id },
      include: { chunks: true },
    })
    return {
      state: row.state,
      error: row.error,
      pieces: row.chunks.length,
      text: JSON.stringify([row.missed, row.problems]),
    }
  }
  const ended = {
    state: 'failed',
    error: expect.stringContaining('An item was withdrawn'),
    pieces: 0,
    text: expect.not.stringContaining('Octopuses'),
  }

  beforeEach(async () => {
    await prisma().item.update({ where: { id: itemId }, data: { title: secret() } })
  })

  test('keep no piece that comes after it', async () => {
    const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>()
    const upload = uploadPredictions(manager, project.id, { task: 'segments', name: 'a.jsonl', body: readable })
    const refused = failure(upload)
    await until(() => prisma().evaluation.findFirst({ where: { projectId: project.id, state: 'uploading' } }))
    await withdrawItem(itemId, asked)
    expect(await evaluation()).toMatchObject(ended)
    const writer = writable.getWriter()
    await writer.write(Buffer.from(line()))
    await writer.close()
    expect(await refused).toBe('conflict')
    expect(await evaluation()).toMatchObject(ended)
  })

  test('are not concluded by a check that has read them already', async () => {
    const body = new Response(line()).body
    const { id } = await uploadPredictions(manager, project.id, { task: 'segments', name: 'a.jsonl', body })
    const { withdrawal, check } = await transaction(async (tx) => {
      // The withdrawal holds the project, and waits for its administrator's row to write itself down.
      await tx.$queryRaw`select 1 from users where email = ${asked.by} for update`
      const begun = withdrawItem(itemId, asked)
      await untilSomebodyWaits()
      const checking = checkPredictions(id, idle).catch((error: unknown) => error)
      await untilSomebodyWaits(2)
      return { withdrawal: begun, check: checking }
    }).then(async (both) => ({ withdrawal: await both.withdrawal, check: await both.check }))
    expect(withdrawal.changes).toContainEqual({ table: 'evaluations', rows: 1, what: 'cancelled' })
    expect(check).toBeInstanceOf(Error)
    expect(await evaluation()).toMatchObject(ended)
  })
})

describe('what keeps events, gold and labels as they are', () => {
  const touch =
    (setting: string | null, before = '') =>
    async () => {
      const client = await pool().connect()
      try {
        await client.query('begin')
        if (before) await client.query(before)
        if (setting !== null) await client.query(`select set_config('assay.withdrawing', $1, true)`, [setting])
        await client.query(`update events set data = '{}' where project_id = $1`, [project.id])
      } finally {
        await client.query('rollback')
        client.release()
      }
    }
  const refused = 'events are append-only'

  test('gives way to no setting without a withdrawal, nor to one of another transaction', async () => {
    await expect(touch(null)()).rejects.toThrow(refused)
    await expect(touch('yes')()).rejects.toThrow(refused)
    await withdrawItem(itemId, asked)
    const { id } = await prisma().withdrawal.findFirstOrThrow()
    await expect(touch(id)()).rejects.toThrow(refused)
    await expect(
      touch(id, `update withdrawals set transaction = pg_current_xact_id()::text::bigint`)(),
    ).rejects.toThrow('a withdrawal is not changed')
  })

  test('lets texts be replaced and nothing else, and asks for a reason', async () => {
    const by = await prisma().user.findUniqueOrThrow({ where: { email: asked.by } })
    const withdrawal = (reason: string) =>
      `insert into withdrawals (id, project_id, item_id, reason, erratum, by_id)
       values ('${project.id}', '${project.id}', '${itemId}', '${reason}', 'e', '${by.id}')`
    await expect(touch(project.id, withdrawal(' '))()).rejects.toThrow('withdrawals_say_why')
    await touch(project.id, withdrawal('r'))()
    const client = await pool().connect()
    try {
      for (const statement of [
        'update events set actor_id = null',
        'update events set type = $$other$$',
        'delete from events',
        'update golds set version = 7',
        'delete from golds where false; update golds set created_at = now()',
        'update withdrawals set reason = $$other$$',
      ]) {
        await client.query('begin')
        await client.query(withdrawal('r'))
        await client.query(`select set_config('assay.withdrawing', $1, true)`, [project.id])
        await expect(client.query(statement)).rejects.toThrow()
        await client.query('rollback')
      }
    } finally {
      client.release()
    }
  })
})
