import { describe, expect, test } from 'vitest'
import { pool, prisma } from '@/lib/platform/server/db'
import type { Json } from '@/lib/protocols/protocol'
import { readMigrations } from '@/scripts/migrate'
import { actorOf } from '@/tests/actors'
import { type MadeProject, makeAssignment, makeMember, makeProject } from '@/tests/factories'
import { applyImport } from './apply-import'
import { checkImport } from './check-import'
import type { ImportOptionsInput } from './contract'
import { getImport } from './queries'
import { startImport } from './start-import'
import { uploadImport } from './upload-import'

const idle = new AbortController().signal
type Manager = ReturnType<typeof actorOf>

async function scene(raters = 2) {
  const project = await makeProject({ stage: { raters } })
  const manager = actorOf(await makeMember(project, 'manager'))
  const people = [
    await makeMember(project, 'annotator'),
    await makeMember(project, 'annotator'),
    await makeMember(project, 'annotator'),
  ] as const
  return { project, manager, people }
}

interface Labelled {
  index?: string | null
  labels?: boolean[]
  segments?: string[]
  response?: string
  more?: { [key: string]: Json }
}

/** A record of an item with two segments, its labels if any, and an id unless that is null. */
function line(
  n: number,
  { index = String(n), labels, segments = ['One.', 'Two.'], response, more = {} }: Labelled = {},
) {
  const record = {
    ...(index === null ? {} : { index }),
    domain: 'wk',
    source: 'test',
    prompt: `Question ${n}?`,
    response: response ?? segments.join(' '),
    segmented_response: segments,
    ...(labels && {
      labels,
      type: labels.map((label) => (label ? null : 'knowledge_error')),
      comment: labels.map((label) => (label ? '' : 'No.')),
    }),
    ...more,
  }
  return JSON.stringify(record)
}

async function check(manager: Manager, project: MadeProject, text: string) {
  const body = new Response(Buffer.from(text)).body
  const { id } = await uploadImport(manager, project.id, { name: 'labels.jsonl', body })
  await checkImport(id, idle)
  return getImport(manager, id)
}

async function importLabels(manager: Manager, project: MadeProject, text: string, options: ImportOptionsInput = {}) {
  const { id } = await check(manager, project, text)
  await startImport(manager, id, options)
  await applyImport(id, idle)
  return getImport(manager, id)
}

const workOf = (person: { id: string }, more: ImportOptionsInput = {}): ImportOptionsInput => ({
  labels: 'person',
  personId: person.id,
  independent: true,
  ...more,
})

const tasksOf = (project: MadeProject) =>
  prisma().task.findMany({
    where: { projectId: project.id },
    orderBy: { position: 'asc' },
    include: { annotations: { include: { labels: true }, orderBy: { id: 'asc' } }, disagreements: true },
  })

describe('labels of several people', () => {
  const ITEMS = 60
  /** Deterministic labels; the second and the third person agree with the first on some items in everything. */
  const fileOf = (person: number, items = ITEMS) =>
    Array.from({ length: items }, (_, n) => line(n, { labels: [n % 3 !== 0, (n * (person + 1)) % 4 !== 0] })).join('\n')

  test('of the same items meet on the same items, also where they are the same', async () => {
    const { project, manager, people } = await scene(3)
    const counts = []
    for (const [index, person] of people.entries()) {
      const done = await importLabels(manager, project, fileOf(index), workOf(person))
      counts.push([done.newCount, done.joinedCount, done.notJoined])
    }
    expect(counts).toEqual([
      [ITEMS, 0, []],
      [0, ITEMS, []],
      [0, ITEMS, []],
    ])
    const tasks = await tasksOf(project)
    expect(tasks).toHaveLength(ITEMS)
    expect(tasks.every(({ annotations }) => annotations.length === people.length)).toBe(true)
    const shares = await prisma().annotation.groupBy({
      by: ['userId'],
      where: { task: { projectId: project.id } },
      _count: true,
    })
    expect(shares.map(({ _count }) => _count)).toEqual([ITEMS, ITEMS, ITEMS])
    expect(tasks.every(({ state }) => state === 'consolidating')).toBe(true)
    expect(tasks.reduce((sum, { disagreements }) => sum + disagreements.length, 0)).toBeGreaterThan(0)
  })

  test('are offered before anything is written, with how many can be added', async () => {
    const { project, manager, people } = await scene()
    await importLabels(manager, project, Array.from({ length: 40 }, (_, n) => line(n)).join('\n'))
    const seen = await check(
      manager,
      project,
      Array.from({ length: 50 }, (_, n) => line(n, { labels: [true, true] })).join('\n'),
    )
    expect(seen).toMatchObject({ newCount: 10, duplicateCount: 40, labelledCount: 10 })
    expect(seen.byContent.here).toEqual({ labelled: 40, free: 40, notJoined: [], submitted: [] })
    expect(await prisma().annotation.count({ where: { task: { projectId: project.id } } })).toBe(0)
    await startImport(manager, seen.id, workOf(people[0]))
    await applyImport(seen.id, idle)
    expect(await getImport(manager, seen.id)).toMatchObject({ newCount: 10, joinedCount: 40, duplicateCount: 40 })
    const [event] = await prisma().event.findMany({
      where: { projectId: project.id, type: 'import.applied', data: { path: ['joined'], equals: 40 } },
    })
    expect(event).toMatchObject({ actorId: manager.userId, data: { items: 10, userId: people[0].id } })
  })

  test('dropped again add nothing', async () => {
    const { project, manager, people } = await scene()
    await importLabels(manager, project, fileOf(0, 6), workOf(people[0]))
    const again = await importLabels(manager, project, fileOf(0, 6), workOf(people[0]))
    expect(again).toMatchObject({ newCount: 0, joinedCount: 0, duplicateCount: 6 })
    expect(again.notJoined).toMatchObject([{ reason: 'submitted', count: 6, lines: [1, 2, 3, 4, 5] }])
    expect(again.byContent.here.submitted).toEqual([{ userId: people[0].id, count: 6 }])
    expect(await prisma().annotation.count({ where: { task: { projectId: project.id } } })).toBe(6)
  })

  test('are nobody’s work unless the manager says so', async () => {
    const { project, manager } = await scene()
    await importLabels(manager, project, line(1))
    for (const labels of ['ignore', 'gold', 'suggestions'] as const)
      expect(await importLabels(manager, project, line(1, { labels: [true, true] }), { labels })).toMatchObject({
        newCount: 0,
        joinedCount: 0,
      })
    const [task] = await tasksOf(project)
    expect(task).toMatchObject({ state: 'open', annotations: [] })
  })

  test('count as independent only by the manager’s word', async () => {
    const { project, manager, people } = await scene()
    await importLabels(manager, project, line(1))
    await importLabels(manager, project, line(1, { labels: [true, false] }), workOf(people[0], { independent: false }))
    const [task] = await tasksOf(project)
    expect(task?.annotations).toMatchObject([
      { userId: people[0].id, independent: false, state: 'submitted', origin: 'import' },
    ])
    expect(task?.annotations[0]?.labels).toHaveLength(5)
  })

  test('all of them, or none', async () => {
    const { project, manager, people } = await scene()
    const count = 251
    await importLabels(manager, project, Array.from({ length: count }, (_, n) => line(n)).join('\n'))
    const labelled = Array.from({ length: count }, (_, n) => line(n, { labels: [true, true] })).join('\n')
    const { id } = await check(manager, project, labelled)
    await startImport(manager, id, workOf(people[0]))
    await prisma()
      .$executeRaw`update import_chunks set bytes = substring(bytes for length(bytes) - 5) where import_id = ${id}::uuid`
    await expect(applyImport(id, idle)).rejects.toThrow('cannot be read now')
    expect(await prisma().annotation.count({ where: { task: { projectId: project.id } } })).toBe(0)
  })
})

describe('where the labels of an item here are left out, the reason is counted', () => {
  test('revealed already, cut otherwise, discarded, held by the person here, and answers read', async () => {
    const { project, manager, people } = await scene()
    const [ada, ben, eve] = people
    await importLabels(manager, project, [0, 1, 2, 3, 4, 5].map((n) => line(n)).join('\n'))
    const tasks = await tasksOf(project)
    await importLabels(manager, project, line(0, { labels: [true, true] }), workOf(ada))
    await importLabels(manager, project, line(0, { labels: [true, false] }), workOf(ben))
    await prisma().task.update({ where: { id: tasks[2]?.id }, data: { state: 'discarded' } })
    await makeAssignment({ id: tasks[3]?.id ?? '' }, eve)
    await prisma().annotation.create({ data: { taskId: tasks[3]?.id ?? '', userId: eve.id, round: 1 } })
    await prisma().answerRead.create({ data: { taskId: tasks[4]?.id ?? '', userId: eve.id } })
    const file = [
      line(0, { labels: [true, true] }),
      line(1, { labels: [true], segments: ['One. Two.'], response: 'One. Two.' }),
      ...[2, 3, 4, 5].map((n) => line(n, { labels: [true, true] })),
    ].join('\n')
    const seen = await check(manager, project, file)
    expect(seen.byContent.here).toMatchObject({ labelled: 6, free: 3 })
    await startImport(manager, seen.id, workOf(eve))
    await applyImport(seen.id, idle)
    const done = await getImport(manager, seen.id)
    expect(done.joinedCount).toBe(1)
    expect(Object.fromEntries(done.notJoined.map(({ reason, lines }) => [reason, lines]))).toEqual({
      settled: [1],
      units: [2],
      discarded: [3],
      held: [4],
      read: [5],
    })
  })

  test('a record that stands twice in the file, and one that several items could be', async () => {
    const { project, manager, people } = await scene()
    const twice = `${line(1, { labels: [true, true] })}\n${line(1, { labels: [false, true] })}`
    const seen = await check(manager, project, twice)
    expect(seen).toMatchObject({ newCount: 1, duplicateCount: 1 })
    expect(seen.byContent.here.notJoined).toEqual([{ reason: 'twice', count: 1, lines: [2] }])
    expect(await importLabels(manager, project, twice, workOf(people[0]))).toMatchObject({
      newCount: 1,
      notJoined: [{ reason: 'twice', count: 1, lines: [2] }],
    })
    await importLabels(manager, project, line(1, { index: 'another' }))
    const unclear = await importLabels(
      manager,
      project,
      line(1, { index: null, labels: [true, true] }),
      workOf(people[1]),
    )
    expect(unclear).toMatchObject({ newCount: 0, joinedCount: 0, notJoined: [{ reason: 'unclear', count: 1 }] })
  })
})

describe('places', () => {
  test('finished work is taken beyond the number that a task asks for', async () => {
    const { project, manager, people } = await scene()
    const [ada, ben, eve] = people
    await importLabels(manager, project, line(1))
    const [task] = await tasksOf(project)
    await makeAssignment({ id: task?.id ?? '' }, ben, 'reserved')
    await makeAssignment({ id: task?.id ?? '' }, eve, 'reserved')
    await importLabels(manager, project, line(1, { labels: [true, true] }), workOf(ada))
    expect((await tasksOf(project))[0]).toMatchObject({ state: 'open', raters: 3, assignedCount: 3, submittedCount: 1 })
  })

  test('a share that the person holds becomes the submitted one', async () => {
    const { project, manager, people } = await scene()
    await importLabels(manager, project, line(1), { open: false })
    const [task] = await tasksOf(project)
    const skipped = {
      taskId: task?.id ?? '',
      userId: people[0].id,
      state: 'skipped',
      origin: 'queue',
      skipReason: 'no',
    } as const
    await prisma().assignment.create({ data: skipped })
    await importLabels(manager, project, line(1, { labels: [true, true] }), workOf(people[0]))
    const share = { where: { taskId: task?.id } }
    expect(await prisma().assignment.findMany(share)).toMatchObject([{ state: 'submitted', origin: 'import' }])
    expect((await tasksOf(project))[0]).toMatchObject({ state: 'open', raters: 2, assignedCount: 1 })
    expect(await prisma().event.count({ where: { taskId: task?.id, type: 'task.opened' } })).toBe(1)
  })

  test('more people than the stage asks for are waited for when the manager says so', async () => {
    const { project, manager, people } = await scene()
    const states = []
    for (const person of people) {
      await importLabels(
        manager,
        project,
        line(1, { labels: [true, person === people[1]] }),
        workOf(person, { raters: 3 }),
      )
      states.push((await tasksOf(project)).map(({ state, raters, submittedCount }) => [state, raters, submittedCount]))
    }
    expect(states).toEqual([[['open', 3, 1]], [['open', 3, 2]], [['consolidating', 3, 3]]])
  })
})

/** What a migration makes of rows that were there before it. */
async function runAgain(name: string): Promise<void> {
  const migration = readMigrations().find((each) => each.name.endsWith(name))
  if (!migration) throw new Error(`there is no migration ${name}`)
  await pool().query(migration.sql)
}

describe('identity', () => {
  test('items from before content keys are found by them', async () => {
    const { project, manager, people } = await scene()
    const first = [1, 2, 3].map((n) => line(n, { labels: [true, true] })).join('\n')
    await importLabels(manager, project, first, workOf(people[0]))
    await prisma().item.updateMany({ where: { projectId: project.id }, data: { contentKey: null } })
    expect(await check(manager, project, first)).toMatchObject({ newCount: 0, duplicateCount: 3 })
    await prisma().item.updateMany({ where: { projectId: project.id }, data: { contentKey: null } })
    const second = [1, 2, 3].map((n) => line(n, { labels: [false, true] })).join('\n')
    expect(await importLabels(manager, project, second, workOf(people[1]))).toMatchObject({
      newCount: 0,
      joinedCount: 3,
    })
    expect(await prisma().item.count({ where: { projectId: project.id, contentKey: null } })).toBe(0)
  })

  test('keys by an earlier rule are made anew, and items are found by them', async () => {
    const record = {
      prompt: 'How long?',
      response: 'One mile.',
      revisions: [
        { method: 'a', text: 'Two miles.' },
        { method: 'b', text: 'Three miles.' },
      ],
    }
    const project = await makeProject({ protocolId: 'factcheck-bench-revision' })
    const manager = actorOf(await makeMember(project, 'manager'))
    const other = await scene()
    await importLabels(manager, project, JSON.stringify({ ...record, claims: ['It is two miles long.'] }))
    await importLabels(other.manager, other.project, line(1))
    await prisma().item.updateMany({ data: { contentKey: 'by the rule before' } })
    await runAgain('_content_keys_anew')
    expect(await prisma().item.count({ where: { projectId: other.project.id, contentKey: null } })).toBe(0)
    const again = JSON.stringify({ ...record, claims: ['It is three miles long.'] })
    expect(await check(manager, project, again)).toMatchObject({ newCount: 0, duplicateCount: 1 })
  })

  test('items without a title got their id or place for one', async () => {
    const { project, manager } = await scene()
    await importLabels(manager, project, [line(1), line(2, { index: null }), line(3)].join('\n'))
    const titles = async () =>
      (await prisma().item.findMany({ where: { projectId: project.id }, orderBy: { position: 'asc' } })).map(
        ({ title }) => title,
      )
    const [, , third] = await titles()
    await prisma().item.updateMany({ where: { projectId: project.id, position: { lte: 2 } }, data: { title: ' ' } })
    await runAgain('_titles_of_blank_items')
    expect(await titles()).toEqual(['1', 'Item 2', third])
  })

  test('by the id alone where the manager says so, and what differs is shown beforehand', async () => {
    const { project, manager, people } = await scene()
    await importLabels(manager, project, `${line(1)}\n${line(2)}`)
    const file = `${line(1, { labels: [true, true], more: { prompt: 'Question one?' } })}\n${line(2, { labels: [true, true] })}`
    const seen = await check(manager, project, file)
    expect(seen.byContent).toMatchObject({ newCount: 1, duplicateCount: 1, here: { free: 1 } })
    expect(seen.byId).toMatchObject({ newCount: 0, duplicateCount: 2, here: { free: 2 } })
    await startImport(manager, seen.id, workOf(people[0], { identity: 'id' }))
    await applyImport(seen.id, idle)
    expect(await getImport(manager, seen.id)).toMatchObject({ newCount: 0, joinedCount: 2 })
  })

  test('the same content under different ids is told, not merged', async () => {
    const { project, manager } = await scene()
    await importLabels(manager, project, line(1))
    const seen = await check(manager, project, `${line(1, { index: 'a' })}\n${line(2)}\n${line(2, { index: 'b' })}`)
    expect(seen).toMatchObject({ state: 'ready', newCount: 3, duplicateCount: 0 })
    const twins = seen.problems.filter(({ message }) => message.includes('same content'))
    expect(twins.map((each) => each.line)).toEqual([1, 3])
    expect(twins[0]?.message).toBe('The item with the id "1" has the same content.')
  })

  test('a side without an id is found by its content', async () => {
    const { project, manager, people } = await scene()
    await importLabels(manager, project, `${line(1)}\n${line(2, { index: null })}`)
    const file = `${line(1, { index: null, labels: [true, true] })}\n${line(2, { index: 'x', labels: [true, true] })}`
    expect(await importLabels(manager, project, file, workOf(people[0]))).toMatchObject({ newCount: 0, joinedCount: 2 })
  })
})
