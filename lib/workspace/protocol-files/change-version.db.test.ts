import type pg from 'pg'
import { expect, test } from 'vitest'
import { getWorkbench } from '@/lib/annotation/annotations/queries'
import { saveAnswer } from '@/lib/annotation/annotations/save-answers'
import { pool, prisma } from '@/lib/platform/server/db'
import { lockPositions } from '@/lib/workspace/imports/positions'
import { actorOf } from '@/tests/actors'
import { makeAnnotation, makeAssignment, makeMember, makeProject, makeTask } from '@/tests/factories'
import { makeProtocolVersion, sentenceFile } from '@/tests/support/protocol-file'
import { holdRow, takeInOrder } from '@/tests/support/take-in-order'
import { until } from '@/tests/support/wait'
import { changeVersion } from './change-version'
import { IMPORT_UNDER_WAY } from './rules'
import { getVersionChange, listProjectVersions } from './version-queries'

const WRONG = '          - {value: wrong, key: w, tone: negative, says: Something in it is false.}\n'
const OUTDATED = '          - {value: outdated, key: o, tone: negative, says: It was so once.}\n'

/** A project under the first version, and a second version made from the first by replacing what is named. */
async function twoVersions(id: string, ...replacements: [string, string][]) {
  const { protocolId } = await makeProtocolVersion({ source: sentenceFile(id) })
  const source = replacements.reduce(
    (text, [from, to]) => {
      expect(text).toContain(from)
      return text.replaceAll(from, to)
    },
    sentenceFile(id, 2),
  )
  await makeProtocolVersion({ source })
  const project = await makeProject({ protocolId, stage: { raters: 1 } })
  return { project, manager: actorOf(await makeMember(project, 'manager')) }
}

/** One submitted annotation of two sentences, the first called by this value. */
async function annotate(project: Awaited<ReturnType<typeof twoVersions>>['project'], value: string) {
  const task = await makeTask(project)
  const [first = '', second = ''] = task.units.filter(({ kind }) => kind === 'sentence').map(({ key }) => key)
  const user = await makeMember(project, 'annotator')
  await makeAnnotation(
    task,
    user,
    { [first]: { label: value }, [second]: { label: 'right' }, item: { grade: 3 } },
    true,
  )
}

const versionOf = async ({ id }: { id: string }) =>
  prisma().project.findUniqueOrThrow({ where: { id }, select: { protocolId: true, protocolVersion: true } })

test('a project moves to a version with a new option, and back until somebody has chosen it', async () => {
  const { project, manager } = await twoVersions(
    'moves',
    [WRONG, WRONG + OUTDATED],
    ['ask: How good', 'ask: How very good'],
  )
  expect(await listProjectVersions(manager, project.id)).toMatchObject({
    version: 1,
    versions: [{ version: 2 }, { version: 1 }],
  })
  await annotate(project, 'wrong')
  const change = await getVersionChange(manager, project.id, 2)
  expect(change).toMatchObject({ from: 1, to: 2, reasons: [] })
  expect(change.changes.map(({ weight, at }) => `${weight} ${at}`)).toEqual(['work label.label', 'text label.grade'])
  await expect(changeVersion(manager, project.id, { from: 2, to: 2 })).rejects.toMatchObject({
    code: 'revision_conflict',
  })

  const [task] = await prisma().task.findMany({ where: { projectId: project.id } })
  if (!task) throw new Error('there is a task')
  const { id: taskId, stageId, revision } = task
  const rated = { taskId, stageId, revision, projectId: project.id, version: 1, annotations: 1, notIndependent: 0 }
  await prisma().ratedTask.create({ data: rated })
  await changeVersion(manager, project.id, { from: 1, to: 2 })
  expect(await prisma().ratedTask.count({ where: { projectId: project.id } })).toBe(0)
  expect(await versionOf(project)).toEqual({ protocolId: 'moves@2', protocolVersion: 2 })
  await changeVersion(manager, project.id, { from: 2, to: 1 })
  await changeVersion(manager, project.id, { from: 1, to: 2 })
  await annotate(project, 'outdated')
  await expect(changeVersion(manager, project.id, { from: 2, to: 1 })).rejects.toMatchObject({
    code: 'rule',
    message: expect.stringContaining('outdated can no longer be chosen'),
  })
  expect(await versionOf(project)).toMatchObject({ protocolVersion: 2 })
  const events = await prisma().event.findMany({
    where: { projectId: project.id, type: 'project.protocol_changed' },
    orderBy: { id: 'asc' },
    select: { data: true },
  })
  expect(events.map(({ data }) => data)).toEqual([
    { from: 'moves@1', to: 'moves@2' },
    { from: 'moves@2', to: 'moves@1' },
    { from: 'moves@1', to: 'moves@2' },
  ])
})

test('a project moves once nobody adds items under the version that it has, and holds nothing while it waits', async () => {
  const { project, manager } = await twoVersions('waits', ['ask: How good', 'ask: How very good'])
  const moved = await takeInOrder(
    {
      first: (tx) => lockPositions(tx, project.id),
      later: holdRow('projects', 'id', project.id, 'nowait'),
    },
    () => changeVersion(manager, project.id, { from: 1, to: 2 }),
  )
  expect(moved).toMatchObject({ reasons: [] })
  expect(await versionOf(project)).toMatchObject({ protocolVersion: 2 })
})

test('a file with problems keeps a project from moving as long as the records without them can be imported', async () => {
  const { project, manager } = await twoVersions('refused', ['ask: How good', 'ask: How very good'])
  const chunks = { create: { position: 0, bytes: Buffer.from('x') } }
  const { id } = await prisma().import.create({
    data: { projectId: project.id, fileName: 'a.jsonl', state: 'refused', createdById: manager.userId, chunks },
  })
  expect(await getVersionChange(manager, project.id, 2)).toMatchObject({ reasons: [IMPORT_UNDER_WAY] })
  const move = () => changeVersion(manager, project.id, { from: 1, to: 2 })
  await expect(move()).rejects.toMatchObject({ code: 'rule', message: IMPORT_UNDER_WAY })
  await prisma().importChunk.deleteMany({ where: { importId: id } })
  expect(await move()).toMatchObject({ reasons: [] })
})

test.each<[string, [string, string], string | null, string]>([
  ['an option that was chosen', [WRONG, OUTDATED], '1 answer', 'label.label'],
  ['a question that was answered', ['id: grade', 'id: mark'], '2 answers', 'label.grade'],
  ['other content', ['response: /response', 'response: /answer'], '2 items', 'record.content'],
  [
    'a condition',
    ['when: sentence.label == "wrong"', 'when: sentence.label != "right"'],
    '2 submitted annotations',
    'label.kinds',
  ],
  ['a stage', ['- id: label\n    raters', '- id: judge\n    raters'], null, 'label'],
])('a version with %s changed is refused with what it touches', async (name, replacement, touches, at) => {
  const others: [string, string][] =
    name === 'an option that was chosen'
      ? [
          ['"wrong"', '"outdated"'],
          ['label: wrong', 'label: outdated'],
        ]
      : []
  const more: [string, string][] = name === 'a question that was answered' ? [['grade: 3', 'mark: 3']] : []
  const content: [string, string][] = name === 'other content' ? [['response: One', 'answer: One']] : []
  const { project, manager } = await twoVersions(
    `refused-${at.replace('.', '-')}`,
    replacement,
    ...others,
    ...more,
    ...content,
  )
  if (touches) {
    await annotate(project, 'wrong')
    await annotate(project, 'right')
  }
  const { changes, reasons } = await getVersionChange(manager, project.id, 2)
  expect(changes.map((change) => change.at)).toContain(at)
  expect(reasons.join('\n')).toContain(touches ? `It touches ${touches}` : 'begin a new one')
  await expect(changeVersion(manager, project.id, { from: 1, to: 2 })).rejects.toMatchObject({ code: 'rule' })
  expect(await versionOf(project)).toMatchObject({ protocolVersion: 1 })
})

test('a version that marks spans is refused where texts are not stored as their records have them', async () => {
  const withSource = (version: number) =>
    sentenceFile('refused-escaped', version)
      .replace(
        'content: {response: /response}',
        'content: {response: /response, source: {at: /source, optional: true}}',
      )
      .replace('show:\n', 'show:\n  - {title: Source, text: source}\n')
  const scale = '      - id: grade\n'
  const spans = '      - {id: missed, ask: What was left out?, form: span, in: source, required: false}\n'
  const { protocolId } = await makeProtocolVersion({ source: withSource(1) })
  await makeProtocolVersion({ source: withSource(2).replace(scale, spans + scale) })
  const project = await makeProject({ protocolId, stage: { raters: 1 } })
  const manager = actorOf(await makeMember(project, 'manager'))
  const reasons = async () => (await getVersionChange(manager, project.id, 2)).reasons.join('\n')
  const { itemId } = await makeTask(project)
  expect(await reasons()).not.toContain('Spans cannot be marked')
  const content = { response: 'One. Two.', source: 'One\u2400.' }
  await prisma().item.update({ where: { id: itemId }, data: { content, escaped: true } })
  expect(await reasons()).toContain('Spans cannot be marked in the texts of 1 item')
  await expect(changeVersion(manager, project.id, { from: 1, to: 2 })).rejects.toMatchObject({ code: 'rule' })
})

test('a text that was marked before, and is not stored as its record has it, is no reason against a version that marks another', async () => {
  const marks = (name: string, text: string) =>
    `      - {id: ${name}, ask: What is wrong?, form: span, in: ${text}, required: false}\n`
  const file = (version: number, ...texts: string[]) =>
    sentenceFile('marked-before', version)
      .replace(
        'content: {response: /response}',
        'content: {response: /response, source: {at: /source, optional: true}, note: {at: /note, optional: true}}',
      )
      .replace('show:\n', 'show:\n  - {title: Source, text: source}\n  - {title: Note, text: note}\n')
      .replace('      - id: grade\n', `${texts.map((text) => marks(`in${text}`, text)).join('')}      - id: grade\n`)
  const { protocolId } = await makeProtocolVersion({ source: file(1, 'source') })
  await makeProtocolVersion({ source: file(2, 'source', 'note') })
  const project = await makeProject({ protocolId, stage: { raters: 1 } })
  const manager = actorOf(await makeMember(project, 'manager'))
  const reasons = async () => (await getVersionChange(manager, project.id, 2)).reasons.join('\n')
  const { itemId } = await makeTask(project)
  const store = (content: { source: string; note: string }) =>
    prisma().item.update({
      where: { id: itemId },
      data: { content: { response: 'One. Two.', ...content }, escaped: true },
    })
  await store({ source: 'One\u2400.', note: 'As it stands.' })
  expect(await reasons()).not.toContain('Spans cannot be marked')
  await store({ source: 'One\u2400.', note: 'And\u2400.' })
  expect(await reasons()).toContain('Spans cannot be marked in the texts of 1 item')
})

/** An open annotation of one task, as somebody at work has it. */
async function openDraft({ project }: Awaited<ReturnType<typeof twoVersions>>) {
  const task = await makeTask(project)
  const annotator = await makeMember(project, 'annotator')
  await makeAssignment(task, annotator, 'assigned')
  const actor = actorOf(annotator)
  const { annotationId } = await getWorkbench(actor, task.id)
  const unit = task.units.find(({ kind }) => kind === 'sentence')?.key ?? ''
  const body = { annotationId, unit, question: 'label', value: 'wrong', expectedRevision: 0, origin: 'chosen' } as const
  const save = () => saveAnswer(actor, task.id, body)
  const labels = () => prisma().label.count({ where: { annotationId, value: { equals: 'wrong' } } })
  return { annotationId, save, labels }
}

const untilWaiting = (client: pg.PoolClient) =>
  until(async () => {
    const { rows } = await pool().query<{ waits: boolean }>(
      'select exists (select 1 from pg_stat_activity where $1::int = any (pg_blocking_pids(pid))) waits',
      [await pidOf(client)],
    )
    return rows[0]?.waits
  })

const pids = new WeakMap<pg.PoolClient, number>()
async function pidOf(client: pg.PoolClient): Promise<number> {
  const known = pids.get(client) ?? (await client.query('select pg_backend_pid() pid')).rows[0].pid
  pids.set(client, known)
  return known
}

/** Another connection in the middle of a transaction. */
async function inMiddle(work: (client: pg.PoolClient) => Promise<void>): Promise<void> {
  const client = await pool().connect()
  try {
    await pidOf(client)
    await client.query('begin')
    await work(client)
  } finally {
    await client.query('rollback')
    client.release()
  }
}

test('an answer that is on its way to the database when the project moves is counted first', async () => {
  const scene = await twoVersions(
    'counted-first',
    [WRONG, OUTDATED],
    ['"wrong"', '"outdated"'],
    ['label: wrong', 'label: outdated'],
  )
  const { annotationId, labels } = await openDraft(scene)
  await inMiddle(async (client) => {
    await client.query('select 1 from annotations where id = $1 for no key update', [annotationId])
    const moved = changeVersion(scene.manager, scene.project.id, { from: 1, to: 2 })
    await untilWaiting(client)
    await client.query(
      `insert into labels (annotation_id, unit_id, task_id, question, value, revision, origin, updated_at)
       select n.id, u.id, n.task_id, 'label', '"wrong"', 1, 'chosen', now()
       from annotations n join units u on u.task_id = n.task_id and u.kind = 'sentence' where n.id = $1 limit 1`,
      [annotationId],
    )
    await client.query('commit')
    await expect(moved).rejects.toMatchObject({ code: 'rule', message: expect.stringContaining('1 answer') })
  })
  expect(await labels()).toBe(1)
  expect(await versionOf(scene.project)).toMatchObject({ protocolVersion: 1 })
})

test('an answer that was checked under the version before is not written once the project has moved', async () => {
  const scene = await twoVersions(
    'moved-first',
    [WRONG, OUTDATED],
    ['"wrong"', '"outdated"'],
    ['label: wrong', 'label: outdated'],
  )
  const { annotationId, save, labels } = await openDraft(scene)
  await inMiddle(async (client) => {
    await client.query('select 1 from annotations where id = $1 for update', [annotationId])
    const saved = save()
    await untilWaiting(client)
    await client.query(`update projects set protocol_id = 'moved-first@2', protocol_version = 2 where id = $1`, [
      scene.project.id,
    ])
    await client.query('commit')
    await expect(saved).rejects.toMatchObject({ code: 'conflict', message: expect.stringContaining('another version') })
  })
  expect(await labels()).toBe(0)
  await expect(save()).rejects.toMatchObject({ code: 'rule' })
})

test('a project under a protocol that is built in has no versions', async () => {
  const project = await makeProject()
  const manager = actorOf(await makeMember(project, 'manager'))
  expect((await listProjectVersions(manager, project.id)).versions).toEqual([])
  await expect(getVersionChange(manager, project.id, 2)).rejects.toMatchObject({ code: 'not_found' })
})
