import { pool } from '@/lib/platform/server/db'

/**
 * Does `work` while each insertion into a table fails with this SQLSTATE; `times` lets the later ones through. One at a
 * time.
 */
export async function whileInsertsFail<T>(
  given: { table: string; state: string; times?: number },
  work: () => Promise<T>,
): Promise<T> {
  const { table, state, times = 1_000_000 } = given
  const client = await pool().connect()
  try {
    // A sequence counts what was rolled back, too.
    await client.query('create sequence insertions_that_failed')
    await client.query(`create function fail_as_told() returns trigger language plpgsql as $f$ begin
      if nextval('insertions_that_failed') <= ${times} then raise exception 'told to fail' using errcode = '${state}'; end if;
      return new; end $f$`)
    await client.query(`create trigger fail_as_told before insert on ${table} execute function fail_as_told()`)
    return await work()
  } finally {
    await client.query(`drop trigger if exists fail_as_told on ${table}`)
    await client.query('drop function if exists fail_as_told')
    await client.query('drop sequence if exists insertions_that_failed')
    client.release()
  }
}
