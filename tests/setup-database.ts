import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, inject } from 'vitest'
import { makePasswordsCheap } from './support/cheap-passwords'
import { TEST_LIMIT_MS } from './support/limits'

/** What lib/platform/server/db.ts keeps for the process. */
interface Handles {
  pool: pg.Pool
  prisma: { $disconnect(): Promise<void> }
}
interface Shared {
  __assayDb?: Handles | undefined
  __assayPrisma?: Handles['prisma'] | undefined
  __assayEnv?: unknown
  __assayReaders?: { end(): void } | undefined
  __assayCalculators?: { end(): void } | undefined
  /** The environment that the first file of this worker met. */
  __environment?: NodeJS.ProcessEnv
}
const shared: typeof globalThis & Shared = globalThis

makePasswordsCheap()

// Files share a worker, and with it the modules that it has loaded and the processes that read files: modules ask `env()` for what they
// need of the environment, which is read anew, and those processes are given nothing of it. Each begins with what the first one met.
shared.__environment ??= { ...process.env }
for (const key of Object.keys(process.env)) if (!(key in shared.__environment)) delete process.env[key]
Object.assign(process.env, shared.__environment)

// A database of its own for each test file: cloned before the app's modules are loaded, dropped afterwards.
const admin = new pg.Client({ connectionString: inject('adminUrl') })
await admin.connect()
const name = `assay_test_${randomUUID().replaceAll('-', '')}`
await admin.query(`create database ${name} template ${inject('template')} strategy file_copy`)
const url = new URL(inject('adminUrl'))
url.pathname = `/${name}`
process.env.DATABASE_URL = url.href
process.env.NEXTAUTH_SECRET = 'a-secret-for-tests-only-0123456789'
// What is submitted is frozen at once, but where a test is about taking it back.
process.env.ASSAY_TAKE_BACK_SECONDS = '0'
// What a test wants to have computed is waited for however busy the machine is.
process.env.ASSAY_FIGURES_SECONDS = String(TEST_LIMIT_MS / 1000)

// The connections are opened here and, once ended, left in place, so that nothing an earlier file left under way opens its own.
shared.__assayDb = undefined
shared.__assayEnv = undefined
const { pool } = await import('@/lib/platform/server/db')
pool()
// What an earlier file left under way, such as the note of a sign-in, may have connected Prisma's client to that file's pool once more: it begins anew.
await shared.__assayPrisma?.$disconnect()
// What rooms ask of later ones is loaded when it is first asked for, with what the file replaces.
await import('@/compose')
// A process that reads files or calculates takes a second and more to start: the next file that needs one finds it, however late it comes.
const { ReaderPool } = await import('@/lib/platform/foreign/pool')
const { CALCULATION_LIMITS } = await import('@/lib/platform/foreign/calculate')
const idleMs = 3_600_000
shared.__assayReaders ??= new ReaderPool({ readers: 'foreign-readers.ts', idleMs })
shared.__assayCalculators ??= new ReaderPool({ readers: 'calculations.ts', limits: CALCULATION_LIMITS, idleMs })
// What modules keep of the people, limits and models of the file before.
const { forgetRates } = await import('@/lib/platform/server/rate-limit')
forgetRates()
const { replaceModels } = await import('@/lib/automation/llm/ports')
replaceModels(null)
// Opening the connections read the environment, which a file may still change before its first test.
shared.__assayEnv = undefined

afterAll(async () => {
  await shared.__assayDb?.prisma.$disconnect()
  await shared.__assayDb?.pool.end()
  // The server learns a moment later that connections were closed; force would make it complain to them.
  const open = `select 1 from pg_stat_activity where datname = '${name}'`
  for (let asked = 0; asked < 200 && (await admin.query(open)).rowCount; asked++);
  await admin.query(`drop database ${name} with (force)`)
  await admin.end()
})
