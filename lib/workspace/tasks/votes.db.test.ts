import { describe, expect, it } from 'vitest'
import { getConsolidation } from '@/lib/adjudication/consolidation/queries'
import { listReview } from '@/lib/adjudication/consolidation/review/queries'
import { getWorkbench } from '@/lib/annotation/annotations/queries'
import { saveAnswer } from '@/lib/annotation/annotations/save-answers'
import { submitAnnotation } from '@/lib/annotation/annotations/submit-annotation'
import { prisma } from '@/lib/platform/server/db'
import { shuffledKeys } from '@/lib/protocols/shown-order'
import { getItem } from '@/lib/workspace/items/queries'
import { actorOf } from '@/tests/actors'
import { type MadeTask, makeAssignment, makeMember, makeProject, makeTask } from '@/tests/factories'
import { registerMadeUp } from '@/tests/protocols/made-up'
import { tasteStage } from '@/tests/protocols/taste'
import { reopenTask } from './reopen-task'

registerMadeUp()

const RECORD = { question: 'Which is clearer?', texts: ['Ice floats.', 'Ice, being lighter, floats.'] }

async function scene(raters = 3) {
  const project = await makeProject({ protocolId: 'taste', stage: { raters } })
  const task = await makeTask(project, { record: RECORD, raters })
  const people = []
  for (let n = 0; n < raters; n += 1) {
    const user = await makeMember(project, 'annotator')
    await prisma().guidelineReading.create({ data: { projectId: project.id, userId: user.id, version: 1 } })
    await makeAssignment(task, user)
    people.push(actorOf(user))
  }
  const manager = actorOf(await makeMember(project, 'manager'))
  return { project, task, people, manager }
}

type Person = ReturnType<typeof actorOf>

/** Votes for the text at this place of the record, on whatever side it stands for this person. */
async function vote(task: MadeTask, person: Person, index: number): Promise<void> {
  const bench = await getWorkbench(person, task.id)
  const key = task.units.filter(({ kind }) => kind === 'text')[index]?.key ?? ''
  const value = bench.shown?.indexOf(key) === 0 ? 'left' : 'right'
  const known = bench.answers.find(({ question }) => question === 'choice')?.revision ?? 0
  const change = { unit: 'item', question: 'choice', value, expectedRevision: known, origin: 'chosen' as const }
  await saveAnswer(person, task.id, { ...change, annotationId: bench.annotationId })
  await submitAnnotation(person, task.id, bench.annotationId)
}

const goldsOf = (taskId: string) => prisma().gold.findMany({ where: { taskId }, orderBy: { version: 'asc' } })

describe('shuffled units', () => {
  it('come in an order of each annotator’s own, the same at every opening, and none that tells', async () => {
    const { task, people } = await scene()
    const stored = task.units.filter(({ kind }) => kind === 'text').map(({ key }) => key)
    for (const person of people) {
      const bench = await getWorkbench(person, task.id)
      expect(bench.shown?.toSorted()).toEqual(stored.toSorted())
      expect(shuffledKeys(tasteStage, bench.units)).toEqual(bench.shown)
      expect((await getWorkbench(person, task.id)).shown).toEqual(bench.shown)
      expect(bench.item.content).toEqual({ question: RECORD.question, texts: [] })
    }
  })

  it('keep their order in a new round', async () => {
    const { task, people, manager } = await scene(1)
    const [person] = people
    if (!person) throw new Error('somebody votes')
    const first = (await getWorkbench(person, task.id)).shown
    await vote(task, person, 0)
    await reopenTask(manager, task.id, { comment: 'Look again.' })
    expect((await getWorkbench(person, task.id)).shown).toEqual(first)
    expect(await prisma().annotation.findMany({ where: { taskId: task.id }, select: { shown: true } })).toEqual([
      { shown: first },
      { shown: first },
    ])
  })

  it('stand on the item’s page by their keys until all have voted', async () => {
    const { task, manager, people } = await scene()
    const keys = task.units.filter(({ kind }) => kind === 'text').map(({ key }) => key)
    const shown = async () => {
      const { tasks, record, parts } = await getItem(manager, task.itemId)
      return { keys: shuffledKeys(tasteStage, tasks[0]?.units ?? []), record, parts: parts.map(({ text }) => text) }
    }
    expect(await shown()).toEqual({ keys: keys.toSorted(), record: null, parts: [RECORD.question] })
    for (const person of people) await vote(task, person, 0)
    expect(await shown()).toMatchObject({
      keys,
      record: JSON.stringify(RECORD),
      parts: [RECORD.question, ...RECORD.texts],
    })
  })
})

describe('votes', () => {
  it('are tallied when all have voted: nothing differs, nothing is settled', async () => {
    const { task, people, manager, project } = await scene()
    for (const [index, person] of people.entries()) await vote(task, person, index === 0 ? 1 : 0)
    const [gold] = await goldsOf(task.id)
    expect(gold).toMatchObject({
      version: 1,
      origin: 'tallied',
      answers: {},
      rollUp: { first: 2, second: 1, votes: 3 },
    })
    expect(gold?.votes).toHaveLength(3)
    expect(await prisma().disagreement.count({ where: { taskId: task.id } })).toBe(0)
    expect(await prisma().resolution.count({ where: { taskId: task.id } })).toBe(0)
    expect(await listReview(manager, project.id)).toMatchObject({ toSettle: { total: 0 }, toApprove: { total: 0 } })
    await expect(getConsolidation(manager, task.id)).rejects.toMatchObject({ code: 'not_found' })
    const [shown] = (await getItem(manager, task.itemId)).tasks
    expect(shown).toMatchObject({ votes: true, state: 'gold', gold: { origin: 'tallied', answers: {} } })
    expect(shown?.abilities.readAnswers).toBe(false)
    expect(JSON.stringify(shown?.gold?.votes)).not.toContain(people[0]?.userId)
  })

  it('of one person are a tally too', async () => {
    const { task, people } = await scene(1)
    for (const person of people) await vote(task, person, 1)
    expect(await goldsOf(task.id)).toMatchObject([{ origin: 'tallied', rollUp: { first: 0, second: 1, votes: 1 } }])
  })

  it('are tallied again after a new round, and the old tally is superseded', async () => {
    const { task, people, manager } = await scene()
    for (const person of people) await vote(task, person, 0)
    const [first] = people
    if (!first) throw new Error('somebody votes')
    await reopenTask(manager, task.id, { comment: 'Look again.', userIds: [first.userId] })
    await vote(task, first, 1)
    const golds = await goldsOf(task.id)
    expect(
      golds.map(({ version, rollUp, supersededAt }) => ({ version, rollUp, stands: supersededAt === null })),
    ).toEqual([
      { version: 1, rollUp: { first: 3, second: 0, votes: 3 }, stands: false },
      { version: 2, rollUp: { first: 2, second: 1, votes: 3 }, stands: true },
    ])
  })
})
