/**
 * Puts rows into every table of a database of any version, made from its catalogue alone: for tests of what happens to
 * data, not of what they mean. The walls between rows of different tables (triggers) are down meanwhile.
 */
import type pg from 'pg'
import { quote } from '@/scripts/backup/catalogue'

interface Column {
  name: string
  type: string
  required: boolean
  /** The values of an enumeration. */
  values: string[] | null
}
interface Key {
  columns: string[]
  target: string
  targetColumns: string[]
}
interface Shape {
  name: string
  columns: Column[]
  keys: Key[]
}
type TableRow = Record<string, unknown>

/** Values that the code which reads them must know: they name something outside the database. */
const KNOWN: Record<string, TableRow> = {
  projects: { protocol_id: 'felm', protocol_version: 1 },
  guidelines: { body: 'Read it.' },
  // Of a shape that the table asks for.
  protocol_versions: { hash: '0'.repeat(64) },
  // One of three: a role in a project, a team, administration.
  group_mappings: { team_id: null, administrator: false },
  group_grants: { team_id: null, administrator: false },
  // Of an item or a release.
  withdrawals: { release_id: null },
  // One that runs holds the withdrawal of items back.
  release_pushes: { state: 'done' },
}

async function readShapes(client: pg.Client): Promise<Shape[]> {
  const { rows } = await client.query<Shape>(
    `select c.relname::text as name,
       (select json_agg(json_build_object('name', a.attname, 'type', format_type(a.atttypid, null),
          'required', a.attnotnull and not a.atthasdef,
          'values', (select json_agg(e.enumlabel order by e.enumsortorder) from pg_enum e where e.enumtypid = a.atttypid))
          order by a.attnum)
        from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
          and a.attgenerated = '' and a.attidentity = ''
          and coalesce((select pg_get_expr(d.adbin, d.adrelid) from pg_attrdef d where d.adrelid = c.oid and d.adnum = a.attnum), '')
            not like 'nextval%') as columns,
       coalesce((select json_agg(json_build_object(
          'columns', (select json_agg(x.attname order by o.n) from unnest(k.conkey) with ordinality o(num, n)
             join pg_attribute x on x.attrelid = k.conrelid and x.attnum = o.num),
          'target', k.confrelid::regclass::text,
          'targetColumns', (select json_agg(x.attname order by o.n) from unnest(k.confkey) with ordinality o(num, n)
             join pg_attribute x on x.attrelid = k.confrelid and x.attnum = o.num)) order by k.conname)
        from pg_constraint k where k.conrelid = c.oid and k.contype = 'f'), '[]') as keys
     from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname <> '_prisma_migrations'
     order by c.relname`,
  )
  return rows
}

/** Tables after those whose rows they name. */
function inOrder(shapes: readonly Shape[]): Shape[] {
  const done = new Map<string, Shape>()
  const visit = (shape: Shape, above: readonly string[]) => {
    if (done.has(shape.name) || above.includes(shape.name)) return
    for (const { target } of shape.keys) {
      const parent = shapes.find(({ name }) => name === target)
      if (parent) visit(parent, [...above, shape.name])
    }
    done.set(shape.name, shape)
  }
  for (const shape of shapes) visit(shape, [])
  return [...done.values()]
}

function makeValue({ name, type, values }: Column, number: number, plain: boolean): unknown {
  if (values) return values[plain ? 0 : number % values.length]
  if (type.endsWith('[]')) return '{1}'
  if (/^(integer|bigint|smallint|double|numeric|real)/.test(type)) return number + 1
  if (type === 'boolean') return number % 2 === 1
  if (type === 'uuid') return `00000000-0000-4000-8000-${String(number + 1).padStart(12, '0')}`
  if (type.startsWith('json')) return '{}'
  if (type.startsWith('timestamp') || type === 'date') return `2026-01-${String((number % 28) + 1).padStart(2, '0')}`
  if (type === 'bytea') return Buffer.from([0, 10, 92, 255, number])
  return `${name} ${number} “ü”\t\\.\n`.toLowerCase()
}

/** The rows of tables as they were read last, by the name under which keys have them. */
class KnownRows {
  private readonly rows = new Map<string, TableRow[]>()

  constructor(private readonly client: pg.Client) {}

  async of(table: string): Promise<TableRow[]> {
    const rows =
      this.rows.get(table) ?? (await this.client.query<TableRow>(`select * from ${table} order by ctid`)).rows
    this.rows.set(table, rows)
    return rows
  }

  /** A row more is in it. */
  forget(table: string): void {
    this.rows.delete(table)
  }
}

/** Names a row of another table, one that agrees with what is already named. Null when there is none. */
async function nameParent(known: KnownRows, key: Key, row: TableRow, number: number): Promise<TableRow | null> {
  const given = key.columns.flatMap((column, index) =>
    row[column] ? [{ column: key.targetColumns[index] ?? '', value: String(row[column]) }] : [],
  )
  const agreeing = (await known.of(key.target)).filter((each) =>
    given.every(({ column, value }) => String(each[column]) === value),
  )
  const found = agreeing[given.length > 0 ? 0 : number]
  if (!found) return null
  return Object.fromEntries(key.columns.map((column, index) => [column, found[key.targetColumns[index] ?? '']]))
}

/** A row with every column, or (plain) with those that must be there. */
async function makeRow(known: KnownRows, shape: Shape, number: number, plain: boolean): Promise<TableRow> {
  const row: TableRow = {}
  const isRequired = (name: string) => shape.columns.some((column) => column.name === name && column.required)
  for (const key of shape.keys)
    if (!plain || key.columns.some(isRequired)) Object.assign(row, await nameParent(known, key, row, number))
  const named = new Set(shape.keys.flatMap((key) => key.columns))
  for (const column of shape.columns)
    if (!named.has(column.name) && (column.required || !plain)) row[column.name] = makeValue(column, number, plain)
  return { ...row, ...KNOWN[shape.name] }
}

async function tryRow(client: pg.Client, { name }: Shape, row: TableRow): Promise<Error | null> {
  const columns = Object.keys(row)
  const places = columns.map((_, index) => `$${index + 1}`)
  await client.query('savepoint row')
  try {
    const sql = `insert into ${quote(name)} (${columns.map(quote).join(', ')}) values (${places.join(', ')})`
    await client.query(sql, Object.values(row))
    return null
  } catch (error) {
    await client.query('rollback to savepoint row')
    return error instanceof Error ? error : new Error(String(error))
  }
}

/**
 * Puts `many` rows into each table. Throws where a rule of a table allows none of those that it can think of. Returns the names of the tables,
 * each after those whose rows it names.
 */
export async function fillTables(client: pg.Client, many = 2): Promise<string[]> {
  const shapes = inOrder(await readShapes(client))
  await client.query('begin')
  await client.query(userTriggers(shapes, 'disable'))
  const known = new KnownRows(client)
  for (const shape of shapes)
    for (let number = 0; number < many; number += 1) {
      let failure = await tryRow(client, shape, await makeRow(known, shape, number, false))
      if (failure) failure = await tryRow(client, shape, await makeRow(known, shape, number, true))
      if (failure) throw new Error(`no row for ${shape.name}: ${failure.message}`)
      known.forget(shape.name)
    }
  await client.query(userTriggers(shapes, 'enable'))
  await client.query('commit')
  return shapes.map(({ name }) => name)
}

const userTriggers = (shapes: readonly Shape[], act: 'disable' | 'enable'): string =>
  shapes.map(({ name }) => `alter table ${quote(name)} ${act} trigger user`).join(';')
