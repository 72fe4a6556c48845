import { expect, test } from 'vitest'
import { LIMITS } from '@/lib/automation/prefill/ledger/limits'
import { prisma, transaction } from '@/lib/platform/server/db'
import { env } from '@/lib/platform/server/env'
import { prefillScene, startVerdicts } from '@/tests/support/prefill-scene'
import { holdRow, takeInOrder } from '@/tests/support/take-in-order'
import { untilSomebodyWaits } from '@/tests/support/until-somebody-waits'
import { loadContext, type RunContext } from './context'
import { noCounts } from './counts'
import { finishItem } from './finish-item'
import { type ClaimedItem, claimItems, endRun, renewItems } from './items'

const scenario = async () => {
  env().OPENAI_BASE_URL = 'http://127.0.0.1:9/v1'
  const { id } = await startVerdicts(await prefillScene(1))
  return id
}

const claimed = async (runId: string): Promise<{ context: RunContext; item: ClaimedItem }> => {
  const context = await loadContext(runId, LIMITS)
  const [item] = context ? await claimItems(context, 1) : []
  if (!context || !item) throw new Error('no item could be claimed')
  return { context, item }
}

const runFirst = (runId: string, { id }: ClaimedItem) => ({
  first: holdRow('runs', 'id', runId),
  later: holdRow('run_items', 'id', id, 'nowait'),
})

test('a run does not end while a person has its failed items tried again', async () => {
  const id = await scenario()
  await prisma().runItem.updateMany({ where: { runId: id }, data: { state: 'failed' } })
  let ended: Promise<boolean> | undefined
  await transaction(async (tx) => {
    await holdRow('runs', 'id', id)(tx)
    ended = endRun(id)
    await untilSomebodyWaits()
    await tx.runItem.updateMany({ where: { runId: id }, data: { state: 'waiting' } })
    await tx.run.update({ where: { id }, data: { state: 'running' } })
  })
  expect(await ended).toBe(false)
  expect(await prisma().run.findUniqueOrThrow({ where: { id } })).toMatchObject({ state: 'running', finishedAt: null })
})

test('a sign of life holds no item while it waits for the run', async () => {
  const { context, item } = await claimed(await scenario())
  const renewed = takeInOrder(runFirst(context.runId, item), () => renewItems(context, [item]))
  expect(await renewed).toEqual({ own: new Set([item.id]), state: 'running' })
})

test('the end of an item holds it only after the run', async () => {
  const { context, item } = await claimed(await scenario())
  // Its first items are not counted any more, but what was answered from before is.
  await prisma().run.update({ where: { id: context.runId }, data: { firstFailures: null } })
  const counts = { ...noCounts(), cachedCalls: 1 }
  const finished = takeInOrder(runFirst(context.runId, item), () =>
    finishItem(context.runId, item, null, {
      state: 'done',
      step: null,
      code: null,
      message: null,
      notes: {},
      proposals: [],
      predictedOf: null,
      afresh: null,
      counts,
      millis: 1,
    }),
  )
  expect(await finished).toBe(true)
  expect(await prisma().run.findUniqueOrThrow({ where: { id: context.runId } })).toMatchObject({ cachedCalls: 1 })
})
