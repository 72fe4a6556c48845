import { describe, expect, test } from 'vitest'
import { nextTask } from '@/lib/annotation/assignments/next-task'
import { prisma, transaction } from '@/lib/platform/server/db'
import { changeFacts } from '@/lib/workspace/items/change-facts'
import { itemsFilterSchema, itemsQuerySchema } from '@/lib/workspace/items/contract'
import { getItemHistory, listItems } from '@/lib/workspace/items/queries'
import { selectionSchema } from '@/lib/workspace/items/selection/contract'
import { discardTask } from '@/lib/workspace/tasks/discard-task'
import { restoreTask } from '@/lib/workspace/tasks/restore-task'
import { actorOf } from '@/tests/actors'
import { answersWith, makeAnnotation, makeMember, makeProject, makeTask } from '@/tests/factories'
import type { ItemChange } from './contract'
import { editItems } from './edit-items'
import { listEdits } from './list-edits'
import { undoEdit } from './undo-edit'

async function scene(items = 3) {
  const project = await makeProject()
  const manager = actorOf(await makeMember(project, 'manager'))
  const other = actorOf(await makeMember(project, 'manager'))
  const tasks: Awaited<ReturnType<typeof makeTask>>[] = []
  while (tasks.length < items) tasks.push(await makeTask(project, { domain: 'wk' }))
  const ids = tasks.map(({ itemId }) => itemId)
  const edit = (change: ItemChange, selected: object = { ids }) =>
    editItems(manager, project.id, { selection: selectionSchema.parse(selected), change })
  const facts = async (at: number) => {
    const { ownDomain, ownSource, tags, priority, discardedAt, discardReason } = await prisma().item.findUniqueOrThrow({
      where: { id: ids[at] },
    })
    return { ownDomain, ownSource, tags, priority, discardReason, isDiscarded: discardedAt !== null }
  }
  const task = (at: number) => prisma().task.findUniqueOrThrow({ where: { id: tasks[at]?.id } })
  const undo = (id: string | null) => undoEdit(manager, project.id, id ?? '')
  return { project, manager, other, tasks, ids, edit, facts, task, undo }
}

const filter = (query: object, expected: number) => ({ filter: itemsFilterSchema.parse(query), expected })

describe('what is done to many items at once', () => {
  test('is set on each, is in its history, and is undone where nobody has changed it since', async () => {
    const { project, manager, other, ids, edit, facts, undo } = await scene()
    const before = await Promise.all(ids.map((_, at) => facts(at)))
    const change: ItemChange = { act: 'set', domain: 'rivers', addTags: ['long', 'hard'], priority: 5 }
    const { id, ...outcome } = await edit(change, filter({ domain: 'wk' }, 3))
    expect(outcome).toEqual({ changed: 3, left: [] })
    expect(await facts(0)).toMatchObject({ ownDomain: 'rivers', tags: ['long', 'hard'], priority: 5 })
    const { events } = await getItemHistory(manager, ids[0] ?? '')
    expect(events[0]?.text).toBe(
      'Tags none became long, hard; Own domain none became rivers; Priority 0 became 5, together with 2 other items',
    )
    await changeFacts(other, ids[1] ?? '', { domain: 'lakes' })
    expect(await undo(id)).toMatchObject({ changed: 2, stay: 1 })
    expect(await facts(0)).toEqual(before[0])
    expect(await facts(1)).toMatchObject({ ownDomain: 'lakes', priority: 5 })
    expect((await getItemHistory(manager, ids[0] ?? '')).events[0]?.text).toContain('Undone: ')
    expect((await getItemHistory(manager, ids[1] ?? '')).events[0]?.text).toContain('lakes')
    await expect(undo(id)).rejects.toMatchObject({ code: 'conflict' })
    const types = { in: ['items.edited', 'items.edit_undone'] }
    expect(await prisma().event.count({ where: { projectId: project.id, type: types } })).toBe(2)
    const { edits } = await listEdits(manager, project.id)
    expect(edits.map(({ text, undone, undoes, obstacle }) => [text, undone, undoes, obstacle])).toEqual([
      ['undone: domain rivers; tags added: long, hard; priority 5', false, true, null],
      ['domain rivers; tags added: long, hard; priority 5', true, false, 'undone'],
    ])
    // Undoing an undoing does it again, to those that were undone.
    expect(await undo(edits[0]?.id ?? '')).toMatchObject({ changed: 2, stay: 0 })
    const { edits: after } = await listEdits(manager, project.id)
    expect(after[0]?.text).toBe('done again: domain rivers; tags added: long, hard; priority 5')
    expect(await facts(2)).toMatchObject({ ownDomain: 'rivers', priority: 5 })
  })

  test('says of a list of acts which can be undone, and why not', async () => {
    const { project, manager, ids, edit } = await scene()
    await edit({ act: 'set', domain: 'rivers' }, { ids: ids.slice(0, 2) })
    await edit({ act: 'set', domain: 'lakes' }, { ids: ids.slice(0, 1) })
    const obstacles = async () => (await listEdits(manager, project.id)).edits.map(({ obstacle }) => obstacle)
    // One of the two is as the first act left it.
    expect(await obstacles()).toEqual([null, null])
    await changeFacts(manager, ids[1] ?? '', { domain: 'seas' })
    expect(await obstacles()).toEqual([null, 'changed_since'])
    await prisma().project.update({ where: { id: project.id }, data: { archivedAt: new Date() } })
    expect(await obstacles()).toEqual(['archived', 'archived'])
  })

  test('adds and removes tags in their order, and leaves those that would have too many', async () => {
    const { ids, edit, facts } = await scene()
    const many = Array.from({ length: 20 }, (_, n) => `tag ${n}`)
    await prisma().item.update({ where: { id: ids[0] }, data: { tags: many } })
    await prisma().item.update({ where: { id: ids[1] }, data: { tags: ['b', 'c'] } })
    const outcome = await edit({ act: 'set', addTags: ['a', 'c'], removeTags: ['b'] })
    expect(outcome).toMatchObject({ changed: 2, left: [{ why: 'too_many_tags', items: 1 }] })
    expect((await facts(1)).tags).toEqual(['c', 'a'])
    expect((await facts(2)).tags).toEqual(['a', 'c'])
    expect(await edit({ act: 'set', addTags: ['a'], removeTags: ['nothing'] })).toEqual({
      id: null,
      changed: 0,
      left: [
        { why: 'same', items: 2 },
        { why: 'too_many_tags', items: 1 },
      ],
    })
  })

  test('orders the queue by priority, for items and tasks to come too', async () => {
    const { project, tasks, ids, edit, task } = await scene()
    await edit({ act: 'set', priority: 3 }, { ids: ids.slice(2) })
    expect((await task(2)).priority).toBe(3)
    const annotator = actorOf(await makeMember(project, 'annotator'))
    expect((await nextTask(annotator, project.id)).taskId).toBe(tasks[2]?.id)
    await edit({ act: 'set', priority: -1 }, { ids: ids.slice(0, 1) })
    const second = actorOf(await makeMember(project, 'annotator'))
    await edit({ act: 'set', priority: 0 }, { ids: ids.slice(2) })
    expect((await nextTask(second, project.id)).taskId).toBe(tasks[1]?.id)
  })

  test('discards what can be, tells why the rest is left, and restores', async () => {
    const { manager, tasks, ids, edit, facts, task, undo } = await scene(4)
    await prisma().task.update({ where: { id: tasks[1]?.id }, data: { state: 'preparing' } })
    await discardTask(manager, tasks[2]?.id ?? '', { reason: 'riddle', note: '' })
    await prisma().task.update({ where: { id: tasks[3]?.id }, data: { state: 'gold' } })
    await expect(edit({ act: 'discard', reason: 'nothing', note: '' })).rejects.toMatchObject({ code: 'rule' })
    const discarded = await edit({ act: 'discard', reason: 'riddle', note: 'All of them.' })
    expect(discarded).toMatchObject({
      changed: 2,
      left: expect.arrayContaining([
        { why: 'discarded', items: 1 },
        { why: 'settled', items: 1 },
      ]),
    })
    expect(await facts(0)).toMatchObject({ isDiscarded: true, discardReason: 'riddle' })
    expect((await getItemHistory(manager, ids[0] ?? '')).events[0]).toMatchObject({
      text: 'Discarded, together with 1 other item',
      remark: 'All of them.',
    })
    // One by one they are restored as any other.
    await restoreTask(manager, tasks[0]?.id ?? '')
    expect(await task(0)).toMatchObject({ state: 'open', discardedFrom: null })
    expect(await undo(discarded.id)).toMatchObject({ changed: 1, stay: 1 })
    expect((await task(1)).state).toBe('preparing')
    const restored = await edit({ act: 'restore' })
    expect(restored).toMatchObject({ changed: 1, left: [{ why: 'not_discarded', items: 3 }] })
    expect((await task(2)).state).toBe('open')
    expect(await undo(restored.id)).toMatchObject({ changed: 1, stay: 0 })
    expect(await facts(2)).toMatchObject({ isDiscarded: true, discardReason: 'riddle' })
    expect((await task(2)).state).toBe('discarded')
  })

  test('is not discarded again by undoing where somebody has worked since it was restored', async () => {
    const { project, tasks, edit, facts, task, undo } = await scene(2)
    await edit({ act: 'discard', reason: 'riddle', note: '' })
    const restored = await edit({ act: 'restore' })
    expect(restored.changed).toBe(2)
    const annotator = actorOf(await makeMember(project, 'annotator'))
    expect((await nextTask(annotator, project.id)).taskId).toBe(tasks[0]?.id)
    expect(await undo(restored.id)).toMatchObject({ changed: 1, stay: 1 })
    expect([(await task(0)).state, (await task(1)).state]).toEqual(['open', 'discarded'])
    expect([(await facts(0)).isDiscarded, (await facts(1)).isDiscarded]).toEqual([false, true])
  })

  test('waits for no task where only fields are undone', async () => {
    const { tasks, edit, undo } = await scene(2)
    const fields = await edit({ act: 'set', domain: 'rivers' })
    const outcome = await transaction(async (tx) => {
      await tx.$queryRaw`select 1 from tasks where id = ${tasks[0]?.id}::uuid for update`
      return undo(fields.id)
    })
    expect(outcome).toMatchObject({ changed: 2, stay: 0 })
  })

  test('is refused to others, for items elsewhere, and where a filter finds another number', async () => {
    const { project, edit, ids } = await scene()
    const reviewer = actorOf(await makeMember(project, 'reviewer'))
    const change = { act: 'set', priority: 1 } as const
    await expect(editItems(reviewer, project.id, { selection: { ids }, change })).rejects.toMatchObject({
      code: 'forbidden',
    })
    const elsewhere = await makeTask(await makeProject())
    await expect(edit(change, { ids: [...ids, elsewhere.itemId] })).rejects.toMatchObject({ code: 'rule' })
    await expect(edit(change, filter({ domain: 'wk' }, 2))).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('The filter finds 3 items now, not 2.'),
    })
    expect(await prisma().itemEdit.count({ where: { projectId: project.id } })).toBe(0)
  })
})

describe('two managers who change the same items at once', () => {
  test('come one after the other, and each undo touches only what its act left', async () => {
    const { project, manager, other, undo, facts } = await scene(40)
    const set = (actor: typeof manager, domain: string) =>
      editItems(actor, project.id, { selection: filter({}, 40), change: { act: 'set', domain } })
    const [first, second] = await Promise.all([set(manager, 'rivers'), set(other, 'lakes')])
    expect([first.changed, second.changed]).toEqual([40, 40])
    const last = (await facts(0)).ownDomain
    const { total } = await listItems(manager, project.id, itemsQuerySchema.parse({ domain: last ?? '' }))
    expect(total).toBe(40)
    const [undone, standing] = last === 'lakes' ? [second, first] : [first, second]
    expect(await undo(standing.id)).toMatchObject({ changed: 0, stay: 40 })
    expect(await undo(undone.id)).toMatchObject({ changed: 40, stay: 0 })
    expect((await facts(39)).ownDomain).toBe(last === 'lakes' ? 'rivers' : 'lakes')
  })

  test('by a filter that the first changes: the second changes nothing', async () => {
    const { project, manager, other } = await scene(10)
    const set = (actor: typeof manager, domain: string) =>
      editItems(actor, project.id, { selection: filter({ domain: 'wk' }, 10), change: { act: 'set', domain } })
    const results = await Promise.allSettled([set(manager, 'rivers'), set(other, 'lakes')])
    const refused = results.filter((each) => each.status === 'rejected')
    expect(refused).toMatchObject([{ reason: { code: 'conflict', extra: { data: { current: 0 } } } }])
    expect(await prisma().itemEdit.count({ where: { projectId: project.id } })).toBe(1)
  })

  test('a refusal that tells how many items have an answer is remembered as having read it', async () => {
    const { project, manager, tasks, edit } = await scene(1)
    const [task] = tasks
    if (!task) throw new Error('made')
    for (const value of [true, false])
      await makeAnnotation(task, await makeMember(project, 'annotator'), answersWith(value), true)
    await prisma().task.update({ where: { id: task.id }, data: { state: 'consolidating' } })
    const asked = { stage: 'segments', measure: 'label', a: 'true', b: 'false', ids: String(task.position) }
    const read = () => prisma().answerRead.count({ where: { taskId: task.id, userId: manager.userId } })
    await expect(edit({ act: 'set', priority: 1 }, filter({}, 2))).rejects.toMatchObject({ code: 'conflict' })
    expect(await read()).toBe(0)
    await expect(edit({ act: 'set', priority: 1 }, filter(asked, 2))).rejects.toMatchObject({
      code: 'conflict',
      extra: { data: { current: 1 } },
    })
    expect(await read()).toBe(1)
    const told = { taskId: task.id, actorId: manager.userId, type: 'answers.read' }
    expect(await prisma().event.count({ where: told })).toBe(1)
    await edit({ act: 'set', priority: 1 }, filter(asked, 1))
    expect(await prisma().event.count({ where: told })).toBe(1)
  })
})
