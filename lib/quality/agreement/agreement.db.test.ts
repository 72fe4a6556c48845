import { afterEach, describe, expect, it } from 'vitest'
import { enqueue } from '@/lib/platform/jobs/enqueue'
import { prisma, type Tx, transaction } from '@/lib/platform/server/db'
import { changeFacts } from '@/lib/workspace/items/change-facts'
import { type ItemsQueryInput, itemsQuerySchema } from '@/lib/workspace/items/contract'
import { listItems } from '@/lib/workspace/items/queries'
import { recordRevealedReadsJob } from '@/lib/workspace/tasks/jobs'
import { lockAnswerReads } from '@/lib/workspace/tasks/record-answer-reads'
import { actorOf } from '@/tests/actors'
import { answersWith, type MadeTask, makeAnnotation, makeMember, makeProject, makeTask } from '@/tests/factories'
import { takeInOrder, tryNamed } from '@/tests/support/take-in-order'
import { until } from '@/tests/support/wait'
import type { StageAgreement } from './contract'
import { type FigureQuery, positionsBehind } from './positions-behind'
import { getAgreement, getMeasure, getSlices } from './queries'
import { getReceipt } from './receipts/get-receipt'
import { streamAgreement } from './stream-agreement'

const itemsQuery = (given: ItemsQueryInput, { position }: MadeTask) =>
  itemsQuerySchema.parse({ ...given, ids: String(position) })

const always = { intervals: 'always' } as const

async function scene() {
  const project = await makeProject({ stage: { raters: 2 } })
  const people = {
    manager: await makeMember(project, 'manager'),
    reviewer: await makeMember(project, 'reviewer'),
    viewer: await makeMember(project, 'viewer'),
    ada: await makeMember(project, 'annotator'),
    ben: await makeMember(project, 'annotator'),
  }
  const { ada, ben } = people
  /** A task annotated by both, whose second segment they call true or false; in the given state. */
  const annotated = async (
    [first, second]: [boolean, boolean],
    state: 'open' | 'consolidating' | 'approving' | 'gold' | 'discarded' = 'consolidating',
  ): Promise<MadeTask> => {
    const task = await makeTask(project)
    await makeAnnotation(task, ada, answersWith(first), true)
    await makeAnnotation(task, ben, answersWith(second), true)
    await prisma().task.update({ where: { id: task.id }, data: { state } })
    return task
  }
  return { project, people, annotated }
}

const segmentLabels = (stage: StageAgreement | undefined) =>
  stage?.measures.find(({ key, unitOfAnalysis }) => key === 'label' && unitOfAnalysis === 'segment')

describe('getAgreement', () => {
  it('counts the frozen independent answers of revealed tasks, by segment and by response', async () => {
    const { project, people, annotated } = await scene()
    await annotated([true, false])
    await annotated([false, false], 'approving')
    await annotated([true, true], 'gold')
    const agreement = await getAgreement(actorOf(people.manager), project.id, always)
    const [stage] = agreement.stages
    expect(stage?.tasks).toEqual({
      counted: 3,
      singleRated: 0,
      withoutAnnotation: 0,
      discarded: 0,
      inProgress: 0,
      awaited: 0,
    })
    const label = segmentLabels(stage)
    expect(label?.all).toMatchObject({ units: 6, unitsWithTwo: 6, unanimous: 5, ratings: 12, responses: 3, raters: 2 })
    expect(label?.all.confusion).toEqual([
      [4, 1],
      [0, 1],
    ])
    const response = stage?.measures.find(({ key }) => key === 'responseFactual')
    expect(response?.all).toMatchObject({ units: 3, unanimous: 2 })
    expect(agreement.raters.map(({ name }) => name)).toEqual(['annotator 1', 'annotator 2'])
  })

  it('never counts drafts, tasks still blind, later rounds, discarded items, or work that was not independent', async () => {
    const { project, people, annotated } = await scene()
    const { ada, ben } = people
    const counted = await annotated([true, true])
    // Blind: one has submitted, the other not; both have submitted but the task is not revealed.
    const blind = await makeTask(project)
    await makeAnnotation(blind, ada, answersWith(false), true)
    await makeAnnotation(blind, ben, answersWith(false))
    await annotated([false, false], 'open')
    await annotated([false, false], 'discarded')
    // A revealed task in which the second annotator left a draft, and whose third was imported with sight of others'.
    const half = await makeTask(project, { raters: 3 })
    await makeAnnotation(half, ada, answersWith(true), true)
    await makeAnnotation(half, ben, answersWith(false))
    const cy = await makeMember(project, 'annotator')
    const imported = await makeAnnotation(half, cy, answersWith(false))
    await prisma().annotation.update({ where: { id: imported.id }, data: { independent: false, origin: 'import' } })
    await prisma().annotation.update({
      where: { id: imported.id },
      data: { state: 'submitted', submittedAt: new Date() },
    })
    await prisma().task.update({ where: { id: half.id }, data: { state: 'consolidating' } })
    // Gold that came with the items.
    const given = await makeTask(project)
    await prisma().task.update({ where: { id: given.id }, data: { state: 'gold' } })
    // A second round, in which both changed their minds.
    await prisma().task.update({ where: { id: counted.id }, data: { round: 2 } })
    await makeAnnotation({ ...counted, round: 2 }, ada, answersWith(false), true)
    await makeAnnotation({ ...counted, round: 2 }, ben, answersWith(false), true)

    const agreement = await getAgreement(actorOf(people.manager), project.id, always)
    const [stage] = agreement.stages
    expect(stage?.tasks).toEqual({
      counted: 2,
      singleRated: 1,
      withoutAnnotation: 1,
      discarded: 1,
      inProgress: 2,
      awaited: 0,
    })
    expect(stage?.notIndependent).toBe(1)
    const label = segmentLabels(stage)
    expect(label?.all).toMatchObject({ units: 4, unitsWithTwo: 2, ratings: 6, raters: 2 })
    expect(label?.all.categories.map(({ value, count }) => [value, count])).toEqual([
      ['true', 6],
      ['false', 0],
    ])
    expect(agreement.raters.map(({ key }) => key)).toEqual(['a1', 'a2'])
  })

  it('counts looks as one as long as a job still records what the first was too large for', async () => {
    const { project, people, annotated } = await scene()
    await annotated([true, true])
    const jobKey = `${recordRevealedReadsJob.name}/${project.id}/${people.manager.id}`
    const job = { projectId: project.id, userId: people.manager.id }
    await transaction((tx) => enqueue(tx, recordRevealedReadsJob, job, { jobKey }))
    await getAgreement(actorOf(people.manager), project.id, always)
    expect(await prisma().event.count({ where: { projectId: project.id, type: 'answers.read' } })).toBe(0)
    expect(await prisma().answerRead.count({ where: { userId: people.manager.id } })).toBe(1)
  })

  it('tells managers and reviewers aliases and items, viewers aliases and counts; managers names once all is gold', async () => {
    const { project, people, annotated } = await scene()
    const task = await annotated([true, false])
    const seen = async (who: { id: string; name: string; isAdmin: boolean }) => {
      const { raters, stages, showsItems } = await getAgreement(actorOf(who), project.id, always)
      const differing = segmentLabels(stages[0])?.all.confusion[0]?.[1]
      return { raters, showsItems, differing, inProgress: stages[0]?.tasks.inProgress }
    }
    const aliases = [
      { key: 'a1', kind: 'annotator', name: 'annotator 1', userId: null },
      { key: 'a2', kind: 'annotator', name: 'annotator 2', userId: null },
    ]
    const common = { raters: aliases, differing: 1 }
    expect(await seen(people.manager)).toEqual({ ...common, showsItems: true, inProgress: 0 })
    expect(await seen(people.reviewer)).toEqual({ ...common, showsItems: true, inProgress: null })
    expect(await seen(people.viewer)).toEqual({ ...common, showsItems: false, inProgress: null })
    // Who learned which items were answered how has read the answers; that is remembered once.
    await seen(people.manager)
    const reads = await prisma().answerRead.findMany({ where: { taskId: task.id }, select: { userId: true } })
    expect(new Set(reads.map(({ userId }) => userId))).toEqual(new Set([people.manager.id, people.reviewer.id]))
    const looks = await prisma().event.findMany({ where: { projectId: project.id, type: 'answers.read' } })
    expect(looks.map(({ actorId, taskId, data }) => ({ actorId, taskId, data }))).toEqual(
      [people.manager, people.reviewer].map(({ id }) => ({
        actorId: id,
        taskId: null,
        data: { where: 'agreement', tasks: 1 },
      })),
    )
    await prisma().task.update({ where: { id: task.id }, data: { state: 'gold' } })
    expect((await seen(people.manager)).raters).toEqual([
      { key: 'a1', kind: 'annotator', name: `${people.ada.name} (annotator 1)`, userId: people.ada.id },
      { key: 'a2', kind: 'annotator', name: `${people.ben.name} (annotator 2)`, userId: people.ben.id },
    ])
    expect((await seen(people.reviewer)).raters).toEqual(aliases)
    await annotated([true, true])
    expect((await seen(people.manager)).raters).toEqual(aliases)
  })

  it('leads from every cell to exactly the items it counts, however many there are', async () => {
    const { project, people, annotated } = await scene()
    const { ada, ben } = people
    const both = await annotated([true, false])
    // Ada kept an error type of a segment that she calls true: it rates nothing.
    const kept = await makeTask(project)
    await makeAnnotation(kept, ada, { ...answersWith(true), s2: { label: true, errorType: 'fooled' } }, true)
    await makeAnnotation(kept, ben, answersWith(true), true)
    // Work that was not independent, a second round, and a task still blind count nowhere.
    const imported = await makeTask(project)
    const seen = await makeAnnotation(imported, ada, answersWith(false))
    await prisma().annotation.update({
      where: { id: seen.id },
      data: { independent: false, state: 'submitted', submittedAt: new Date() },
    })
    await prisma().task.updateMany({ where: { id: { in: [kept.id, imported.id] } }, data: { state: 'gold' } })
    await annotated([false, false], 'open')
    const behind = (figure: Omit<FigureQuery, 'stage'>) =>
      transaction((tx) => positionsBehind(tx, project, { stage: 'segments', ...figure }))
    const label = { measure: 'label' }
    expect(await behind({ ...label, a: 'false' })).toEqual([both.position])
    expect(await behind({ ...label, a: 'true', b: 'true' })).toEqual([both.position, kept.position])
    expect(await behind({ ...label, a: 'true', b: 'false', raters: ['a1', 'a2'] })).toEqual([both.position])
    expect(await behind({ ...label, a: 'false', b: 'true', raters: ['a1', 'a2'] })).toEqual([])
    expect(await behind({ ...label, raters: ['a1', 'a2'] })).toEqual([both.position, kept.position])
    expect(await behind({ measure: 'errorType', a: 'fooled' })).toEqual([])
    expect(await behind({ ...label, a: 'false', slice: { by: 'domain', value: 'wk' } })).toEqual([both.position])
    expect(await behind({ ...label, a: 'false', slice: { by: 'domain', value: 'math' } })).toEqual([])
    expect(await behind({ ...label, slice: { by: 'guideline', value: null } })).toEqual([both.position, kept.position])
    expect(await behind({ measure: 'responseFactual', a: 'true', b: 'false' })).toEqual([both.position])
    await expect(behind({ measure: 'none' })).rejects.toMatchObject({ code: 'invalid_request' })
  })

  it('is remembered of whoever learns by what is not listed how items were answered', async () => {
    const { project, people, annotated } = await scene()
    const asked = await annotated([true, false])
    const other = await annotated([true, true])
    const query = { stage: 'segments', measure: 'label', a: 'false', b: 'false', raters: 'a1,a2' }
    const found = await listItems(actorOf(people.reviewer), project.id, itemsQuery(query, asked))
    expect(found).toEqual({ items: [], total: 0 })
    const past = await listItems(actorOf(people.manager), project.id, itemsQuery({ ...query, page: 2 }, asked))
    expect(past.items).toEqual([])
    const reads = await prisma().answerRead.findMany({ where: { taskId: { in: [asked.id, other.id] } } })
    expect(new Set(reads.map(({ taskId, userId }) => `${taskId} ${userId}`))).toEqual(
      new Set([asked, other].flatMap(({ id }) => [`${id} ${people.reviewer.id}`, `${id} ${people.manager.id}`])),
    )
  })

  it('looks into the ledger after it has begun to write down what the person reads, as the page does', async () => {
    const { project, people, annotated } = await scene()
    const asked = await annotated([true, false])
    const query = { stage: 'segments', measure: 'label', a: 'false', b: 'true', raters: 'a1,a2' }
    const order = {
      first: (tx: Tx) => lockAnswerReads(tx, people.reviewer.id),
      later: tryNamed(`rate tasks of ${project.id}`),
    }
    const list = () => listItems(actorOf(people.reviewer), project.id, itemsQuery(query, asked))
    expect(await takeInOrder(order, list)).toMatchObject({ total: expect.any(Number) })
  })

  it('never holds the ledger while it waits to write down what the person reads, whether the ledger lacks a task or not', async () => {
    const { project, people, annotated } = await scene()
    const { id: taskId } = await annotated([true, false])
    for (const person of [people.reviewer, people.manager]) {
      const userId = person.id
      const order = {
        first: (tx: Tx) => lockAnswerReads(tx, userId),
        later: tryNamed(`rate tasks of ${project.id}`),
      }
      await takeInOrder(order, () => getAgreement(actorOf(person), project.id, { intervals: 'when_quick' }))
      expect(await prisma().answerRead.count({ where: { taskId, userId } })).toBe(1)
    }
  })

  it('is hidden from outsiders and refused to annotators', async () => {
    const { project, people, annotated } = await scene()
    await annotated([true, false])
    const keys = { stage: 'segments', measure: 'label' }
    const stranger = actorOf(await makeMember(await makeProject(), 'manager'))
    const ways = [
      (actor: typeof stranger) => getAgreement(actor, project.id, always),
      (actor: typeof stranger) => getMeasure(actor, project.id, keys),
      (actor: typeof stranger) => getSlices(actor, project.id, keys, { by: 'week' }),
      (actor: typeof stranger) => streamAgreement(actor, project.id, new AbortController().signal),
    ]
    for (const ask of ways) {
      await expect(ask(stranger)).rejects.toMatchObject({ code: 'not_found' })
      await expect(ask(actorOf(people.ada))).rejects.toMatchObject({ code: 'forbidden' })
    }
    const manager = actorOf(people.manager)
    await expect(getMeasure(manager, project.id, { ...keys, measure: 'none' })).rejects.toMatchObject({
      code: 'not_found',
    })
  })
})

describe('getMeasure', () => {
  it('counts every two annotators, and annotators with gold apart, with the interval of kappa', async () => {
    const { project, people, annotated } = await scene()
    for (let n = 0; n < 9; n++) await annotated([n % 2 === 0, n % 3 === 0])
    const gold = await annotated([true, false], 'gold')
    await prisma().gold.create({
      data: {
        taskId: gold.id,
        version: 1,
        round: 1,
        origin: 'consolidated',
        answers: answersWith(true),
        rollUp: {},
      },
    })
    const detail = await getMeasure(actorOf(people.manager), project.id, { stage: 'segments', measure: 'label' })
    expect(detail.intervals).toBe('complete')
    expect(detail.pairs).toHaveLength(1)
    expect(detail.pairs[0]).toMatchObject({ first: 'a1', second: 'a2', n: 20, responses: 10 })
    const sum = detail.pairs[0]?.confusion.flat().reduce((total, count) => total + count, 0)
    expect(sum).toBe(20)
    const cohen = detail.pairs[0]?.coefficients.find(({ key }) => key === 'cohen')?.estimate
    expect(cohen?.interval).toMatchObject({ drawn: 10, resamples: 2000, seed: 1 })
    expect(detail.references.map(({ first, second, n }) => [first, second, n])).toEqual([
      ['a1', 'gold', 2],
      ['a2', 'gold', 2],
    ])
    expect(detail.raters.map(({ key, kind }) => [key, kind])).toEqual([
      ['a1', 'annotator'],
      ['a2', 'annotator'],
      ['gold', 'gold'],
    ])
    const behind = (figure: Omit<FigureQuery, 'stage' | 'measure'>) =>
      transaction((tx) => positionsBehind(tx, project, { stage: 'segments', measure: 'label', ...figure }))
    expect(await behind({ raters: ['a2', 'gold'] })).toEqual([gold.position])
    expect(await behind({ raters: ['a2', 'gold'], a: 'false', b: 'true' })).toEqual([gold.position])
    expect(await behind({ raters: ['a1', 'gold'], a: 'false', b: 'true' })).toEqual([])
  })
})

describe('getSlices', () => {
  it('adds up to the whole, with words for those without a value', async () => {
    const { project, people, annotated } = await scene()
    for (let n = 0; n < 3; n++) await annotated([true, n === 0])
    const math = await annotated([false, false])
    await prisma().item.update({ where: { id: math.itemId }, data: { domain: 'math' } })
    const manager = actorOf(people.manager)
    const keys = { stage: 'segments', measure: 'label' }
    const whole = (await getMeasure(manager, project.id, keys)).measure.all
    for (const by of ['domain', 'source', 'guideline', 'arm', 'week'] as const) {
      const { slices } = await getSlices(manager, project.id, keys, { by })
      for (const count of ['units', 'unitsWithTwo', 'unanimous', 'ratings', 'responses'] as const)
        expect(slices.reduce((sum, { figures }) => sum + figures[count], 0)).toBe(whole[count])
    }
    const { slices } = await getSlices(manager, project.id, keys, { by: 'domain' })
    expect(slices.map(({ value, figures }) => [value, figures.units])).toEqual([
      ['math', 2],
      ['wk', 6],
    ])
  })

  it('counts an item under each of its tags, and follows what managers say', async () => {
    const { project, people, annotated } = await scene()
    const [both, one] = [await annotated([true, true]), await annotated([true, false])]
    await annotated([false, false])
    const manager = actorOf(people.manager)
    const keys = { stage: 'segments', measure: 'label' }
    const counts = async () => {
      const { slices } = await getSlices(manager, project.id, keys, { by: 'tag' })
      return slices.map(({ value, title, figures }) => [value, title, figures.units])
    }
    expect(await counts()).toEqual([[null, 'No tag', 6]])
    await changeFacts(manager, both.itemId, { tags: ['long', 'hard'] })
    await changeFacts(manager, one.itemId, { tags: ['long'] })
    expect(await counts()).toEqual([
      ['hard', 'hard', 2],
      ['long', 'long', 4],
      [null, 'No tag', 2],
    ])
    const behind = (value: string | null) =>
      transaction((tx) => positionsBehind(tx, project, { ...keys, slice: { by: 'tag', value } }))
    expect(await behind('long')).toEqual([both.position, one.position])
    expect(await behind(null)).toHaveLength(1)
    const receipt = await getReceipt(
      manager,
      { projectId: project.id, ...keys },
      { form: 'csv', by: 'tag', slice: 'long' },
      new AbortController().signal,
    )
    const csv = await receipt.text()
    expect(csv).toContain('long; hard')
    expect(csv.match(/not in slice/g)).toHaveLength(2)
  })
})

describe('streamAgreement', () => {
  const leave = new AbortController()
  afterEach(() => leave.abort())

  it('says the version when a task is revealed', async () => {
    const { project, people, annotated } = await scene()
    await annotated([true, false])
    const response = await streamAgreement(actorOf(people.viewer), project.id, leave.signal)
    const versions = new Set<string>()
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
    const read = async () => {
      for (;;) {
        const { done, value } = (await reader?.read()) ?? { done: true, value: '' }
        if (done) return
        for (const [, version] of (value ?? '').matchAll(/"version":"([^"]+)"/g)) versions.add(version ?? '')
      }
    }
    void read()
    await until(() => versions.size === 1)
    await annotated([true, true])
    await until(() => versions.size === 2)
    const { version } = await getAgreement(actorOf(people.viewer), project.id, always)
    expect([...versions].at(-1)).toBe(version)
  })
})
