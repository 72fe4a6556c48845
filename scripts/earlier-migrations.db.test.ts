/** A database that applied a migration before it was edited comes to the same schema as a new one, and keeps its rows. */
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { catchUpSql, EARLIER_TEXTS, type EarlierText, earlierText } from '@/scripts/earlier-migrations'
import { type Migration, migrate, readMigrations } from '@/scripts/migrate'
import { type ExtraDatabase, makeDatabase } from '@/tests/support/extra-database'
import { fillTables } from '@/tests/support/fill-tables'

const migrations = readMigrations()
let folder = ''
let today: ExtraDatabase
let earlier: ExtraDatabase

beforeAll(async () => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'assay-earlier-'))
  today = await makeDatabase('migrated')
  earlier = await makeDatabase()
})
afterAll(async () => {
  fs.rmSync(folder, { recursive: true })
  await today.drop()
  await earlier.drop()
})

const named = (name: string): Migration => {
  const migration = migrations.find((each) => each.name === name)
  if (!migration) throw new Error(`there is no migration ${name}`)
  return migration
}

/** The migrations up to one of them, with earlier texts in the place of today's. */
function writeEarlier(last: string, texts: readonly EarlierText[]): string {
  const half = fs.mkdtempSync(path.join(folder, 'half-'))
  for (const { name, sql } of migrations.filter((each) => each.name <= last)) {
    const text = texts.find(({ migration }) => migration === name)
    fs.mkdirSync(path.join(half, name))
    fs.writeFileSync(path.join(half, name, 'migration.sql'), text ? earlierText(named(name), text) : sql)
  }
  return half
}

const first = (name: string): EarlierText => {
  const text = EARLIER_TEXTS.find(({ migration }) => migration === name)
  if (!text) throw new Error(`${name} had no other text`)
  return text
}

/** All that makes a schema, in words, so that two can be compared. */
async function describeSchema(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ line: string }>(`
    select format('%s.%s %s %s %s', c.relname, a.attname, format_type(a.atttypid, a.atttypmod), a.attnotnull,
             pg_get_expr(d.adbin, d.adrelid)) as line
    from pg_class c join pg_attribute a on a.attrelid = c.oid left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.attnum > 0 and not a.attisdropped
    union all select format('%s %s %s', conrelid::regclass, conname, pg_get_constraintdef(oid))
    from pg_constraint where connamespace = 'public'::regnamespace
    union all select indexdef from pg_indexes where schemaname = 'public'
    union all select pg_get_triggerdef(t.oid) from pg_trigger t join pg_class c on c.oid = t.tgrelid
    where not t.tgisinternal and c.relnamespace = 'public'::regnamespace
    union all select pg_get_functiondef(oid) from pg_proc where pronamespace = 'public'::regnamespace
    order by 1`)
  return rows.map(({ line }) => line)
}

const checksums = async ({ client }: ExtraDatabase) =>
  (await client.query('select migration_name, checksum from _prisma_migrations order by 1')).rows

test('from the first text of each, with what a migration had made that is gone', async () => {
  const agreement = first('20261124000000_agreement')
  const texts = [...new Set(EARLIER_TEXTS.map(({ migration }) => migration))].map(first)
  const { client } = earlier
  await migrate(earlier.url, writeEarlier('20261123000000_prefill', texts))
  await migrate(earlier.url, writeEarlier(agreement.migration, texts))
  await fillTables(client)
  // What a filled column holds is no sum that a wall would let in.
  await client.query('truncate provider_calls, runs, prefill_settings, suggestion_policies cascade')
  // As 20261124200000_rated_responses left it.
  await client.query(catchUpSql(named(agreement.migration), { ...agreement, before: '', after: '' }))
  await client.query('drop index items_discarded')
  await client.query(
    `insert into _prisma_migrations (id, checksum, finished_at, migration_name) values ('gone', 'gone', now(), '20261124200000_rated_responses')`,
  )
  expect(await describeSchema(client)).not.toEqual(await describeSchema(today.client))

  expect(await migrate(earlier.url)).toEqual(
    migrations
      .map(({ name }) => name)
      .filter((name) => name > agreement.migration || texts.some(({ migration }) => migration === name)),
  )
  expect(await describeSchema(client)).toEqual(await describeSchema(today.client))
  expect(await checksums(earlier)).toEqual(await checksums(today))
  const { rows } = await client.query(
    `select (select sum(units)::int from rated_patterns) as counted, (select count(*)::int from rated_units) as units,
       (select count(*)::int from rated_responses) as folded, (select count(distinct (task_id, measure))::int from rated_units) as responses`,
  )
  expect(rows).toEqual([{ counted: 2, units: 2, folded: 2, responses: 2 }])
  expect(await migrate(earlier.url)).toEqual([])
})

test('from the second text of pre-fill', async () => {
  const second = EARLIER_TEXTS.filter(({ migration }) => migration === '20261123000000_prefill')[1]
  if (!second) throw new Error('pre-fill had two texts')
  const database = await makeDatabase()
  await migrate(database.url, writeEarlier(second.migration, [second]))
  await migrate(database.url)
  expect(await describeSchema(database.client)).toEqual(await describeSchema(today.client))
  await database.drop()
})
