/** Jobs whose tries a database in trouble ends. */
import { syncBuiltinESMExports } from 'node:module'
import timers from 'node:timers/promises'
import type { Job } from 'graphile-worker'
import { DatabaseError, type Pool } from 'pg'
import { afterAll, afterEach, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { pool } from '@/lib/platform/server/db'
import { until } from '@/tests/support/wait'
import { enqueue } from './enqueue'
import { isFinal, MOST_INTERRUPTIONS, noteInterruption } from './interruptions'
import { runWorker } from './run-worker'
import { defineJob, handleJob } from './task-registry'

const build = defineJob({ name: 'build', payload: z.object({ part: z.string() }), maxAttempts: 1 })
const idle = new AbortController().signal

const pausing = vi.spyOn(timers, 'setTimeout').mockImplementation(() => Promise.resolve())
// Modules that import it by its name pause no longer from here on, and after the tests as they did.
syncBuiltinESMExports()
afterAll(() => {
  pausing.mockRestore()
  syncBuiltinESMExports()
})
afterEach(async () => {
  await pool().query('delete from graphile_worker._private_jobs')
})

type Database = Pick<Pool, 'query'>
const jobs = async (database: Database = pool()) =>
  (
    await database.query<Job & { pause: number }>(
      `select id::text, attempts, locked_by, payload, last_error, round(extract(epoch from run_at - now()))::int "pause"
       from graphile_worker._private_jobs order by id`,
    )
  ).rows
const onlyJob = async (database?: Database) => {
  const [job] = await jobs(database)
  if (!job) throw new Error('there is no job')
  return job
}
const lockAs = (name: string, database: Database = pool()) =>
  database.query(
    'update graphile_worker._private_jobs set locked_by = $1, locked_at = now(), attempts = attempts + 1, run_at = now()',
    [name],
  )
const failing = (state: string) => Object.assign(new DatabaseError('no', 2, 'error'), { code: state })

test('a try that a restart of the database ended is none, and not the last one', async () => {
  const seen: { part: string; attempt: number; isFinal: boolean }[] = []
  const restarted = failing('57P01')
  const handler = handleJob(build, async ({ part }, run) => {
    seen.push({ part, attempt: run.attempt, isFinal: isFinal(run, restarted) })
    if (seen.length === 1) throw restarted
  })
  const worker = await runWorker(pool(), [handler])
  await enqueue(pool(), build, { part: 'one' })
  await until(async () => (await onlyJob()).last_error !== null)
  const { attempts, locked_by, payload } = await onlyJob()
  expect({ attempts, locked_by, payload }).toEqual({
    attempts: 0,
    locked_by: null,
    payload: { part: 'one', interruptions: 1 },
  })
  await pool().query('update graphile_worker._private_jobs set run_at = now()')
  // Wakes the worker up.
  await enqueue(pool(), build, { part: 'two' })
  await until(async () => (await jobs()).length === 0)
  await worker.stop()
  const tries = seen.filter(({ part }) => part === 'one')
  expect(tries).toEqual(Array(2).fill({ part: 'one', attempt: 1, isFinal: false }))
})

test.each(['23505', '55P03', '40P01'])('a try that ended with state %s counts', async (state) => {
  const finals: boolean[] = []
  const handler = handleJob(build, async (_payload, run) => {
    const error = failing(state)
    finals.push(isFinal(run, error))
    throw error
  })
  const worker = await runWorker(pool(), [handler])
  await enqueue(pool(), build, { part: 'one' })
  await until(async () => (await onlyJob()).last_error !== null)
  expect(await onlyJob()).toMatchObject({ attempts: 1, locked_by: null })
  await worker.stop()
  expect(finals).toEqual([true])
})

test('so many tries are given back with longer and longer pauses, and no more than that', async () => {
  await enqueue(pool(), build, { part: 'one' })
  const pauses: number[] = []
  // Its clock stands still within a transaction.
  const client = await pool().connect()
  try {
    await client.query('begin')
    for (let count = 1; count <= MOST_INTERRUPTIONS; count++) {
      await lockAs('ours', client)
      await noteInterruption(client, await onlyJob(client), idle)
      const { attempts, payload, pause } = await onlyJob(client)
      expect({ attempts, payload }).toEqual({ attempts: 0, payload: { part: 'one', interruptions: count } })
      pauses.push(pause)
    }
    expect(pauses).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 512])
    await lockAs('ours', client)
    await noteInterruption(client, await onlyJob(client), idle)
    expect(await onlyJob(client)).toMatchObject({ attempts: 1, payload: { interruptions: MOST_INTERRUPTIONS } })
  } finally {
    await client.query('rollback')
    client.release()
  }
})

test('one try is given back, and not a second one, where the worker is asked to stop meanwhile', async () => {
  const several = defineJob({ name: 'several', payload: z.object({}), maxAttempts: 5 })
  await enqueue(pool(), several, {})
  await pool().query('update graphile_worker._private_jobs set attempts = 1')
  let stopped: Promise<void> | undefined
  const query = pool().query
  const spy = vi.spyOn(pool(), 'query').mockImplementation((...args: unknown[]) => {
    const answer = Reflect.apply(query, pool(), args)
    if (!String(args[0]).includes("jsonb_build_object('interruptions'")) return answer
    return answer.then((noted: unknown) => {
      stopped ??= worker.stop()
      return noted
    })
  })
  let begin = () => {}
  const hasBegun = new Promise<void>((resolve) => {
    begin = resolve
  })
  const handler = handleJob(several, async () => {
    await hasBegun
    throw failing('57P01')
  })
  const worker = await runWorker(pool(), [handler])
  begin()
  await until(() => stopped !== undefined)
  await stopped
  spy.mockRestore()
  expect(await onlyJob()).toMatchObject({ attempts: 1, locked_by: null, payload: { interruptions: 1 } })
})

test('it is noted as soon as the database answers, and never of a job that another worker has', async () => {
  await enqueue(pool(), build, { part: 'one' })
  await lockAs('ours')
  const job = await onlyJob()
  let away = 3
  const query = (text: string, values: unknown[]) =>
    away-- > 0 ? Promise.reject(failing('57P03')) : pool().query(text, values)
  await noteInterruption({ query } as Parameters<typeof noteInterruption>[0], job, idle)
  expect(await onlyJob()).toMatchObject({ attempts: 0, payload: { interruptions: 1 } })
  await lockAs('theirs')
  await noteInterruption(pool(), job, idle)
  expect(await onlyJob()).toMatchObject({ attempts: 1, payload: { interruptions: 1 } })
})
