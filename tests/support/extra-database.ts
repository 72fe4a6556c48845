import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'

/** A database beside the one of the test file. */
export interface ExtraDatabase {
  name: string
  url: string
  client: pg.Client
  drop(): Promise<void>
}

async function asAdmin(sql: string) {
  const admin = new pg.Client({ connectionString: inject('adminUrl') })
  await admin.connect()
  await admin.query(sql)
  await admin.end()
}

/** Makes an empty database, or a copy of the migrated one or of any other to which nothing is connected, by its name. */
export async function makeDatabase(like: 'empty' | 'migrated' | { copyOf: string } = 'empty'): Promise<ExtraDatabase> {
  const name = `assay_extra_${randomUUID().replaceAll('-', '')}`
  const copied = like === 'migrated' ? inject('template') : like === 'empty' ? null : like.copyOf
  await asAdmin(`create database ${name} template ${copied ? `${copied} strategy file_copy` : 'template0'}`)
  const url = new URL(inject('adminUrl'))
  url.pathname = `/${name}`
  const client = new pg.Client({ connectionString: url.href })
  client.on('error', () => {})
  await client.connect()
  return {
    name,
    url: url.href,
    client,
    drop: async () => {
      await client.end()
      await asAdmin(`drop database ${name} with (force)`)
    },
  }
}
