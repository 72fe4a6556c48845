import { expect, test } from 'vitest'
import { pool, prisma, transaction } from '@/lib/platform/server/db'
import { env } from '@/lib/platform/server/env'
import { prefillScene, startVerdicts } from '@/tests/support/prefill-scene'
import { until } from '@/tests/support/wait'
import { endRun } from './items'

const isWaitedFor = async () => {
  const { rows } = await pool().query(
    `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  )
  return rows.length > 0
}

test('a run does not end while a person has its failed items tried again', async () => {
  env().OPENAI_BASE_URL = 'http://127.0.0.1:9/v1'
  const { id } = await startVerdicts(await prefillScene(1))
  await prisma().runItem.updateMany({ where: { runId: id }, data: { state: 'failed' } })
  let ended: Promise<boolean> | undefined
  await transaction(async (tx) => {
    await tx.$queryRaw`select 1 from runs where id = ${id}::uuid for update`
    ended = endRun(id)
    await until(isWaitedFor)
    await tx.runItem.updateMany({ where: { runId: id }, data: { state: 'waiting' } })
    await tx.run.update({ where: { id }, data: { state: 'running' } })
  })
  expect(await ended).toBe(false)
  expect(await prisma().run.findUniqueOrThrow({ where: { id } })).toMatchObject({ state: 'running', finishedAt: null })
})
