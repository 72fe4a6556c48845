import { describe, expect, test, vi } from 'vitest'
import type { Actor } from '@/lib/platform/policy/actor'
import { pool, prisma } from '@/lib/platform/server/db'
import { AppError } from '@/lib/platform/server/errors'
import { actorOf } from '@/tests/actors'
import { type MadeProject, makeMember, makeProject } from '@/tests/factories'
import { eventually } from '@/tests/support/wait'
import { applyImport } from './apply-import'
import { checkImport, checkImportHandler } from './check-import'
import { fileImportSchema } from './contract'
import { importFile } from './import-file'
import { getImport } from './queries'

const idle = new AbortController().signal

async function setting() {
  const project = await makeProject()
  const person = await makeMember(project, 'annotator')
  return { project, person, manager: actorOf(await makeMember(project, 'manager')) }
}

const line = (index: number, labels: unknown[] = [true, false]) =>
  `${JSON.stringify({
    index: String(index),
    domain: 'wk',
    source: 'test',
    prompt: `Question ${index}?`,
    response: 'One. Two.',
    segmented_response: ['One.', 'Two.'],
    labels,
    type: [null, 'knowledge_error'],
    comment: ['', 'No.'],
  })}\n`

interface Asked {
  actor: Actor
  project: MadeProject
  text: string
  query?: Record<string, string>
  seconds?: number
  signal?: AbortSignal
}

/** The request, as its route has it answered. */
function ask({ actor, project, text, query = {}, seconds = 60, signal = idle }: Asked) {
  const choices = { ...fileImportSchema.parse({ fileName: 'records.jsonl', ...query }), seconds }
  const answer = importFile(actor, project.id, choices, {
    body: new Response(text).body,
    headers: new Headers(),
    signal,
  })
  // It is awaited later, when it may have failed long ago.
  answer.catch(() => undefined)
  return answer
}

/** The project's import in this state, as soon as there is one. */
const importIn = ({ id: projectId }: MadeProject, state: 'checking' | 'applying' | 'cancelled') =>
  eventually(() => prisma().import.findFirstOrThrow({ where: { projectId, state } }))

/** The same, with what the worker does meanwhile. */
async function askWithWorker(asked: Asked, steps: readonly ('check' | 'apply')[] = ['check', 'apply']) {
  const answer = ask(asked)
  if (steps.includes('check')) await checkImport((await importIn(asked.project, 'checking')).id, idle)
  if (steps.includes('apply')) await applyImport((await importIn(asked.project, 'applying')).id, idle)
  return answer
}

/** What the job was given that checks the import. */
const payloadOf = async (importId: string): Promise<unknown> => {
  const { rows } = await pool().query<{ payload: unknown }>(
    `select payload from graphile_worker._private_jobs where payload ->> 'importId' = $1`,
    [importId],
  )
  return rows[0]?.payload
}

/** How many of the project's imports may go on, or still have their file. */
const leftOf = ({ id: projectId }: MadeProject) =>
  prisma().import.count({ where: { projectId, OR: [{ state: { not: 'cancelled' } }, { chunks: { some: {} } }] } })
const itemsOf = ({ id: projectId }: MadeProject) => prisma().item.count({ where: { projectId } })
const refusalOf = (work: Promise<unknown>): Promise<AppError> =>
  work.then(
    () => {
      throw new Error('it was not refused')
    },
    (error: unknown) => {
      if (error instanceof AppError) return error
      throw error
    },
  )

describe('a file in one request', () => {
  test('is checked and written, and adds nothing when it is sent again', async () => {
    const { project, manager: actor } = await setting()
    const asked = { actor, project, text: line(1) + line(2), query: { tags: 'first, second', domain: 'rivers' } }
    expect(await askWithWorker(asked)).toMatchObject({ state: 'done', newCount: 2, duplicateCount: 0, problems: [] })
    expect(await prisma().item.findMany({ where: { projectId: project.id } })).toMatchObject([
      { tags: ['first', 'second'], ownDomain: 'rivers' },
      { tags: ['first', 'second'], ownDomain: 'rivers' },
    ])
    expect(await askWithWorker(asked)).toMatchObject({ state: 'done', newCount: 0, duplicateCount: 2 })
    expect(await itemsOf(project)).toBe(2)
  })

  test('is written by the job that checks it, which is given what was chosen; not of a dry run', async () => {
    const { project, manager: actor } = await setting()
    const answer = ask({ actor, project, text: line(1), query: { labels: 'gold', tags: 'first' } })
    const { id } = await importIn(project, 'checking')
    await checkImportHandler.run(await payloadOf(id), { id: '1', attempt: 1, isLastAttempt: false, signal: idle })
    expect(await answer).toMatchObject({ id, state: 'done', newCount: 1, options: { labels: 'gold' } })
    const [item] = await prisma().item.findMany({ where: { projectId: project.id }, include: { tasks: true } })
    expect(item).toMatchObject({ tags: ['first'], tasks: [{ state: 'gold' }] })
    const dry = ask({ actor, project, text: line(2), query: { dryRun: 'true' } })
    const { id: importId } = await importIn(project, 'checking')
    expect(await payloadOf(importId)).toEqual({ importId })
    await checkImport(importId, idle)
    await dry
  })

  test('with a problem is refused by file, line and field, with what to do, and nothing is added', async () => {
    const { project, manager: actor } = await setting()
    const refused = await refusalOf(
      askWithWorker({ actor, project, text: line(1) + line(2, [true]) + line(3) }, ['check']),
    )
    expect(refused).toMatchObject({ code: 'rule', message: 'records.jsonl has one problem. Nothing was added.' })
    expect(refused.extra.issues).toMatchObject([{ path: 'records.jsonl, line 2, labels' }])
    expect(refused.extra.data).toMatchObject({
      importId: expect.any(String),
      problemCount: 1,
      problems: [{ file: 'records.jsonl', line: 2, field: 'labels', fix: expect.stringMatching(/\w/) }],
    })
    expect(await itemsOf(project)).toBe(0)
    expect(await leftOf(project)).toBe(0)
    // What was wrong can still be read.
    expect(await getImport(actor, String(refused.extra.data?.importId))).toMatchObject({
      problemCount: 1,
      problems: [{ line: 2 }],
    })
  })

  test('whose annotator leaves while it is checked is refused, and nothing of it is kept', async () => {
    const { project, manager: actor, person } = await setting()
    const answer = ask({ actor, project, text: line(1), query: { labels: 'person', person: String(person.email) } })
    const { id } = await importIn(project, 'checking')
    await prisma().membership.deleteMany({ where: { projectId: project.id, userId: person.id } })
    await checkImport(id, idle)
    expect((await refusalOf(answer)).code).toBe('rule')
    expect(await leftOf(project)).toBe(0)
  })

  test('gives its good records where that is asked for, and says what was wrong with the others', async () => {
    const { project, manager: actor } = await setting()
    const done = await askWithWorker({
      actor,
      project,
      text: line(1) + line(2, [true]) + line(3),
      query: { records: 'good' },
    })
    expect(done).toMatchObject({ state: 'done', newCount: 2, problems: [{ line: 2, field: 'labels' }] })
    expect(await itemsOf(project)).toBe(2)
  })

  test('leaves nothing of a dry run', async () => {
    const { project, manager: actor } = await setting()
    const seen = await askWithWorker({ actor, project, text: line(1), query: { dryRun: 'true' } }, ['check'])
    expect(seen).toMatchObject({ state: 'cancelled', newCount: 1, labelledCount: 1 })
    expect(await itemsOf(project)).toBe(0)
    const bad = { actor, project, text: line(2, [true]), query: { dryRun: 'true' } }
    expect((await refusalOf(askWithWorker(bad, ['check']))).message).toContain('one problem')
    expect(seen.id).toEqual(expect.any(String))
    expect(await leftOf(project)).toBe(0)
  })

  test('becomes a member’s work, who is called by e-mail; of nobody else', async () => {
    const { project, manager: actor, person } = await setting()
    const query = { labels: 'person', independent: 'true', person: String(person.email).toUpperCase() }
    const done = await askWithWorker({ actor, project, text: line(1), query })
    expect(done).toMatchObject({ state: 'done', options: { labels: 'person', personId: person.id, independent: true } })
    const stranger = ask({ actor, project, text: line(2), query: { ...query, person: 'nobody@assay.example' } })
    expect(await refusalOf(stranger)).toMatchObject({ code: 'rule', extra: { issues: [{ path: 'query.person' }] } })
    expect(fileImportSchema.safeParse({ fileName: 'a.jsonl', labels: 'person' }).success).toBe(false)
  })

  test('that is not done in time is taken back, also while it is written', async () => {
    const { project, manager: actor } = await setting()
    const refused = await refusalOf(ask({ actor, project, text: line(1), seconds: 0 }))
    expect(refused).toMatchObject({ code: 'unavailable', message: expect.stringContaining('Nothing was added') })
    const late = ask({ actor, project, text: line(1) })
    await checkImport((await importIn(project, 'checking')).id, idle)
    const { id } = await importIn(project, 'applying')
    const clock = vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 3_600_000)
    expect(await refusalOf(late)).toMatchObject({ code: 'unavailable' })
    clock.mockRestore()
    await applyImport(id, idle)
    expect(await itemsOf(project)).toBe(0)
    expect(await prisma().import.findUnique({ where: { id } })).toMatchObject({ state: 'cancelled' })
  })

  test('whose sender goes away is taken back', async () => {
    const { project, manager: actor } = await setting()
    const sender = new AbortController()
    const answer = ask({ actor, project, text: line(1), signal: sender.signal })
    await importIn(project, 'checking')
    sender.abort()
    await expect(answer).rejects.toBe(sender.signal.reason)
    await importIn(project, 'cancelled')
  })

  test('is not read of somebody who may not import', async () => {
    const { project, person } = await setting()
    expect(await refusalOf(ask({ actor: actorOf(person), project, text: line(1) }))).toMatchObject({
      code: 'forbidden',
    })
    expect(await prisma().import.count({ where: { projectId: project.id } })).toBe(0)
  })
})
