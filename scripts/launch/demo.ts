/** Demo data: when they are put in, and when the app refuses to run because of their published passwords. */
import fs from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import pg from 'pg'
import { isLoopback } from '@/lib/platform/server/own-host'
import { askDatabase, type Database } from '@/scripts/launch/database'
import { say } from '@/scripts/launch/say'
import type { Settings } from '@/scripts/launch/settings'
import { StartError } from '@/scripts/start-error'

export interface DemoAccount {
  name: string
  email: string
  password: string
  role: string
}

interface Seed {
  seedDemo(): Promise<{ seeded: boolean; accounts: DemoAccount[] }>
}

/** What the database says about its people. */
export interface People {
  /** Somebody has an account. */
  any: boolean
  /** Demo accounts that can sign in. */
  demo: boolean
}

const SEED_LOCK = 1_096_969_561
const REFUSAL = 'Demo accounts have published passwords, so Assay with them listens on this machine only'

/** Should this start put demo data in (or name the accounts that are there)? Throws a StartError when it must not run. */
export function decideDemo({ demo, host, databaseUrl }: Settings, people: People): boolean {
  if (!isLoopback(host) && (people.demo || demo === '1')) {
    throw new StartError(`${REFUSAL}: leave HOST alone, or deactivate the demo accounts, and start with ASSAY_DEMO=0.`)
  }
  if (demo !== 'auto') return demo === '1'
  return !databaseUrl && isLoopback(host) && (!people.any || people.demo)
}

async function readPeople(url: string): Promise<People> {
  const [people] = await askDatabase<People & pg.QueryResultRow>(
    url,
    `select exists (select 1 from users) as any,
       exists (select 1 from users where demo and deactivated_at is null) as demo`,
  )
  return people ?? { any: false, demo: false }
}

async function seed(): Promise<DemoAccount[]> {
  const file = path.resolve('prisma/seed.ts')
  if (!fs.existsSync(file)) return []
  const { seedDemo }: Seed = await import(pathToFileURL(file).href)
  const { seeded, accounts } = await seedDemo()
  if (seeded) say('put in the demo data')
  return accounts
}

/** The seed used the app's own connections; the launcher does not need them any more. */
async function closeAppConnections() {
  const shared: typeof globalThis & { __assayDb?: { pool: pg.Pool; prisma: { $disconnect(): Promise<void> } } } =
    globalThis
  await shared.__assayDb?.prisma.$disconnect()
  await shared.__assayDb?.pool.end()
  delete shared.__assayDb
}

/** Puts the demo data in where wanted, one process at a time; returns the accounts to show. DATABASE_URL must be set. */
export async function ensureDemo(settings: Settings, { url }: Database): Promise<DemoAccount[]> {
  const lock = new pg.Client({ connectionString: url })
  lock.on('error', () => {})
  await lock.connect()
  try {
    await lock.query('select pg_advisory_lock($1)', [SEED_LOCK])
    return decideDemo(settings, await readPeople(url)) ? await seed() : []
  } finally {
    await closeAppConnections()
    await lock.end()
  }
}
