import fs from 'node:fs'
import type pg from 'pg'
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { enqueue } from '@/lib/platform/jobs/enqueue'
import { runEndedJob } from '@/lib/platform/jobs/run-ended'
import { pool } from '@/lib/platform/server/db'
import { env } from '@/lib/platform/server/env'
import { sessionFor } from '@/tests/actors'
import { makeUser } from '@/tests/factories'
import { routeAt } from '@/tests/support/call-route'
import { freezable } from '@/tests/support/freezable-server'
import { until } from '@/tests/support/wait'

const health = routeAt('GET /api/health')
const metrics = routeAt('GET /api/metrics')
const ready = routeAt('GET /api/ready')

const TOKEN = 'a-token-for-metrics-only'
const shared: typeof globalThis & {
  __assayIsDraining?: boolean
  __assaySchemaIsThere?: boolean
  __assayProbe?: { client: pg.Client | null; answeredAt: number } | undefined
} = globalThis
const nothing = { params: Promise.resolve({}) }
type Route = (request: Request, context: typeof nothing) => Promise<Response>

const ask = async (route: Route, headers: Record<string, string> = {}) =>
  route(new Request('http://localhost/api', { headers }), nothing)

/** The next question is asked anew, on a new connection. */
async function forgetAnswer() {
  await shared.__assayProbe?.client?.end()
  shared.__assayProbe = undefined
}

afterEach(async () => {
  await forgetAnswer()
  env().ASSAY_POSTGRES_FOLDER = undefined
  shared.__assayIsDraining = false
  shared.__assaySchemaIsThere = false
  env().ASSAY_METRICS_TOKEN = undefined
  env().ASSAY_LOG_REQUESTS = false
  vi.restoreAllMocks()
})

describe('ready', () => {
  test('once the database has all migrations, until the process is asked to leave', async () => {
    expect((await ask(ready)).status).toBe(200)
    shared.__assayIsDraining = true
    const answer = await ask(ready)
    expect(answer.status).toBe(503)
    expect(answer.headers.get('content-type')).toBe('application/problem+json')
    expect(await answer.json()).toMatchObject({ code: 'unavailable', detail: 'This process is about to end.' })
    expect((await ask(health)).status).toBe(200)
  })

  test('not while a migration is missing or has failed', async () => {
    const { rows } = await pool().query<{ name: string }>(
      `update _prisma_migrations set finished_at = null where migration_name = (select max(migration_name) from _prisma_migrations)
       returning migration_name as name`,
    )
    expect(await (await ask(ready)).json()).toMatchObject({ status: 503, detail: 'The database lacks migrations.' })
    await pool().query(`update _prisma_migrations set finished_at = now() where migration_name = $1`, [rows[0]?.name])
    expect((await ask(ready)).status).toBe(200)
  })

  /** The database of this test, as a server that can be frozen. */
  async function ownServer() {
    const server = await freezable(env().DATABASE_URL)
    const url = env().DATABASE_URL
    env().DATABASE_URL = Object.assign(new URL(url), { port: String(server.port) }).href
    onTestFinished(async () => {
      env().DATABASE_URL = url
      await forgetAnswer()
      await server.close()
    })
    return server
  }

  /** What is said to two who ask at once, as if the two seconds were over that are waited for. */
  async function refusals(): Promise<Response[]> {
    if (shared.__assayProbe) shared.__assayProbe.answeredAt = Number.NEGATIVE_INFINITY
    const waiting = vi.spyOn(globalThis, 'setTimeout')
    const answers = Promise.all([ask(ready), ask(ready)])
    const limits = await until(() => {
      const calls = waiting.mock.calls.filter(([, ms]) => ms === 2_000)
      return calls.length > 0 && calls
    })
    for (const [over] of limits) over()
    waiting.mockRestore()
    return await answers
  }

  test('not while the database is frozen, said after two seconds at the most to all who ask, and again once it answers', async () => {
    const server = await ownServer()
    expect((await ask(ready)).status).toBe(200)
    server.freeze()
    // On the connection there is, and on a new one.
    for (const isOpen of [true, false]) {
      expect(Boolean(shared.__assayProbe?.client)).toBe(isOpen)
      for (const answer of await refusals()) {
        expect(answer.headers.get('retry-after')).toBe('2')
        expect(await answer.json()).toMatchObject({ status: 503, detail: 'The database does not answer.' })
      }
    }
    server.thaw()
    expect((await ask(ready)).status).toBe(200)
  })

  test('not while nobody new is let in, though the connections that are open go on working', async () => {
    const server = await ownServer()
    expect((await ask(ready)).status).toBe(200)
    server.freezeNew()
    for (const { status } of await refusals()) expect(status).toBe(503)
    server.thaw()
    expect((await ask(ready)).status).toBe(200)
  })

  test.each([
    ['53100', 'The disk of the database is full.'],
    ['25006', 'The database takes no changes: it is read-only.'],
    ['58030', 'The database does not answer.'],
  ])('not while a write fails with %s', async (state, detail) => {
    // A function of the same name, found first, in the place of the one that writes to the log of changes.
    const name = new URL(env().DATABASE_URL).pathname.slice(1)
    await pool().query(`create function public.pg_logical_emit_message(boolean, text, text) returns void language plpgsql
      as $f$ begin raise exception 'told to fail' using errcode = '${state}'; end $f$`)
    await pool().query(`alter database ${name} set search_path = public, pg_catalog`)
    const answer = await ask(ready)
    await pool().query(`alter database ${name} reset search_path`)
    await pool().query('drop function public.pg_logical_emit_message')
    expect(await answer.json()).toMatchObject({ status: 503, detail })
    expect((await ask(health)).status).toBe(200)
    expect((await ask(ready)).status).toBe(200)
  })

  test('not while there is no room for the next file of the embedded database', async () => {
    env().ASSAY_POSTGRES_FOLDER = '.'
    expect((await ask(ready)).status).toBe(200)
    const full = Object.assign(await fs.promises.statfs('.'), { bavail: 8_191, bsize: 4_096 })
    vi.spyOn(fs.promises, 'statfs').mockResolvedValue(full)
    expect(await (await ask(ready)).json()).toMatchObject({ status: 503, detail: 'The disk of the database is full.' })
  })

  test('writes once a second at the most, however many ask', async () => {
    // No answer that another test was given counts here.
    Reflect.deleteProperty(shared, '__assayProbe')
    const now = performance.now()
    const clock = vi.spyOn(performance, 'now').mockReturnValue(now)
    await ask(ready)
    const client = shared.__assayProbe?.client
    if (!client) throw new Error('there is a connection')
    const asked = vi.spyOn(client, 'query')
    await Promise.all(Array.from({ length: 20 }, () => ask(ready)))
    expect(asked).not.toHaveBeenCalled()
    clock.mockReturnValue(now + 1_000)
    await Promise.all(Array.from({ length: 20 }, () => ask(ready)))
    expect(asked).toHaveBeenCalledTimes(1)
  })
})

test('nobody is looked up for health, readiness and metrics, whatever they show', async () => {
  env().ASSAY_METRICS_TOKEN = TOKEN
  await ask(ready)
  const asked = vi.spyOn(pool(), 'query')
  const shown = { cookie: await sessionFor(await makeUser()), authorization: `Bearer ${TOKEN}` }
  asked.mockClear()
  expect((await ask(health, shown)).status).toBe(200)
  expect(asked).not.toHaveBeenCalled()
  expect((await ask(ready, shown)).status).toBe(200)
  expect(asked).not.toHaveBeenCalled()
  expect((await ask(metrics, shown)).status).toBe(200)
  expect(asked).toHaveBeenCalledTimes(1)
})

describe('metrics', () => {
  test('of the process are there while the queue cannot be asked', async () => {
    env().ASSAY_METRICS_TOKEN = TOKEN
    await pool().query('alter schema graphile_worker rename to away')
    const answer = await ask(metrics, { authorization: `Bearer ${TOKEN}` })
    await pool().query('alter schema away rename to graphile_worker')
    expect(answer.status).toBe(200)
    const text = await answer.text()
    expect(text).toContain('assay_pool_connections{use="idle"}')
    expect(text).not.toContain('assay_jobs')
    expect(text).not.toContain('assay_queue_oldest_seconds')
  })

  test('are there for whoever has the token, and for nobody where none is set', async () => {
    expect((await ask(metrics, { authorization: `Bearer ${TOKEN}` })).status).toBe(404)
    env().ASSAY_METRICS_TOKEN = TOKEN
    expect((await ask(metrics)).status).toBe(401)
    expect((await ask(metrics, { authorization: `Bearer ${TOKEN}x` })).status).toBe(401)
    expect((await ask(metrics, { authorization: `Bearer ${TOKEN}` })).status).toBe(200)
  })

  test('count requests and problems by endpoint, and say how the queue stands', async () => {
    env().ASSAY_METRICS_TOKEN = TOKEN
    await ask(health)
    shared.__assayIsDraining = true
    await ask(ready)
    await enqueue(pool(), runEndedJob, { runId: '00000000-0000-4000-8000-000000000001' })
    const answer = await ask(metrics, { authorization: `Bearer ${TOKEN}` })
    expect(answer.headers.get('content-type')).toContain('text/plain')
    const text = await answer.text()
    const reading = (series: string) =>
      Number(
        text
          .split('\n')
          .find((line) => line.startsWith(`${series} `))
          ?.split(' ')[1],
      )
    const requests = 'assay_http_request_duration_seconds_count'
    expect(reading(`${requests}{method="GET",endpoint="/api/health",status="2xx"}`)).toBeGreaterThan(0)
    expect(reading(`${requests}{method="GET",endpoint="/api/ready",status="5xx"}`)).toBeGreaterThan(0)
    expect(reading('assay_problems_total{endpoint="/api/ready",code="unavailable"}')).toBeGreaterThan(0)
    expect(reading('assay_jobs{job="run_ended",state="waiting"}')).toBe(1)
    expect(reading('assay_queue_oldest_seconds')).toBeGreaterThanOrEqual(0)
    expect(reading('assay_pool_connections{use="busy"}') + reading('assay_pool_connections{use="idle"}')).toBe(
      pool().totalCount,
    )
    expect(reading('assay_live_listeners')).toBe(0)
    expect(reading('nodejs_eventloop_lag_seconds')).toBeGreaterThanOrEqual(0)
    expect(reading('process_resident_memory_bytes')).toBeGreaterThan(0)
  })
})

describe('a request', () => {
  test('is called what the proxy called it, in its answer and in the log, or gets a name of its own', async () => {
    env().ASSAY_LOG_REQUESTS = true
    const write = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
    const answer = await ask(health, { 'x-request-id': 'edge-1:42' })
    expect(answer.headers.get('x-request-id')).toBe('edge-1:42')
    const line: unknown = JSON.parse(String(write.mock.lastCall?.[0]))
    expect(line).toMatchObject({ message: 'request', requestId: 'edge-1:42', path: '/api/health', status: 200 })
    const other = await ask(health, { 'x-request-id': 'two words"\\' })
    expect(other.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
  })

  test('leaves no line where none is wanted', async () => {
    const write = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
    await ask(health)
    expect(write).not.toHaveBeenCalled()
  })
})
