import { randomUUID } from 'node:crypto'
import { describe, expect, it, test } from 'vitest'
import { prisma, transaction } from '@/lib/platform/server/db'
import type { AppError } from '@/lib/platform/server/errors'
import { reopenTask } from '@/lib/workspace/tasks/reopen-task'
import { actorOf } from '@/tests/actors'
import { answersWith, makeAssignment, makeMember, makeProject, makeTask, makeUser } from '@/tests/factories'
import { makeProtocolVersion, sentenceFile } from '@/tests/support/protocol-file'
import { untilSomebodyWaits } from '@/tests/support/until-somebody-waits'
import type { SaveChange } from './contract'
import { getWorkbench } from './queries'
import { saveAnswer, saveAnswers } from './save-answers'
import { submitAnnotation } from './submit-annotation'

const label = (given: Partial<SaveChange> = {}): SaveChange => ({
  unit: 's1',
  question: 'label',
  value: true,
  expectedRevision: 0,
  origin: 'chosen',
  ...given,
})

async function openTask(state: 'reserved' | 'assigned' = 'assigned') {
  const project = await makeProject()
  const annotator = await makeMember(project, 'annotator')
  const task = await makeTask(project)
  await makeAssignment(task, annotator, state)
  const actor = actorOf(annotator)
  const { annotationId } = await getWorkbench(actor, task.id)
  return { project, task, actor, annotationId }
}

type Opened = Pick<Awaited<ReturnType<typeof openTask>>, 'task' | 'actor' | 'annotationId'>
const save = ({ task, actor, annotationId }: Opened, change: SaveChange) =>
  saveAnswer(actor, task.id, { annotationId, ...change })

const labelsOf = (annotationId: string) =>
  prisma().label.findMany({
    where: { annotationId },
    select: { question: true, value: true, revision: true, origin: true },
  })
const eventsOf = (annotationId: string) =>
  prisma().event.findMany({ where: { annotationId, type: 'answer.saved' }, orderBy: { id: 'asc' } })
const failure = (promise: Promise<unknown>): Promise<AppError> =>
  promise.then(
    () => {
      throw new Error('should have failed')
    },
    (error: AppError) => error,
  )

test('spans are saved where they lie in the text, and refused behind it with a sentence', async () => {
  const question = '      - {id: wrongs, ask: What is wrong?, form: span, in: response, overlapping: true}\n'
  const source = sentenceFile(`spans-${randomUUID()}`)
    .replace(/units:\n.*\n/, '')
    .replace(/ {6}- id: label[\s\S]*?(?= {6}- id: grade)/, question)
    .replace(/ {4}rollUp:\n.*\n/, '')
    .replace(/label:\n {2}values[\s\S]*?(?=guidelines)/, '')
    .replace(/tests:[\s\S]*/, '')
  const { protocolId } = await makeProtocolVersion({ source })
  const project = await makeProject({ protocolId, stage: { raters: 1 } })
  const annotator = await makeMember(project, 'annotator')
  const task = await makeTask(project)
  await prisma().item.update({ where: { id: task.itemId }, data: { content: { response: '\u{1F600} two' } } })
  await makeAssignment(task, annotator, 'assigned')
  const actor = actorOf(annotator)
  const { annotationId } = await getWorkbench(actor, task.id)
  const marked = (end: number) =>
    saveAnswer(actor, task.id, {
      annotationId,
      ...label({ unit: 'item', question: 'wrongs', value: { spans: [{ start: 2, end }] } }),
    })
  expect(await failure(marked(6))).toMatchObject({
    message: expect.stringContaining('ends behind the text, which has 5 characters'),
  })
  expect(await marked(5)).toMatchObject({ revision: 1 })
})

describe('saveAnswer', () => {
  it('writes the label and its event together', async () => {
    const { task, actor, annotationId, project } = await openTask()
    const saved = await save({ task, actor, annotationId }, label())
    expect(saved).toMatchObject({ unit: 's1', question: 'label', value: true, revision: 1 })
    expect(await labelsOf(annotationId)).toEqual([{ question: 'label', value: true, revision: 1, origin: 'chosen' }])
    const events = await eventsOf(annotationId)
    expect(events).toHaveLength(1)
    expect(events[0]).toMatchObject({
      actorId: actor.userId,
      projectId: project.id,
      itemId: task.itemId,
      taskId: task.id,
    })
    expect(events[0]?.data).toEqual({
      unit: 's1',
      question: 'label',
      from: null,
      to: true,
      origin: 'chosen',
      revision: 1,
      // Of the server's own, since the request names none.
      step: { id: expect.any(String), way: 'do' },
    })
  })

  it('raises the revision, remembers what was there, and clears with null', async () => {
    const { task, actor, annotationId } = await openTask()
    await save({ task, actor, annotationId }, label())
    await save({ task, actor, annotationId }, label({ value: false, expectedRevision: 1 }))
    const cleared = await save({ task, actor, annotationId }, label({ value: null, expectedRevision: 2 }))
    expect(cleared).toMatchObject({ value: null, revision: 3 })
    expect((await eventsOf(annotationId)).map((event) => event.data)).toMatchObject([
      { from: null, to: true, revision: 1 },
      { from: true, to: false, revision: 2 },
      { from: false, to: null, revision: 3 },
    ])
  })

  it('refuses a change made on an older revision, and says what is there', async () => {
    const { task, actor, annotationId } = await openTask()
    await save({ task, actor, annotationId }, label())
    const error = await failure(save({ task, actor, annotationId }, label({ value: false })))
    expect([error.code, error.status]).toEqual(['revision_conflict', 409])
    expect(error.extra.data?.current).toMatchObject({ value: true, revision: 1 })
    expect(await labelsOf(annotationId)).toMatchObject([{ value: true, revision: 1 }])
    expect(await eventsOf(annotationId)).toHaveLength(1)
  })

  it('refuses a revision that was never given out', async () => {
    const { task, actor, annotationId } = await openTask()
    const error = await failure(save({ task, actor, annotationId }, label({ expectedRevision: 4 })))
    expect(error.code).toBe('revision_conflict')
    expect(await labelsOf(annotationId)).toEqual([])
  })

  it('answers a repeated request with what it wrote the first time', async () => {
    const { task, actor, annotationId } = await openTask()
    const links = label({ unit: 'item', question: 'links', value: [{ url: 'https://example.org/a', note: 'table 2' }] })
    const first = await save({ task, actor, annotationId }, links)
    expect(await save({ task, actor, annotationId }, links)).toEqual(first)
    expect(await eventsOf(annotationId)).toHaveLength(1)
  })

  it('lets exactly one of two simultaneous changes win', async () => {
    const { task, actor, annotationId } = await openTask()
    const results = await Promise.allSettled([
      save({ task, actor, annotationId }, label({ value: true })),
      save({ task, actor, annotationId }, label({ value: false })),
    ])
    expect(results.map((result) => result.status).sort()).toEqual(['fulfilled', 'rejected'])
    const lost = results.find((result) => result.status === 'rejected')
    expect(lost).toMatchObject({ reason: { code: 'revision_conflict' } })
    expect(await eventsOf(annotationId)).toHaveLength(1)
  })

  it.each([
    ['an unknown unit', label({ unit: 's9' })],
    ['a question of another kind of unit', label({ question: 'action', value: 'keep' })],
    ['a value that is not offered', label({ value: 'perhaps' })],
    ['a link without a scheme', label({ unit: 'item', question: 'links', value: [{ url: 'javascript:alert(1)' }] })],
    [
      'a suggestion that is none',
      label({ origin: 'suggestion', suggestionId: '0193a0a0-0000-7000-8000-000000000000' }),
    ],
  ])('refuses %s with 422 and writes nothing', async (_, change) => {
    const { task, actor, annotationId } = await openTask()
    const error = await failure(save({ task, actor, annotationId }, change))
    expect([error.code, error.status]).toEqual(['rule', 422])
    expect(await labelsOf(annotationId)).toEqual([])
    expect(await eventsOf(annotationId)).toEqual([])
  })

  it('remembers the suggestion that was accepted', async () => {
    const { task, actor, annotationId } = await openTask()
    const unitId = task.units.find((unit) => unit.key === 's1')?.id ?? ''
    const suggestion = await prisma().suggestion.create({
      data: { taskId: task.id, unitId, question: 'label', value: false, source: 'labels.jsonl' },
    })
    const accept = label({ origin: 'suggestion', suggestionId: suggestion.id })
    expect((await failure(save({ task, actor, annotationId }, accept))).code).toBe('rule')
    await save({ task, actor, annotationId }, { ...accept, value: false })
    expect(
      await prisma().label.findMany({ where: { annotationId }, select: { origin: true, suggestionId: true } }),
    ).toEqual([{ origin: 'suggestion', suggestionId: suggestion.id }])
  })

  it('prolongs a reservation', async () => {
    const { task, actor, annotationId } = await openTask('reserved')
    const where = { taskId_userId: { taskId: task.id, userId: actor.userId } }
    await prisma().assignment.update({ where, data: { expiresAt: new Date(Date.now() + 5 * 60_000) } })
    const from = Date.now()
    await save({ task, actor, annotationId }, label())
    const { expiresAt } = await prisma().assignment.findUniqueOrThrow({ where })
    const prolonged = (expiresAt?.getTime() ?? 0) - 60 * 60_000
    // The database rounds to the next millisecond.
    expect(prolonged).toBeGreaterThanOrEqual(from - 1)
    expect(prolonged).toBeLessThanOrEqual(Date.now() + 1)
  })

  it('waits for a submission under way, and is then refused', async () => {
    const { task, actor, annotationId } = await openTask()
    const late = await transaction(async (tx) => {
      await tx.annotation.update({ where: { id: annotationId }, data: { state: 'submitted', submittedAt: new Date() } })
      const waiting = failure(save({ task, actor, annotationId }, label()))
      await untilSomebodyWaits()
      return { waiting }
    })
    expect((await late.waiting).code).toBe('conflict')
    expect(await labelsOf(annotationId)).toEqual([])
  })

  it('refuses what was answered in an earlier round, whatever its revision', async () => {
    const { task, actor, annotationId, project } = await openTask()
    for (const [unit, answers] of Object.entries(answersWith(true)))
      for (const [question, value] of Object.entries(answers))
        await save({ task, actor, annotationId }, label({ unit, question, value }))
    await prisma().task.update({ where: { id: task.id }, data: { raters: 1 } })
    await submitAnnotation(actor, task.id)
    await reopenTask(actorOf(await makeMember(project, 'manager')), task.id, { comment: 'Look again.' })
    const now = await getWorkbench(actor, task.id)
    expect(now.answers.map((answer) => answer.revision)).toEqual([1, 1, 1])
    const stale = label({ value: false, expectedRevision: 1 })
    const one = await failure(save({ task, actor, annotationId }, stale))
    const several = await failure(
      saveAnswers(actor, task.id, { annotationId, answers: [stale, label({ unit: 's2' })] }),
    )
    for (const error of [one, several]) expect([error.code, error.status]).toEqual(['conflict', 409])
    expect((await getWorkbench(actor, task.id)).answers).toEqual(now.answers)
    expect(await save({ task, actor, annotationId: now.annotationId }, stale)).toMatchObject({ revision: 2 })
  })

  it('is for the annotator alone', async () => {
    const { task, project, annotationId } = await openTask()
    const manager = await makeMember(project, 'manager')
    const idle = await makeMember(project, 'annotator')
    const outsider = await makeUser()
    const codes = []
    for (const person of [manager, idle, outsider])
      codes.push((await failure(save({ task, actor: actorOf(person), annotationId }, label()))).code)
    expect(codes).toEqual(['forbidden', 'not_found', 'not_found'])
  })

  it('knows the task only where reading it does: not the calibration of a project that one has left', async () => {
    const [project, shadowed] = [await makeProject(), await makeProject()]
    await prisma().calibration.create({ data: { projectId: shadowed.id, shadowId: project.id } })
    const annotator = await makeUser({ isAdmin: true })
    const membership = { projectId: shadowed.id, userId: annotator.id }
    await prisma().membership.create({ data: { ...membership, role: 'annotator' } })
    const task = await makeTask(project)
    await makeAssignment(task, annotator, 'assigned')
    const actor = actorOf(annotator)
    const { annotationId } = await getWorkbench(actor, task.id)
    await prisma().membership.delete({ where: { projectId_userId: membership } })
    expect(await failure(getWorkbench(actor, task.id))).toMatchObject({ code: 'not_found' })
    expect(await failure(save({ task, actor, annotationId }, label()))).toMatchObject({ code: 'not_found' })
    expect(await labelsOf(annotationId)).toEqual([])
  })
})

describe('saveAnswers', () => {
  it('saves what it can and gives every change its outcome', async () => {
    const { task, actor, annotationId } = await openTask()
    await save({ task, actor, annotationId }, label())
    const { outcomes } = await saveAnswers(actor, task.id, {
      annotationId,
      answers: [
        label({ unit: 's2' }),
        label({ value: false }),
        label({ unit: 'item', question: 'action', value: 'maybe' }),
        label({ unit: 's2', question: 'reason', value: 'The Pacific is larger.', origin: 'typed' }),
      ],
    })
    expect(outcomes.map((outcome) => outcome.status)).toEqual(['saved', 'conflict', 'refused', 'saved'])
    expect(outcomes[1]).toMatchObject({ unit: 's1', value: true, revision: 1 })
    expect(await eventsOf(annotationId)).toHaveLength(3)
  })
})
