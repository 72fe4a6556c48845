import { describe, expect, it } from 'vitest'
import type { Prisma } from '@/generated/prisma/client'
import { acceptValue } from '@/lib/adjudication/consolidation/discussion/accept-value'
import { prisma } from '@/lib/platform/server/db'
import { itemsQuerySchema } from '@/lib/workspace/items/contract'
import { listItems } from '@/lib/workspace/items/queries'
import { actorOf } from '@/tests/actors'
import { decomposed, failure, laneOf, makeScene, submitAll } from '@/tests/discussion-scene'
import { type MadeTask, makeAnnotation, makeMember, makeProject, makeTask } from '@/tests/factories'
import { difficultyQuerySchema } from './contract'
import { getCauses, getDifficulty, getDiscussion } from './queries'

const asked = (query: Parameters<typeof difficultyQuerySchema.parse>[0] = {}) => difficultyQuerySchema.parse(query)

async function scene(raters = 2) {
  const project = await makeProject({ stage: { raters } })
  const member = async (role: 'manager' | 'reviewer' | 'viewer' | 'annotator') => makeMember(project, role)
  const people = await Promise.all(Array.from({ length: raters }, () => member('annotator')))
  /** A task of as many segments as each answers, true or false, in the given state. */
  const annotated = async (said: boolean[][], state: 'open' | 'consolidating' | 'gold' | 'discarded') => {
    const segments = (said[0] ?? []).map((_, index) => `Sentence ${index + 1} of it.`)
    const task = await makeTask(project, { segments })
    const annotations = []
    for (const [index, labels] of said.entries()) {
      const own = labels.map((label, at) => [
        `s${at + 1}`,
        label ? { label } : { label, errorType: 'knowledge_error', reason: 'No.' },
      ])
      const answers = { item: { action: 'keep' }, ...Object.fromEntries(own) }
      annotations.push(await makeAnnotation(task, people[index] ?? { id: '' }, answers, true))
    }
    await prisma().task.update({ where: { id: task.id }, data: { state } })
    return { task, annotations }
  }
  const manager = actorOf(await member('manager'))
  return { project, people, manager, member, annotated }
}

const stage = 'segments'
const flip = (said: boolean[], ...wrong: number[]) =>
  said.map((label, index) => (wrong.includes(index) ? !label : label))
const all = (count: number) => new Array<boolean>(count).fill(true)

describe('getDifficulty', () => {
  it('ranks items by pairs of ratings that differ, of revealed tasks only', async () => {
    const { project, manager, annotated } = await scene(3)
    const easy = await annotated([all(4), all(4), all(4)], 'gold')
    const hard = await annotated([all(4), flip(all(4), 0, 1), flip(all(4), 1, 2)], 'consolidating')
    const long = await annotated([all(12), flip(all(12), 0, 1, 2, 3, 4, 5, 6, 7), all(12)], 'consolidating')
    await annotated([all(4), flip(all(4), 0), all(4)], 'open')
    await annotated([all(4), flip(all(4), 0), all(4)], 'discarded')
    const listed = await getDifficulty(manager, project.id, stage, asked({ measure: 'label' }))
    // Three pairs a unit; two of them differ where one of three stands apart.
    expect(
      listed.items?.map(({ position, units, pairs, differing, share }) => [position, units, pairs, differing, share]),
    ).toEqual([
      [long.task.position, 12, 36, 16, 16 / 36],
      [hard.task.position, 4, 12, 6, null],
      [easy.task.position, 4, 12, 0, null],
    ])
    expect(listed).toMatchObject({ pairs: 60, differing: 22, bands: [1, 0, 2, 0, 0], total: 3 })
    const byShare = await getDifficulty(manager, project.id, stage, asked({ measure: 'label', order: 'share' }))
    expect(byShare.items?.map(({ position }) => position)).toEqual([hard, long, easy].map(({ task }) => task.position))
    const { itemId } = easy.task
    await prisma().item.update({ where: { id: itemId }, data: { tags: ['long', 'hard'], ownDomain: 'rivers' } })
    for (const of of [{ tag: 'hard' }, { domain: 'rivers' }, { tag: 'long', domain: 'rivers' }])
      expect(await getDifficulty(manager, project.id, stage, asked({ measure: 'label', ...of }))).toMatchObject({
        total: 1,
        pairs: 12,
        items: [{ position: easy.task.position }],
      })
    expect(await getDifficulty(manager, project.id, stage, asked({ tag: 'nothing' }))).toMatchObject({ total: 0 })
    const none = await getDifficulty(manager, project.id, stage, asked({ measure: 'label', band: '0' }))
    expect(none).toMatchObject({ total: 1, items: [{ taskId: easy.task.id, itemId: easy.task.itemId }] })
  })

  it('counts all measures together where none is chosen, and refuses one that is not there', async () => {
    const { project, manager, annotated } = await scene()
    await annotated([all(2), flip(all(2), 1)], 'consolidating')
    const [whole, label, response] = await Promise.all(
      [undefined, 'label', 'responseFactual'].map((measure) =>
        getDifficulty(manager, project.id, stage, asked({ measure })),
      ),
    )
    const others = await Promise.all(
      (whole?.measures ?? []).map(({ key }) => getDifficulty(manager, project.id, stage, asked({ measure: key }))),
    )
    expect([label?.differing, response?.differing]).toEqual([1, 1])
    expect(whole?.pairs).toBe(others.reduce((sum, { pairs }) => sum + pairs, 0))
    const wrong = getDifficulty(manager, project.id, stage, asked({ measure: 'nothing' }))
    expect((await failure(wrong)).code).toBe('invalid_request')
    expect((await failure(getDifficulty(manager, project.id, 'nowhere', asked()))).code).toBe('not_found')
  })

  it('gives viewers counts without items, annotators nothing, and remembers who has read', async () => {
    const { project, people, member, annotated } = await scene()
    const { task } = await annotated([all(2), flip(all(2), 1)], 'consolidating')
    const viewer = actorOf(await member('viewer'))
    expect(await getDifficulty(viewer, project.id, stage, asked())).toMatchObject({ items: null, total: 1 })
    // Of one item alone they would learn how it was answered.
    expect((await failure(getDifficulty(viewer, project.id, stage, asked({ tag: 'long' })))).code).toBe('forbidden')
    const reviewer = actorOf(await member('reviewer'))
    expect((await getDifficulty(reviewer, project.id, stage, asked())).items).toHaveLength(1)
    const reads = await prisma().answerRead.findMany({ where: { taskId: task.id } })
    expect(reads.map(({ userId }) => userId)).toEqual([reviewer.userId])
    const annotator = { ...reviewer, userId: people[0]?.id ?? '' }
    for (const read of [getCauses, getDiscussion])
      expect((await failure(read(annotator, project.id, stage))).code).toBe('forbidden')
    expect((await failure(getDifficulty(annotator, project.id, stage, asked()))).code).toBe('forbidden')
  })
})

const unitId = (task: MadeTask, key: string) => task.units.find((unit) => unit.key === key)?.id ?? ''
const disagree = (task: MadeTask, key: string, question: string, cause: 'slip' | 'guideline_gap' | null = null) =>
  prisma().disagreement.create({ data: { taskId: task.id, round: 1, unitId: unitId(task, key), question, cause } })

describe('getCauses', () => {
  it('counts disagreements by question and cause, and the items they are on', async () => {
    const { project, manager, member, annotated } = await scene()
    const one = await annotated([all(3), flip(all(3), 0, 1)], 'consolidating')
    const two = await annotated([all(3), flip(all(3), 0)], 'gold')
    const blind = await annotated([all(3), flip(all(3), 0)], 'open')
    await disagree(one.task, 's1', 'label', 'guideline_gap')
    await disagree(one.task, 's2', 'label', 'guideline_gap')
    await disagree(one.task, 's2', 'errorType')
    await disagree(two.task, 's1', 'label', 'slip')
    await disagree(blind.task, 's1', 'label', 'slip')
    const causes = await getCauses(manager, project.id, stage)
    expect(causes.total).toEqual({ count: 4, inItems: 2 })
    expect(causes.named).toBe(3)
    const counted = causes.causes.filter(({ all: { count } }) => count > 0)
    expect(counted).toEqual([
      { cause: 'slip', all: { count: 1, inItems: 1 } },
      { cause: 'guideline_gap', all: { count: 2, inItems: 1 } },
      { cause: 'none', all: { count: 1, inItems: 1 } },
    ])
    expect(causes.questions.map(({ key, all: cell }) => [key, cell.count, cell.inItems])).toEqual([
      ['label', 3, 2],
      ['errorType', 1, 1],
    ])
    // Every number leads to as many items as it says.
    for (const { key, unitKind, cells } of causes.questions)
      for (const { cause, cell } of cells) {
        const query = itemsQuerySchema.parse({ stage, cause, question: key, kind: unitKind })
        expect((await listItems(manager, project.id, query)).total).toBe(cell.inItems)
      }
    const any = itemsQuerySchema.parse({ stage, cause: 'any' })
    expect((await listItems(manager, project.id, any)).total).toBe(2)
    const viewer = actorOf(await member('viewer'))
    expect((await failure(listItems(viewer, project.id, any))).code).toBe('forbidden')
    expect(causes.questions[0]?.cells.find(({ cause }) => cause === 'guideline_gap')?.cell).toEqual({
      count: 2,
      inItems: 1,
    })
  })
})

describe('getDiscussion', () => {
  it('tells who moved towards whom in round 1 of what is gold', async () => {
    const { project, manager, people, annotated } = await scene()
    const settle = async (
      how: 'discussed' | 'lane' | 'edited',
      taken: number | null,
      state: 'gold' | 'consolidating' = 'gold',
      round = 1,
    ) => {
      const { task, annotations } = await annotated([all(2), flip(all(2), 1)], 'consolidating')
      await disagree(task, 's2', 'label')
      await prisma().task.update({ where: { id: task.id }, data: { state, round } })
      const gold = { taskId: task.id, version: 1, round, answers: {}, rollUp: {}, origin: 'consolidated' as const }
      if (state === 'gold') await prisma().gold.create({ data: gold })
      const at = { taskId: task.id, round: 1, unitId: unitId(task, 's2'), question: 'label' }
      const value: Prisma.InputJsonValue = taken === null ? 'other' : taken === 0
      const annotationId = taken === null ? null : (annotations[taken]?.id ?? null)
      await prisma().resolution.create({ data: { ...at, value, how, annotationId } })
      return task.position
    }
    const first = await settle('discussed', 0)
    const second = await settle('discussed', 0)
    await settle('discussed', 1)
    await settle('discussed', null)
    await settle('lane', 1)
    await settle('edited', null)
    await settle('discussed', 0, 'consolidating')
    await settle('discussed', 0, 'gold', 2)
    const discussion = await getDiscussion(manager, project.id, stage)
    expect(discussion.tasks).toEqual({ counted: 6, laterRound: 1 })
    const counts = Object.entries(discussion.outcomes).map(([key, { count }]) => [key, count])
    expect(Object.fromEntries(counts)).toEqual({
      settled: 6,
      discussedToOne: 3,
      discussedToThird: 1,
      decidedForOne: 1,
      decidedForThird: 1,
      majority: 0,
      dissolved: 0,
    })
    expect(discussion.moves).toEqual([
      { from: 'a2', to: 'a1', cell: { count: 2, inItems: 2, items: [first, second].sort((a, b) => a - b) } },
      { from: 'a1', to: 'a2', cell: { count: 1, inItems: 1, items: [expect.any(Number)] } },
    ])
    expect(discussion.conformity).toMatchObject({ count: 3, of: 4, share: null })
    // One task is not gold yet, so nobody has a name.
    expect(discussion.people.map(({ key, name, userId }) => [key, name, userId])).toEqual([
      ['a1', 'annotator 1', null],
      ['a2', 'annotator 2', null],
    ])
    expect(discussion.people[1]).toMatchObject({ gaveWay: { count: 2, of: 3 }, upheld: { count: 1, of: 1 } })
    await prisma().task.updateMany({
      where: { projectId: project.id, state: 'consolidating' },
      data: { state: 'open' },
    })
    const named = await getDiscussion(manager, project.id, stage)
    expect(named.people.map(({ userId }) => userId)).toEqual(people.map(({ id }) => id))
  })

  it('sets what partners stood by in the end beside what they had said, of the same units', async () => {
    const { project, taskId, ada, ben, third } = await makeScene()
    const s2 = (importance: string) => ({ s2: { checkworthy: 'opinion', importance } })
    await submitAll(taskId, [
      [ada, decomposed({ a1: 'The Rhine rises in Austria.' }, s2('no'))],
      [ben, decomposed({ b1: 'The Rhine rises in Austria.' }, s2('intermediate'))],
    ])
    const choice = { lane: await laneOf(ada, taskId, false) }
    await acceptValue(ada, taskId, { unit: 's2', question: 'importance', choice, reason: '' })
    const key = (await prisma().stage.findFirstOrThrow({ where: { projectId: project.id, position: 0 } })).key
    const discussion = await getDiscussion(third, project.id, key)
    const numbers = await prisma().annotatorNumber.findMany({ where: { projectId: project.id } })
    const keyOf = (userId: string) => `a${numbers.find((each) => each.userId === userId)?.number}`
    expect(discussion.moves).toMatchObject([{ from: keyOf(ada.userId), to: keyOf(ben.userId), cell: { count: 1 } }])
    const rated = await prisma().ratedUnit.findMany({ where: { taskId } })
    expect(discussion.measures.length).toBeGreaterThan(0)
    for (const { key: measure, units, responses, percent } of discussion.measures) {
      expect([units, responses]).toEqual([rated.filter((row) => row.measure === measure).length, 1])
      expect(percent.words).toMatch(/^Too few units/)
    }
  })
})
