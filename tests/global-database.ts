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

/** One throw-away server a run (or that of TEST_DATABASE_ADMIN_URL), with one migrated template database. */
export default async function setUp(project: TestProject) {
  const server = process.env.TEST_DATABASE_ADMIN_URL ? null : await startThrowAwayPostgres()
  const adminUrl = process.env.TEST_DATABASE_ADMIN_URL ?? server?.adminUrl ?? ''
  const template = `assay_template_${randomUUID().slice(0, 8)}`
  const admin = new pg.Client({ connectionString: adminUrl })
  await admin.connect()
  await admin.query(`create database ${template}`)
  const url = new URL(adminUrl)
  url.pathname = `/${template}`
  await migrate(url.href)
  await runMigrations({ connectionString: url.href })
  project.provide('adminUrl', adminUrl)
  project.provide('template', template)
  return async () => {
    await admin.query(`drop database if exists ${template} with (force)`)
    await admin.end()
    await server?.stop()
  }
}
