/** Has anything been written? Answered by PostgreSQL: triggers note every table of which a transaction that stayed changed rows. */
import { pool } from '@/lib/platform/server/db'

/** What a refusal may leave behind: attempts that are counted. */
const COUNTED = ['throttles']

// What is rolled back takes its note with it. An update that changes nothing is one all the same.
const PREPARE = `
  create schema fuzz;
  create unlogged table fuzz.notes (id bigint generated always as identity primary key, place text not null);
  create function fuzz.note() returns trigger language plpgsql as $$
  begin
    if tg_op = 'TRUNCATE' then insert into fuzz.notes (place) values (tg_argv[0]);
    elsif exists (select 1 from changed) then insert into fuzz.notes (place) values (tg_argv[0]);
    end if;
    return null;
  end $$`

const TRIGGERS = [
  'after insert on %1$s referencing new table as changed',
  'after update on %1$s referencing new table as changed',
  'after delete on %1$s referencing old table as changed',
  'after truncate on %1$s',
]

let preparing: Promise<void> | undefined

async function prepare(): Promise<void> {
  await pool().query(PREPARE)
  const { rows } = await pool().query<{ place: string }>(
    `select format('%I.%I', schemaname, tablename) "place" from pg_tables
     where schemaname in ('public', 'graphile_worker') and tablename <> all($1) order by 1`,
    [COUNTED],
  )
  const statements = rows.flatMap(({ place }) =>
    TRIGGERS.map(
      (when, at) =>
        `create trigger zz_fuzz_${at} ${when.replace('%1$s', place)} for each statement execute function fuzz.note('${place}')`,
    ),
  )
  await pool().query(statements.join(';'))
}

/** What is written from here on, a question at a time. */
export class Journal {
  private read = '0'

  static async open(): Promise<Journal> {
    preparing ??= prepare()
    await preparing
    const journal = new Journal()
    await journal.changed()
    return journal
  }

  /** Names the tables in which anything was changed since this was last asked. */
  async changed(): Promise<string[]> {
    const { rows } = await pool().query<{ last: string | null; places: string[] | null }>({
      name: 'fuzz-notes',
      text: 'select max(id) "last", array_agg(distinct place) "places" from fuzz.notes where id > $1',
      values: [this.read],
    })
    this.read = rows[0]?.last ?? this.read
    return rows[0]?.places ?? []
  }
}
