import { randomUUID } from 'node:crypto'
import { runMigrations } from 'graphile-worker'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { startThrowAwayPostgres } from '@/scripts/embedded-postgres'
import { migrate } from '@/scripts/migrate'

declare module 'vitest' {
  export interface ProvidedContext {
    /** Address of a database in which databases may be created. */
    adminUrl: string
    /** Name of the migrated database that every test file clones. */
    template: string
  }
}

interface Opened {
  adminUrl: string
  template: string
  close(): Promise<void>
}

/** Projects set up one after the other and share what the first has opened; the last one closes it. */
const shared: typeof globalThis & { __testDatabase?: { opened: Promise<Opened>; users: number } } = globalThis

/** One throw-away server a run (or that of TEST_DATABASE_ADMIN_URL), with one migrated template database. */
export default async function setUp(project: TestProject) {
  shared.__testDatabase ??= { opened: open(), users: 0 }
  const { __testDatabase: database } = shared
  database.users += 1
  const { adminUrl, template, close } = await database.opened
  project.provide('adminUrl', adminUrl)
  project.provide('template', template)
  return async () => {
    database.users -= 1
    if (database.users > 0) return
    delete shared.__testDatabase
    await close()
  }
}

async function open(): Promise<Opened> {
  const server = process.env.TEST_DATABASE_ADMIN_URL ? null : await startThrowAwayPostgres({ inMemory: true })
  const adminUrl = process.env.TEST_DATABASE_ADMIN_URL ?? server?.adminUrl ?? ''
  const template = `assay_template_${randomUUID().slice(0, 8)}`
  const admin = new pg.Client({ connectionString: adminUrl })
  await admin.connect()
  await admin.query(`create database ${template}`)
  const url = new URL(adminUrl)
  url.pathname = `/${template}`
  await migrate(url.href)
  await runMigrations({ connectionString: url.href })
  return {
    adminUrl,
    template,
    async close() {
      await admin.query(`drop database if exists ${template} with (force)`)
      await admin.end()
      await server?.stop()
    },
  }
}
