/** What a database of Assay consists of, read from its catalogue, so that a new table is backed up by itself. */
import pg from 'pg'

export const quote = (name: string) => pg.escapeIdentifier(name)

export interface Table {
  name: string
  columns: string[]
}

/** The tables of the application with the columns that can be written, in the order of their names. */
export async function listTables(client: pg.Client): Promise<Table[]> {
  const { rows } = await client.query<Table>(
    `select c.relname::text as name, array_agg(a.attname::text order by a.attnum) as columns
     from pg_class c join pg_attribute a on a.attrelid = c.oid
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
       and c.relname <> '_prisma_migrations' and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
     group by c.relname order by c.relname`,
  )
  return rows
}

/** The sequences of the application; the value is the next one to give out. */
export async function listSequences(client: pg.Client): Promise<{ name: string; value: string }[]> {
  const { rows } = await client.query<{ name: string; value: string }>(
    `select sequencename::text as name, coalesce(last_value + increment_by, start_value)::text as value
     from pg_sequences where schemaname = 'public' order by sequencename`,
  )
  return rows
}

/** A rule that rows of one table name rows of another. */
export interface ForeignKey {
  table: string
  name: string
  definition: string
}

export async function listForeignKeys(client: pg.Client): Promise<ForeignKey[]> {
  const { rows } = await client.query<ForeignKey>(
    `select t.relname::text as table, c.conname::text as name, pg_get_constraintdef(c.oid) as definition
     from pg_constraint c join pg_class t on t.oid = c.conrelid
     where c.contype = 'f' and c.connamespace = 'public'::regnamespace and c.conparentid = 0
     order by t.relname, c.conname`,
  )
  return rows
}

/** Has the job queue been set up here? */
export async function hasQueue(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ there: boolean }>(
    `select to_regclass('graphile_worker._private_jobs') is not null as there`,
  )
  return rows[0]?.there ?? false
}
