import { describe, expect, test } from 'vitest'
import { prisma } from '@/lib/platform/server/db'
import { actorOf } from '@/tests/actors'
import { makeMember, makeProject, makeTask } from '@/tests/factories'
import { changeFacts } from './change-facts'
import { getItemEndpoint, itemsQuerySchema } from './contract'
import { getItem, getItemFacets, getItemHistory, listItems } from './queries'

async function scene() {
  const project = await makeProject()
  const manager = actorOf(await makeMember(project, 'manager'))
  const reviewer = actorOf(await makeMember(project, 'reviewer'))
  const [task, other] = [await makeTask(project, { domain: 'wk' }), await makeTask(project, { domain: 'wk' })]
  const find = async (filter: object) =>
    (await listItems(manager, project.id, itemsQuerySchema.parse(filter))).items.map(({ id }) => id)
  return { project, manager, reviewer, task, other, find }
}

describe('a domain, a source and tags of one’s own', () => {
  test('are shown, filtered and counted by, beside those of the record', async () => {
    const { project, manager, reviewer, task, other, find } = await scene()
    const own = { domain: 'rivers', source: null, tags: ['long', 'hard'] }
    expect(await changeFacts(manager, task.itemId, { domain: 'rivers', tags: ['long', 'hard'] })).toEqual(own)
    expect(await getItem(reviewer, task.itemId)).toMatchObject({ domain: 'wk', own, mayChangeFacts: false })
    expect(await find({ domain: 'rivers' })).toEqual([task.itemId])
    expect(await find({ domain: 'wk' })).toEqual([other.itemId])
    expect(await find({ tag: 'hard' })).toEqual([task.itemId])
    expect(await getItemFacets(manager, project.id)).toMatchObject({
      domains: [
        { value: 'rivers', count: 1 },
        { value: 'wk', count: 1 },
      ],
      tags: [
        { value: 'hard', count: 1 },
        { value: 'long', count: 1 },
      ],
    })
    const row = await prisma().item.findUniqueOrThrow({ where: { id: task.itemId } })
    expect(row).toMatchObject({
      record: task.item.record,
      content: task.item.content,
      domain: 'wk',
      shownDomain: 'rivers',
    })
    const { events } = await getItemHistory(reviewer, task.itemId)
    expect(events[0]?.text).toBe('Own domain, source and tags: none became domain rivers; tags long, hard')
  })

  test('are answered whatever was let in before', async () => {
    const { manager, task } = await scene()
    const tags = Array.from({ length: 25 }, (_, n) => `tag ${n} ${'long '.repeat(20)}`)
    await prisma().item.update({ where: { id: task.itemId }, data: { tags } })
    expect(getItemEndpoint.response.parse(await getItem(manager, task.itemId)).own.tags).toEqual(tags)
  })

  test('are taken back, by nobody who has not seen them as they are', async () => {
    const { manager, reviewer, task, find } = await scene()
    const none = { domain: null, source: null, tags: [] }
    const saved = await changeFacts(manager, task.itemId, { domain: 'rivers', expected: none })
    await expect(changeFacts(manager, task.itemId, { domain: 'lakes', expected: none })).rejects.toMatchObject({
      code: 'revision_conflict',
    })
    await expect(changeFacts(reviewer, task.itemId, { domain: 'lakes' })).rejects.toMatchObject({ code: 'forbidden' })
    expect(await changeFacts(manager, task.itemId, { ...none, expected: saved })).toEqual(none)
    expect(await find({ domain: 'wk' })).toHaveLength(2)
    await changeFacts(manager, task.itemId, none)
    expect(await prisma().event.count({ where: { type: 'item.facts_changed', itemId: task.itemId } })).toBe(2)
  })
})
