/** Demo data: when they are put in, and when the app refuses to run because of their published passwords. */
import fs from 'node:fs'
import type pg from 'pg'
import { isLoopback } from '@/lib/platform/server/own-host'
import type { DemoAccount } from '@/prisma/demo-accounts'
import { askDatabase, type Database } from '@/scripts/launch/database'
import { runQuietly } from '@/scripts/launch/run-quietly'
import { timed } from '@/scripts/launch/say'
import type { Settings } from '@/scripts/launch/settings'
import { StartError } from '@/scripts/start-error'

/** What the database says about its people. */
export interface People {
  /** Somebody has an account. */
  any: boolean
  /** Demo accounts that can sign in. */
  demo: boolean
  /** Nobody can sign in: the demo data are not there yet, or were cut short. */
  nobodyCanSignIn: boolean
}

const REFUSAL = 'Demo accounts have published passwords, so Assay with them listens on this machine only'

/** Should this start put demo data in (or name the accounts that are there)? Throws a StartError when it must not run. */
export function decideDemo({ demo, host, databaseUrl }: Settings, people: Pick<People, 'any' | 'demo'>): boolean {
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
       exists (select 1 from users where demo and deactivated_at is null) as demo,
       not exists (select 1 from users where not demo or password_hash is not null) as "nobodyCanSignIn"`,
  )
  return people ?? { any: false, demo: false, nobodyCanSignIn: true }
}

/**
 * Puts the demo data in where they are wanted and not there yet, in a process of its own: the launcher stays as long as the app runs
 * and would keep the memory of all that the commands need. Returns the accounts to show. DATABASE_URL must be set.
 */
export async function ensureDemo(settings: Settings, { url }: Database, signal: AbortSignal): Promise<DemoAccount[]> {
  const people = await readPeople(url)
  // The image of an installation has none.
  if (!decideDemo(settings, people) || !fs.existsSync('prisma/seed.ts')) return []
  if (people.nobodyCanSignIn) {
    const args = ['--conditions=react-server', 'scripts/run.cjs', 'seed']
    await timed({ doing: 'putting in the demo data', done: 'the demo data are in' }, () =>
      runQuietly('seed', args, signal),
    )
  }
  return listDemoAccounts(url)
}

/** The demo accounts that the published password opens. */
async function listDemoAccounts(url: string): Promise<DemoAccount[]> {
  const { demoAccounts }: typeof import('@/prisma/demo-accounts') = await import('@/prisma/demo-accounts')
  return demoAccounts((sql) => askDatabase(url, sql))
}
