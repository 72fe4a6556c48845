/**
 * Further copies of a scene: the rows that making it has left in the database, written again under other ids. Making it by what the app
 * does takes some sixty statements; writing its rows takes one a table. What was in the database before belongs to no scene: it is not written
 * again, and copies speak of it by the ids that it has.
 */
import { createHash, randomUUID } from 'node:crypto'
import { pool, prisma } from '@/lib/platform/server/db'
import { type Moment, makeScene, type Scene } from './scene'

/** A table, with the columns that are given values: not those that PostgreSQL computes or counts. */
interface Table {
  name: string
  columns: string
  /** Are its rows known by an id? */
  hasId: boolean
}

const TABLES = `
  select format('%I', table_name) "name", string_agg(format('%I', column_name), ', ' order by ordinal_position) "columns",
    bool_or(column_name = 'id' and data_type = 'uuid') "hasId"
  from information_schema.columns join information_schema.tables using (table_schema, table_name)
  where table_schema = 'public' and table_type = 'BASE TABLE' and is_generated = 'NEVER' and is_identity = 'NO'
    and coalesce(column_default, '') !~ 'nextval|drawn_serial'
  group by table_name`

/** Rows know their transaction by 32 bits. */
const NEXT_TRANSACTION = `select (pg_current_xact_id()::text::bigint % (1::bigint << 32))::text "xid"`

/** What is in the database at a moment. */
interface Before {
  tables: readonly Table[]
  /** The transaction that comes next. */
  xid: string
  ids: ReadonlySet<string>
  addresses: ReadonlySet<string>
}

async function look(): Promise<Before> {
  const { rows: tables } = await pool().query<Table>(TABLES)
  const known = tables.filter(({ hasId }) => hasId).map(({ name }) => `select id from ${name}`)
  const { rows: ids } = await pool().query<{ id: string }>(known.join(' union all '))
  const users = await prisma().user.findMany({ select: { email: true } })
  const { rows: next } = await pool().query<{ xid: string }>(NEXT_TRANSACTION)
  return {
    tables,
    xid: next[0]?.xid ?? '0',
    ids: new Set(ids.map(({ id }) => id)),
    addresses: new Set(users.flatMap(({ email }) => email ?? [])),
  }
}

/** Rows of each table, as JSON text. */
type Rows = readonly { name: string; columns: string; rows: string }[]

/** The rows that transactions have written since. */
async function rowsSince({ tables, xid, ids }: Before): Promise<Rows> {
  const parts = tables.map(
    ({ name, hasId }) =>
      `select '${name}' "name", jsonb_agg(to_jsonb(t))::text "rows" from ${name} t
       where xmin::text::bigint >= $1::bigint ${hasId ? 'and not id = any ($2::uuid[])' : ''}`,
  )
  const { rows } = await pool().query<{ name: string; rows: string | null }>(parts.join(' union all '), [xid, [...ids]])
  return tables.flatMap(({ name, columns }) => {
    const found = rows.find((each) => each.name === name)?.rows
    return found ? [{ name, columns, rows: found }] : []
  })
}

const ID = /\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/g
const ADDRESS = /\bperson-\d+-[0-9a-f]{8}@[\w.]+/g
const TOKEN = /(?<="(?:token|link)_hash": ")[0-9a-f]{64}(?=")/g

/** Puts other ids, addresses and tokens into texts: the same one for the same one, and none for those of before. */
function renaming({ ids, addresses }: Before): (text: string) => string {
  const mask = Number.parseInt(randomUUID().slice(0, 8), 16)
  const other = (id: string) =>
    id.slice(0, -8) + ((Number.parseInt(id.slice(-8), 16) ^ mask) >>> 0).toString(16).padStart(8, '0')
  return (text) =>
    text
      .replaceAll(ID, (id) => (ids.has(id) ? id : other(id)))
      .replaceAll(ADDRESS, (address) =>
        addresses.has(address) ? address : address.replace(/(?=-[0-9a-f]{8}@)/, `-${mask}`),
      )
      .replaceAll(TOKEN, (token) => createHash('sha256').update(`${mask} ${token}`).digest('hex'))
}

/** A value with every text in it renamed; what is no plain object, such as a date, stays as it is. */
function renamed<T>(value: T, rename: (text: string) => string): T {
  const of = (each: unknown): unknown => {
    if (typeof each === 'string') return rename(each)
    if (Array.isArray(each)) return each.map(of)
    if (each === null || typeof each !== 'object' || Object.getPrototypeOf(each) !== Object.prototype) return each
    return Object.fromEntries(Object.entries(each).map(([key, inner]) => [key, of(inner)]))
  }
  // The same shape as before, with other texts.
  return of(value) as T
}

/** Writes rows as they are: what triggers and foreign keys would say of them has been said when they were made. */
async function write(all: Rows, rename: (text: string) => string): Promise<void> {
  await prisma().$transaction(async (tx) => {
    await tx.$executeRaw`set local session_replication_role = replica`
    for (const { name, columns, rows } of all)
      await tx.$executeRawUnsafe(
        `insert into ${name} (${columns}) select ${columns} from jsonb_populate_recordset(null::${name}, $1::jsonb)`,
        rename(rows),
      )
  })
}

/** A scene as it was made, and what makes copies of it. */
interface Copied<T> {
  scene: T
  copy(): Promise<T>
}

/** `make` writes the rows of the scene, and nobody else writes meanwhile. */
export async function makeCopied<T>(make: () => Promise<T>): Promise<Copied<T>> {
  const before = await look()
  const scene = await make()
  const made = await rowsSince(before)
  const copy = async () => {
    const rename = renaming(before)
    await write(made, rename)
    return renamed(scene, rename)
  }
  return { scene, copy }
}

/** Scenes of one database, each moment's made once. */
export class Scenes {
  private readonly made = new Map<Moment, Promise<Copied<Scene>>>()

  private of(moment: Moment): Promise<Copied<Scene>> {
    const made = this.made.get(moment) ?? makeCopied(() => makeScene(moment))
    this.made.set(moment, made)
    return made
  }

  /** The one for all that change nothing. */
  async shared(moment: Moment): Promise<Scene> {
    return (await this.of(moment)).scene
  }

  /** One of its own, as it was when it was made. */
  async own(moment: Moment): Promise<Scene> {
    return (await this.of(moment)).copy()
  }
}
