import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { prisma } from '@/lib/platform/server/db'
import { makeProject, makeTask } from '@/tests/factories'
import { forgetCalls } from './forget-calls'

const DAY_MS = 86_400_000

it('forgets calls that are older, but for those behind items that are gold or can become it, and of runs that go on', async () => {
  const project = await makeProject()
  const at = new Date(Date.now() - 31 * DAY_MS)
  const call = async (name: string, ids: { runId?: string; runItemId?: string } = {}, more: object = {}) => {
    const key = `${name} ${randomUUID()}`
    const data = {
      key,
      kind: 'chat',
      provider: 'openai',
      request: {},
      response: {},
      state: 'done',
      projectId: project.id,
    } as const
    await prisma().providerCall.create({ data: { ...data, createdAt: at, finishedAt: at, ...ids, ...more } })
    return key
  }
  const inRun = async (name: string, kind: 'pipeline' | 'evaluation', state: 'done' | 'running', discarded = false) => {
    const { itemId } = await makeTask(project)
    if (discarded)
      await prisma().item.update({ where: { id: itemId }, data: { discardedAt: at, discardReason: 'other' } })
    const { id: runId } = await prisma().run.create({
      data: { projectId: project.id, kind, name, state, plan: {}, finishedAt: state === 'done' ? at : null },
    })
    const { id: runItemId } = await prisma().runItem.create({ data: { runId, position: 1, itemId, state: 'done' } })
    return call(name, { runId, runItemId })
  }
  const gone = [await call('trial'), await inRun('scored', 'evaluation', 'done')]
  const kept = [
    await inRun('work', 'pipeline', 'done'),
    // It can be restored, and become gold.
    await inRun('discarded', 'pipeline', 'done', true),
    await inRun('goes on', 'evaluation', 'running'),
    await call('pending', {}, { state: 'pending', response: undefined }),
    await call('young', {}, { finishedAt: new Date() }),
  ]
  expect(await forgetCalls(undefined)).toBe(0)
  expect(await forgetCalls(30)).toBe(gone.length)
  const left = await prisma().providerCall.findMany({ where: { projectId: project.id }, select: { key: true } })
  expect(left.map(({ key }) => key).sort()).toEqual(kept.sort())
})
