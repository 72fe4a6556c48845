import { expect, it } from 'vitest'
import { prisma, transaction } from '@/lib/platform/server/db'
import { makeProject, makeTask, makeUser } from '@/tests/factories'
import { until } from '@/tests/support/wait'
import { recordAnswerReads } from './record-answer-reads'

/** Whether a statement on answer_reads, or on the lock before it, waits for another transaction. */
async function isWaiting(): Promise<boolean> {
  const rows = await prisma().$queryRaw<unknown[]>`
    select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  return rows.length > 0
}

it('two pages of one person write down the same tasks, each in another order', async () => {
  const reader = await makeUser()
  const project = await makeProject()
  const [first, second] = [await makeTask(project), await makeTask(project)]
  const actor = { userId: reader.id }
  const recordRead = (tx: Parameters<typeof recordAnswerReads>[0], { id }: { id: string }) =>
    recordAnswerReads(tx, actor, [id], 'gold')
  let other: Promise<void> = Promise.resolve()
  await transaction(async (tx) => {
    await recordRead(tx, first)
    other = transaction(async (another) => {
      await recordRead(another, second)
      await recordRead(another, first)
    })
    await until(isWaiting)
    await recordRead(tx, second)
  })
  await other
  expect(await prisma().answerRead.count({ where: { userId: reader.id } })).toBe(2)
})
