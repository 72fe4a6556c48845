/**
 * No sequence of the database leaves the server: it counts what everybody does, and so tells one partner of the other
 * (docs/decisions/008-blindness.md). All of them are moved to numbers that are found again wherever they turn up.
 */
import { pool } from '@/lib/platform/server/db'

/** Far from anything that is counted, and whole numbers for JavaScript still; the second where a column is too narrow. */
const WIDE = { first: 7_770_001_110_000_000, last: 7_770_001_110_999_999 }
const NARROW = { first: 2_077_001_110, last: 2_077_001_119 }

const ALL = `
  select format('%I.%I', schemaname, sequencename) "name", max_value < $1 "narrow" from pg_sequences
  where schemaname not in ('pg_catalog', 'information_schema') order by 1`

/** Moves every sequence of the database; returns their names. */
export async function moveSequences(): Promise<string[]> {
  const { rows } = await pool().query<{ name: string; narrow: boolean }>(ALL, [WIDE.last])
  for (const { name, narrow } of rows)
    await pool().query('select setval($1::regclass, $2)', [name, (narrow ? NARROW : WIDE).first])
  return rows.map(({ name }) => name)
}

/** What the numbers of a range begin with, in a base. */
function beginningOf({ first, last }: typeof WIDE, base: number): string {
  const [one, other] = [first.toString(base), last.toString(base)]
  const differs = [...one].findIndex((digit, index) => digit !== other[index])
  return one.slice(0, differs)
}
const BEGINNINGS = [...[10, 16, 36].map((base) => beginningOf(WIDE, base)), beginningOf(NARROW, 10)]

/** Where numbers of moved sequences stand in a text, as they are or in another base. */
export function sequenceNumbersIn(text: string): string[] {
  return BEGINNINGS.flatMap((beginning) => {
    const at = text.toLowerCase().indexOf(beginning)
    return at < 0 ? [] : [text.slice(Math.max(0, at - 60), at + 40)]
  })
}
