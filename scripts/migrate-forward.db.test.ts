/**
 * Data of earlier versions come through: a state that the migrations have had is made, filled, and brought up to date; no row is lost, and the
 * application reads what was annotated then. Of all versions the latest are tried, which new migrations meet with all that there is by now, and of
 * those before every eighth: what lies between them was tried when it was the latest, and a published migration never changes.
 * `ASSAY_EVERY_CASE=1 npx vitest run --project database scripts/migrate-forward.db.test.ts` tries every one.
 */
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { PrismaPg } from '@prisma/adapter-pg'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { PrismaClient } from '@/generated/prisma/client'
import { downloadExport } from '@/lib/gold/releases/download-export'
import { listProjects } from '@/lib/workspace/projects/queries'
import { listTables, quote } from '@/scripts/backup/catalogue'
import { MIGRATIONS_FOLDER, migrate, readMigrations } from '@/scripts/migrate'
import { makeScene, type Scene } from '@/tests/access/scene'
import { actorOf } from '@/tests/actors'
import { someOf } from '@/tests/support/every-case'
import { type ExtraDatabase, makeDatabase } from '@/tests/support/extra-database'
import { fillTables } from '@/tests/support/fill-tables'

const names = readMigrations().map((migration) => migration.name)
const today = new pg.Client({ connectionString: process.env.DATABASE_URL ?? '' })
const globals: typeof globalThis & { __assayDb?: { pool: pg.Pool; prisma: PrismaClient } } = globalThis
let folder = ''
/** Goes through the versions, empty; nothing is connected to it. */
let empty: ExtraDatabase
let scene: Scene
let exported = ''

const line = z.object({
  item: z.unknown(),
  stages: z.array(z.object({ key: z.string(), gold: z.object({ answers: z.unknown() }), values: z.unknown() })).min(1),
})
/** Of an export, what was there in every version: the items, and what was settled of them. */
const settled = (text: string) =>
  text
    .trim()
    .split('\n')
    .map((each) => line.parse(JSON.parse(each)))

const exportOf = async ({ project, people }: Scene) =>
  (await downloadExport(actorOf(people.manager), project.id, 'native')).text()

beforeAll(async () => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'assay-versions-'))
  empty = await makeDatabase()
  await empty.client.end()
  await today.connect()
  scene = await makeScene('gold')
  exported = await exportOf(scene)
})
afterAll(async () => {
  fs.rmSync(folder, { recursive: true, force: true })
  await today.end()
  await empty.drop()
})

/** The migrations up to one of them, as that version had them. */
function upTo(last: string): string {
  const half = path.join(folder, last)
  for (const name of names.slice(0, names.indexOf(last) + 1))
    fs.cpSync(path.join(MIGRATIONS_FOLDER, name), path.join(half, name), { recursive: true })
  return half
}

/** The columns of each table but for those that it computes. */
async function writtenColumns(client: pg.Client): Promise<ReadonlyMap<string, string>> {
  const { rows } = await client.query<{ table: string; columns: string }>(
    `select relname as table, string_agg(format('%I', attname), ', ' order by attnum) as columns
     from pg_class join pg_attribute on attrelid = pg_class.oid
     where relnamespace = 'public'::regnamespace and relkind = 'r' and attnum > 0 and not attisdropped and attgenerated = ''
     group by relname`,
  )
  return new Map(rows.map(({ table, columns }) => [table, columns]))
}

const carried = new Map<string, Promise<pg.QueryResult<{ rows: string }>>>()
/** The rows of today's scene, which stays as it was made. */
async function rowsOfScene(table: string): Promise<string> {
  const asked =
    carried.get(table) ??
    today.query<{ rows: string }>(`select coalesce(jsonb_agg(to_jsonb(t)), '[]')::text as rows from ${quote(table)} t`)
  carried.set(table, asked)
  return (await asked).rows[0]?.rows ?? '[]'
}

/** Takes today's scene into an earlier version, with the tables and columns that it had; `tables`: each after those that it names. */
async function carryScene(earlier: pg.Client, tables: readonly string[]) {
  const columnsOf = await writtenColumns(earlier)
  const userTriggers = (act: string) =>
    tables.map((table) => `alter table ${quote(table)} ${act} trigger user`).join(';')
  await earlier.query('begin')
  await earlier.query(userTriggers('disable'))
  for (const table of tables) {
    const rows = await rowsOfScene(table)
    if (rows === '[]') continue
    const columns = columnsOf.get(table) ?? ''
    await earlier.query(
      `insert into ${quote(table)} (${columns}) overriding system value
       select ${columns} from jsonb_populate_recordset(null::${quote(table)}, $1)`,
      [rows],
    )
  }
  await earlier.query(userTriggers('enable'))
  await earlier.query('commit')
}

async function count(client: pg.Client): Promise<Record<string, number>> {
  const tables = (await listTables(client)).map(
    ({ name }) => `select '${name}' as name, count(*)::int as n from ${quote(name)}`,
  )
  const { rows } = await client.query<{ name: string; n: number }>(tables.join(' union all '))
  return Object.fromEntries(rows.map(({ name, n }) => [name, n]))
}

/** Items without the text that is searched, tags and items that do not belong together, and finished tasks that progress does not know. */
async function countUnkept(client: pg.Client): Promise<unknown> {
  const { rows } = await client.query(`
    select (select count(*)::int from items i left join item_texts x using (project_id, position) where x.text is null) as texts,
           (select count(*)::int from (select project_id, position, unnest(tags) as tag from items
              except select project_id, position, tag from item_tags) as untold) as tags,
           (select count(*)::int from tasks t left join reached_tasks r on r.task_id = t.id
            where t.state in ('consolidating', 'approving', 'gold') and r.task_id is null) as reached`)
  return rows[0]
}

const RIGHT_TO_CREATE = '20261204000000_accounts'
/** Accounts with the right to create projects, and those whose right is not what they did before there was one. */
async function readRights(client: pg.Client): Promise<unknown> {
  const { rows } = await client.query(`
    select count(*) filter (where can_create_projects) > 0 as some, count(*) filter (where not can_create_projects) > 0 as others,
           count(*) filter (where can_create_projects <> (is_admin or exists (
             select 1 from memberships m where m.user_id = u.id and m.role = 'manager')))::int as wrong
    from users u`)
  return rows[0]
}

/** Lets the application's own queries read another database. */
async function onDatabase<T>(url: string, work: () => Promise<T>): Promise<T> {
  const before = globals.__assayDb
  const pool = new pg.Pool({ connectionString: url })
  const prisma = new PrismaClient({ adapter: new PrismaPg(pool) })
  globals.__assayDb = { pool, prisma }
  try {
    return await work()
  } finally {
    globals.__assayDb = before
    await prisma.$disconnect()
    await pool.end()
  }
}

const LATEST = 8
const EACH = 8
const earlierVersions = names.slice(0, -1)
const tried = someOf(earlierVersions, (_, at) => at % EACH === 0 || at >= earlierVersions.length - LATEST)

test.each(tried)('data of %s', async (last) => {
  await migrate(empty.url, upTo(last))
  const earlier = await makeDatabase({ copyOf: empty.name })
  // Two sources of rows, and the same sequences.
  await earlier.client.query(
    `select setval(format('%I', sequencename)::regclass, 1000000) from pg_sequences where schemaname = 'public'`,
  )
  await carryScene(earlier.client, await fillTables(earlier.client))
  const before = await count(earlier.client)
  expect(Object.values(before)).not.toContain(0)

  expect(await migrate(earlier.url)).toEqual(names.slice(names.indexOf(last) + 1))
  const after = await count(earlier.client)
  const kept = Object.keys(before).filter((table) => table in after)
  expect(kept.length).toBeGreaterThan(0)
  expect(Object.fromEntries(kept.map((table) => [table, after[table]]))).toEqual(
    Object.fromEntries(kept.map((table) => [table, before[table]])),
  )
  if (!('item_texts' in before)) expect(await countUnkept(earlier.client)).toEqual({ texts: 0, tags: 0, reached: 0 })
  if (last < RIGHT_TO_CREATE) expect(await readRights(earlier.client)).toEqual({ some: true, others: true, wrong: 0 })
  const { rows: broken } = await earlier.client.query(`select conname from pg_constraint where not convalidated`)
  expect(broken).toEqual([])

  const admin = actorOf({ ...scene.people.administrator, isAdmin: true })
  const [projects, text] = await onDatabase(earlier.url, async () => [await listProjects(admin), await exportOf(scene)])
  // Filled projects may be samples of others, which no list shows.
  expect(projects.map((project) => project.name)).toEqual(expect.arrayContaining(['Scene', 'Elsewhere']))
  expect(settled(text)).toEqual(settled(exported))
  await earlier.drop()
})
