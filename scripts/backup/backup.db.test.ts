import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { runMigrations } from 'graphile-worker'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { enqueue } from '@/lib/platform/jobs/enqueue'
import { defineJob } from '@/lib/platform/jobs/task-registry'
import { backUp } from '@/scripts/backup/back-up'
import { listForeignKeys, listTables, quote } from '@/scripts/backup/catalogue'
import type { Manifest } from '@/scripts/backup/manifest'
import { restore } from '@/scripts/backup/restore'
import { MIGRATIONS_FOLDER, migrate, readMigrations } from '@/scripts/migrate'
import { StartError } from '@/scripts/start-error'
import { makeScene } from '@/tests/access/scene'
import { type ExtraDatabase, makeDatabase } from '@/tests/support/extra-database'
import { fillTables } from '@/tests/support/fill-tables'

const url = process.env.DATABASE_URL ?? ''
const source = new pg.Client({ connectionString: url })
const remind = defineJob({ name: 'remind', payload: z.object({ whom: z.string() }), maxAttempts: 7 })
let folder = ''
let whole = ''
let target: ExtraDatabase
let made: Manifest

beforeAll(async () => {
  await source.connect()
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'assay-backup-'))
  await fillTables(source)
  await makeScene('released')
  await source.query(`insert into throttles (key, hits, reset_at) values ('some', 1, now())`)
  await source.query('delete from graphile_worker._private_jobs')
  await enqueue(source, remind, { whom: 'Ada' }, { jobKey: 'ada', runAt: new Date('2100-01-01') })
  await source.query(
    `update graphile_worker._private_jobs set locked_by = 'somebody', locked_at = now(), attempts = max_attempts`,
  )
  whole = path.join(folder, 'whole.zip')
  made = await backUp(url, whole)
})
afterAll(async () => {
  await source.end()
  fs.rmSync(folder, { recursive: true, force: true })
})
beforeEach(async () => {
  target = await makeDatabase()
})
afterEach(() => target.drop())

/** Every row of every table as text, in an order that does not depend on how it was written. */
async function everything(client: pg.Client): Promise<Record<string, string>> {
  const tables = await listTables(client)
  const contents: Record<string, string> = {}
  for (const { name } of tables) {
    const { rows } = await client.query<{ n: string; digest: string }>(
      `select count(*) as n, md5(coalesce(string_agg(t::text, e'\\n' order by t::text), '')) as digest from ${quote(name)} t`,
    )
    contents[name] = `${rows[0]?.n} ${rows[0]?.digest}`
  }
  return contents
}

async function isUntouched() {
  const { rows } = await target.client.query(
    `select 1 from pg_class where relnamespace = 'public'::regnamespace union all
     select 1 from pg_type where typnamespace = 'public'::regnamespace`,
  )
  return rows.length === 0
}

describe('a backup', () => {
  test('comes back as it was: every row, rule, number and job', async () => {
    const { applied } = await restore(target.url, whole)
    expect(applied).toEqual([])
    const before = await everything(source)
    expect(await everything(target.client)).toEqual(before)
    expect(Object.values(before).filter((table) => table.startsWith('0 '))).toEqual([])
    expect(await listForeignKeys(target.client)).toEqual(await listForeignKeys(source))
    const walls = `select count(*) as n from pg_trigger where tgenabled = 'O' and not tgisinternal`
    expect((await target.client.query(walls)).rows).toEqual((await source.query(walls)).rows)
    const next = `select nextval('events_id_seq') > (select max(id) from events) as fresh`
    expect((await target.client.query(next)).rows).toEqual([{ fresh: true }])
    const { rows: jobs } = await target.client.query(
      `select t.identifier, j.payload, j.key, j.max_attempts, j.attempts, j.locked_by, j.run_at
       from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id`,
    )
    const job = { identifier: 'remind', payload: { whom: 'Ada' }, key: 'ada', max_attempts: 7 }
    expect(jobs).toEqual([{ ...job, attempts: 0, locked_by: null, run_at: new Date('2100-01-01') }])
    expect(await migrate(target.url)).toEqual([])
  })

  test('is one moment, though people go on writing', async () => {
    const busy = await makeDatabase('migrated')
    await fillTables(busy.client)
    const { rows: projects } = await busy.client.query<{ id: string }>('select id from projects limit 1')
    let isOver = false
    // Both tables grow together, so that a backup of two moments would show.
    const write = async (n: number) => {
      await busy.client.query('begin')
      await busy.client.query(`insert into throttles (key, hits, reset_at) values ($1, 1, now())`, [`w${n}`])
      await busy.client.query(`insert into events (type, project_id) values ('written', $1)`, [projects[0]?.id])
      await busy.client.query('commit')
    }
    const goOn = async () => {
      let n = 1
      do await write(n++)
      while (!isOver)
      return n
    }
    await write(0)
    const writing = goOn()
    const file = path.join(folder, 'busy.zip')
    await backUp(busy.url, file)
    isOver = true
    const written = await writing
    await restore(target.url, file)
    const { rows } = await target.client.query<{ events: number; throttles: number }>(
      `select (select count(*)::int from events where type = 'written') as events,
              (select count(*)::int from throttles where key like 'w%') as throttles`,
    )
    expect(rows[0]?.events).toBe(rows[0]?.throttles)
    expect(rows[0]?.events).toBeGreaterThan(0)
    expect(written).toBeGreaterThan(rows[0]?.events ?? 0)
    await busy.drop()
  })

  test('of an earlier version is brought up to date', async () => {
    const earlier = await makeDatabase()
    const half = path.join(folder, 'migrations')
    const names = readMigrations().map(({ name }) => name)
    for (const name of names.slice(0, 3))
      fs.cpSync(path.join(MIGRATIONS_FOLDER, name), path.join(half, name), { recursive: true })
    await migrate(earlier.url, half)
    await fillTables(earlier.client)
    const file = path.join(folder, 'earlier.zip')
    const { tables } = await backUp(earlier.url, file)
    expect((await restore(target.url, file)).applied).toEqual(names.slice(3))
    const counts = await everything(target.client)
    for (const { table, rows } of tables) expect(counts[table]).toMatch(new RegExp(`^${rows} `))
    expect(await migrate(target.url)).toEqual([])
    // The other way round: what this version does not know is left alone.
    await expect(restore(target.url, whole, half)).rejects.toThrow(`made by a newer Assay (migration ${names[3]})`)
    await earlier.drop()
  })
})

describe('nothing is restored', () => {
  test('into a database with anything in it', async () => {
    await target.client.query('create table theirs (id int)')
    await expect(restore(target.url, whole)).rejects.toThrow('The database is not empty (it has theirs)')
    await target.client.query('drop table theirs')
    await runMigrations({ connectionString: target.url })
    await enqueue(target.client, remind, { whom: 'Grace' })
    await expect(restore(target.url, whole)).rejects.toThrow('The database is not empty (it has jobs)')
  })

  test('from a file that is something else, or was cut off', async () => {
    const file = path.join(folder, 'other')
    fs.writeFileSync(file, 'a letter')
    await expect(restore(target.url, file)).rejects.toThrow('is no backup of Assay')
    await expect(restore(target.url, `${file}.absent`)).rejects.toThrow('cannot be read (ENOENT)')
    fs.writeFileSync(file, fs.readFileSync(whole).subarray(0, -1000))
    await expect(restore(target.url, file)).rejects.toThrow('is no backup of Assay, or it was cut off')
    expect(await isUntouched()).toBe(true)
  })

  test('from a file that is damaged anywhere', async () => {
    const bytes = fs.readFileSync(whole)
    const file = path.join(folder, 'damaged.zip')
    // Longer than what stands before a table's content, of which nothing is read: names and times are at the end, too.
    for (const share of [0.05, 0.6]) {
      const damaged = Buffer.from(bytes)
      const at = Math.floor(bytes.length * share)
      for (let next = at; next < at + 200; next++) damaged[next] = (damaged[next] ?? 0) ^ 0x55
      fs.writeFileSync(file, damaged)
      await expect(restore(target.url, file)).rejects.toThrow(/Nothing was restored|damaged|no whole backup/)
      expect(await isUntouched()).toBe(true)
    }
    await restore(target.url, whole)
  })
})

test('a backup never takes the place of a file, and leaves nothing when it fails', async () => {
  await expect(backUp(url, whole)).rejects.toThrow('exists: name another file')
  const file = path.join(folder, 'none.zip')
  await expect(backUp(target.url, file)).rejects.toThrow('There is no database of Assay to back up.')
  await expect(backUp(url, path.join(folder, 'absent', 'x.zip'))).rejects.toThrow('was not made')
  // Somebody else's, with rights of its own.
  fs.writeFileSync(`${file}.part`, 'theirs', { mode: 0o644 })
  await expect(backUp(url, file)).rejects.toThrow(`${file}.part exists`)
  expect(fs.readFileSync(`${file}.part`, 'utf8')).toBe('theirs')
  fs.rmSync(`${file}.part`)
  expect(fs.readdirSync(folder).filter((name) => name.startsWith('none'))).toEqual([])
  expect(made.tables.length).toBe((await listTables(source)).length)
})

test('of two backups that were asked for under one name, one is made', async () => {
  const file = path.join(folder, 'twice.zip')
  const [first, second] = await Promise.allSettled([backUp(url, file), backUp(url, file)])
  expect([first.status, second.status]).toEqual(['fulfilled', 'rejected'])
  expect(fs.readdirSync(folder).filter((name) => name.startsWith('twice'))).toEqual(['twice.zip'])
  expect(fs.statSync(file).mode & 0o777).toBe(0o600)
})

test('a file that somebody else makes meanwhile is theirs', async () => {
  const file = path.join(folder, 'meanwhile.zip')
  const making = backUp(url, file)
  fs.writeFileSync(file, 'theirs')
  await expect(making).rejects.toThrow('was made by somebody else meanwhile')
  expect(fs.readFileSync(file, 'utf8')).toBe('theirs')
  expect(fs.readdirSync(folder).filter((name) => name.startsWith('meanwhile'))).toEqual(['meanwhile.zip'])
})

test('a database that is not there is a sentence, not a stack', async () => {
  const nowhere = 'postgresql://nobody@127.0.0.1:1/none'
  await expect(restore(nowhere, whole)).rejects.toThrow(StartError)
  await expect(restore(nowhere, whole)).rejects.toThrow('Nothing was restored: ')
  await expect(backUp(nowhere, path.join(folder, 'nowhere.zip'))).rejects.toThrow(StartError)
})
