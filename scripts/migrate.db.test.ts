import { createHash } from 'node:crypto'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { migrate, readMigrations } from '@/scripts/migrate'

const url = process.env.DATABASE_URL ?? ''
const client = new pg.Client({ connectionString: url })
let folder = ''

beforeAll(() => client.connect())
afterAll(() => client.end())
beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'assay-migrations-'))
})
afterEach(async () => {
  fs.rmSync(folder, { recursive: true })
  await client.query(`delete from _prisma_migrations where migration_name like '000%'`)
  await client.query('drop table if exists first, second')
})

function write(name: string, sql: string) {
  fs.mkdirSync(path.join(folder, name), { recursive: true })
  fs.writeFileSync(path.join(folder, name, 'migration.sql'), sql)
}

const FIRST = `create table first (id int);
do $$ begin insert into first values (1); insert into first values (2); end $$;
insert into first values (3); -- a comment; with a semicolon`

test('applies what is new in the order of the names, once, as Prisma would record it', async () => {
  write('0002_second', 'create table second as select count(*)::int as n from first;')
  write('0001_first', FIRST)
  expect(await migrate(url, folder)).toEqual(['0001_first', '0002_second'])
  expect(await migrate(url, folder)).toEqual([])
  const { rows } = await client.query('select n from second')
  expect(rows).toEqual([{ n: 3 }])
  const recorded = await client.query(
    `select checksum, applied_steps_count, finished_at is not null as finished from _prisma_migrations where migration_name = '0001_first'`,
  )
  const checksum = createHash('sha256').update(FIRST).digest('hex')
  expect(recorded.rows).toEqual([{ checksum, applied_steps_count: 1, finished: true }])
})

test('two processes at once apply each migration once', async () => {
  write('0001_first', FIRST)
  const applied = await Promise.all([migrate(url, folder), migrate(url, folder)])
  expect(applied.flat()).toEqual(['0001_first'])
})

test('a migration that fails leaves nothing of itself, and the ones before it stay', async () => {
  write('0001_first', FIRST)
  write('0002_second', 'create table second (id int); select * from absent;')
  await expect(migrate(url, folder)).rejects.toThrow('Migration 0002_second failed: relation "absent" does not exist')
  const { rows } = await client.query(
    `select to_regclass('first') is not null as first, to_regclass('second') as second`,
  )
  expect(rows).toEqual([{ first: true, second: null }])
})

test('refuses a migration that was changed afterwards, whose line ends do not count', async () => {
  write('0001_first', FIRST)
  await migrate(url, folder)
  write('0001_first', FIRST.replaceAll('\n', '\r\n'))
  expect(await migrate(url, folder)).toEqual([])
  write('0001_first', `${FIRST} `)
  await expect(migrate(url, folder)).rejects.toThrow(
    'Migration 0001_first was changed after this database had applied it.',
  )
})

test('the test database carries all migrations of the project', async () => {
  const { rows } = await client.query<{ name: string }>(
    'select migration_name as name from _prisma_migrations order by 1',
  )
  expect(rows.map((row) => row.name)).toEqual(readMigrations().map((migration) => migration.name))
  expect(rows.length).toBeGreaterThan(0)
})
