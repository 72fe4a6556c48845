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

/** The names of the tables, each after those whose rows it names. */
export async function listInOrder(client: pg.Client): Promise<string[]> {
  return inOrder(await readShapes(client)).map((shape) => shape.name)
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

/** Names a row of another table, one that agrees with what is already named. Null when there is none. */
async function nameParent(client: pg.Client, key: Key, row: TableRow, number: number): Promise<TableRow | null> {
  const given = key.columns.flatMap((column, index) =>
    row[column] ? [[key.targetColumns[index] ?? '', row[column]]] : [],
  )
  const where = given.map(([column], index) => `${quote(String(column))} = $${index + 1}`).join(' and ') || 'true'
  const { rows } = await client.query<TableRow>(
    `select ${key.targetColumns.map(quote).join(', ')} from ${key.target} where ${where} order by ctid
     offset ${given.length > 0 ? 0 : number} limit 1`,
    given.map(([, value]) => value),
  )
  const found = rows[0]
  if (!found) return null
  return Object.fromEntries(key.columns.map((column, index) => [column, found[key.targetColumns[index] ?? '']]))
}

/** A row with every column, or (plain) with those that must be there. */
async function makeRow(client: pg.Client, shape: Shape, number: number, plain: boolean): Promise<TableRow> {
  const row: TableRow = {}
  const isRequired = (name: string) => shape.columns.some((column) => column.name === name && column.required)
  for (const key of shape.keys)
    if (!plain || key.columns.some(isRequired)) Object.assign(row, await nameParent(client, key, row, number))
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

/** Puts `many` rows into each table. Throws where a rule of a table allows none of those that it can think of. */
export async function fillTables(client: pg.Client, many = 2): Promise<void> {
  const shapes = inOrder(await readShapes(client))
  await client.query('begin')
  for (const { name } of shapes) await client.query(`alter table ${quote(name)} disable trigger user`)
  for (const shape of shapes)
    for (let number = 0; number < many; number += 1) {
      let failure = await tryRow(client, shape, await makeRow(client, shape, number, false))
      if (failure) failure = await tryRow(client, shape, await makeRow(client, shape, number, true))
      if (failure) throw new Error(`no row for ${shape.name}: ${failure.message}`)
    }
  for (const { name } of shapes) await client.query(`alter table ${quote(name)} enable trigger user`)
  await client.query('commit')
}
