import { describe, expect, test } from 'vitest'
import { nextTask } from '@/lib/annotation/assignments/next-task'
import { record } from '@/lib/platform/events/record'
import { prisma, transaction } from '@/lib/platform/server/db'
import { discardTask } from '@/lib/workspace/tasks/discard-task'
import { restoreTask } from '@/lib/workspace/tasks/restore-task'
import { actorOf } from '@/tests/actors'
import {
  answersWith,
  type MadeTask,
  makeAnnotation,
  makeMember,
  makeProject,
  makeTask,
  makeUser,
} from '@/tests/factories'
import { type ItemsQueryInput, itemsQuerySchema } from './contract'
import { openPrepared } from './open-prepared'
import { getItem, getItemFacets, getItemHistory, listItems } from './queries'

const query = (given: ItemsQueryInput = {}) => itemsQuerySchema.parse(given)

async function setUp() {
  const project = await makeProject()
  const manager = actorOf(await makeMember(project, 'manager'))
  const find = async (given: ItemsQueryInput = {}) => {
    const { items, total } = await listItems(manager, project.id, query(given))
    expect(total).toBe(items.length)
    return items.map((item) => item.id)
  }
  return { project, manager, find }
}

/** Two annotators who differ on the second segment; the task stays as blind as its state says. */
async function annotateTwice(project: Awaited<ReturnType<typeof makeProject>>, task: MadeTask) {
  const [first, second] = [await makeMember(project, 'annotator'), await makeMember(project, 'annotator')]
  await makeAnnotation(task, first, answersWith(true), true)
  await makeAnnotation(task, second, answersWith(false), true)
  const unitId = task.units.find((unit) => unit.key === 's2')?.id ?? ''
  await prisma().disagreement.create({ data: { taskId: task.id, round: 1, unitId, question: 'label' } })
  return { first, second }
}
const setState = (task: MadeTask, state: 'open' | 'consolidating' | 'gold') =>
  prisma().task.update({ where: { id: task.id }, data: { state } })

describe('who may browse', () => {
  test('hidden projects and items are not found; annotators see only their own tasks', async () => {
    const { project } = await setUp()
    const task = await makeTask(project)
    const stranger = actorOf(await makeUser())
    await expect(listItems(stranger, project.id, query())).rejects.toMatchObject({ code: 'not_found' })
    await expect(getItem(stranger, task.itemId)).rejects.toMatchObject({ code: 'not_found' })
    await expect(getItemHistory(stranger, task.itemId)).rejects.toMatchObject({ code: 'not_found' })
    await expect(getItemFacets(stranger, project.id)).rejects.toMatchObject({ code: 'not_found' })
    const annotator = actorOf(await makeMember(project, 'annotator'))
    await expect(listItems(annotator, project.id, query())).rejects.toMatchObject({ code: 'forbidden' })
    await expect(getItem(annotator, task.itemId)).rejects.toMatchObject({ code: 'forbidden' })
  })
})

describe('finding', () => {
  test('pages by fifty, in order of position, forwards and backwards', async () => {
    const { project, manager } = await setUp()
    const made: MadeTask[] = []
    for (let index = 0; index < 53; index++) made.push(await makeTask(project))
    const ids = made.map((task) => task.itemId)
    const first = await listItems(manager, project.id, query())
    const second = await listItems(manager, project.id, query({ page: '2' }))
    expect([first.total, first.items.length, second.items.length]).toEqual([53, 50, 3])
    const beyond = await listItems(manager, project.id, query({ page: '3' }))
    expect([second.total, beyond.total, beyond.items.length]).toEqual([53, 53, 0])
    expect([...first.items, ...second.items].map((item) => item.id)).toEqual(ids)
    const last = await listItems(manager, project.id, query({ sort: '-position' }))
    expect(last.items[0]?.id).toBe(ids.at(-1))
  })

  test('searches prompt, response and identifier, and takes wildcards literally', async () => {
    const { project, find } = await setUp()
    const percent = await makeTask(project, { prompt: 'What is 100% of 5_0?' })
    const plain = await makeTask(project, { prompt: 'What is 1000 of 500?', segments: ['It says "Öl" \\ مرحبا.'] })
    expect(await find({ q: '100%' })).toEqual([percent.itemId])
    expect(await find({ q: '5_0' })).toEqual([percent.itemId])
    expect(await find({ q: '"öl" \\' })).toEqual([plain.itemId])
    expect(await find({ q: 'مرحبا' })).toEqual([plain.itemId])
    expect(await find({ q: plain.item.externalId ?? '' })).toEqual([plain.itemId])
    expect(await find({ q: 'nothing like it' })).toEqual([])
  })

  test('searches the texts of lists that units are made of, and nothing that annotators are not to know', async () => {
    const { project, find } = await setUp()
    const has = async (content: object) => {
      const { itemId } = await makeTask(project)
      await prisma().item.update({ where: { id: itemId }, data: { content: { prompt: 'Of content', ...content } } })
      return itemId
    }
    const factor = await has({ contradictions: [{ text: 'The Rhine ends in Basel.', edit: 'planned', type: null }] })
    const lists = await has({ lists: [['Whales are fish.', 'Sharks are not.'], []], extractor: 'claimant-7' })
    const revision = await has({ revisions: ['Mercury is hot.'], humanRevision: 'Mercury is warm.', claims: ['lava'] })
    const file = await has({ extractor: 'claimant-8', segments: ['Of a link.'] })
    expect(await find({ q: 'rhine ENDS' })).toEqual([factor])
    expect(await find({ q: 'sharks' })).toEqual([lists])
    expect(await find({ q: 'mercury is hot' })).toEqual([revision])
    expect(await find({ q: 'of a link' })).toEqual([file])
    expect(await find({ q: 'claimant' })).toEqual([file])
    for (const q of ['planned', 'warm', 'lava']) expect(await find({ q })).toEqual([])
  })

  test('searches scripts without spaces, part of a word, and a text that has changed since; counts what is found', async () => {
    const { project, manager, find } = await setUp()
    const chinese = await makeTask(project, {
      prompt: '世界上最大的海洋是哪一个？',
      segments: ['太平洋是世界上最大的海洋。'],
    })
    const arabic = await makeTask(project, {
      prompt: 'ما هو أكبر محيط في العالم؟',
      segments: ['المحيط الهادئ هو الأكبر.'],
    })
    for (const q of ['海洋', '洋', '最大的海洋是', '太平洋']) expect(await find({ q })).toEqual([chinese.itemId])
    for (const q of ['أكبر محيط', 'محيط', 'هادئ']) expect(await find({ q })).toEqual([arabic.itemId])
    const content = { prompt: 'Nommez ÉLAN', response: 'Straße' }
    await prisma().item.update({ where: { id: arabic.itemId }, data: { content, title: 'Nommez ÉLAN' } })
    expect(await find({ q: 'محيط' })).toEqual([])
    for (const q of ['élan', 'STRAße', 'mmez é']) expect(await find({ q })).toEqual([arabic.itemId])
    for (let index = 0; index < 52; index++) await makeTask(project, { prompt: `海洋 ${index}` })
    const pages = [
      await listItems(manager, project.id, query({ q: '海洋' })),
      await listItems(manager, project.id, query({ q: '海洋', page: '2' })),
    ]
    expect(pages.map(({ items, total }) => [items.length, total])).toEqual([
      [50, 53],
      [3, 53],
    ])
    expect((await listItems(manager, project.id, query({ q: '海洋', page: '9' }))).total).toBe(53)
  })

  test('finds items with a stale task', async () => {
    const { project, find } = await setUp()
    const task = await makeTask(project)
    await makeTask(project)
    expect(await find({ stale: 'yes' })).toEqual([])
    await prisma().task.update({ where: { id: task.id }, data: { stale: true } })
    expect(await find({ stale: 'yes' })).toEqual([task.itemId])
  })

  test('filters by state, domain, source and positions, all together', async () => {
    const { project, manager, find } = await setUp()
    const math = await makeTask(project, { domain: 'math', state: 'preparing' })
    const science = await makeTask(project, { domain: 'science' })
    expect(await find({ state: 'preparing' })).toEqual([math.itemId])
    expect(await find({ domain: 'science', stage: 'segments', state: 'open', source: 'test' })).toEqual([
      science.itemId,
    ])
    expect(await find({ domain: 'science', state: 'preparing' })).toEqual([])
    expect(await find({ ids: `${math.position},${science.position}` })).toEqual([math.itemId, science.itemId])
    expect(await getItemFacets(manager, project.id)).toEqual({
      domains: [
        { value: 'math', count: 1 },
        { value: 'science', count: 1 },
      ],
      tags: [],
      sources: [{ value: 'test', count: 2 }],
      preparing: 1,
    })
  })

  test('what annotators answered is found only once all have submitted', async () => {
    const { project, find } = await setUp()
    const task = await makeTask(project)
    await annotateTwice(project, task)
    const label = { stage: 'segments', measure: 'label' }
    const asked: ItemsQueryInput[] = [
      { question: 'label' },
      { ...label, raters: 'a1,a2' },
      { ...label, a: 'true', b: 'false' },
      { ...label, a: 'true', b: 'false', raters: 'a1,a2' },
      { ...label, measure: 'errorType', a: 'knowledge_error' },
    ]
    for (const filter of asked) expect(await find(filter)).toEqual([])
    await setState(task, 'consolidating')
    for (const filter of asked) expect(await find(filter)).toEqual([task.itemId])
    expect(await find({ question: 'action' })).toEqual([])
    expect(await find({ ...label, a: 'true', b: 'false', raters: 'a2,a1' })).toEqual([])
    await setState(task, 'open')
    for (const filter of asked) expect(await find(filter)).toEqual([])
  })

  test('who filters by answers has read them; viewers may not', async () => {
    const { project, manager, find } = await setUp()
    const task = await makeTask(project)
    await annotateTwice(project, task)
    await setState(task, 'consolidating')
    await find({ question: 'label' })
    expect(await prisma().answerRead.count({ where: { taskId: task.id } })).toBe(0)
    await find({ stage: 'segments', measure: 'label', a: 'true', b: 'false' })
    expect(await prisma().answerRead.findMany({ where: { taskId: task.id }, select: { userId: true } })).toEqual([
      { userId: manager.userId },
    ])
    const viewer = actorOf(await makeMember(project, 'viewer'))
    const filter = query({ stage: 'segments', measure: 'label', a: 'true' })
    await expect(listItems(viewer, project.id, filter)).rejects.toMatchObject({ code: 'forbidden' })
  })
})

describe('reading one', () => {
  test('shows the record as it came, its parts and neighbours, and no gold before there is any', async () => {
    const { project, manager } = await setUp()
    const [before, task, after] = [await makeTask(project), await makeTask(project), await makeTask(project)]
    const item = await getItem(manager, task.itemId)
    expect(item).toMatchObject({ record: task.item.record, previousId: before.itemId, nextId: after.itemId })
    expect(item.parts.map((part) => part.title)).toEqual(['Prompt', 'Response'])
    expect(item.tasks).toMatchObject([{ state: 'open', gold: null, segmented: { kind: 'segment', changed: false } }])
    expect(await prisma().answerRead.count({ where: { taskId: task.id } })).toBe(0)
  })

  test('a record with labels is for those who may read answers, once all have submitted, and is remembered', async () => {
    const { project, manager } = await setUp()
    const reviewer = actorOf(await makeMember(project, 'reviewer'))
    const viewer = actorOf(await makeMember(project, 'viewer'))
    const task = await makeTask(project)
    const labelled = JSON.stringify({ ...JSON.parse(task.item.record), labels: [true, true] })
    await prisma().item.update({ where: { id: task.itemId }, data: { record: labelled } })
    await makeAnnotation(task, await makeMember(project, 'annotator'), answersWith(true), true)
    const seen = async () => {
      const records: (string | null)[] = []
      for (const actor of [manager, reviewer, viewer]) records.push((await getItem(actor, task.itemId)).record)
      return records
    }
    expect(await seen()).toEqual([null, null, null])
    await discardTask(manager, task.id, { reason: 'riddle', note: '' })
    expect(await seen()).toEqual([null, null, null])
    await setState(task, 'consolidating')
    expect(await seen()).toEqual([labelled, labelled, null])
    const reads = await prisma().event.findMany({ where: { taskId: task.id, type: 'answers.read' } })
    expect(reads.map(({ actorId, data }) => [actorId, data])).toEqual([
      [manager.userId, { where: 'record' }],
      [reviewer.userId, { where: 'record' }],
    ])
    await setState(task, 'gold')
    expect(await seen()).toEqual([labelled, labelled, labelled])
  })

  test('columns that nothing was read from are shown to those who may see labels, and to nobody who may still label', async () => {
    const { project, manager } = await setUp()
    const reviewer = actorOf(await makeMember(project, 'reviewer'))
    const viewer = actorOf(await makeMember(project, 'viewer'))
    const own = { verdict_of_ben: 'wrong', note: 'sure' }
    const task = await makeTask(project)
    const plain = { id: '1', prompt: 'Why?', response: 'So. There.' }
    const asItCame = JSON.stringify({ ...plain, ...own })
    await prisma().item.update({ where: { id: task.itemId }, data: { record: asItCame, format: 'plain' } })
    const mapped = await makeTask(project)
    const made = JSON.stringify({ ...plain, imported: own })
    await prisma().item.update({ where: { id: mapped.itemId }, data: { record: made, format: 'plain' } })
    const seen = async ({ itemId }: { itemId: string }) => {
      const items = []
      for (const actor of [manager, reviewer, viewer]) items.push(await getItem(actor, itemId))
      return items.map(({ record: shown, recordLeftOut }) => [shown && JSON.parse(shown), recordLeftOut])
    }
    expect(await seen(task)).toEqual(Array(3).fill([plain, ['verdict_of_ben', 'note']]))
    expect(await seen(mapped)).toEqual(Array(3).fill([plain, ['imported']]))
    expect(await prisma().answerRead.count({ where: { taskId: { in: [task.id, mapped.id] } } })).toBe(0)
    await setState(task, 'consolidating')
    const whole = [JSON.parse(asItCame), []]
    expect(await seen(task)).toEqual([whole, whole, [plain, ['verdict_of_ben', 'note']]])
    expect(await prisma().answerRead.count({ where: { taskId: task.id } })).toBe(2)
  })

  test('who has read a record with labels is given no share of its task when it is restored', async () => {
    const { project, manager } = await setUp()
    const reviewer = actorOf(await makeMember(project, 'reviewer'))
    const task = await makeTask(project)
    const labelled = JSON.stringify({ ...JSON.parse(task.item.record), labels: [true, true] })
    await prisma().item.update({ where: { id: task.itemId }, data: { record: labelled } })
    await setState(task, 'consolidating')
    await getItem(reviewer, task.itemId)
    await discardTask(manager, task.id, { reason: 'riddle', note: '' })
    await restoreTask(manager, task.id)
    await setState(task, 'open')
    expect(await nextTask(reviewer, project.id)).toMatchObject({ taskId: null })
    const other = actorOf(await makeMember(project, 'reviewer'))
    expect(await nextTask(other, project.id)).toMatchObject({ taskId: task.id })
  })

  test('gold that was shown is remembered as read, once', async () => {
    const { project } = await setUp()
    const task = await makeTask(project)
    const answers = { s1: { label: true } }
    await prisma().gold.create({
      data: { taskId: task.id, version: 1, round: 1, answers, rollUp: {}, origin: 'imported' },
    })
    const viewer = actorOf(await makeMember(project, 'viewer'))
    expect((await getItem(viewer, task.itemId)).tasks[0]?.gold).toBeNull()
    await setState(task, 'gold')
    await getItem(viewer, task.itemId)
    expect((await getItem(viewer, task.itemId)).tasks[0]?.gold).toMatchObject({ version: 1, answers })
    const events = await prisma().event.findMany({ where: { taskId: task.id, type: 'answers.read' } })
    expect(events.map(({ actorId, data }) => ({ actorId, data }))).toEqual([
      { actorId: viewer.userId, data: { where: 'gold' } },
    ])
  })

  test('history tells no answers, and partners nothing of each other while the task is open', async () => {
    const { project, manager } = await setUp()
    const task = await makeTask(project)
    const [me, partner] = [await makeMember(project, 'reviewer'), await makeMember(project, 'annotator')]
    await makeAnnotation(task, me, answersWith(true))
    const scope = { projectId: project.id, itemId: task.itemId, taskId: task.id }
    const saved = { unit: 's1', question: 'label', from: null, to: true, origin: 'chosen', revision: 1 }
    await transaction(async (tx) => {
      await record(tx, 'task.opened', { ...scope, actorId: manager.userId }, {})
      await record(tx, 'answer.saved', { ...scope, actorId: partner.id }, saved)
      await record(tx, 'annotation.submitted', { ...scope, actorId: partner.id }, { round: 1, activeSeconds: 9 })
    })
    const texts = async (person: Parameters<typeof getItemHistory>[0]) =>
      (await getItemHistory(person, task.itemId)).events.map((event) => event.text)
    expect(await texts(manager)).toEqual(['Annotation submitted', 'Opened for annotation'])
    expect(await texts(actorOf(me))).toEqual(['Opened for annotation'])
    for (const role of ['reviewer', 'viewer'] as const)
      expect(await texts(actorOf(await makeMember(project, role)))).toEqual(['Opened for annotation'])
    await setState(task, 'consolidating')
    expect(await texts(actorOf(me))).toEqual(['Annotation submitted', 'Opened for annotation'])
  })
})

describe('opening all that is prepared', () => {
  test('two people at once open each task once, with one event each', async () => {
    const { project, manager } = await setUp()
    for (let index = 0; index < 5; index++) await makeTask(project, { state: 'preparing' })
    const reviewer = actorOf(await makeMember(project, 'reviewer'))
    const results = await Promise.all([openPrepared(manager, project.id), openPrepared(reviewer, project.id)])
    expect(results.reduce((sum, { opened }) => sum + opened, 0)).toBe(5)
    expect(await prisma().event.count({ where: { projectId: project.id, type: 'task.opened' } })).toBe(5)
    expect(await prisma().task.count({ where: { projectId: project.id, state: 'open', revision: 2 } })).toBe(5)
  })

  test('is not for viewers or annotators, nor while archived', async () => {
    const { project, manager } = await setUp()
    for (const role of ['viewer', 'annotator'] as const) {
      const actor = actorOf(await makeMember(project, role))
      await expect(openPrepared(actor, project.id)).rejects.toMatchObject({ code: 'forbidden' })
    }
    await prisma().project.update({ where: { id: project.id }, data: { archivedAt: new Date() } })
    await expect(openPrepared(manager, project.id)).rejects.toMatchObject({ code: 'rule' })
  })
})
