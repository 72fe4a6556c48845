import { expect, test } from 'vitest'
import type { Prisma } from '@/generated/prisma/client'
import { proposeValue } from '@/lib/adjudication/consolidation/propose-value'
import { getConsolidation } from '@/lib/adjudication/consolidation/queries'
import { getWorkbench } from '@/lib/annotation/annotations/queries'
import { saveAnswer } from '@/lib/annotation/annotations/save-answers'
import { prisma, transaction } from '@/lib/platform/server/db'
import type { Answers } from '@/lib/protocols/answers'
import { loadTask } from '@/lib/workspace/tasks/load-task'
import { revealTask } from '@/lib/workspace/tasks/reveal-task'
import { actorOf } from '@/tests/actors'
import { makeAnnotation, makeMember, makeProject, makeTask } from '@/tests/factories'
import { makeProtocolVersion, sentenceFile } from '@/tests/support/protocol-file'
import { changeVersion } from './change-version'
import { getVersionChange } from './version-queries'

/** The second version: "wrong" is called "false", "number" is called "figure", "name" and the grade are gone. */
const SECOND: readonly [string, string][] = [
  ['value: wrong,', 'value: untrue,'],
  ['"wrong"', '"untrue"'],
  ['label: wrong', 'label: untrue'],
  ['value: number,', 'value: figure,'],
  ['kinds: [number]', 'kinds: [figure]'],
  ['          - {value: name, says: Somebody or something else is meant.}\n', ''],
  [
    '      - id: grade\n        ask: How good is it?\n        form: scale\n        min: 1\n        max: 5\n        anchors: {1: bad, 5: good}\n',
    '',
  ],
  [', grade: 3}', '}'],
]

const MIGRATE = `migrate:
  1:
    rename: {label.label: {wrong: untrue}, kinds: {number: figure}}
    drop: [grade, {label.kinds: [name]}]
`

const TOPIC = `      - {id: topic, ask: What is it about?, form: choice, options: [{value: past, says: What was.}, {value: present, says: What is.}]}
`

interface Versions {
  migrate: string
  edits?: readonly [string, string][]
  also?: readonly [string, string][]
}

async function versions(id: string, { migrate, edits = SECOND, also = [] }: Versions) {
  const { protocolId } = await makeProtocolVersion({ source: sentenceFile(id) })
  const second = [...edits, ...also].reduce(
    (text, [from, to]) => {
      expect(text).toContain(from)
      return text.replaceAll(from, to)
    },
    sentenceFile(id, 2),
  )
  await makeProtocolVersion({ source: second.replace('tests:\n', `${migrate}tests:\n`) })
  const project = await makeProject({ protocolId, stage: { raters: 1 } })
  return { project, manager: actorOf(await makeMember(project, 'manager')) }
}
type Scene = Awaited<ReturnType<typeof versions>>

/** A task that somebody submitted, and that is gold with the same answers. */
async function finished({ project }: Scene) {
  const task = await makeTask(project)
  const user = await makeMember(project, 'annotator')
  const [first = '', second = ''] = task.units.filter(({ kind }) => kind === 'sentence').map(({ key }) => key)
  const answers: Answers = {
    [first]: { label: 'wrong', kinds: ['number', 'name'] },
    [second]: { label: 'right' },
    item: { grade: 3 },
  }
  await makeAnnotation(task, user, answers, true)
  await prisma().gold.create({
    data: {
      taskId: task.id,
      version: 1,
      round: 1,
      answers: answers as Prisma.InputJsonObject,
      rollUp: {},
      origin: 'single_rated',
    },
  })
  await prisma().task.update({ where: { id: task.id }, data: { state: 'gold' } })
  return { task, user, first, second }
}

const stored = async ({ project }: Scene) => {
  const where = { annotation: { task: { projectId: project.id } } }
  const labels = await prisma().label.findMany({ where, orderBy: [{ question: 'asc' }, { unitId: 'asc' }] })
  const golds = await prisma().gold.findMany({ where: { task: { projectId: project.id }, supersededAt: null } })
  const tasks = await prisma().task.findMany({ where: { projectId: project.id }, orderBy: { id: 'asc' } })
  const annotations = await prisma().annotation.findMany({ where: { task: { projectId: project.id } } })
  return {
    labels,
    golds: golds.map(({ answers, rollUp, protocolVersion }) => ({ answers, rollUp, protocolVersion })),
    tasks: tasks.map(({ state, round }) => ({ state, round })),
    annotations: annotations.map(({ state, round, protocolVersion }) => ({ state, round, protocolVersion })),
  }
}

test('answers are told in the words of the new version, what is gone is kept, and all of it is taken back', async () => {
  const scene = await versions('migrates', { migrate: MIGRATE })
  const { first, second } = await finished(scene)
  const before = await stored(scene)
  const change = await getVersionChange(scene.manager, scene.project.id, 2)
  expect(change).toMatchObject({ reasons: [], asks: null, undoes: false })
  const told = change.changes.filter(({ handled }) => handled === 'renamed' || handled === 'dropped')
  expect(told.map(({ at, handled, stored: [answers] }) => [at, handled, answers?.count])).toEqual([
    ['label.label', 'renamed', 1],
    ['label.kinds', 'renamed', 1],
    ['label.kinds', 'dropped', 1],
    ['label.grade', 'dropped', 1],
  ])

  await changeVersion(scene.manager, scene.project.id, { from: 1, to: 2 })
  const after = await stored(scene)
  expect(after.labels.map(({ question, value }) => [question, value])).toEqual(
    expect.arrayContaining([
      ['label', 'untrue'],
      ['label', 'right'],
      ['kinds', ['figure']],
    ]),
  )
  expect(after.labels).toHaveLength(3)
  expect(after.golds).toEqual([
    {
      answers: { [first]: { label: 'untrue', kinds: ['figure'] }, [second]: { label: 'right' }, item: {} },
      rollUp: expect.objectContaining({ errors: 1, label: { every: false } }),
      protocolVersion: 2,
    },
  ])
  expect(after.annotations).toEqual([{ state: 'submitted', round: 1, protocolVersion: 1 }])
  const dropped = await prisma().movedRow.findMany({
    where: { place: 'labels', dropped: true, move: { projectId: scene.project.id } },
  })
  expect(dropped.map(({ row }) => row)).toMatchObject([{ question: 'grade', value: 3 }])
  const [event] = await prisma().event.findMany({
    where: { projectId: scene.project.id, type: 'project.protocol_changed' },
    select: { data: true },
  })
  expect(event?.data).toEqual({ from: 'migrates@1', to: 'migrates@2', renamed: 2, dropped: 1, asked: 0 })

  expect(await getVersionChange(scene.manager, scene.project.id, 1)).toMatchObject({ undoes: true, reasons: [] })
  await changeVersion(scene.manager, scene.project.id, { from: 2, to: 1 })
  expect(await stored(scene)).toEqual(before)
})

test('the way back is closed once something is labelled under the new version', async () => {
  const scene = await versions('closes', { migrate: MIGRATE })
  await finished(scene)
  await changeVersion(scene.manager, scene.project.id, { from: 1, to: 2 })
  const task = await makeTask(scene.project)
  const [unit = ''] = task.units.filter(({ kind }) => kind === 'sentence').map(({ key }) => key)
  await makeAnnotation(task, await makeMember(scene.project, 'annotator'), { [unit]: { label: 'untrue' } })
  await expect(changeVersion(scene.manager, scene.project.id, { from: 2, to: 1 })).rejects.toMatchObject({
    code: 'rule',
    message: expect.stringContaining('under version 2 there are 1 answer'),
  })
})

test('finished items are asked again or left, as the manager says, and the question is taken back with the move', async () => {
  const also: [string, string][] = [['    rollUp:\n', `${TOPIC}    rollUp:\n`]]
  const scene = await versions('asks', { migrate: `${MIGRATE}    ask: [topic]\n`, also })
  const { task, user } = await finished(scene)
  const before = await stored(scene)
  const { asks, reasons } = await getVersionChange(scene.manager, scene.project.id, 2)
  expect([asks, reasons]).toEqual([{ questions: ['topic'], finished: 1, must: false }, []])
  await expect(changeVersion(scene.manager, scene.project.id, { from: 1, to: 2 })).rejects.toMatchObject({
    code: 'rule',
    message: expect.stringContaining('Say whether the 1 finished items are asked'),
  })
  await changeVersion(scene.manager, scene.project.id, { from: 1, to: 2, finished: 'ask' })
  expect(await stored(scene)).toMatchObject({ tasks: [{ state: 'open', round: 2 }] })
  expect(await prisma().comment.count({ where: { taskId: task.id } })).toBe(1)
  const told = async (type: string, projectId: string | undefined = scene.project.id) =>
    (await prisma().event.findMany({ where: { projectId, type }, orderBy: { id: 'asc' } })).map(({ data }) => data)
  expect(await told('project.protocol_changed')).toMatchObject([{ asked: 1 }])
  expect(await told('task.reopened')).toEqual([
    { round: 2, userIds: [user.id], comment: expect.stringContaining('Version 2 of the protocol asks') },
  ])
  const bench = await getWorkbench(actorOf(user), task.id)
  expect(bench).toMatchObject({ mode: 'editing', round: 2, protocolId: 'asks@2' })
  expect(bench.sentBack?.comment).toContain('Version 2 of the protocol asks')

  await changeVersion(scene.manager, scene.project.id, { from: 2, to: 1 })
  expect(await stored(scene)).toEqual(before)
  expect(await prisma().comment.count({ where: { taskId: task.id } })).toBe(0)
  expect(await told('task.reopening_taken_back')).toEqual([{ round: 2 }])

  await changeVersion(scene.manager, scene.project.id, { from: 1, to: 2, finished: 'leave' })
  expect(await stored(scene)).toMatchObject({ tasks: [{ state: 'gold', round: 1 }] })
  await changeVersion(scene.manager, scene.project.id, { from: 2, to: 1 })
  await changeVersion(scene.manager, scene.project.id, { from: 1, to: 2, finished: 'ask' })
  const { annotationId } = await getWorkbench(actorOf(user), task.id)
  const body = {
    annotationId,
    unit: 'item',
    question: 'topic',
    value: 'past',
    expectedRevision: 0,
    origin: 'chosen',
  } as const
  await saveAnswer(actorOf(user), task.id, body)
  await expect(changeVersion(scene.manager, scene.project.id, { from: 2, to: 1 })).rejects.toMatchObject({
    code: 'rule',
  })
})

/** "wrong" is called "untrue", and nothing else differs. */
const RENAMED: readonly [string, string][] = SECOND.slice(0, 3)

/** A task whose annotators differ on its first sentence, and a reviewer who settles it. */
async function settling({ project }: Scene) {
  const task = await makeTask(project, { raters: 2 })
  const [unit = ''] = task.units.filter(({ kind }) => kind === 'sentence').map(({ key }) => key)
  const said: Answers[string][] = [{ label: 'wrong', kinds: ['number'] }, { label: 'right' }]
  for (const answer of said)
    await makeAnnotation(task, await makeMember(project, 'annotator'), { [unit]: answer }, true)
  const reviewer = actorOf(await makeMember(project, 'reviewer'))
  await transaction(async (tx) => revealTask(tx, await loadTask(tx, reviewer, task.id, { lock: true }), null))
  return { task, unit, reviewer }
}

test('the way back is closed once a value is proposed, or the label of an item is set by hand', async () => {
  const scene = await versions('proposes', {
    migrate: 'migrate:\n  1: {rename: {label: {wrong: untrue}}}\n',
    edits: RENAMED,
  })
  const { task, unit, reviewer } = await settling(scene)
  await changeVersion(scene.manager, scene.project.id, { from: 1, to: 2 })
  const againstUndo = async () => (await getVersionChange(scene.manager, scene.project.id, 1)).reasons
  expect(await againstUndo()).toEqual([])
  const { revision: expectedRevision } = await getConsolidation(reviewer, task.id)
  await proposeValue(reviewer, task.id, { unit, question: 'label', value: 'untrue', comment: '', expectedRevision })
  expect(await againstUndo()).toEqual([expect.stringContaining('there are 1 answer that are new')])
  const { itemId } = await prisma().task.findUniqueOrThrow({ where: { id: task.id } })
  await prisma().rollUpOverride.create({
    data: { itemId, version: 1, value: true, reason: 'By hand.', userId: reviewer.userId },
  })
  expect(await againstUndo()).toEqual([expect.stringContaining('there are 2 answers that are new')])
})

test('a question gets no other name while it is being settled', async () => {
  const named: [string, string][] = [
    ['      - id: grade\n', '      - id: mark\n'],
    [', grade: 3}', ', mark: 3}'],
  ]
  const scene = await versions('names', { migrate: 'migrate:\n  1: {rename: {grade: mark}}\n', edits: named })
  const reasons = async () => (await getVersionChange(scene.manager, scene.project.id, 2)).reasons
  const isSettled = expect.stringContaining('1 task is being settled, and the version')
  expect(await reasons()).not.toContainEqual(isSettled)
  await settling(scene)
  expect(await reasons()).toContainEqual(isSettled)
})

test('what the file says of an earlier version is checked against it', async () => {
  const scene = await versions('checks', { migrate: MIGRATE.replace('{number: figure}', '{size: figure}') })
  await finished(scene)
  const { reasons } = await getVersionChange(scene.manager, scene.project.id, 2)
  expect(reasons.join('\n')).toContain('Nobody could choose "size" in version 1.')
  await expect(changeVersion(scene.manager, scene.project.id, { from: 1, to: 2 })).rejects.toMatchObject({
    code: 'rule',
  })
})

test('frozen answers stay as they are outside a move', async () => {
  const scene = await versions('frozen', { migrate: MIGRATE })
  await finished(scene)
  await changeVersion(scene.manager, scene.project.id, { from: 1, to: 2 })
  const where = { annotation: { task: { projectId: scene.project.id } } }
  await expect(prisma().label.updateMany({ where, data: { question: 'other' } })).rejects.toThrow('frozen')
})

test('a choice becomes a set: answers and gold are sets of one, conditions hold, and all of it is taken back', async () => {
  const scene = await versions('widens', {
    migrate: 'migrate:\n  1: {toSet: [label.label]}\n',
    edits: [
      [
        'ask: Is it right?\n        form: choice\n',
        'ask: Is it right?\n        form: set\n        required: true\n        settle: decide\n',
      ],
      ['sentence.label == "wrong"', `'"wrong" in sentence.label'`],
      ['s.label == "wrong"', '"wrong" in s.label'],
      ['s.label == "right"', '"right" in s.label'],
      ['label: wrong', 'label: [wrong]'],
    ],
  })
  const { first, second } = await finished(scene)
  const before = await stored(scene)
  const change = await getVersionChange(scene.manager, scene.project.id, 2)
  expect(change.reasons).toEqual([])
  const told = change.changes.filter(({ handled }) => handled === 'renamed')
  expect(told.map(({ at, message, stored: [answers] }) => [at, message, answers?.count])).toEqual([
    ['label.label', 'It was a choice and is a set: each answer is a set of one value.', 2],
  ])

  await changeVersion(scene.manager, scene.project.id, { from: 1, to: 2 })
  const after = await stored(scene)
  expect(after.labels.filter(({ question }) => question === 'label').map(({ value }) => value)).toEqual([
    ['wrong'],
    ['right'],
  ])
  expect(after.golds[0]).toMatchObject({
    answers: { [first]: { label: ['wrong'], kinds: ['number', 'name'] }, [second]: { label: ['right'] } },
    rollUp: { errors: 1, label: { every: false }, counts: { label: { right: 1, wrong: 1 } } },
  })

  await changeVersion(scene.manager, scene.project.id, { from: 2, to: 1 })
  expect((await stored(scene)).labels).toEqual(before.labels)
})
