import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import type { Prisma } from '@/generated/prisma/client'
import { MAX_FACT_BYTES } from '@/lib/platform/foreign/records/limits'
import { prisma } from '@/lib/platform/server/db'
import { AppError } from '@/lib/platform/server/errors'
import { actorOf, sessionFor } from '@/tests/actors'
import { type MadeProject, makeMember, makeProject } from '@/tests/factories'
import { routeAt } from '@/tests/support/call-route'
import { whileWritesFail } from '@/tests/support/failing-table'
import { applyImport } from './apply-import'
import { cancelImport } from './cancel-import'
import { checkImport } from './check-import'
import type { ImportOptions } from './contract'
import { downloadRejected } from './download-rejected'
import { dropOldFiles, KEPT_DAYS } from './drop-old-files'
import { mapImport } from './map-import'
import { getImport, listImports } from './queries'
import { startImport } from './start-import'
import { uploadImport } from './upload-import'

const POST = routeAt('POST /api/projects/{projectId}/imports')

const idle = new AbortController().signal
const options = (given: Partial<ImportOptions> = {}): ImportOptions => ({
  labels: 'ignore',
  records: 'all',
  independent: false,
  identity: 'content',
  open: true,
  ...given,
})

async function setting(stage: Parameters<typeof makeProject>[0] = {}) {
  const project = await makeProject(stage)
  const manager = actorOf(await makeMember(project, 'manager'))
  return { project, manager }
}

const streamOf = (text: string | Buffer) => new Response(Buffer.from(text)).body

/** Uploads and checks; returns what the manager sees. */
async function checked(manager: ReturnType<typeof actorOf>, project: { id: string }, text: string | Buffer) {
  const { id } = await uploadImport(manager, project.id, { name: 'records.jsonl', body: streamOf(text) })
  await checkImport(id, idle)
  return getImport(manager, id)
}

async function imported(
  manager: ReturnType<typeof actorOf>,
  project: { id: string },
  text: string,
  given?: Partial<ImportOptions>,
) {
  const { id } = await checked(manager, project, text)
  await startImport(manager, id, options(given))
  await applyImport(id, idle)
  return getImport(manager, id)
}

const felm = (index: number, labels?: boolean[], more: object = {}) =>
  JSON.stringify({
    index: String(index),
    domain: 'wk',
    source: 'test',
    prompt: `Question ${index}?`,
    response: 'One. Two.',
    segmented_response: ['One.', 'Two.'],
    ...(labels
      ? {
          labels,
          type: labels.map((label) => (label ? null : 'knowledge_error')),
          comment: labels.map((label) => (label ? '' : 'No.')),
        }
      : {}),
    ...more,
  })

const tasksOf = (project: MadeProject) =>
  prisma().task.findMany({
    where: { projectId: project.id },
    orderBy: { position: 'asc' },
    include: {
      item: true,
      units: { orderBy: { position: 'asc' } },
      golds: true,
      suggestions: true,
      assignments: true,
      annotations: { include: { labels: true } },
    },
  })

const eventsOf = (project: MadeProject, type: string) =>
  prisma().event.findMany({ where: { projectId: project.id, type } })

const failure = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: unknown) => (error instanceof AppError ? error.code : error),
  )

/** Records are written by the hundred: the file is longer than several batches. */
test('records that stand again batches later, or right behind the end of a batch, are written once', async () => {
  const { project, manager } = await setting()
  const first = Array.from({ length: 900 }, (_, index) => felm(index, undefined, { response: `Text ${index}. Two.` }))
  const lines = first.flatMap((line, index) => (index % 83 === 0 ? [line, line] : [line]))
  const all = [...lines, ...first.slice(200, 260), ...first.slice(-3)]
  const seen = await checked(manager, project, all.join('\n'))
  expect(seen).toMatchObject({ newCount: 900, duplicateCount: all.length - 900 })
  await startImport(manager, seen.id, options())
  await applyImport(seen.id, idle)
  expect(await getImport(manager, seen.id)).toMatchObject({ newCount: 900, duplicateCount: all.length - 900 })
  const items = await prisma().item.findMany({ where: { projectId: project.id }, orderBy: { position: 'asc' } })
  expect(items.map(({ externalId, position }) => [externalId, position])).toEqual(
    first.map((_, index) => [String(index), index + 1]),
  )
  const ids = items.map(({ id }) => id)
  expect(ids).toEqual([...ids].sort())
})

describe('whether a written file has tasks for its manager', () => {
  const labelled = [felm(1, [true, false]), felm(2, [true, true])].join('\n')
  const has = async (stage: Parameters<typeof setting>[0], text: string, given: Partial<ImportOptions> = {}) => {
    const { project, manager } = await setting(stage)
    const { id } = await checked(manager, project, text)
    expect(await getImport(manager, id)).toMatchObject({ hasTasks: false })
    const more = given.labels === 'person' ? { personId: manager.userId } : {}
    await startImport(manager, id, options({ ...given, ...more }))
    await applyImport(id, idle)
    return (await getImport(manager, id)).hasTasks
  }

  test('it has, where they are open to be annotated', async () => {
    expect(await has({}, labelled)).toBe(true)
    expect(await has({}, `${labelled}\n${felm(3)}`, { labels: 'gold' })).toBe(true)
  })

  test('it has none where all of it is gold or in preparation, or is the manager’s own work', async () => {
    expect(await has({}, labelled, { labels: 'gold' })).toBe(false)
    expect(await has({}, labelled, { open: false })).toBe(false)
    expect(await has({ stage: { raters: 2 } }, labelled, { labels: 'person' })).toBe(false)
  })

  test('it has none where managers assign', async () => {
    expect(await has({ stage: { queue: false } }, labelled)).toBe(false)
  })
})

describe('a checked file', () => {
  test('a record that is too large to be worked on keeps the file out, by line and field', async () => {
    const { project, manager } = await setting()
    const long = felm(2, undefined, { response: 'So it is. '.repeat(20_000), segmented_response: null })
    const seen = await checked(manager, project, `${felm(1)}\n${long}\n`)
    expect(seen).toMatchObject({ state: 'refused', problemCount: 2 })
    expect(seen.problems).toMatchObject([
      { line: 2, field: 'response', message: expect.stringMatching(/200,000 characters; at most 100,000/) },
      { line: 2, field: '', message: expect.stringMatching(/at most 5,000 in a stage/) },
    ])
  })

  test('shows its records and writes nothing', async () => {
    const { project, manager } = await setting()
    const seen = await checked(manager, project, `${felm(1)}\n${felm(2, [true, false])}\n${felm(1)}\n`)
    expect(seen).toMatchObject({
      state: 'ready',
      recordCount: 3,
      newCount: 2,
      duplicateCount: 1,
      labelledCount: 1,
      problemCount: 0,
    })
    expect(
      seen.preview.map(({ line, externalId, labelled, duplicate }) => [line, externalId, labelled, duplicate]),
    ).toEqual([
      [1, '1', false, false],
      [2, '2', true, false],
      [3, '1', false, true],
    ])
    expect(seen.preview[0]?.units.map((unit) => unit.key)).toEqual(['item', 's1', 's2'])
    expect(await prisma().item.count({ where: { projectId: project.id } })).toBe(0)
    expect(await eventsOf(project, 'import.uploaded')).toHaveLength(1)
  })

  test('with twelve faults shows twelve named problems, is refused, and writes nothing', async () => {
    const { project, manager } = await setting()
    const seen = await checked(manager, project, await readFile('tests/fixtures/twelve-faults.jsonl'))
    expect(seen.state).toBe('refused')
    expect(
      seen.problems.filter((problem) => problem.severity === 'error').map(({ line, field }) => [line, field]),
    ).toEqual([
      [2, ''],
      [3, ''],
      [4, ''],
      [5, 'domain'],
      [6, 'prompt'],
      [7, 'labels'],
      [8, 'labels[1]'],
      [9, 'type[0]'],
      [10, 'segmented_response[1]'],
      [11, ''],
      [12, 'prompt'],
      [13, ''],
    ])
    expect(seen.groups.filter((group) => group.severity === 'error')).toHaveLength(12)
    expect(seen.problems.every((problem) => problem.message.length > 0 && problem.fix.length > 0)).toBe(true)
    expect(await failure(startImport(manager, seen.id, options()))).toBe('rule')
    expect(await prisma().item.count({ where: { projectId: project.id } })).toBe(0)
    // The file rests, so that its columns may be read otherwise, until the import is cancelled.
    expect(await prisma().importChunk.count({ where: { importId: seen.id } })).toBe(1)
    await cancelImport(manager, seen.id)
    expect(await prisma().importChunk.count({ where: { importId: seen.id } })).toBe(0)
  })

  test('with a number too large, and with a field twice, is refused and says where', async () => {
    const { project, manager } = await setting()
    const file = '{"prompt":"a","response":"c.","x":1e999}\n{"prompt":"a","prompt":"b","response":"c."}'
    expect(await checked(manager, project, file)).toMatchObject({
      state: 'refused',
      problems: [
        { line: 1, field: 'x', message: 'This number is too large to be read.' },
        { line: 2, field: 'prompt', message: 'The field "prompt" stands twice in one object.' },
      ],
    })
  })

  test('without records is refused', async () => {
    const { project, manager } = await setting()
    expect(await checked(manager, project, '[]')).toMatchObject({ state: 'refused', problemCount: 1 })
  })
})

describe('a written file', () => {
  test('becomes items with their verbatim records, tasks and units, and lets go of the file', async () => {
    const { project, manager } = await setting({ stage: { raters: 3, coverage: 50 } })
    const spaced = ' { "prompt" : "Why?",  "response": "Because. It is so." } '
    const done = await imported(manager, project, `${felm(1)}\n${spaced}\n`)
    expect(done).toMatchObject({ state: 'done', newCount: 2, duplicateCount: 0 })
    const tasks = await tasksOf(project)
    expect(
      tasks.map(({ position, state, raters, item }) => [position, state, raters, item.format, item.record]),
    ).toEqual([
      [1, 'open', 1, 'felm', felm(1)],
      [2, 'open', 3, 'plain', spaced.trim()],
    ])
    expect(tasks[1]?.units.map((unit) => unit.text)).toEqual(['Why?', 'Because. ', 'It is so.'])
    expect(await prisma().importChunk.count({ where: { importId: done.id } })).toBe(0)
    const [event] = await eventsOf(project, 'import.applied')
    expect(event).toMatchObject({ actorId: manager.userId, data: { items: 2, duplicates: 0, labels: 'ignore' } })
  })

  test('with the longest id, domain and source that are let in is written: their indices take them', async () => {
    const { project, manager } = await setting()
    // Of which nothing repeats itself, so that the database cannot pack it.
    const noise = (bytes: number) =>
      Array.from({ length: bytes / 50 }, (_, n) =>
        createHash('sha512').update(`${bytes} ${n}`).digest('base64').slice(0, 50),
      )
    const { externalId, domain, source } = MAX_FACT_BYTES
    const facts = { index: noise(externalId).join(''), domain: noise(domain).join(''), source: noise(source).join('') }
    await imported(manager, project, `${felm(1, undefined, facts)}\n`)
    expect(await prisma().item.findMany({ where: { projectId: project.id } })).toMatchObject([
      { externalId: facts.index, domain: facts.domain, source: facts.source },
    ])
  })

  test('a second time adds nothing and says so, in another order and spacing too', async () => {
    const { project, manager } = await setting()
    await imported(manager, project, `${felm(1)}\n${felm(2)}\n`)
    const again = JSON.stringify([JSON.parse(felm(2)), JSON.parse(felm(3)), JSON.parse(felm(1))], null, 1)
    expect(await checked(manager, project, again)).toMatchObject({ state: 'ready', newCount: 1, duplicateCount: 2 })
    expect(await imported(manager, project, again)).toMatchObject({ state: 'done', newCount: 1, duplicateCount: 2 })
    expect((await tasksOf(project)).map((task) => task.item.externalId)).toEqual(['1', '2', '3'])
  })

  test('stays in preparation when asked to', async () => {
    const { project, manager } = await setting()
    await imported(manager, project, felm(1), { open: false })
    expect((await tasksOf(project)).map((task) => task.state)).toEqual(['preparing'])
  })

  test('twice at once: the same records come in once, positions stay unique', async () => {
    const { project, manager } = await setting()
    const lines = Array.from({ length: 40 }, (_, index) => felm(index)).join('\n')
    const ids = [
      (await checked(manager, project, lines)).id,
      (await checked(manager, project, `${lines}\n${felm(99)}`)).id,
    ]
    for (const id of ids) await startImport(manager, id, options())
    await Promise.all([...ids, ...ids].map((id) => applyImport(id, idle)))
    const tasks = await tasksOf(project)
    expect(tasks.map((task) => task.position)).toEqual(Array.from({ length: 41 }, (_, index) => index + 1))
    const done = await Promise.all(ids.map((id) => getImport(manager, id)))
    expect(done.map(({ state }) => state)).toEqual(['done', 'done'])
    expect(done.reduce((sum, { newCount }) => sum + newCount, 0)).toBe(41)
  })

  test('is taken back whole when something fails on the way', async () => {
    const { project, manager } = await setting()
    const { id } = await checked(manager, project, Array.from({ length: 300 }, (_, index) => felm(index)).join('\n'))
    await startImport(manager, id, options({ labels: 'gold' }))
    await prisma()
      .$executeRaw`update import_chunks set bytes = substring(bytes for length(bytes) - 5) where import_id = ${id}::uuid`
    await expect(applyImport(id, idle)).rejects.toThrow('passed the check and cannot be read now')
    expect(await prisma().item.count({ where: { projectId: project.id } })).toBe(0)
  })

  test('is taken back whole when a batch cannot be written while the next is read', async () => {
    const { project, manager } = await setting()
    const { id } = await checked(manager, project, Array.from({ length: 300 }, (_, index) => felm(index)).join('\n'))
    await startImport(manager, id, options())
    const failed = whileWritesFail({ table: 'tasks', state: '53100', times: 1 }, () => applyImport(id, idle))
    await expect(failed).rejects.toThrow('a write that fails')
    expect(await prisma().item.count({ where: { projectId: project.id } })).toBe(0)
    await applyImport(id, idle)
    expect(await prisma().item.count({ where: { projectId: project.id } })).toBe(300)
  })
})

describe('labels that came with the records', () => {
  const file = `${felm(1, [true, false])}\n${felm(2)}`

  test('as gold', async () => {
    const { project, manager } = await setting()
    await imported(manager, project, file, { labels: 'gold' })
    const [first, second] = await tasksOf(project)
    expect(first).toMatchObject({ state: 'gold', golds: [{ version: 1, origin: 'imported' }] })
    expect(first?.golds[0]?.answers).toEqual({
      item: { action: 'keep' },
      s1: { label: true },
      s2: { label: false, errorType: 'knowledge_error', reason: 'No.' },
    })
    expect(first?.golds[0]?.rollUp).toMatchObject({ responseFactual: false, falseSegments: 1 })
    expect(second).toMatchObject({ state: 'open', golds: [] })
  })

  test('as gold, where the first record of an item has none', async () => {
    const { project, manager } = await setting()
    const own = (index: number, labels?: boolean[]) => felm(index, labels, { response: `Text ${index}. Two.` })
    // Two records of an item behind each other wherever a batch may end, and labels of one item far behind.
    const between = Array.from({ length: 130 }, (_, index) => [own(index + 10), own(index + 10, [true, true])]).flat()
    const lines = [own(1), own(2), own(2, [true, false]), own(2, [false, false]), ...between, own(1, [true, true])]
    const done = await imported(manager, project, lines.join('\n'), { labels: 'gold' })
    const states = await tasksOf(project)
    expect(states.map(({ state }) => state)).toEqual(['open', ...Array.from({ length: 131 }, () => 'gold')])
    expect(states.map(({ item }) => item.position)).toEqual(states.map((_, index) => index + 1))
    expect(states[1]?.golds[0]?.answers).toMatchObject({ s1: { label: true }, s2: { label: false } })
    expect(done).toMatchObject({
      newCount: 132,
      duplicateCount: lines.length - 132,
      notJoined: [{ reason: 'apart', count: 1, lines: [lines.length] }],
    })
  })

  test('as gold not of a record of the same id with another text', async () => {
    const { project, manager } = await setting()
    const lines = [felm(1), felm(1, [true, true], { response: 'Else. Two.', segmented_response: ['Else.', 'Two.'] })]
    const done = await imported(manager, project, lines.join('\n'), { labels: 'gold', identity: 'id' })
    const [only] = await tasksOf(project)
    expect(only).toMatchObject({ state: 'open', golds: [], item: { content: { response: 'One. Two.' } } })
    expect(done.notJoined).toEqual([{ reason: 'text', count: 1, lines: [2] }])
  })

  test('as suggestions, which are nobody’s answers', async () => {
    const { project, manager } = await setting()
    await imported(manager, project, file, { labels: 'suggestions' })
    const [first] = await tasksOf(project)
    expect(first).toMatchObject({ state: 'open', annotations: [], golds: [] })
    expect(first?.suggestions.map(({ question, value, source }) => [question, value, source])).toContainEqual([
      'label',
      false,
      'records.jsonl',
    ])
  })

  test('as one member’s submitted work, with one place left', async () => {
    const { project, manager } = await setting()
    const person = await makeMember(project, 'annotator')
    await imported(manager, project, file, { labels: 'person', personId: person.id, independent: true })
    const [first, second] = await tasksOf(project)
    expect(first).toMatchObject({ state: 'open', raters: 2, assignedCount: 1, submittedCount: 1 })
    expect(first?.annotations[0]).toMatchObject({
      userId: person.id,
      state: 'submitted',
      origin: 'import',
      independent: true,
      round: 1,
    })
    expect(first?.annotations[0]?.labels.every((label) => label.origin === 'imported')).toBe(true)
    expect(first?.assignments).toMatchObject([{ userId: person.id, state: 'submitted', origin: 'import' }])
    expect(second).toMatchObject({ state: 'open', annotations: [] })
  })

  test('as the work of the only annotator asked for: gold when complete, to a reviewer when not', async () => {
    const { project, manager } = await setting({ stage: { raters: 1 } })
    const person = await makeMember(project, 'annotator')
    const incomplete = felm(3, [true, false], { comment: ['', ''] })
    await imported(manager, project, `${file}\n${incomplete}`, { labels: 'person', personId: person.id })
    const tasks = await tasksOf(project)
    expect(tasks.map(({ state, golds }) => [state, golds.map((gold) => gold.origin)])).toEqual([
      ['gold', ['single_rated']],
      ['open', []],
      ['consolidating', []],
    ])
  })

  test('only of a member who may annotate', async () => {
    const { project, manager } = await setting()
    const { id } = await checked(manager, project, file)
    for (const person of [await makeMember(project, 'viewer'), await makeMember(await makeProject(), 'annotator')]) {
      expect(await failure(startImport(manager, id, options({ labels: 'person', personId: person.id })))).toBe('rule')
    }
  })
})

describe('cancelling', () => {
  test('ends an import at any time before it is written, and lets go of the file', async () => {
    const { project, manager } = await setting()
    const { id } = await checked(manager, project, felm(1))
    await startImport(manager, id, options())
    expect(await cancelImport(manager, id)).toMatchObject({ state: 'cancelled' })
    await applyImport(id, idle)
    expect(await prisma().item.count({ where: { projectId: project.id } })).toBe(0)
    expect(await prisma().importChunk.count({ where: { importId: id } })).toBe(0)
    expect(await eventsOf(project, 'import.cancelled')).toHaveLength(1)
  })

  test('a written import stays', async () => {
    const { project, manager } = await setting()
    const { id } = await imported(manager, project, felm(1))
    expect(await failure(cancelImport(manager, id))).toBe('rule')
  })

  test('and writing at once end in one of the two', async () => {
    const { project, manager } = await setting()
    const { id } = await checked(manager, project, Array.from({ length: 300 }, (_, index) => felm(index)).join('\n'))
    await startImport(manager, id, options())
    await Promise.allSettled([applyImport(id, idle), cancelImport(manager, id)])
    const { state } = await getImport(manager, id)
    const items = await prisma().item.count({ where: { projectId: project.id } })
    expect([state, items]).toEqual(state === 'done' ? ['done', 300] : ['cancelled', 0])
  })
})

test('a broken upload is thrown away and says so', async () => {
  const { project, manager } = await setting()
  const broken = new ReadableStream<Uint8Array>({
    pull(controller) {
      controller.error(new Error('the line went dead'))
    },
  })
  await expect(uploadImport(manager, project.id, { name: 'x.json', body: broken })).rejects.toThrow(
    'the line went dead',
  )
  const { imports } = await listImports(manager, project.id)
  expect(imports).toMatchObject([{ state: 'failed', fileName: 'x.json' }])
})

test('over HTTP: the body is the file, the answer is the import', async () => {
  const project = await makeProject()
  const manager = await makeMember(project, 'manager')
  const address = `http://localhost/api/projects/${project.id}/imports`
  const send = (query: string, headers: Record<string, string> = {}) =>
    POST(new Request(address + query, { method: 'POST', body: felm(1), headers }), {
      params: Promise.resolve({ projectId: project.id }),
    })
  const cookie = await sessionFor(manager)
  const answer = await send('?fileName=my%20file.jsonl', { cookie })
  expect(answer.status).toBe(200)
  const { id, ...seen } = await answer.json()
  expect(seen).toMatchObject({ fileName: 'my file.jsonl', state: 'checking', byteSize: felm(1).length })
  await checkImport(id, idle)
  expect(await getImport(actorOf(manager), id)).toMatchObject({ state: 'ready', newCount: 1 })
  expect((await send('', { cookie })).status).toBe(400)
  expect((await send('?fileName=x%00', { cookie })).status).toBe(400)
  expect((await send('?fileName=x')).status).toBe(401)
  expect((await send('?fileName=x', { cookie, 'content-length': '3000000000' })).status).toBe(413)
  expect((await send('?fileName=x', { cookie, origin: 'https://elsewhere.example', host: 'localhost' })).status).toBe(
    403,
  )
})

test('only managers of the project import; to strangers it does not exist', async () => {
  const { project, manager } = await setting()
  const { id } = await checked(manager, project, felm(1))
  for (const role of ['annotator', 'reviewer', 'viewer'] as const) {
    const actor = actorOf(await makeMember(project, role))
    expect(await failure(uploadImport(actor, project.id, { name: 'x', body: streamOf('{}') }))).toBe('forbidden')
    expect(await failure(getImport(actor, id))).toBe('forbidden')
    expect(await failure(startImport(actor, id, options()))).toBe('forbidden')
    expect(await failure(cancelImport(actor, id))).toBe('forbidden')
  }
  const stranger = actorOf(await makeMember(await makeProject(), 'manager'))
  expect(await failure(getImport(stranger, id))).toBe('not_found')
  expect(await failure(listImports(stranger, project.id))).toBe('not_found')
  const archived: Prisma.ProjectUpdateInput = { archivedAt: new Date() }
  await prisma().project.update({ where: { id: project.id }, data: archived })
  expect(await failure(uploadImport(manager, project.id, { name: 'x', body: streamOf('{}') }))).toBe('rule')
  expect(await failure(startImport(manager, id, options()))).toBe('rule')
})

describe('a file with columns of its own', () => {
  const table =
    '\uFEFFQuestion;Answer;Verdict 1;Page\nWhy?;It is so. It is old.;right;3\nWhen?;;wrong;4\nWho?;Ada.;maybe;5\n'

  test('is read by a guess, changed by hand, and imported without the records that have problems', async () => {
    const { project, manager } = await setting()
    const seen = await checked(manager, project, table)
    expect(seen.file?.mapping?.fields).toEqual({ prompt: ['Question'], response: ['Answer'] })
    expect(seen).toMatchObject({
      state: 'refused',
      newCount: 2,
      problemCount: 1,
      reading: { facts: { delimiter: ';' } },
    })
    expect(seen.groups).toMatchObject([
      { severity: 'error', message: 'There is nothing in "Answer".', lines: '3' },
      { severity: 'warning', message: 'Not used: Verdict 1, Page.' },
    ])
    const values = { right: true, wrong: false }
    const labels = [{ column: 'Verdict 1', unit: 'segment', question: 'label', place: 1, values }]
    const mapping = { fields: { prompt: ['Question'], response: ['Answer'] }, labels, domains: {} }
    await mapImport(manager, seen.id, { mapping })
    await checkImport(seen.id, idle)
    const again = await getImport(manager, seen.id)
    expect(again).toMatchObject({ state: 'refused', newCount: 1, problemCount: 2, file: { unused: ['Page'] } })
    expect(again.preview).toMatchObject([
      { parts: [{ title: 'Prompt', text: 'Why?' }, { title: 'Response' }], labels: [{ unit: 's1', value: 'True' }] },
    ])
    expect(await failure(startImport(manager, seen.id, options()))).toBe('rule')
    await startImport(manager, seen.id, options({ records: 'good', labels: 'gold' }))
    await applyImport(seen.id, idle)
    const done = await getImport(manager, seen.id)
    expect(done).toMatchObject({ state: 'done', newCount: 1 })
    const [task] = await tasksOf(project)
    expect(task?.golds[0]?.answers).toEqual({ s1: { label: true } })
    // The mapping is the guess for the next file, and what was rejected comes back as a file that can be mended.
    const file = await (await downloadRejected(manager, seen.id)).text()
    const [heading, ...rows] = file.trim().split('\n')
    expect(heading).toBe('Question,Answer,Verdict 1,Page,import_problems')
    expect(rows).toHaveLength(2)
    const mended = await checked(manager, project, file.replace('When?,,', 'When?,Then.,').replace('maybe', 'RIGHT'))
    expect(mended).toMatchObject({ state: 'ready', newCount: 2, labelledCount: 2, file: { unused: ['Page'], mapping } })
  })

  test('whose labels are named without what their words mean is read by those that are plain', async () => {
    const { project, manager } = await setting()
    const seen = await checked(manager, project, table)
    const labels = [{ column: 'Verdict 1', unit: 'segment', question: 'label', place: 1 }]
    await mapImport(manager, seen.id, { mapping: { fields: { response: ['Answer'] }, labels, domains: {} } })
    await checkImport(seen.id, idle)
    const again = await getImport(manager, seen.id)
    expect(again.file?.mapping?.labels).toEqual([{ ...labels[0], values: { right: true, wrong: false } }])
    expect(again.problems.some(({ message }) => message.includes('maybe'))).toBe(true)
  })

  test('in which several columns may be the response says so in one sentence, and is read once it is said', async () => {
    const { project, manager } = await setting()
    const seen = await checked(manager, project, 'question,output,completion\nWhy?,So.,Thus.\n')
    expect(seen).toMatchObject({
      state: 'refused',
      problems: [
        {
          message: 'Several columns may be the response: output, completion.',
          fix: 'Say which one it is (on the command line with --map response=COLUMN).',
        },
      ],
    })
    await mapImport(manager, seen.id, { mapping: { fields: { response: ['output'] }, labels: [], domains: {} } })
    await checkImport(seen.id, idle)
    expect(await getImport(manager, seen.id)).toMatchObject({ state: 'ready', newCount: 1 })
    const wrong = { fields: { response: ['elsewhere'] }, labels: [], domains: {} }
    expect(await failure(mapImport(manager, seen.id, { mapping: wrong }))).toBe('rule')
  })

  test('that has problems is kept for a week and then let go', async () => {
    const { project, manager } = await setting()
    const seen = await checked(manager, project, 'Question;Answer\nWhy?;\n')
    const kept = () => prisma().importChunk.count({ where: { importId: seen.id } })
    await dropOldFiles()
    expect(await kept()).toBe(1)
    const longAgo = new Date(Date.now() - (KEPT_DAYS + 1) * 24 * 3_600_000)
    await prisma().import.update({ where: { id: seen.id }, data: { finishedAt: longAgo } })
    await dropOldFiles()
    expect(await kept()).toBe(0)
    expect(await failure(downloadRejected(manager, seen.id))).toBe('rule')
  })

  test('that nobody had written is kept for a week too, and then has to be uploaded again', async () => {
    const { project, manager } = await setting()
    const ready = await checked(manager, project, felm(1))
    const refused = await checked(manager, project, 'Question;Answer\nWhy?;\nWhen?;Then.\n')
    expect([ready.state, refused.state]).toEqual(['ready', 'refused'])
    const longAgo = new Date(Date.now() - (KEPT_DAYS + 1) * 24 * 3_600_000)
    await prisma().import.update({ where: { id: ready.id }, data: { createdAt: longAgo } })
    await prisma().import.update({ where: { id: refused.id }, data: { finishedAt: longAgo } })
    await dropOldFiles()
    const message = 'The file is not kept any longer. Upload it again.'
    for (const { id, state } of [ready, refused]) {
      await expect(startImport(manager, id, options({ records: 'good' }))).rejects.toMatchObject({
        code: 'rule',
        message,
      })
      expect(await getImport(manager, id)).toMatchObject({ state })
    }
  })

  test('comes back whole where it is to be mended: numbers, empty and late columns, rows of another length', async () => {
    const { project, manager } = await setting()
    const rejected = async (text: string) => {
      const seen = await checked(manager, project, text)
      expect(seen.state).toBe('refused')
      return (await (await downloadRejected(manager, seen.id)).text()).split('\n')
    }
    const [line] = await rejected(
      '{"prompt": "Why?", "index": 9007199254740993, "score": [NaN, 0.12345678901234567891]}\n{"prompt": "Who?", "response": "Ada."}\n',
    )
    expect(line).toMatch(
      /^\{"prompt":"Why\?","index":9007199254740993,"score":\[NaN,0.12345678901234567891\],"import_problems":"line 1: /,
    )

    const names = ['prompt', 'response', 'note', ...Array.from({ length: 320 }, (_, index) => `more ${index}`)]
    const more = names.slice(3).join(',')
    const wide = await rejected(`${names.join(',')}\n"Why"?,\nWho?,Ada.,,${more}\nWhen?,,,${more}\nSo\n`)
    expect(wide[0]).toBe(`${names.join(',')},import_problems`)
    expect(wide[1]).toMatch(/^"""Why""\?",,"?line 2: /)
    expect(wide[2]).toMatch(new RegExp(`^When\\?,,,${more},"?line 4: `))
    expect(wide[3]).toMatch(/^So,"?line 5: This row has 1 field/)
    expect(wide.slice(4)).toEqual([''])

    // Short by the column of problems alone, it still has too few cells.
    const again = await rejected('prompt,response,import_problems\nWhy?,So.\n')
    expect(again[0]).toBe('prompt,response,import_problems')
    expect(again[1]).toMatch(/^Why\?,So\.,,"?line 2: /)
  })

  test('of a workbook another sheet can be chosen', async () => {
    const { project, manager } = await setting()
    const seen = await checked(manager, project, await readFile('tests/fixtures/own-files/answers.xlsx'))
    expect(seen).toMatchObject({ state: 'ready', newCount: 3, reading: { facts: { sheet: 'Answers' } } })
    await mapImport(manager, seen.id, { mapping: null, sheet: 'Notes' })
    await checkImport(seen.id, idle)
    expect(await getImport(manager, seen.id)).toMatchObject({ newCount: 1, reading: { facts: { sheet: 'Notes' } } })
  })
})
