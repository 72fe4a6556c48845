/**
 * Migrations that were edited after a database may have applied them, in the first days of the project, and what such a
 * database lacks. Nothing is to be added here: since then `prisma/migrations/checksums.txt` holds every text, and a test
 * compares them.
 */
import type { Migration } from '@/scripts/migrate'

/** A text that a migration once had, told by what it has gained since. */
export interface EarlierText {
  migration: string
  /** SHA-256 of the earlier text, as such a database has it in `_prisma_migrations`. */
  checksum: string
  /** Subject of the commit that changed the text. */
  because: string
  /** First and last line, counted from 1, of each piece that the text has gained. Without them it is the earlier text. */
  gained: readonly (readonly [first: number, last: number])[]
  /** What runs before the pieces, and what after them. */
  before?: string
  after?: string
}

// Counts and folds of "rated_units", which a migration that is gone (20261124200000_rated_responses, in two texts) had put
// into some databases: they hold nothing of their own and are made anew.
const FORGET_COUNTS = `
DROP TABLE IF EXISTS "rated_responses", "rated_patterns";
DROP FUNCTION IF EXISTS "count_ratings", "uncount_ratings", "fold_ratings", "unfold_ratings" CASCADE;
DELETE FROM "_prisma_migrations" WHERE "migration_name" = '20261124200000_rated_responses';
`
const COUNT_AGAIN = `
INSERT INTO "rated_responses" ("task_id", "stage_id", "measure", "patterns")
SELECT "task_id", "stage_id", "measure",
       string_agg(array_to_string("raters", ',') || ':' || array_to_string("codes", ','), ' ' ORDER BY "raters", "codes")
FROM "rated_units" GROUP BY "task_id", "stage_id", "measure";
INSERT INTO "rated_patterns" ("stage_id", "measure", "pattern", "units")
SELECT "stage_id", "measure", array_to_string("raters", ',') || ':' || array_to_string("codes", ','), count(*)
FROM "rated_units" GROUP BY "stage_id", "measure", "raters", "codes";
`

/** Each text that a database can have applied; one of the agreement's was no valid SQL, and is not here. */
export const EARLIER_TEXTS: readonly EarlierText[] = [
  {
    migration: '20261121000000_foundation',
    checksum: 'd0be7e248e8241199cb815085e0487ec627d472838dbc2312529ffe295e79afb',
    because: 'Let nobody approve what they settled, whoever pressed confirm (04aabbc)',
    gained: [[741, 755]],
  },
  {
    migration: '20261122000000_made_units',
    checksum: 'afe473f6a3b66c57c1a7634b2613e167e3a6461e3f6ec6a431c8e23a377cb4de',
    because: 'Keep labels set by hand as they were said; show no empty box (89c5c5e)',
    gained: [[97, 103]],
  },
  {
    migration: '20261123000000_prefill',
    checksum: 'bf7ca1c30799205c2a5d77e01c77b5242322ce8b9382a1e28bc31c62aed20e32',
    because: 'Leave nothing running behind a driver, and let a trial ask again (5236727)',
    gained: [
      [278, 280],
      [326, 327],
      [361, 389],
    ],
  },
  {
    migration: '20261123000000_prefill',
    checksum: 'da1e3a209ace7c48f7aaa838e1e05ab30d469681fa5bea3d89ce020eef6ea7ad',
    because: 'Put up walls for what was paid, seen and found, and find views by their suggestion (9ed1624)',
    gained: [
      [278, 280],
      [361, 389],
    ],
  },
  {
    migration: '20261124000000_agreement',
    checksum: '402e0b981c5d119e99a4f96601e6e27e4571e406c941c8d004cb0a123d429d3e',
    because: 'Show six simulated weeks in the demo (fb5f875), with the keys that 182d45c put back',
    gained: [
      [67, 86],
      [149, 151],
      [176, 181],
      [224, 272],
    ],
    before: FORGET_COUNTS,
    after: COUNT_AGAIN,
  },
]

/** The lines of a text, split into those of the pieces and the others. */
function take({ sql }: Pick<Migration, 'sql'>, { gained }: EarlierText): { pieces: string[]; rest: string[] } {
  const isGained = (index: number) => gained.some(([first, last]) => index + 1 >= first && index + 1 <= last)
  const lines = sql.split('\n')
  return {
    pieces: lines.filter((_, index) => isGained(index)),
    rest: lines.filter((_, index) => !isGained(index)),
  }
}

/** The text as it was. */
export const earlierText = (migration: Migration, earlier: EarlierText): string =>
  take(migration, earlier).rest.join('\n')

/** What a database that has applied the earlier text lacks. */
export const catchUpSql = (migration: Migration, earlier: EarlierText): string =>
  [earlier.before ?? '', ...take(migration, earlier).pieces, earlier.after ?? ''].join('\n')

/** The text that a database has applied, if it is one that the migration once had. */
export const findEarlier = (name: string, checksum: string): EarlierText | undefined =>
  EARLIER_TEXTS.find((earlier) => earlier.migration === name && earlier.checksum === checksum)
