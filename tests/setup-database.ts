import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, inject } from 'vitest'

/** What lib/server/db.ts keeps for the process. */
interface Handles {
  pool: pg.Pool
  prisma: { $disconnect(): Promise<void> }
}

// A database of its own for each test file: cloned before the app's modules are loaded, dropped afterwards.
const admin = new pg.Client({ connectionString: inject('adminUrl') })
await admin.connect()
const name = `assay_test_${randomUUID().replaceAll('-', '')}`
await admin.query(`create database ${name} template ${inject('template')} strategy file_copy`)
const url = new URL(inject('adminUrl'))
url.pathname = `/${name}`
process.env.DATABASE_URL = url.href
process.env.NEXTAUTH_SECRET = 'a-secret-for-tests-only-0123456789'

afterAll(async () => {
  const shared: typeof globalThis & { __assayDb?: Handles } = globalThis
  await shared.__assayDb?.prisma.$disconnect()
  await shared.__assayDb?.pool.end()
  // The server learns a moment later that connections were closed; force would make it complain to them.
  const open = `select 1 from pg_stat_activity where datname = '${name}'`
  for (let asked = 0; asked < 200 && (await admin.query(open)).rowCount; asked++);
  await admin.query(`drop database ${name} with (force)`)
  await admin.end()
})
