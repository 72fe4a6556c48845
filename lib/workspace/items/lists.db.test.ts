import { describe, expect, test } from 'vitest'
import { prisma } from '@/lib/platform/server/db'
import { actorOf } from '@/tests/actors'
import { answersWith, makeAnnotation, makeMember, makeProject, makeTask } from '@/tests/factories'
import { type ItemsQueryInput, itemsQuerySchema } from './contract'
import { downloadItems } from './download/download-items'
import { getItemFacets, listItems } from './queries'
import { viewQuerySchema } from './views/contract'
import { getView, listViews } from './views/queries'
import { changeView, deleteView, saveView } from './views/save-view'

async function scene() {
  const project = await makeProject()
  const manager = actorOf(await makeMember(project, 'manager'))
  const viewer = actorOf(await makeMember(project, 'viewer'))
  const given = [{ domain: 'wk' }, { domain: 'math' }, { domain: 'wk' }]
  const tasks: Awaited<ReturnType<typeof makeTask>>[] = []
  for (const each of given) tasks.push(await makeTask(project, each))
  const set = (at: number, data: object) => prisma().item.update({ where: { id: tasks[at]?.itemId }, data })
  await set(0, { title: 'Beta', priority: 2, externalId: null })
  await set(1, { title: '=Alpha', tags: ['long'] })
  await set(2, { title: 'Gamma', priority: 1, changedAt: new Date() })
  const list = async (query: ItemsQueryInput, reader = manager) =>
    (await listItems(reader, project.id, itemsQuerySchema.parse(query))).items
  const titles = async (query: ItemsQueryInput) => (await list(query)).map(({ title }) => title)
  return { project, manager, viewer, tasks, list, titles }
}

describe('a list of items', () => {
  test('is in the order that is asked for, filtered or not', async () => {
    const { titles, tasks } = await scene()
    await prisma().task.update({ where: { id: tasks[1]?.id }, data: { state: 'preparing' } })
    expect(await titles({ sort: 'title' })).toEqual(['=Alpha', 'Beta', 'Gamma'])
    expect(await titles({ sort: '-title', domain: 'wk' })).toEqual(['Gamma', 'Beta'])
    expect(await titles({ sort: '-priority' })).toEqual(['Beta', 'Gamma', '=Alpha'])
    expect(await titles({ sort: 'domain', q: 'a' })).toEqual(['=Alpha', 'Beta', 'Gamma'])
    expect(await titles({ sort: '-changed' })).toHaveLength(3)
    expect((await titles({ sort: '-changed' }))[0]).toBe('Gamma')
    expect(await titles({ sort: 'state' })).toEqual(['=Alpha', 'Beta', 'Gamma'])
    expect(await titles({ sort: '-externalId', page: 2 })).toEqual([])
    expect(itemsQuerySchema.safeParse({ sort: 'assignees' }).success).toBe(false)
    expect(itemsQuerySchema.safeParse({ columns: 'state,nothing' }).success).toBe(false)
  })

  test('is filtered by the tags that items have now', async () => {
    const { project, manager, titles, tasks } = await scene()
    const tag = (at: number, tags: string[]) =>
      prisma().item.update({ where: { id: tasks[at]?.itemId }, data: { tags } })
    expect(await titles({ tag: 'long' })).toEqual(['=Alpha'])
    await tag(0, ['long', 'new', 'long'])
    await tag(1, ['new'])
    expect(await titles({ tag: 'long', domain: 'wk' })).toEqual(['Beta'])
    expect(await titles({ tag: 'new', sort: '-title' })).toEqual(['Beta', '=Alpha'])
    expect((await getItemFacets(manager, project.id)).tags).toEqual([
      { value: 'new', count: 2 },
      { value: 'long', count: 1 },
    ])
    await prisma().item.delete({ where: { id: tasks[0]?.itemId } })
    expect(await titles({ tag: 'long' })).toEqual([])
    expect(await prisma().itemTag.count({ where: { projectId: project.id } })).toBe(1)
  })

  test('shows annotators and agreement of revealed tasks, to managers and reviewers', async () => {
    const { project, viewer, tasks, list } = await scene()
    const [first, second] = [await makeMember(project, 'annotator'), await makeMember(project, 'annotator')]
    const [task, open] = tasks
    if (!task || !open) throw new Error('there are tasks')
    for (const each of [task, open]) {
      await makeAnnotation(each, first, answersWith(true), true)
      await makeAnnotation(each, second, answersWith(true), true)
    }
    await prisma().task.update({ where: { id: task.id }, data: { state: 'consolidating' } })
    const rows = await list({ columns: 'assignees,agreement,model' })
    expect(rows[0]).toMatchObject({ agreement: { compared: 1, disagreed: 0 }, models: [] })
    expect(rows[0]?.assignees).toHaveLength(2)
    expect(rows[1]).toMatchObject({ agreement: null, assignees: [] })
    await expect(list({ columns: 'state,agreement' }, viewer)).rejects.toMatchObject({ code: 'forbidden' })
  })

  test('is searched by what gold says, which is remembered as read', async () => {
    const { project, viewer, tasks, titles, list } = await scene()
    const annotator = await makeMember(project, 'annotator')
    const [settled, open] = tasks
    if (!settled || !open) throw new Error('there are tasks')
    const answers = answersWith(false)
    answers.s2 = { ...answers.s2, reason: 'The Danube is longer.' }
    for (const task of [settled, open]) await makeAnnotation(task, annotator, answers, true)
    await prisma().task.update({ where: { id: settled.id }, data: { state: 'gold' } })
    await prisma().gold.create({
      data: { taskId: settled.id, version: 1, round: 1, answers, rollUp: {}, origin: 'single_rated' },
      select: { id: true },
    })
    expect(await titles({ gold: 'danube IS' })).toEqual(['Beta'])
    expect(await titles({ gold: 'danube%' })).toEqual([])
    expect(await list({ gold: 'danube' }, viewer)).toHaveLength(1)
    expect(await prisma().answerRead.count({ where: { taskId: settled.id, userId: viewer.userId } })).toBe(1)
    expect(await prisma().answerRead.count({ where: { taskId: open.id } })).toBe(0)
  })

  test('shows fields of the record, and withholds what may hold labels', async () => {
    const { viewer, tasks, list, manager } = await scene()
    const record = JSON.stringify({ ...JSON.parse(tasks[0]?.item.record ?? ''), meta: { language: 'de' } })
    await prisma().item.update({ where: { id: tasks[0]?.itemId }, data: { record } })
    const read = async (reader: typeof manager) =>
      (await list({ columns: '/prompt,/meta/language,/none' }, reader))[0]?.fields
    const open = await read(manager)
    expect(open?.['/prompt']).toMatchObject({ withheld: false, text: expect.stringMatching(/./) })
    expect(open?.['/meta/language']).toEqual({ text: null, withheld: true })
    // Whether a field is there at all is withheld with it.
    expect(open?.['/none']).toEqual({ text: null, withheld: true })
    await prisma().task.update({ where: { id: tasks[0]?.id }, data: { state: 'consolidating' } })
    expect((await read(viewer))?.['/meta/language']).toEqual({ text: null, withheld: true })
    expect(await prisma().answerRead.count({ where: { taskId: tasks[0]?.id } })).toBe(0)
    const settled = await read(manager)
    expect(settled?.['/meta/language']).toEqual({ text: 'de', withheld: false })
    expect(settled?.['/none']).toEqual({ text: null, withheld: false })
    expect(await prisma().answerRead.count({ where: { taskId: tasks[0]?.id, userId: manager.userId } })).toBe(1)
  })

  test('is downloaded as it is shown, no cell of it a formula', async () => {
    const { project, manager, viewer, tasks } = await scene()
    const query = { ...itemsQuerySchema.parse({ sort: 'title', columns: 'tags,priority' }), format: 'csv' as const }
    const response = await downloadItems(viewer, project.id, query)
    const lines = (await response.text()).split('\r\n')
    expect(lines[0]).toBe('position,id,external_id,title,tags,priority')
    expect(lines[1]).toContain(`,${tasks[1]?.itemId},`)
    expect(lines[1]).toMatch(/,'=Alpha,long,0$/)
    expect(lines).toHaveLength(5)
    const filtered = { ...itemsQuerySchema.parse({ tag: 'long', columns: 'tags,state' }), format: 'jsonl' as const }
    const rows = (await (await downloadItems(manager, project.id, filtered)).text()).trim().split('\n')
    expect(rows.map((row) => JSON.parse(row))).toMatchObject([{ title: '=Alpha', tags: ['long'], state: ['open'] }])
    await expect(downloadItems(viewer, project.id, { ...filtered, columns: 'assignees' })).rejects.toMatchObject({
      code: 'forbidden',
    })
  })
})

describe('saved views', () => {
  const query = viewQuerySchema.parse({ domain: 'wk', sort: '-title', columns: 'tags' })

  test('are one’s own until a manager shares them', async () => {
    const { project, manager, viewer } = await scene()
    const { id } = await saveView(manager, project.id, { name: 'Rivers', query, shared: false })
    expect((await listViews(viewer, project.id)).views).toEqual([])
    await expect(getView(viewer, project.id, id)).rejects.toMatchObject({ code: 'not_found' })
    const at = { projectId: project.id, viewId: id }
    await changeView(manager, at, { shared: true, name: 'Lakes' })
    expect((await listViews(viewer, project.id)).views).toMatchObject([
      { name: 'Lakes', shared: true, query, mine: false, mayChange: false },
    ])
    await expect(changeView(viewer, at, { name: 'Mine' })).rejects.toMatchObject({ code: 'forbidden' })
    await expect(saveView(viewer, project.id, { name: 'Ours', query, shared: true })).rejects.toMatchObject({
      code: 'forbidden',
    })
    const own = await saveView(viewer, project.id, { name: 'Lakes', query, shared: false })
    await deleteView(viewer, { projectId: project.id, viewId: own.id })
    expect((await listViews(viewer, project.id)).views).toHaveLength(1)
  })

  test('have one name each, and hold nothing that their maker may not see', async () => {
    const { project, manager, viewer } = await scene()
    const save = (given: object = {}) => saveView(viewer, project.id, { name: 'Mine', query, shared: false, ...given })
    const results = await Promise.allSettled([save(), save()])
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    await expect(save()).rejects.toMatchObject({ code: 'conflict' })
    const columns = viewQuerySchema.parse({ columns: 'agreement' })
    await expect(save({ name: 'More', query: columns })).rejects.toMatchObject({ code: 'forbidden' })
    const answers = viewQuerySchema.parse({ stage: 'segments', measure: 'label', a: 'false' })
    await expect(save({ name: 'More', query: answers })).rejects.toMatchObject({ code: 'forbidden' })
    const { id } = await saveView(manager, project.id, { name: 'Answers', query: columns, shared: true })
    const { query: asked } = await getView(viewer, project.id, id)
    await expect(listItems(viewer, project.id, { ...asked, page: 1 })).rejects.toMatchObject({ code: 'forbidden' })
  })
})
