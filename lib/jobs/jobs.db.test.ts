import { afterEach, describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { pool, transaction } from '@/lib/server/db'
import { enqueue } from './enqueue'
import { runWorker, type Worker } from './run-worker'
import { defineJob, handleJob, type JobRun } from './task-registry'
import { LONGEST_JOB_MS, unlockDeadWorkers } from './unlock'

const greet = defineJob({ name: 'greet', payload: z.object({ name: z.string(), times: z.coerce.number().default(1) }) })
const stumble = defineJob({ name: 'stumble', payload: z.object({}), maxAttempts: 2 })

let worker: Worker | undefined
afterEach(async () => {
  await worker?.stop()
  worker = undefined
  await pool().query('delete from graphile_worker._private_jobs')
})

/** Runs a worker that writes down what it is given. */
async function record() {
  const seen: { payload: z.output<typeof greet.payload>; run: JobRun }[] = []
  const handler = handleJob(greet, async (payload, run) => {
    seen.push({ payload, run })
  })
  worker = await runWorker(pool(), [handler])
  return seen
}

const jobs = async (column: string) => {
  const { rows } = await pool().query<Record<string, unknown>>(
    `select ${column} as value from graphile_worker.jobs order by id`,
  )
  return rows.map((row) => row.value)
}

describe('enqueue', () => {
  test('a job starts when its transaction commits, with the payload its schema makes of it', async () => {
    const seen = await record()
    await transaction((tx) => enqueue(tx, greet, { name: 'Ada', times: '3' }))
    await vi.waitUntil(() => seen.length > 0)
    expect(seen.map((one) => one.payload)).toEqual([{ name: 'Ada', times: 3 }])
    expect(seen[0]?.run).toMatchObject({ attempt: 1, isLastAttempt: false })
  })

  test('a rolled back transaction leaves no job', async () => {
    const undone = transaction(async (tx) => {
      await enqueue(tx, greet, { name: 'Ada' })
      throw new Error('undone')
    })
    await expect(undone).rejects.toThrow('undone')
    expect(await jobs('id')).toEqual([])
  })

  test('the same key again replaces the waiting job, and a later time is kept', async () => {
    const runAt = new Date('2100-01-01T00:00:00.000Z')
    await enqueue(pool(), greet, { name: 'Ada' }, { jobKey: 'one', runAt })
    await enqueue(pool(), greet, { name: 'Grace' }, { jobKey: 'one', runAt })
    await enqueue(pool(), greet, { name: 'Mary' }, { jobKey: 'two', runAt })
    expect(await jobs('key')).toEqual(['one', 'two'])
    expect(await jobs('run_at')).toEqual([runAt, runAt])
    const { rows } = await pool().query(`select payload from graphile_worker._private_jobs where key = 'one'`)
    expect(rows).toEqual([{ payload: { name: 'Grace' } }])
  })

  test('a payload that its handler could not read is refused at once', async () => {
    const wrong = JSON.parse('{"name": 5}')
    await expect(enqueue(pool(), greet, wrong)).rejects.toThrow(z.ZodError)
    expect(await jobs('id')).toEqual([])
  })
})

describe('the worker', () => {
  test('tells a handler which try is the last, keeps the reason, and gives up after it', async () => {
    const last: boolean[] = []
    const handler = handleJob(stumble, async (_payload, run) => {
      last.push(run.isLastAttempt)
      throw new Error('the key is broken')
    })
    worker = await runWorker(pool(), [handler])
    await enqueue(pool(), stumble, {})
    await vi.waitUntil(async () => (await jobs('last_error')).some((error) => error !== null))
    await pool().query('update graphile_worker._private_jobs set run_at = now()')
    await enqueue(pool(), stumble, {}, { jobKey: 'wakes the worker up', runAt: new Date(0) })
    await vi.waitUntil(async () => (await jobs('attempts')).includes(2), { timeout: 10_000 })
    await vi.waitUntil(async () => (await jobs('locked_at')).every((at) => at === null))
    expect(last[0]).toBe(false)
    expect(last).toContain(true)
    expect((await jobs('last_error'))[0]).toContain('the key is broken')
  })

  test('asks a running handler to stop and waits for it', async () => {
    let signal: AbortSignal | undefined
    const handler = handleJob(greet, async (_payload, run) => {
      signal = run.signal
      await new Promise((resolve) => run.signal.addEventListener('abort', resolve))
    })
    worker = await runWorker(pool(), [handler])
    await enqueue(pool(), greet, { name: 'Ada' })
    await vi.waitUntil(() => signal !== undefined)
    await worker.stop()
    worker = undefined
    expect(signal?.aborted).toBe(true)
    expect(await jobs('id')).toEqual([])
  })

  test('refuses two handlers for one job', async () => {
    const handler = handleJob(greet, async () => {})
    await expect(runWorker(pool(), [handler, handler])).rejects.toThrow('two handlers share the name of a job')
  })
})

describe('unlockDeadWorkers', () => {
  test('frees the jobs of who has held one too long, and of nobody else', async () => {
    // The queue itself would wait four hours.
    expect(LONGEST_JOB_MS).toBeLessThan(4 * 3600 * 1000)
    await enqueue(pool(), greet, { name: 'waiting' })
    for (const [name, age] of [
      ['dead', `${LONGEST_JOB_MS + 60_000} milliseconds`],
      ['dead', '1 minute'],
      ['alive', `${LONGEST_JOB_MS - 60_000} milliseconds`],
    ] as const) {
      await enqueue(pool(), greet, { name })
      await pool().query(
        `update graphile_worker._private_jobs set locked_by = $1, locked_at = now() - $2::interval
         where id = (select max(id) from graphile_worker._private_jobs)`,
        [name, age],
      )
    }
    expect(await unlockDeadWorkers(pool())).toBe(1)
    expect(await jobs('locked_by')).toEqual([null, null, null, 'alive'])
    expect(await unlockDeadWorkers(pool(), 0)).toBe(1)
    expect(await jobs('locked_by')).toEqual([null, null, null, null])
    expect(await unlockDeadWorkers(pool(), 0)).toBe(0)
  })
})
