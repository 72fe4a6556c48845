import { describe, expect, it } from 'vitest'
import { prisma } from '@/lib/platform/server/db'
import { AppError } from '@/lib/platform/server/errors'
import { actorOf } from '@/tests/actors'
import { answersWith, type MadeProject, makeAnnotation, makeMember, makeProject, makeTask } from '@/tests/factories'
import { getProgress } from './queries'

type State = 'open' | 'consolidating' | 'gold' | 'discarded'
interface Done {
  state: State
  /** Days on which the annotators submitted, and on which it became gold. */
  submitted: string[]
  gold?: string
  seconds?: number
}

async function scene() {
  const project = await makeProject({ stage: { raters: 2 } })
  const manager = actorOf(await makeMember(project, 'manager'))
  const people = [await makeMember(project, 'annotator'), await makeMember(project, 'annotator')]
  return { project, manager, people }
}

const at = (day: string) => new Date(`${day}T12:00:00Z`)

/** A task as people left it. */
async function done(project: MadeProject, people: { id: string }[], { state, submitted, gold, seconds = 0 }: Done) {
  const task = await makeTask(project)
  await prisma().item.update({ where: { id: task.itemId }, data: { createdAt: at('2026-03-01') } })
  const annotations = []
  for (const [index, day] of submitted.entries()) {
    const { id } = await makeAnnotation(task, people[index] ?? { id: '' }, answersWith(true))
    await prisma().annotation.update({
      where: { id },
      data: { state: 'submitted', submittedAt: at(day), activeSeconds: seconds * (index + 1) },
    })
    annotations.push(id)
  }
  await prisma().task.update({ where: { id: task.id }, data: { state } })
  if (gold)
    await prisma().gold.create({
      data: {
        taskId: task.id,
        version: 1,
        round: 1,
        answers: {},
        rollUp: {},
        origin: 'consolidated',
        createdAt: at(gold),
      },
    })
  return { task, annotations }
}

/** The events of an annotation: begun at midnight, then changes so many milliseconds later. */
async function events(annotationId: string, changes: [ms: number, unit: string, question: string][]) {
  const start = at('2026-03-02').getTime()
  await prisma().event.create({ data: { type: 'annotation.started', annotationId, at: new Date(start), data: {} } })
  for (const [ms, unit, question] of changes)
    await prisma().event.create({
      data: { type: 'answer.saved', annotationId, at: new Date(start + ms), data: { unit, question } },
    })
}

const now = at('2026-03-20')

describe('getProgress', () => {
  it('counts tasks by the day on which the last annotator submitted and the answers became gold', async () => {
    const { project, manager, people } = await scene()
    await done(project, people, { state: 'gold', submitted: ['2026-03-02', '2026-03-03'], gold: '2026-03-05' })
    await done(project, people, { state: 'consolidating', submitted: ['2026-03-05', '2026-03-04'] })
    await done(project, people, { state: 'open', submitted: ['2026-03-06'] })
    const { task } = await done(project, people, { state: 'consolidating', submitted: ['2026-03-06', '2026-03-06'] })
    await prisma().item.update({ where: { id: task.itemId }, data: { discardedAt: now, discardReason: 'other' } })
    // Gold that came with the items.
    const given = await makeTask(project)
    await prisma().item.update({ where: { id: given.itemId }, data: { createdAt: at('2026-03-04') } })
    await prisma().task.update({ where: { id: given.id }, data: { state: 'gold' } })
    const imported = { taskId: given.id, version: 1, round: 1, answers: {}, rollUp: {}, createdAt: at('2026-03-04') }
    await prisma().gold.create({ data: { ...imported, origin: 'imported' } })
    const { stages } = await getProgress(manager, project.id, { by: 'day' }, now)
    expect(stages[0]?.tasks).toEqual({ items: 4, revealed: 3, gold: 2, withoutWork: 1 })
    expect(stages[0]?.points).toEqual([
      { day: '2026-03-01', items: 3, revealed: 0, gold: 0 },
      { day: '2026-03-03', items: 3, revealed: 1, gold: 0 },
      { day: '2026-03-04', items: 4, revealed: 2, gold: 1 },
      { day: '2026-03-05', items: 4, revealed: 3, gold: 2 },
    ])
    expect(stages[0]?.forecasts.gold).toMatchObject({
      left: 2,
      activeDays: 1,
      words: expect.stringContaining('too early to tell'),
    })
    expect(stages[0]?.forecasts.revealed).toMatchObject({ left: 1, activeDays: 2 })
  })

  it('times decisions by the pauses before their changes, cut at a minute, with acts shared', async () => {
    const { project, manager, people } = await scene()
    for (let index = 0; index < 10; index++) {
      const { annotations } = await done(project, people, { state: 'consolidating', submitted: ['2026-03-02'] })
      const own = index * 1000
      await events(annotations[0] ?? '', [
        [5_000 + own, 's1', 'label'],
        // Ten minutes later one act on two questions, then the first once more.
        [605_000 + own, 's2', 'label'],
        [605_050 + own, 's2', 'reason'],
        [609_050 + own, 's1', 'label'],
      ])
    }
    const { stages } = await getProgress(manager, project.id, { by: 'day' }, now)
    const fields = stages[0]?.fields ?? []
    const label = fields.find(({ question }) => question === 'label')
    // Of s1: 5 to 14 seconds and four more; of s2: half of a minute and 50 ms.
    const s1 = Array.from({ length: 10 }, (_, index) => 9 + index)
    const s2 = new Array<number>(10).fill(30.025)
    expect(label?.decisions).toBe(20)
    expect(label?.cut).toBe(10)
    expect(label?.totalSeconds).toBeCloseTo(
      [...s1, ...s2].reduce((sum, each) => sum + each, 0),
      6,
    )
    expect(label?.seconds?.median).toBeCloseTo((18 + 30.025) / 2, 6)
    expect(label?.seconds?.low).toBeCloseTo(13.75, 6)
    expect(fields.find(({ question }) => question === 'reason')).toMatchObject({ decisions: 10, cut: 10 })
    expect(fields.reduce((sum, { share }) => sum + share, 0)).toBeCloseTo(1, 9)
    // Quartiles of nine would say too much.
    const { itemId } = await prisma().task.findFirstOrThrow({ where: { projectId: project.id } })
    await prisma().item.update({ where: { id: itemId }, data: { discardedAt: now, discardReason: 'other' } })
    const nine = await getProgress(manager, project.id, { by: 'day' }, now)
    const rest = nine.stages[0]?.fields.find(({ question }) => question === 'reason')
    expect(rest).toMatchObject({ decisions: 9, seconds: null })
  })

  it('gives active minutes by person and by item, and the hours left, of items whose time is known', async () => {
    const { project, manager, people } = await scene()
    const both = ['2026-03-02', '2026-03-02']
    for (let index = 1; index <= 10; index++)
      await done(project, people, { state: 'consolidating', submitted: both, seconds: 60 * index })
    await done(project, people, { state: 'consolidating', submitted: both })
    await done(project, people, { state: 'open', submitted: ['2026-03-02'], seconds: 3600 })
    await makeTask(project)
    const { stages } = await getProgress(manager, project.id, { by: 'week' }, now)
    const minutes = stages[0]?.minutes
    expect(minutes).toMatchObject({ shares: { n: 20 }, unmeasured: 2 })
    // One person took 1 to 10 minutes, the other twice as long.
    expect(minutes?.items).toEqual({ n: 10, minutes: { median: 16.5, low: 9.75, high: 23.25 } })
    expect(minutes?.spentHours).toBeCloseTo(165 / 60, 9)
    expect(minutes?.left?.items).toBe(2)
    expect(minutes?.left?.hours).toBeCloseTo((2 * 16.5) / 60, 9)
  })

  it('times nothing of a task that is still blind, and is for managers, reviewers and viewers', async () => {
    const { project, manager, people } = await scene()
    const { annotations } = await done(project, people, { state: 'open', submitted: ['2026-03-02'], seconds: 60 })
    await events(annotations[0] ?? '', [[5_000, 's1', 'label']])
    const [stage] = (await getProgress(manager, project.id, { by: 'day' }, now)).stages
    expect(stage).toMatchObject({ fields: [], minutes: { shares: { n: 0 }, spentHours: 0 }, tasks: { revealed: 0 } })
    for (const role of ['reviewer', 'viewer'] as const) {
      const reader = actorOf(await makeMember(project, role))
      expect((await getProgress(reader, project.id, { by: 'day' }, now)).stages[0]).toEqual(stage)
    }
    const annotator = { userId: people[0]?.id ?? '', isAdmin: false }
    const refused = getProgress({ ...manager, ...annotator }, project.id, { by: 'day' }, now)
    await expect(refused).rejects.toSatisfy((error) => error instanceof AppError && error.code === 'forbidden')
  })
})
