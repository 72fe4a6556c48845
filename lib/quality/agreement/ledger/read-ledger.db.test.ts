/** The state of the ledger is that of the statement of before, which asked of each figure whether a task is counted. */
import { expect, it } from 'vitest'
import { Prisma } from '@/generated/prisma/client'
import { prisma, transaction } from '@/lib/platform/server/db'
import { seededRandom } from '@/lib/stats/seeded-random'
import { makeProject, makeTask } from '@/tests/factories'
import { readLedger } from './refresh-ratings'
import { COUNTED, LEDGER_VERSION, NOT_COUNTED } from './version'

interface StageState {
  stageId: string
  awaited: number
  counted: number
  annotations: number
  serials: string
  last: string
  gone: number
}

const AWAITED = Prisma.sql`(${COUNTED} and (r.version = ${LEDGER_VERSION} and r.revision = t.revision) is not true)`

const stagesBefore = (projectId: string) => prisma().$queryRaw<StageState[]>`
  select t.stage_id "stageId", (count(r.serial) filter (where ${COUNTED}))::int counted,
         coalesce(sum(r.serial) filter (where ${COUNTED}), 0)::text serials,
         coalesce(max(r.serial) filter (where ${COUNTED}), 0)::text last,
         coalesce(sum(r.annotations) filter (where ${COUNTED}), 0)::int annotations,
         (count(*) filter (where ${AWAITED}))::int awaited,
         (count(r.serial) filter (where ${NOT_COUNTED}))::int gone
  from tasks t left join rated_tasks r on r.task_id = t.id
  where t.project_id = ${projectId}::uuid group by t.stage_id order by t.stage_id`

it.each([1, 2, 3])('is what every task and every row of the ledger says, in random world %i', async (seed) => {
  const below = seededRandom(seed)
  const pick = <Value>(values: readonly Value[]) => values[below(values.length)] as Value
  const project = await makeProject({ protocolId: 'factcheck-bench' })
  const projectId = project.id
  for (let n = 0; n < 30; n++) {
    const { id, stageId, itemId, position } = await makeTask(project)
    await transaction(async (tx) => {
      await tx.$executeRaw`set local session_replication_role = 'replica'`
      const discarded = { discardedAt: new Date(), discardReason: 'other' }
      if (below(5) === 0) await tx.item.update({ where: { id: itemId }, data: discarded })
      const tasks = [{ id, stageId }]
      const second = project.stages[1]?.id
      if (second && below(2) === 0)
        tasks.push(await tx.task.create({ data: { projectId, stageId: second, itemId, position, raters: 2 } }))
      for (const task of tasks) {
        const state = pick(['preparing', 'open', 'consolidating', 'approving', 'gold', 'gold', 'discarded'] as const)
        await tx.task.update({ where: { id: task.id }, data: { state, revision: 1 + below(2) } })
        if (below(3) === 0) continue
        const derived = { revision: 1 + below(2), version: LEDGER_VERSION - (below(5) === 0 ? 1 : 0) }
        const counts = { annotations: below(4), notIndependent: 0 }
        await tx.ratedTask.create({
          data: { taskId: task.id, projectId, stageId: task.stageId, ...derived, ...counts },
        })
      }
    })
  }
  const before = await stagesBefore(projectId)
  expect(before).toHaveLength(2)
  const sum = (of: (row: StageState) => number) => before.reduce((total, row) => total + of(row), 0)
  const { version, ...ledger } = await readLedger(prisma(), projectId)
  expect(ledger).toEqual({
    awaited: Object.fromEntries(before.map(({ stageId, awaited }) => [stageId, awaited])),
    counted: sum(({ counted }) => counted),
    annotations: sum(({ annotations }) => annotations),
    departures: 0,
    gone: sum(({ gone }) => gone),
  })
  expect(version.split('/').slice(1)).toEqual(
    before.map(({ stageId, counted, serials, last }) => `${stageId}:${counted}:${serials}:${last}`),
  )
  for (const { awaited, counted, gone } of before) expect(Math.min(awaited, counted, gone)).toBeGreaterThan(0)
})
