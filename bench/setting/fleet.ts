/** Web processes and workers on one PostgreSQL, each of which can be killed by itself. */
import path from 'node:path'
import { ensureBuild, ensureClient } from '@/scripts/launch/build'
import { prepareDatabase } from '@/scripts/launch/database'
import { KeptAlive } from './kept-alive'
import { standingPort, UnrulyPostgres } from './unruly-postgres'

const SECRET = 'only-for-this-measurement'

export interface Fleet {
  postgres: UnrulyPostgres
  webs: readonly KeptAlive[]
  workers: readonly KeptAlive[]
  /** Where each of the web processes answers. */
  urls: readonly string[]
  close(): Promise<void>
}

interface FleetOptions {
  webs: number
  workers: number
  /** Where people find the product, if that is not the first web process. */
  address?: string
  /** Whether the database may have a disk of its own, to be filled up. */
  ownDisk?: boolean
  /** Called with each line that one of the processes says. */
  onLine?(name: string, line: string): void
}

/**
 * Starts the production build that often on an empty database of its own. The factories and lib/platform/server/db of this process
 * work on that database from then on.
 */
export async function openFleet({ ownDisk = true, onLine = () => undefined, ...size }: FleetOptions): Promise<Fleet> {
  const never = new AbortController().signal
  await ensureClient(never)
  await ensureBuild(never, { checkTypes: false })
  const postgres = await UnrulyPostgres.start({ ownDisk })
  await prepareDatabase(postgres.url)
  const ports: number[] = []
  while (ports.length < size.webs) ports.push(await standingPort())
  const urls = ports.map((port) => `http://127.0.0.1:${port}`)
  const env = {
    DATABASE_URL: postgres.url,
    NEXTAUTH_SECRET: SECRET,
    NEXTAUTH_URL: size.address ?? urls[0] ?? '',
    ASSAY_WORKER: 'external',
    // So many people at once are meant here.
    ASSAY_READS_PER_MINUTE: '0',
    ASSAY_WRITES_PER_MINUTE: '0',
    ASSAY_TAKE_BACK_SECONDS: '0',
    NODE_ENV: 'production',
  }
  Object.assign(process.env, { DATABASE_URL: postgres.url, NEXTAUTH_SECRET: SECRET, NEXTAUTH_URL: env.NEXTAUTH_URL })
  const webs = ports.map((port, index) => web(port, urls[index] ?? '', { env, onLine }))
  const workers = Array.from({ length: size.workers }, (_, index) => worker(index + 1, { env, onLine }))
  await Promise.all([...webs, ...workers].map((one) => one.ready()))
  return {
    postgres,
    webs,
    workers,
    urls,
    async close() {
      await Promise.all([...webs, ...workers].map((one) => one.stop()))
      const { pool, prisma } = await import('@/lib/platform/server/db')
      await prisma().$disconnect()
      await pool().end()
      await postgres.remove()
    },
  }
}

const preloads = ['scripts/launch/leave-with-parent.cjs', 'bench/setting/shifted-clock.cjs'].flatMap((file) => [
  '--require',
  path.resolve(file),
])

interface ProcessSetting extends Required<Pick<FleetOptions, 'onLine'>> {
  env: Record<string, string>
}

function web(port: number, url: string, { env, onLine }: ProcessSetting): KeptAlive {
  const next = path.resolve('node_modules/next/dist/bin/next')
  const name = `the web process on port ${port}`
  return new KeptAlive({
    name,
    onLine: (line) => onLine(name, line),
    args: [...preloads, next, 'start', '-p', String(port), '-H', '127.0.0.1'],
    env,
    isReady: async () => (await fetch(`${url}/api/health`)).ok,
  })
}

function worker(number: number, { env, onLine }: ProcessSetting): KeptAlive {
  const name = `worker ${number}`
  const kept: KeptAlive = new KeptAlive({
    name,
    onLine: (line) => onLine(name, line),
    args: [...preloads, '--conditions=react-server', path.resolve('scripts/run.cjs'), 'worker'],
    env,
    isReady: async () => kept.said.some((line) => line.includes('worker ready')),
  })
  return kept
}
