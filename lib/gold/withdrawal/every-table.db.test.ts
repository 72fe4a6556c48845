/** Every table holds the text of an item; after its withdrawal a dump of the database has it nowhere. */
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { env } from '@/lib/platform/server/env'
import { fillTables } from '@/tests/support/fill-tables'
import { type Decision, TABLES } from './columns'
import { withdrawItem } from './withdraw-item'

/** Looked for wherever it is quoted. */
const LONG = 'These words of hers are “taken out” of everything.'
/** Too short for that: it stands only in what is of the item. */
const SHORT = 'Zq7 kx'
const ITEM = '00000000-0000-4000-8000-000000000001'
const COPY = '00000000-0000-4000-8000-000000000002'

let client: pg.Client

interface Column {
  table: string
  column: string
  type: string
  generated: boolean
}

async function textColumns(): Promise<Column[]> {
  const { rows } = await client.query<Column>(`
    select c.relname "table", a.attname "column", format_type(a.atttypid, null) "type", a.attgenerated <> '' generated
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname <> '_prisma_migrations'
      and format_type(a.atttypid, null) in ('text', 'text[]', 'character varying', 'json', 'jsonb', 'bytea', 'tsvector')
    order by 1, 2`)
  return rows
}

const decisionOf = ({ table, column }: Column): Decision | undefined => TABLES[table]?.columns[column]

beforeAll(async () => {
  client = new pg.Client({ connectionString: env().DATABASE_URL })
  await client.connect()
})
afterAll(() => client.end())

test('of every column that can hold a text it is decided what becomes of it', async () => {
  const there = (await textColumns()).map(({ table, column }) => `${table}.${column}`)
  const decided = Object.entries(TABLES).flatMap(([table, { columns }]) =>
    Object.keys(columns).map((column) => `${table}.${column}`),
  )
  expect(decided.toSorted()).toEqual(there.toSorted())
})

/** The marker in the form of the column; the short one where the rows of the item alone are reached. */
function markedSql({ type }: Column, decision: Decision): string {
  const isOwn = typeof decision === 'string' && decision !== 'swept'
  const marker = isOwn ? SHORT : LONG
  const text = pg.escapeLiteral(marker)
  if (type === 'bytea') return `convert_to(${text}, 'UTF8')`
  if (type === 'tsvector') return `to_tsvector('simple', ${text})`
  if (type === 'text[]') return `array[${text}]`
  if (type === 'jsonb') return `${pg.escapeLiteral(JSON.stringify({ a: [marker, { [marker]: marker }] }))}::jsonb`
  return text
}

async function fill(): Promise<void> {
  await fillTables(client)
  const columns = await textColumns()
  await client.query('begin')
  // The rows mean nothing, so their columns do not agree with each other.
  const { rows: checks } = await client.query<{ drop: string }>(`
    select format('alter table %s drop constraint %I', conrelid::regclass, conname) "drop" from pg_constraint
    where contype = 'c' and connamespace = 'public'::regnamespace and conrelid <> 'withdrawals'::regclass`)
  for (const { drop } of checks) await client.query(drop)
  for (const table of Object.keys(TABLES)) await client.query(`alter table "${table}" disable trigger user`)
  // The second item is a copy of the first, in a project of its own.
  await client.query('delete from task_copies where task_id <> $1', [ITEM])
  await client.query('update task_copies set task_id = $1, original_id = $2', [COPY, ITEM])
  await client.query('delete from second_adjudications where copy_id <> $1', [ITEM])
  await client.query('update second_adjudications set copy_id = $1, original_id = $2', [COPY, ITEM])
  await client.query('delete from withdrawals')
  await client.query('update resolutions set resolved_by_id = null')
  await client.query('update practice_attempts set item_key = id')
  await client.query(`update users set is_admin = true, deactivated_at = null, email = id || '@assay.example'`)
  await client.query(`update releases set state = 'failed'`)
  for (const column of columns) {
    const decision = decisionOf(column)
    if (!decision || (typeof decision === 'object' && 'kept' in decision) || column.generated) continue
    if (column.table.startsWith('release_')) continue
    await client.query(`update "${column.table}" set "${column.column}" = ${markedSql(column, decision)}`)
  }
  await client.query(`update items set content = $1, record = $2`, [
    { text: LONG, parts: [SHORT, { [LONG]: SHORT }] },
    `{"text": ${JSON.stringify(LONG)}, "short": "${SHORT}"}`,
  ])
  for (const table of Object.keys(TABLES)) await client.query(`alter table "${table}" enable trigger user`)
  await client.query('commit')
}

/** Every row that has one of the markers, as `table: what stands there`. */
async function found(): Promise<string[]> {
  const places: string[] = []
  for (const table of new Set((await textColumns()).map((column) => column.table))) {
    const bytes = (await textColumns()).filter((column) => column.table === table && column.type === 'bytea')
    const whole = [`t::text`, ...bytes.map(({ column }) => `encode(t."${column}", 'escape')`)].join(` || ' ' || `)
    const { rows } = await client.query<{ row: string }>(`select ${whole} "row" from "${table}" t`)
    for (const { row } of rows) {
      const text = row.toLowerCase()
      if (['these words of hers', SHORT.toLowerCase(), "'hers'"].some((marker) => text.includes(marker)))
        places.push(`${table}: ${row.slice(0, 300)}`)
    }
  }
  return places
}

test('after the withdrawal its texts are nowhere in a dump', async () => {
  await fill()
  const asked = {
    by: `${ITEM}@assay.example`,
    reason: 'Its author asked for it',
    erratum: 'The item was taken out.',
  }
  const before = await found()
  expect(new Set(before.map((place) => place.split(':')[0])).size).toBeGreaterThan(40)
  const foreseen = await withdrawItem(ITEM, { ...asked, dryRun: true })
  expect(await found()).toEqual(before)
  const report = await withdrawItem(ITEM, { ...asked, dryRun: false })
  expect(report).toEqual(foreseen)
  expect(report.copies).toBe(1)
  expect(await found()).toEqual([])
})
