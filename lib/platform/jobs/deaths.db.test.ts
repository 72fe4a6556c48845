import type { Job } from 'graphile-worker'
import { afterEach, expect, test } from 'vitest'
import { z } from 'zod'
import { pool, transaction } from '@/lib/platform/server/db'
import { until } from '@/tests/support/wait'
import { giveUpFailed, MOST_DEATHS } from './deaths'
import { enqueue } from './enqueue'
import { giveBack } from './give-back'
import { noteInterruption } from './interruptions'
import { runWorker } from './run-worker'
import { defineJob, type GivenUp, handleJob } from './task-registry'
import { LONGEST_JOB_MS, unlockDeadWorkers, unlockSilentWorkers } from './unlock'

const build = defineJob({ name: 'build', payload: z.object({ part: z.string() }), maxAttempts: 5 })

afterEach(async () => {
  await pool().query('delete from graphile_worker._private_jobs')
})

interface JobRow {
  attempts: number
  locked_by: string | null
  payload: unknown
  last_error: string | null
}

const jobs = async () =>
  (await pool().query<JobRow>('select attempts, locked_by, payload, last_error from graphile_worker._private_jobs'))
    .rows

/** As a worker does that takes the job and is killed. */
const takeAndDie = () =>
  pool().query(
    `update graphile_worker._private_jobs set locked_by = 'killed', locked_at = now(), attempts = attempts + 1
     where attempts < max_attempts`,
  )

function watched() {
  const ran: unknown[] = []
  const givenUp: [unknown, GivenUp][] = []
  const handler = handleJob(
    build,
    async (payload) => {
      ran.push(payload)
    },
    async (payload, why) => {
      givenUp.push([payload, why])
    },
  )
  return { ran, givenUp, handler }
}

test('a job that took its process down again and again is given up, with the reason, and never runs again', async () => {
  const { ran, givenUp, handler } = watched()
  await enqueue(pool(), build, { part: 'one' })
  for (let death = 1; death <= MOST_DEATHS; death++) {
    await takeAndDie()
    expect(await unlockDeadWorkers(pool(), 0)).toBe(1)
    await giveUpFailed(pool(), [handler])
    expect(givenUp).toEqual(death < MOST_DEATHS ? [] : [[{ part: 'one' }, 'died']])
  }
  expect((await jobs())[0]?.last_error).toBe('the processes that worked on it ended, or went on for too long')
  const worker = await runWorker(pool(), [handler])
  await enqueue(pool(), build, { part: 'two' })
  await until(() => ran.length > 0)
  await worker.stop()
  expect(ran).toEqual([{ part: 'two' }])
  expect(givenUp).toHaveLength(1)
  expect((await jobs()).map(({ locked_by }) => locked_by)).toEqual([null])
})

test('one that took it down once runs again, and its handler sees nothing of that', async () => {
  const { ran, givenUp, handler } = watched()
  await enqueue(pool(), build, { part: 'one' })
  await takeAndDie()
  const look = unlockSilentWorkers(pool(), { losses: 0 })
  await look()
  expect(await look()).toBe(1)
  expect((await jobs())[0]).toMatchObject({ attempts: 0, locked_by: null, payload: { part: 'one', processDeaths: 1 } })
  const worker = await runWorker(pool(), [handler])
  await until(() => ran.length > 0)
  await worker.stop()
  expect(ran).toEqual([{ part: 'one' }])
  expect(givenUp).toEqual([])
})

test('processes that something else ended cost a job no try, and longer and longer pauses', async () => {
  const { ran, givenUp, handler } = watched()
  await enqueue(pool(), build, { part: 'one' })
  await pool().query('update graphile_worker._private_jobs set attempts = max_attempts - 1')
  const pauses: number[] = []
  for (let death = 1; death < MOST_DEATHS; death++) {
    await takeAndDie()
    await unlockDeadWorkers(pool(), 0)
    const { rows } = await pool().query<{ s: number }>(
      'select round(extract(epoch from run_at - now()))::int "s" from graphile_worker._private_jobs',
    )
    pauses.push(rows[0]?.s ?? 0)
  }
  expect(pauses.map((s) => Math.max(s, 0))).toEqual([0, 10, 20, 40])
  await pool().query('update graphile_worker._private_jobs set run_at = now()')
  const worker = await runWorker(pool(), [handler])
  await until(() => ran.length > 0)
  await worker.stop()
  expect(ran).toEqual([{ part: 'one' }])
  expect(givenUp).toEqual([])
})

test('one that hangs is begun twice, and those that its worker has beside it lose no more than with a process', async () => {
  const { givenUp, handler } = watched()
  for (const part of ['hangs', 'beside']) await enqueue(pool(), build, { part })
  for (let time = 0; time < 2; time++) {
    await giveUpFailed(pool(), [handler])
    expect(givenUp).toEqual([])
    await takeAndDie()
    await pool().query(
      `update graphile_worker._private_jobs set locked_at = now() - make_interval(secs => $1) where payload ->> 'part' = 'hangs'`,
      [LONGEST_JOB_MS / 1000],
    )
    expect(await unlockDeadWorkers(pool())).toBe(1)
  }
  await giveUpFailed(pool(), [handler])
  expect(givenUp).toEqual([[{ part: 'hangs' }, 'died']])
  expect((await jobs()).map(({ payload }) => payload)).toContainEqual({ part: 'beside', processDeaths: 2 })
})

const ENDS: [string, () => Promise<unknown>][] = [
  ['its process ends', () => unlockDeadWorkers(pool(), 0)],
  ['its worker gives it back', () => giveBack(pool(), ['killed'])],
  [
    'the database ends its try',
    async () => {
      const { rows } = await pool().query<Job>(
        `select id::text, locked_by from graphile_worker._private_jobs where locked_by = 'killed'`,
      )
      for (const job of rows) await noteInterruption(pool(), job, new AbortController().signal)
      await pool().query(`select graphile_worker.force_unlock_workers('{killed}')`)
    },
  ],
]

test.each(ENDS)('a job that another has taken the place of never runs again where %s', async (_how, end) => {
  const { ran, handler } = watched()
  await enqueue(pool(), build, { part: 'before' }, { jobKey: 'one' })
  // It began before the job was taken, and so did what its clock says.
  await transaction(async (tx) => {
    await tx.$queryRaw`select 1`
    await takeAndDie()
    await enqueue(tx, build, { part: 'after' }, { jobKey: 'one' })
  })
  await end()
  await pool().query('update graphile_worker._private_jobs set run_at = now()')
  const { rows } = await pool().query(
    `select payload ->> 'part' "part" from graphile_worker._private_jobs where is_available`,
  )
  expect(rows).toEqual([{ part: 'after' }])
  const worker = await runWorker(pool(), [handler])
  await until(() => ran.length > 0)
  await worker.stop()
  expect(ran).toEqual([{ part: 'after' }])
})

test('a job without a try left whose handler could not say so is given up by a worker that has just begun, once', async () => {
  const { ran, givenUp, handler } = watched()
  await enqueue(pool(), build, { part: 'one' })
  await pool().query('update graphile_worker._private_jobs set attempts = max_attempts')
  const worker = await runWorker(pool(), [handler])
  await worker.stop()
  expect(givenUp).toEqual([[{ part: 'one' }, 'used up']])
  expect(ran).toEqual([])
  await giveUpFailed(pool(), [handler])
  expect(givenUp).toHaveLength(1)
})

test('what cannot be given up now is given up later, and keeps nothing behind it waiting', async () => {
  let isAway = true
  const givenUp: string[] = []
  const handler = handleJob(
    build,
    async () => {},
    async ({ part }) => {
      if (isAway && part === 'one') throw new Error('the database is away')
      givenUp.push(part)
    },
  )
  for (const part of ['one', 'two']) await enqueue(pool(), build, { part })
  await pool().query('update graphile_worker._private_jobs set attempts = max_attempts')
  await giveUpFailed(pool(), [handler])
  expect(givenUp).toEqual(['two'])
  isAway = false
  await giveUpFailed(pool(), [handler])
  expect(givenUp).toEqual(['two', 'one'])
  const payloads = (await jobs()).map(({ payload }) => payload)
  expect(payloads).toContainEqual({ part: 'one', givenUp: true })
  expect(payloads).toContainEqual({ part: 'two', givenUp: true })
})
