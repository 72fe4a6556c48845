import { once } from 'node:events'
import { Client } from 'pg'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { pool, transaction } from '@/lib/platform/server/db'
import { currentRequest, inRequest } from '@/lib/platform/server/request-context'
import { until } from '@/tests/support/wait'
import { enqueue } from './enqueue'
import { findSilent, Presence } from './presence'
import { runWorker, type Worker, type WorkerOptions } from './run-worker'
import { defineJob, handleJob, JOBS_AT_ONCE, type JobRun } from './task-registry'
import { LONGEST_JOB_MS, unlockDeadWorkers, unlockForgotten, unlockSilentWorkers } from './unlock'

const greet = defineJob({ name: 'greet', payload: z.object({ name: z.string(), times: z.coerce.number().default(1) }) })
const stumble = defineJob({ name: 'stumble', payload: z.object({}), maxAttempts: 2 })

let worker: Worker | undefined
afterEach(async () => {
  vi.restoreAllMocks()
  await worker?.stop()
  worker = undefined
  await pool().query('delete from graphile_worker._private_jobs')
})

/** Runs a worker that writes down what it is given. */
async function record(options: WorkerOptions = {}) {
  const seen: { payload: z.output<typeof greet.payload>; run: JobRun }[] = []
  const handler = handleJob(greet, async (payload, run) => {
    seen.push({ payload, run })
  })
  worker = await runWorker(pool(), [handler], options)
  return seen
}

/** Has the connection break at statements that contain `words`: at the next one, or at those whose number `isCut` picks. */
function cutAt(words: string, isCut: (nth: number) => boolean = (nth) => nth === 1) {
  let count = 0
  let isDone = false
  const query = Client.prototype.query
  const spy = vi.spyOn(Client.prototype, 'query').mockImplementation(function (this: Client, ...args: unknown[]) {
    const [config] = args
    const text =
      typeof config === 'object' && config !== null && 'text' in config ? String(config.text) : String(config)
    if (!text.includes(words) || !isCut(++count)) return Reflect.apply(query, this, args)
    isDone = true
    return Promise.reject(new Error('Connection terminated unexpectedly'))
  })
  return { isDone: () => isDone, restore: () => spy.mockRestore() }
}

/** Has new connections of this name wait until they are set free, so that what is without one stays so. */
function holdConnecting(application: string) {
  let free = () => {}
  const freed = new Promise<void>((resolve) => {
    free = resolve
  })
  const connect = Client.prototype.connect
  const spy = vi.spyOn(Client.prototype, 'connect').mockImplementation(function (this: Client, ...args: unknown[]) {
    const isHeld = Object(Reflect.get(this, 'connectionParameters')).application_name === application
    return isHeld ? freed.then(() => Reflect.apply(connect, this, args)) : Reflect.apply(connect, this, args)
  })
  return {
    free: () => {
      spy.mockRestore()
      free()
    },
  }
}

/**
 * Has looks at what this process holds wait until then: a job on its way to its worker may take longer on a loaded machine than two looks of a test
 * are apart, and would be taken for forgotten.
 */
function holdLooks(then: Promise<void>) {
  let count = 0
  const query = pool().query
  const spy = vi.spyOn(pool(), 'query').mockImplementation((...args: unknown[]) => {
    if (!String(args[0]).includes('locked_by = any')) return Reflect.apply(query, pool(), args)
    return then.then(() => {
      count += 1
      return Reflect.apply(query, pool(), args)
    })
  })
  return { count: () => count, restore: () => spy.mockRestore() }
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
    await until(() => seen.length > 0)
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
    await until(async () => (await jobs('last_error')).some((error) => error !== null))
    await pool().query('update graphile_worker._private_jobs set run_at = now()')
    await enqueue(pool(), stumble, {}, { jobKey: 'wakes the worker up', runAt: new Date(0) })
    await until(async () => (await jobs('attempts')).includes(2))
    await until(async () => (await jobs('locked_at')).every((at) => at === null))
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
    await until(() => signal !== undefined)
    await worker.stop()
    worker = undefined
    expect(signal?.aborted).toBe(true)
    expect(await jobs('id')).toEqual([])
  })

  test('gives back what is cut short, and the try with it', async () => {
    const once = defineJob({ name: 'once', payload: z.object({ stubborn: z.boolean() }), maxAttempts: 1 })
    let running = 0
    let free = () => {}
    const freed = new Promise<void>((resolve) => {
      free = resolve
    })
    const handler = handleJob(once, async ({ stubborn }, { signal }) => {
      running += 1
      if (stubborn) return freed
      await new Promise((_, reject) => signal.addEventListener('abort', () => reject(new Error('stopped'))))
    })
    worker = await runWorker(pool(), [handler])
    await enqueue(pool(), once, { stubborn: false })
    await enqueue(pool(), once, { stubborn: true })
    await until(() => running === 2)
    expect(await jobs('attempts')).toEqual([1, 1])
    await worker.stop(200)
    worker = undefined
    await until(async () => (await jobs('locked_by')).every((by) => by === null))
    expect(await jobs('attempts')).toEqual([0, 0])
    free()
  })

  test('runs under the id of the request that asked for the job, which its handler does not see', async () => {
    const ids: (string | undefined)[] = []
    const seen: unknown[] = []
    const handler = handleJob(greet, async (payload) => {
      ids.push(currentRequest()?.requestId)
      seen.push(payload)
    })
    worker = await runWorker(pool(), [handler])
    await inRequest({ requestId: 'asked-1' }, () => enqueue(pool(), greet, { name: 'Ada' }))
    await enqueue(pool(), greet, { name: 'Grace' })
    await until(() => seen.length === 2)
    expect(ids.sort()).toEqual(['asked-1', undefined])
    expect(seen).toContainEqual({ name: 'Ada', times: 1 })
    expect(seen).toContainEqual({ name: 'Grace', times: 1 })
  })

  test('takes jobs though the database did not answer its first question', async () => {
    const cut = cutAt('_private_tasks as tasks (identifier)')
    const seen = await record()
    expect(cut.isDone()).toBe(true)
    await enqueue(pool(), greet, { name: 'Ada' })
    await until(() => seen.length > 0)
    cut.restore()
  })

  test('begins though the database was away when one of its lanes wanted to, and its process lives on', async () => {
    const runs = handleJob({ ...stumble, lane: 'runs' }, async () => {})
    const seen: string[] = []
    const handler = handleJob(greet, async ({ name }) => {
      seen.push(name)
    })
    const cut = cutAt('server_version_num')
    worker = await runWorker(pool(), [handler, runs])
    expect(cut.isDone()).toBe(true)
    cut.restore()
    await enqueue(pool(), greet, { name: 'Ada' })
    await enqueue(pool(), stumble, {})
    await until(async () => (await jobs('id')).length === 0)
    expect(seen).toEqual(['Ada'])
  })

  test('does other jobs while figures take all the places that they have', async () => {
    const seen: string[] = []
    const ends: (() => void)[] = []
    const figures = handleJob({ ...stumble, lane: 'figures' }, () => new Promise<void>((resolve) => ends.push(resolve)))
    const handler = handleJob(greet, async ({ name }) => {
      seen.push(name)
    })
    worker = await runWorker(pool(), [handler, figures])
    for (let more = 0; more <= JOBS_AT_ONCE.figures; more++) await enqueue(pool(), stumble, {})
    await until(() => ends.length === JOBS_AT_ONCE.figures)
    await enqueue(pool(), greet, { name: 'Ada' })
    await until(() => seen.length === 1)
    expect(ends).toHaveLength(JOBS_AT_ONCE.figures)
    for (const end of ends.splice(0)) end()
    await until(() => ends.length === 1)
    ends[0]?.()
    await until(async () => (await jobs('id')).length === 0)
  })

  test('ends where it is asked to while the database is still away, with the job that one of its lanes has', async () => {
    let begun = 0
    const untilStopped = async (_payload: unknown, { signal }: JobRun) => {
      begun += 1
      await once(signal, 'abort')
    }
    const runs = handleJob({ ...stumble, lane: 'runs' }, untilStopped)
    await enqueue(pool(), greet, { name: 'Ada' })
    await enqueue(pool(), stumble, {})
    // The lane that comes first begins, the other one never does.
    const cut = cutAt('server_version_num', (nth) => nth > 1)
    const leaving = new AbortController()
    const handlers = [handleJob(greet, untilStopped), runs]
    const beginning = runWorker(pool(), handlers, { signal: leaving.signal })
    await until(() => begun === 1 && cut.isDone())
    leaving.abort()
    worker = await beginning
    await worker.stop()
    worker = undefined
    cut.restore()
    expect(await jobs('locked_by')).toEqual([null])
  })

  test('gives no try back of a job that another has taken the place of meanwhile', async () => {
    let begun = 0
    const handler = handleJob(greet, async (_payload, { signal }) => {
      begun += 1
      await once(signal, 'abort')
      throw new Error('stopped')
    })
    worker = await runWorker(pool(), [handler])
    await enqueue(pool(), greet, { name: 'Ada' }, { jobKey: 'one' })
    await until(() => begun === 1)
    await enqueue(pool(), greet, { name: 'Grace' }, { jobKey: 'one', runAt: new Date('2100-01-01T00:00:00.000Z') })
    await worker.stop()
    worker = undefined
    expect(await jobs('attempts = max_attempts')).toEqual([true, false])
  })

  test('forgets who was silent before a look at which the database was away', async () => {
    await enqueue(pool(), greet, { name: 'Ada' })
    await lockAs('silent')
    const seen: string[] = []
    let looks = 0
    const query = pool().query
    const spy = vi.spyOn(pool(), 'query').mockImplementation((...args: unknown[]) => {
      const text = String(args[0])
      // Two statements a look: the third is the first of the second look, whichever that is.
      if (/pg_locks|locked_at <=/.test(text) && ++looks === 3) {
        seen.push('away')
        return Promise.reject(new Error('Connection terminated unexpectedly'))
      }
      if (text.includes('pg_locks')) seen.push('look')
      if (text.includes("jsonb_build_object('processDeaths'")) seen.push('freed')
      return Reflect.apply(query, pool(), args)
    })
    await record({ reapEveryMs: 20 })
    await until(() => seen.includes('freed'))
    spy.mockRestore()
    expect(seen.slice(0, seen.indexOf('freed') + 1)).toEqual(['look', 'away', 'look', 'look', 'freed'])
  })

  test('goes on though the database could not be told how a job ended, and does that job again', async () => {
    const seen = await record({ reapEveryMs: 100 })
    const cut = cutAt('delete from "graphile_worker"._private_jobs as jobs')
    await enqueue(pool(), greet, { name: 'Ada' })
    await until(cut.isDone)
    await until(async () => (await jobs('id')).length === 0)
    await enqueue(pool(), greet, { name: 'Grace' })
    await until(() => seen.length === 3)
    cut.restore()
    expect(seen.map(({ payload }) => payload.name)).toEqual(['Ada', 'Ada', 'Grace'])
    expect(seen.map(({ run }) => run.attempt)).toEqual([1, 1, 1])
    await worker?.stop()
    worker = undefined
    expect(await jobs('id')).toEqual([])
  })

  test('keeps a job however long it takes, while those that nobody knows of are freed', async () => {
    let begun = 0
    let handOver = () => {}
    const handedOver = new Promise<void>((resolve) => {
      handOver = resolve
    })
    let free = () => {}
    const freed = new Promise<void>((resolve) => {
      free = resolve
    })
    const handler = handleJob(greet, async () => {
      begun += 1
      handOver()
      await freed
    })
    worker = await runWorker(pool(), [handler], { reapEveryMs: 50 })
    const looks = holdLooks(handedOver)
    await enqueue(pool(), greet, { name: 'Ada' })
    await until(() => looks.count() > 3)
    looks.restore()
    const held = await jobs('locked_by')
    free()
    // The looks end first: the end of the job too may take longer to be written than two of them are apart.
    await worker.stop()
    worker = undefined
    expect(await jobs('id')).toEqual([])
    expect([held.length, held[0] === null, begun]).toEqual([1, false, 1])
  })

  test('begins no look before the one before has ended', async () => {
    let held = 0
    let others = 0
    let free = () => {}
    const freed = new Promise<void>((resolve) => {
      free = resolve
    })
    const ticks = [
      {
        everyMs: 1,
        run: async () => {
          held += 1
          await freed
        },
      },
      {
        everyMs: 2,
        run: async () => {
          others += 1
        },
      },
    ]
    worker = await runWorker(pool(), [handleJob(greet, async () => {})], { ticks })
    await until(() => others > 3)
    expect(held).toBe(1)
    free()
    await until(() => held > 1)
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

const lockAs = (name: string) =>
  pool().query(
    `update graphile_worker._private_jobs set locked_by = $1, locked_at = now(), attempts = 1
     where id = (select max(id) from graphile_worker._private_jobs)`,
    [name],
  )

test('a job whose hand-over got lost is freed at the second look, one that is being worked on never', async () => {
  for (const name of ['ours', 'ours', 'theirs']) {
    await enqueue(pool(), greet, { name })
    await lockAs(name)
  }
  const [running = ''] = (await jobs('id::text')) as string[]
  const look = unlockForgotten(pool(), () => ({ names: ['ours'], running: new Set([running]) }))
  expect(await look()).toBe(0)
  expect(await look()).toBe(1)
  expect(await jobs('locked_by')).toEqual(['ours', null, 'theirs'])
  expect(await jobs('attempts')).toEqual([1, 0, 1])
  expect(await look()).toBe(0)
})

/** As a crash or a restart of the database does. */
const cutPresence = () =>
  pool().query(`select pg_terminate_backend(pid) from pg_stat_activity
                where application_name = 'assay worker' and datname = current_database()`)

describe('unlockSilentWorkers', () => {
  test('frees the jobs of who gave no sign of life at two looks, and of nobody who did', async () => {
    const presence = new Presence(pool().options)
    await presence.announce('alive')
    for (const name of ['alive', 'silent']) {
      await enqueue(pool(), greet, { name })
      await lockAs(name)
    }
    const look = unlockSilentWorkers(pool(), { losses: 0 })
    expect(await look()).toBe(0)
    expect(await jobs('locked_by')).toEqual(['alive', 'silent'])
    expect(await look()).toBe(1)
    expect(await jobs('locked_by')).toEqual(['alive', null])
    await presence.end()
    await until(async () => (await look()) === 1)
    expect(await jobs('locked_by')).toEqual([null, null])
  })

  test('forgets what it saw before a look that failed: the database was away, and not the worker', async () => {
    await enqueue(pool(), greet, { name: 'Ada' })
    await lockAs('silent')
    let isAway = false
    const query = (text: string, values: unknown[]) =>
      isAway ? Promise.reject(new Error('Connection terminated unexpectedly')) : pool().query(text, values)
    const look = unlockSilentWorkers({ query } as Parameters<typeof unlockSilentWorkers>[0], { losses: 0 })
    expect(await look()).toBe(0)
    isAway = true
    await expect(look()).rejects.toThrow('Connection terminated')
    isAway = false
    expect(await look()).toBe(0)
    expect(await jobs('locked_by')).toEqual(['silent'])
    expect(await look()).toBe(1)
  })

  test('forgets what it saw before its own connection was lost: those of others may have been lost with it', async () => {
    const presence = new Presence(pool().options)
    await presence.announce('ours')
    await enqueue(pool(), greet, { name: 'Ada' })
    await lockAs('silent')
    const look = unlockSilentWorkers(pool(), presence)
    expect(await look()).toBe(0)
    await cutPresence()
    await until(() => presence.losses > 0)
    expect(await look()).toBe(0)
    expect(await jobs('locked_by')).toEqual(['silent'])
    expect(await look()).toBe(1)
    await presence.end()
  })

  test('hears of a worker again whose connection was lost', async () => {
    const presence = new Presence(pool().options)
    await presence.announce('alive')
    await enqueue(pool(), greet, { name: 'Ada' })
    await lockAs('alive')
    const line = holdConnecting('assay worker')
    await cutPresence()
    await until(async () => (await findSilent(pool())).length === 1)
    line.free()
    await until(async () => (await findSilent(pool())).length === 0)
    await presence.end()
  })

  test('leaves no connection behind where it ends while several names wait for the first one', async () => {
    const line = holdConnecting('assay worker')
    const presence = new Presence(pool().options)
    const announced = Promise.all(['one', 'two'].map((name) => presence.announce(name)))
    await presence.end()
    line.free()
    await announced
    const { rows } = await pool().query(
      "select pid from pg_stat_activity where application_name = 'assay worker' and datname = current_database()",
    )
    expect(rows).toEqual([])
  })

  test('holds the names of workers that came at once, each with a question of its own', async () => {
    const presence = new Presence(pool().options)
    await Promise.all(['one', 'two', 'three'].map((name) => presence.announce(name)))
    await enqueue(pool(), greet, { name: 'Ada' })
    for (const name of ['one', 'two', 'three']) {
      await lockAs(name)
      expect(await findSilent(pool())).toEqual([])
    }
    await presence.end()
  })

  test('takes its name again as soon as the connection of before has let go of it', async () => {
    // As after a cut of the network: the database takes the lost connection for alive, and its lock with it.
    const before = await pool().connect()
    await before.query("select pg_advisory_lock(737020, hashtext('alive'))")
    const presence = new Presence(pool().options)
    await presence.announce('alive')
    const holders = async () => {
      const { rows } = await pool().query<{ name: string }>(
        `select a.application_name as name from pg_locks l join pg_stat_activity a using (pid)
         where l.locktype = 'advisory' and l.classid = 737020 and a.datname = current_database()`,
      )
      return rows.map(({ name }) => name)
    }
    expect(await holders()).not.toContain('assay worker')
    await before.query("select pg_advisory_unlock(737020, hashtext('alive'))")
    before.release()
    await until(async () => (await holders()).includes('assay worker'))
    await presence.end()
  })

  test('a worker at work is not silent', async () => {
    let letGo: () => void = () => {}
    const freed = new Promise<void>((resolve) => {
      letGo = resolve
    })
    const handler = handleJob(greet, () => freed)
    worker = await runWorker(pool(), [handler])
    await enqueue(pool(), greet, { name: 'Ada' })
    await until(async () => (await jobs('locked_by')).some((name) => name !== null))
    await until(async () => (await findSilent(pool())).length === 0)
    letGo()
  })
})
