/**
 * What the pipeline itself costs: items of one call each, to an endpoint that answers at once, in a
 * process of its own. Items a minute, calls in flight, memory of a worker; then 1, 2 and 4 worker processes in turn.
 * Run: npm run bench -- prefill [items]
 */

import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { runMigrations } from 'graphile-worker'
import pg from 'pg'
import { startThrowAwayPostgres } from '@/scripts/embedded-postgres'
import { migrate } from '@/scripts/migrate'
import { type SpawnedWorker, spawnWorker } from '@/tests/support/spawn-worker'
import { say } from './setting/app'

const items = Number(process.argv[2] ?? 1_000)
const WORKERS = [1, 2, 4]
const CONCURRENCY = 32
/** Of the second measurement, in milliseconds: about that of a small model. */
const LATENCY_MS = 400

const PLAN = { answers: { 'verdicts-plain': { thought: null, wrong: [] } } }

interface Measured {
  workers: number
  perMinute: number
  peak: number
  megabytes: number
}

/** The endpoint as a process of its own, so that it takes no time of the workers'. */
function startEndpoint(): Promise<{ url: string; child: ChildProcess }> {
  const child = spawn(process.execPath, ['--import', 'tsx', path.resolve('tests/support/fake-openai-main.ts')], {
    env: {
      ...process.env,
      FAKE_OPENAI_PLAN: JSON.stringify(PLAN),
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  return new Promise((resolve) =>
    child.stdout.once('data', (line: Buffer) => resolve({ child, url: JSON.parse(line.toString()).url })),
  )
}

async function database(adminUrl: string): Promise<string> {
  const admin = new pg.Client({ connectionString: adminUrl })
  await admin.connect()
  await admin.query('create database bench_prefill')
  await admin.end()
  const url = new URL(adminUrl)
  url.pathname = '/bench_prefill'
  await migrate(url.href)
  await runMigrations({ connectionString: url.href })
  return url.href
}

/** Resident size of a process, in MB; 0 where the system does not tell. */
function residentMb(pid: number): number {
  try {
    return Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1000
  } catch {
    return 0
  }
}

const control = (url: string) => `${url.replace(/\/v1$/, '')}/control`

async function measure(workers: number, endpoint: string, latencyMs = 0): Promise<Measured> {
  const { prisma } = await import('@/lib/platform/server/db')
  const { prefillScene, startVerdicts } = await import('@/tests/support/prefill-scene')
  const scene = await prefillScene(items)
  await prisma().prefillSettings.update({ where: { projectId: scene.project.id }, data: { concurrency: CONCURRENCY } })
  await fetch(control(endpoint), { method: 'PUT', body: JSON.stringify({ ...PLAN, latencyMs }) })
  await fetch(control(endpoint), { method: 'DELETE' })
  const spawned: SpawnedWorker[] = await Promise.all(Array.from({ length: workers }, () => spawnWorker({})))
  await Promise.all(spawned.map(({ ready }) => ready))
  const { id } = await startVerdicts(scene)
  for (;;) {
    const { state } = await prisma().run.findUniqueOrThrow({ where: { id }, select: { state: true } })
    if (state !== 'running') break
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  const [{ seconds, done } = { seconds: 0, done: 0 }] = await prisma().$queryRaw<{ seconds: number; done: number }[]>`
    select extract(epoch from max(finished_at) - min(started_at))::float8 "seconds",
           (count(*) filter (where state = 'done'))::int "done" from run_items where run_id = ${id}::uuid`
  if (done !== items) throw new Error(`${done} of ${items} items were done`)
  const stats: { peak: number; requests: number } = await (await fetch(control(endpoint))).json()
  if (stats.requests !== items) throw new Error(`${stats.requests} calls for ${items} items`)
  const megabytes = Math.max(...spawned.map(({ pid }) => residentMb(pid)))
  await Promise.all(spawned.map((worker) => worker.stop()))
  return { workers, perMinute: (done / seconds) * 60, peak: stats.peak, megabytes }
}

const server = await startThrowAwayPostgres()
const endpoint = await startEndpoint()
try {
  process.env.DATABASE_URL = await database(server.adminUrl)
  process.env.NEXTAUTH_SECRET = 'only-for-this-measurement'
  process.env.OPENAI_BASE_URL = endpoint.url
  const measured: Measured[] = []
  for (const workers of WORKERS) measured.push(await measure(workers, endpoint.url))
  const [one] = measured
  const slow = await measure(1, endpoint.url, LATENCY_MS)
  const line = ({ workers, perMinute, peak, megabytes }: Measured) =>
    `${workers} worker${workers === 1 ? '' : 's'}: ${Math.round(perMinute)} items/min, ${(perMinute / (one?.perMinute ?? 1)).toFixed(2)} of one; ` +
    `at most ${peak} calls in flight; ${Math.round(megabytes)} MB in the largest worker`
  say(`${items} items of one call each, priced, at most ${CONCURRENCY} at once`)
  say('endpoint without latency')
  for (const each of measured) say(`  ${line(each)}`)
  const bound = (60_000 / LATENCY_MS) * CONCURRENCY
  say(
    `endpoint that takes ${LATENCY_MS} ms\n  ${line(slow)}; ${(slow.perMinute / bound).toFixed(2)} of what ${CONCURRENCY} at once can do`,
  )
} finally {
  endpoint.child.kill()
  const { pool, prisma } = await import('@/lib/platform/server/db')
  await prisma().$disconnect()
  await pool().end()
  await server.stop()
}
process.exit(0)
