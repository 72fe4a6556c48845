import { pool } from '@/lib/platform/server/db'

interface Failing {
  table: string
  write?: 'insert' | 'update'
  /** Of which rows, as the condition of a trigger; all of them by default. */
  when?: string
  state: string
  /** How many fail; later ones go through. */
  times?: number
}

/** Does `work` while each write to a table fails with this SQLSTATE. `work` can ask whether one has failed. One at a time. */
export async function whileWritesFail<T>(
  { table, write = 'insert', when = 'true', state, times = 1_000_000 }: Failing,
  work: (hasFailed: () => Promise<boolean>) => Promise<T>,
): Promise<T> {
  const client = await pool().connect()
  const hasFailed = async () => {
    const { rows } = await client.query<{ called: boolean }>('select is_called "called" from writes_that_failed')
    return rows[0]?.called ?? false
  }
  try {
    // A sequence counts what was rolled back, too.
    await client.query('create sequence writes_that_failed')
    await client.query(`create function fail_write() returns trigger language plpgsql as $f$ begin
      if nextval('writes_that_failed') <= ${times} then raise exception 'a write that fails' using errcode = '${state}'; end if;
      return new; end $f$`)
    await client.query(`create trigger fail_write before ${write} on ${table} for each row
      when (${when}) execute function fail_write()`)
    return await work(hasFailed)
  } finally {
    await client.query(`drop trigger if exists fail_write on ${table}`)
    await client.query('drop function if exists fail_write')
    await client.query('drop sequence if exists writes_that_failed')
    client.release()
  }
}
