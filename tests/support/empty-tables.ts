import { pool } from '@/lib/platform/server/db'

type Table = 'users' | 'projects' | 'throttles'

/**
 * Deletes all rows of these tables and of those that refer to them, directly or not, as `truncate ... cascade` does. That would make
 * some hundred tables anew, each with its indexes, where hardly any of them holds a row.
 */
export async function emptyTables(...tables: Table[]): Promise<void> {
  const named = tables.map((table) => `'${table}'::regclass::oid`).join(', ')
  // Neither foreign keys nor triggers look at what goes.
  await pool().query(`
    do $$
    declare name text;
    begin
      perform set_config('session_replication_role', 'replica', true);
      for name in
        with recursive reached(id) as (
          select unnest(array[${named}])
          union
          select conrelid from pg_constraint join reached on confrelid = reached.id where contype = 'f'
        )
        select id::regclass::text from reached
      loop
        execute 'delete from ' || name;
      end loop;
    end $$`)
}
