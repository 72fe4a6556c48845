/**
 * Further copies of a scene: the rows that making it has left in the database, written again under other ids. Making it by what the app
 * does takes some sixty statements; writing its rows takes one a table.
 */
import { createHash, randomUUID } from 'node:crypto'
import { pool, prisma } from '@/lib/platform/server/db'
import { type Moment, makeScene, type Scene } from './scene'

/** A table, with the columns that are given values: not those that PostgreSQL computes or counts. */
interface Table {
  name: string
  columns: string
}

const TABLES = `
  select format('%I', table_name) "name", string_agg(format('%I', column_name), ', ' order by ordinal_position) "columns"
  from information_schema.columns join information_schema.tables using (table_schema, table_name)
  where table_schema = 'public' and table_type = 'BASE TABLE' and is_generated = 'NEVER' and is_identity = 'NO'
    and coalesce(column_default, '') !~ 'nextval|drawn_serial'
  group by table_name`

/** Rows know their transaction by 32 bits. */
const NEXT_TRANSACTION = `select (pg_current_xact_id()::text::bigint % (1::bigint << 32))::text "xid"`

/** Rows of each table, as JSON text. */
type Rows = readonly { name: string; columns: string; rows: string }[]

/** The rows that transactions since `from` have written or changed. */
async function rowsSince(from: string): Promise<Rows> {
  const { rows: tables } = await pool().query<Table>(TABLES)
  const parts = tables.map(
    ({ name }) =>
      `select '${name}' "name", jsonb_agg(to_jsonb(t))::text "rows" from ${name} t where xmin::text::bigint >= $1::bigint`,
  )
  const { rows } = await pool().query<{ name: string; rows: string | null }>(parts.join(' union all '), [from])
  return tables.flatMap(({ name, columns }) => {
    const found = rows.find((each) => each.name === name)?.rows
    return found ? [{ name, columns, rows: found }] : []
  })
}

const ID = /\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/g
const ADDRESS = /\bperson-\d+(?=-[0-9a-f]{8}@)/g
const TOKEN = /(?<="(?:token|link)_hash": ")[0-9a-f]{64}(?=")/g

/** Puts other ids, addresses and tokens into texts: the same one for the same one. */
function renaming(): (text: string) => string {
  const mask = Number.parseInt(randomUUID().slice(0, 8), 16)
  const other = (id: string) =>
    id.slice(0, -8) + ((Number.parseInt(id.slice(-8), 16) ^ mask) >>> 0).toString(16).padStart(8, '0')
  return (text) =>
    text
      .replaceAll(ID, other)
      .replaceAll(ADDRESS, (name) => `${name}-${mask}`)
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
interface Copied {
  scene: Scene
  copy(): Promise<Scene>
}

async function makeCopied(moment: Moment): Promise<Copied> {
  const { rows } = await pool().query<{ xid: string }>(NEXT_TRANSACTION)
  const scene = await makeScene(moment)
  const made = await rowsSince(rows[0]?.xid ?? '0')
  const copy = async () => {
    const rename = renaming()
    await write(made, rename)
    return renamed(scene, rename)
  }
  return { scene, copy }
}

/** Scenes of one database, each moment's made once. */
export class Scenes {
  private readonly made = new Map<Moment, Promise<Copied>>()

  private of(moment: Moment): Promise<Copied> {
    const made = this.made.get(moment) ?? makeCopied(moment)
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
