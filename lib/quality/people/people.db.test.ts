import { beforeEach, describe, expect, it } from 'vitest'
import { submitAnnotation } from '@/lib/annotation/annotations/submit-annotation'
import type { Actor } from '@/lib/platform/policy/actor'
import { REVEALED_STATES } from '@/lib/platform/policy/can'
import { prisma, transaction } from '@/lib/platform/server/db'
import type { Answers } from '@/lib/protocols/protocol'
import { getMeasure } from '@/lib/quality/agreement/queries'
import { loadTask } from '@/lib/workspace/tasks/load-task'
import { makeGold } from '@/lib/workspace/tasks/make-gold'
import { actorOf } from '@/tests/actors'
import { answersWith, type MadeProject, makeAnnotation, makeMember, makeProject, makeTask } from '@/tests/factories'
import { getOwnFigures, listPeople } from './queries'

let project: MadeProject
let manager: Actor
let people: [Actor, Actor]

beforeEach(async () => {
  project = await makeProject({ stage: { raters: 2 } })
  manager = actorOf(await makeMember(project, 'manager'))
  people = [actorOf(await makeMember(project, 'annotator')), actorOf(await makeMember(project, 'annotator'))]
})

const answers = (first: boolean, second: boolean): Answers => ({
  ...answersWith(second),
  ...(first ? {} : { s1: { label: false, errorType: 'knowledge_error', reason: 'It is not.' } }),
})

/** A task that both answered; `values`: what each said of the two segments. Gold says what the first said, if wanted. */
async function revealed(values: [[boolean, boolean], [boolean, boolean]], { gold = false, seconds = 60 } = {}) {
  const task = await makeTask(project)
  for (const [index, actor] of people.entries()) {
    const own = values[index] ?? [true, true]
    const annotation = await makeAnnotation(task, { id: actor.userId }, answers(...own))
    await prisma().annotation.update({ where: { id: annotation.id }, data: { activeSeconds: seconds } })
    await submitAnnotation(actor, task.id)
  }
  if (!gold) return task
  await transaction(async (tx) => {
    const loaded = await loadTask(tx, manager, task.id)
    const settled = { answers: answers(...values[0]), origin: 'consolidated', actorId: null } as const
    await makeGold(tx, loaded, { ...settled, adjudicatorId: null, approverId: null })
  })
  return task
}

const PATTERN: [[boolean, boolean], [boolean, boolean]][] = [
  [
    [true, true],
    [true, true],
  ],
  [
    [true, true],
    [true, false],
  ],
  [
    [false, true],
    [false, true],
  ],
  [
    [true, false],
    [true, false],
  ],
  [
    [false, true],
    [true, true],
  ],
  [
    [true, true],
    [true, true],
  ],
]

/** The measure whose units are the segments, of somebody. */
function segmentsOf(person: Awaited<ReturnType<typeof listPeople>>['people'][number] | undefined) {
  return person?.measures.find(({ partners }) => partners.units === PATTERN.length * 2)
}

describe('figures about people', () => {
  it('equal what is counted by hand', async () => {
    for (const values of PATTERN) await revealed(values, { gold: true })
    const view = await listPeople(manager, project.id)
    const [first, second] = people.map(({ userId }) => view.people.find((person) => person.userId === userId))
    const pairs = PATTERN.flatMap(([a, b]) => a.map((value, index) => [value, b[index]] as const))
    const n = pairs.length
    const alike = pairs.filter(([a, b]) => a === b).length
    const share = (side: 0 | 1) => pairs.filter((pair) => pair[side] === true).length / n
    const expected = share(0) * share(1) + (1 - share(0)) * (1 - share(1))
    for (const person of [first, second]) {
      const figures = segmentsOf(person)?.partners
      expect(figures).toMatchObject({ units: n, responses: PATTERN.length, alike })
      expect(figures?.percent.value).toBeCloseTo(alike / n, 12)
      expect(figures?.kappa.value).toBeCloseTo((alike / n - expected) / (1 - expected), 12)
      expect(figures?.percent.interval).toBeNull()
    }
    // Nobody but the two settled this gold: without the one's answers it is what the other said.
    for (const person of [first, second]) expect(segmentsOf(person)?.gold).toMatchObject({ units: n, alike })
    const given = segmentsOf(second)?.given ?? []
    expect(given.map(({ own }) => own).toSorted()).toEqual([n * share(1), n * (1 - share(1))].toSorted())
    expect(segmentsOf(first)?.weeks.reduce((sum, { partners }) => sum + partners.units, 0)).toBe(n)
    expect(first?.work[0]).toMatchObject({
      tasks: PATTERN.length,
      waiting: 0,
      minutes: null,
      timedTasks: PATTERN.length,
    })
    // Asked again, the kept figures are the same.
    expect((await listPeople(manager, project.id)).people).toEqual(view.people)
  })

  it('count what everybody answered, also after more of it, and nothing that is not revealed', async () => {
    const answered = async ({ userId }: Actor) => {
      const rows = await prisma().label.findMany({
        where: { annotation: { userId, task: { state: { in: [...REVEALED_STATES] } } } },
      })
      const given = rows.filter(({ value }) => value !== null)
      return { units: new Set(given.map(({ unitId }) => unitId)).size, labels: given.length }
    }
    const shown = async (actor: Actor) =>
      (await listPeople(manager, project.id)).people.find(({ userId }) => userId === actor.userId)?.work[0]
    for (const [index, values] of PATTERN.entries()) {
      await revealed(values)
      for (const actor of people)
        expect(await shown(actor)).toMatchObject({ tasks: index + 1, ...(await answered(actor)) })
    }
    const [first] = people
    const before = await answered(first)
    // Two segments and the item, of each.
    expect(before).toMatchObject({ units: PATTERN.length * 3 })
    const waiting = await makeTask(project)
    await makeAnnotation(waiting, { id: first.userId }, answers(true, true))
    await submitAnnotation(first, waiting.id)
    expect(await shown(first)).toMatchObject({ tasks: PATTERN.length, waiting: 1, ...before })
    expect((await getOwnFigures(first, project.id)).people[0]?.work[0]).toMatchObject(before)
  })

  it('give nobody a kappa with gold that is their own answer', async () => {
    for (const values of PATTERN) {
      const task = await makeTask(project, { raters: 1 })
      await makeAnnotation(task, { id: people[0].userId }, answers(...values[0]))
      await submitAnnotation(people[0], task.id)
    }
    expect(await prisma().gold.count({ where: { origin: 'single_rated' } })).toBe(PATTERN.length)
    const view = await listPeople(manager, project.id)
    expect(view.people.flatMap(({ measures }) => measures)).toEqual([])
    const detail = await getMeasure(manager, project.id, { stage: 'segments', measure: 'label' })
    expect(detail.references).toEqual([])
    expect(detail.measure.all.units).toBe(PATTERN.length * 2)
  })

  it('take gold that a third person settled as it stands', async () => {
    for (const values of PATTERN) {
      const task = await revealed(values, { gold: true })
      const [reviewer, units] = [
        await makeMember(project, 'reviewer'),
        await prisma().unit.findMany({ where: { taskId: task.id, key: { in: ['s1', 's2'] } } }),
      ]
      await prisma().resolution.deleteMany({ where: { taskId: task.id, question: 'label' } })
      await prisma().resolution.createMany({
        data: units.map(({ id, key }) => ({
          taskId: task.id,
          round: 1,
          unitId: id,
          question: 'label',
          how: 'lane' as const,
          resolvedById: reviewer.id,
          value: values[0][key === 's1' ? 0 : 1],
        })),
      })
    }
    const view = await listPeople(manager, project.id)
    const [first, second] = people.map(({ userId }) => view.people.find((person) => person.userId === userId))
    const n = PATTERN.length * 2
    const alike = PATTERN.flatMap(([a, b]) => a.map((value, index) => value === b[index])).filter(Boolean).length
    expect(segmentsOf(first)?.gold).toMatchObject({ units: n, alike: n })
    expect(segmentsOf(second)?.gold).toMatchObject({ units: n, alike })
    const detail = await getMeasure(manager, project.id, { stage: 'segments', measure: 'label' })
    expect(detail.references.map(({ second: key, n: units }) => [key, units])).toEqual([
      ['gold', n],
      ['gold', n],
    ])
  })

  it('tell nothing of tasks that others did among themselves', async () => {
    await revealed([
      [true, true],
      [true, false],
    ])
    const before = await getOwnFigures(people[0], project.id)
    const task = await makeTask(project)
    for (let index = 0; index < 2; index++) {
      const other = actorOf(await makeMember(project, 'annotator'))
      await makeAnnotation(task, { id: other.userId }, answers(true, true))
      await submitAnnotation(other, task.id)
    }
    expect(await getOwnFigures(people[0], project.id)).toEqual(before)
  })

  it('say only counts of few units, and quartiles of enough tasks', async () => {
    await revealed([
      [true, true],
      [true, false],
    ])
    const [few] = (await listPeople(manager, project.id)).people.filter(({ userId }) => userId === people[0].userId)
    const measure = few?.measures.find(({ partners }) => partners.units === 2)
    expect(measure?.partners).toMatchObject({ alike: 1, percent: { value: null, reason: 'too-few-units' } })
    for (let n = 0; n < 9; n++)
      await revealed(
        [
          [true, true],
          [true, true],
        ],
        { seconds: 60 * (n + 2) },
      )
    const [person] = (await listPeople(manager, project.id)).people.filter(({ userId }) => userId === people[0].userId)
    // Minutes 1 to 10.
    expect(person?.work[0]?.minutes).toEqual({ low: 3.25, median: 5.5, high: 7.75 })
  })

  it('hide from annotators what is not revealed, who their partners are, and what is served blind', async () => {
    await revealed([
      [true, true],
      [true, false],
    ])
    const open = await makeTask(project)
    await makeAnnotation(open, { id: people[0].userId }, answersWith(true))
    await submitAnnotation(people[0], open.id)
    const own = await getOwnFigures(people[0], project.id)
    expect(own.people.map(({ userId }) => userId)).toEqual([people[0].userId])
    expect(own.people[0]).toMatchObject({ calibration: null, work: [{ tasks: 1, waiting: null }] })
    expect(JSON.stringify(own)).not.toContain(people[1].userId)
    expect(JSON.stringify(own)).not.toContain(people[1].name)
    const all = await listPeople(manager, project.id)
    expect(all.people.find(({ userId }) => userId === people[0].userId)?.work[0]).toMatchObject({
      tasks: 1,
      waiting: 1,
    })
  })
})

it('shows everybody to managers only, and themselves to those who annotate', async () => {
  const [reviewer, viewer] = [
    actorOf(await makeMember(project, 'reviewer')),
    actorOf(await makeMember(project, 'viewer')),
  ]
  const outsider = actorOf(await makeMember(await makeProject(), 'manager'))
  for (const actor of [people[0], reviewer, viewer])
    await expect(listPeople(actor, project.id)).rejects.toMatchObject({ code: 'forbidden' })
  await expect(getOwnFigures(viewer, project.id)).rejects.toMatchObject({ code: 'forbidden' })
  for (const read of [listPeople, getOwnFigures])
    await expect(read(outsider, project.id)).rejects.toMatchObject({ code: 'not_found' })
  expect((await getOwnFigures(people[1], project.id)).people).toHaveLength(1)
})
