import pg from 'pg'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { runWorker } from '@/lib/platform/jobs/run-worker'
import { defineJob, handleJob, JOBS_AT_ONCE, type LaneName } from '@/lib/platform/jobs/task-registry'
import { pool } from '@/lib/platform/server/db'
import { eventually, until } from '@/tests/support/wait'
import { copyRows, type Statement } from './copy-rows'
import { inSnapshot } from './snapshot'

/** Somebody else's connection: what is done to those of this process is done from there. */
const other = new pg.Client({ connectionString: process.env.DATABASE_URL })
beforeAll(async () => {
  await other.connect()
  await other.query('create table places (position int, text text)')
})
afterAll(() => other.end())
afterEach(async () => {
  vi.restoreAllMocks()
  await other.query('truncate places')
})

const places = (only: string): Statement => ({
  text: `select i.position, i.text || $1 from places i where ${only} order by i.position`,
  values: [`'s "text"\\`],
})
/** A gigabyte, which no buffer holds. */
const endless = (only: string): Statement => ({
  text: `select i.position, repeat('x', 10000) from generate_series(1, 100000) i(position) where ${only}`,
  values: [],
})

async function read(statement: (only: string) => Statement, isLong: boolean) {
  const found: [number, string][] = []
  for await (const rows of copyRows(statement, isLong)) {
    expect(rows).not.toEqual([])
    for (const [position, text] of rows) found.push([position?.readInt32BE() ?? Number.NaN, String(text)])
  }
  return found
}

/** The statements of this process that are at work. */
const copies = async (): Promise<number[]> => {
  const { rows } = await other.query<{ pid: number }>(
    `select pid from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and state = 'active' and query like 'copy %'`,
  )
  return rows.map(({ pid }) => pid)
}
const inUse = () => pool().totalCount - pool().idleCount

async function expectAllFree() {
  await eventually(() => expect([inUse(), pool().waitingCount]).toEqual([0, 0]))
  await until(async () => (await copies()).length === 0)
}

test.each([
  ['gaps, and blocks without any', 'select 3 * n from generate_series(1, 700) n where n % 200 > 60'],
  ['every other block alone', 'select 128 * n + 5 from generate_series(0, 9) n'],
  ['one block alone', 'select n from generate_series(1, 20) n'],
  ['nothing', 'select n from generate_series(1, 0) n'],
])('two at once give the rows of one in the same order: %s', async (_, positions) => {
  await other.query(`insert into places select p, repeat('ü', p % 7000) from (${positions}) of(p) order by hashint4(p)`)
  const connect = vi.spyOn(pool(), 'connect')
  const alone = await read(places, false)
  expect(connect).toHaveBeenCalledTimes(1)
  const { rows } = await other.query<{ position: number }>('select position from places order by position')
  expect(alone.map(([position]) => position)).toEqual(rows.map(({ position }) => position))
  expect(alone.every(([position, text]) => text === `${'ü'.repeat(position % 7000)}'s "text"\\`)).toBe(true)

  expect(await read(places, true)).toEqual(alone)
  expect(connect).toHaveBeenCalledTimes(3)
  await expectAllFree()
})

test('a limit for statements does not end a download', async () => {
  await other.query('insert into places select n from generate_series(1, 200) n')
  const connections = [await pool().connect(), await pool().connect()]
  for (const client of connections) await client.query(`set statement_timeout = '1min'`)
  for (const client of connections) client.release()
  const limits = (only: string): Statement => ({
    text: `select i.position, current_setting('statement_timeout') from places i where ${only} order by i.position`,
    values: [],
  })
  for (const isLong of [false, true])
    expect(new Set((await read(limits, isLong)).map(([, limit]) => limit))).toEqual(new Set(['0']))
  const { rows } = await pool().query<{ limit: string }>(`select current_setting('statement_timeout') "limit"`)
  expect(rows).toEqual([{ limit: '1min' }])
  for (const client of connections) await client.query('reset statement_timeout').catch(() => undefined)
})

test('both see one moment, whatever is written between them', async () => {
  await other.query(`insert into places select n, 'old' from generate_series(1, 3000) n`)
  const found: string[] = []
  for await (const rows of copyRows(places, true)) {
    if (found.length === 0) await other.query(`update places set text = 'new'`)
    found.push(...rows.map(([, text]) => String(text)))
  }
  expect(new Set(found)).toEqual(new Set([`old's "text"\\`]))
  expect(found).toHaveLength(3000)
})

test('both join the snapshot that the caller reads in', async () => {
  await other.query(`insert into places values (1, 'old'), (100, 'old')`)
  const texts = await inSnapshot(async () => {
    await other.query(`update places set text = 'new'`)
    return [...(await read(places, true)), ...(await read(places, false))].map(([, text]) => text.slice(0, 3))
  })
  expect(texts).toEqual(['old', 'old', 'old', 'old'])
})

test.each([[true, 2] as const, [false, 1] as const])(
  'a reading that is left early frees its connections (%s)',
  async (isLong, count) => {
    for await (const rows of copyRows(endless, isLong)) {
      expect(rows.length).toBeGreaterThan(0)
      await until(async () => (await copies()).length === count)
      break
    }
    await expectAllFree()
  },
)

test.each([0, 1])('a connection that is lost breaks the reading off, and frees the other (%i)', async (lost) => {
  const reading = async () => {
    let isFirst = true
    for await (const _ of copyRows(endless, true)) {
      if (!isFirst) continue
      isFirst = false
      const pids = await until(async () => {
        const all = await copies()
        return all.length === 2 && all
      })
      await other.query('select pg_terminate_backend($1)', [pids[lost]])
    }
  }
  await expect(reading()).rejects.toThrow()
  await expectAllFree()
})

test('an error in the middle breaks the reading off, and frees both', async () => {
  const failing = (only: string): Statement => ({
    text: `select i.position, repeat('x', 10000 / (2000 - i.position)) from generate_series(1, 3000) i(position) where ${only}`,
    values: [],
  })
  await expect(read(failing, true)).rejects.toThrow('division by zero')
  await expectAllFree()
})

test('nobody takes a second connection while half of the pool is in use, and none waits for another', async () => {
  await other.query(`insert into places select n, 'text' from generate_series(1, 500) n`)
  const { max } = pool().options
  const most = { used: 0 }
  const all = await Promise.all(
    Array.from({ length: 3 * max }, async () => {
      let count = 0
      for await (const rows of copyRows(places, true)) {
        most.used = Math.max(most.used, inUse())
        count += rows.length
      }
      return count
    }),
  )
  expect(new Set(all)).toEqual(new Set([500]))
  expect(most.used).toBeLessThanOrEqual(max)
  await expectAllFree()

  const held = await Promise.all(Array.from({ length: Math.floor(max / 2) }, () => pool().connect()))
  const connect = vi.spyOn(pool(), 'connect')
  expect(await read(places, true)).toHaveLength(500)
  expect(connect).toHaveBeenCalledTimes(1)
  for (const client of held) client.release()
})

test('a second connection is there beside a worker, each of whose lanes keeps one', async () => {
  const lanes = Object.keys(JOBS_AT_ONCE).map((lane) =>
    handleJob(defineJob({ name: `idle_${lane}`, payload: z.object({}), lane: lane as LaneName }), async () => {}),
  )
  const worker = await runWorker(pool(), lanes)
  const readsWithTwo = async () => {
    for await (const _ of copyRows(endless, true)) return (await copies()).length === 2
    return false
  }
  try {
    await until(() => inUse() >= lanes.length)
    // For a moment all places of a worker look for jobs, each with a connection.
    await until(readsWithTwo)
  } finally {
    await worker.stop()
  }
})
