/** Has an environment of Python read releases (read_releases.py), and says what came of it in one line. */
import { execFile } from 'node:child_process'
import { appendFileSync } from 'node:fs'
import { promisify } from 'node:util'
import { z } from 'zod'
import { READS_RELEASES } from './environments'

const readingSchema = z.object({
  releases: z.number(),
  values: z.number(),
  left_out: z.number(),
  readers: z.record(
    z.string(),
    z.object({ tables: z.number(), rows: z.number(), together: z.number(), with_empty: z.number() }),
  ),
  /** null where the environment has no reader of Croissant. */
  croissant: z.number().nullable(),
  card: z.number(),
  card_skipped: z.number(),
})
export type Reading = z.infer<typeof readingSchema>

/** Reads the releases in these folders; throws at the first value that is not the database's. `what`: which releases they are. */
export async function readWith(
  { name, python }: { name: string; python: string },
  folders: readonly string[],
  what: string,
): Promise<Reading> {
  const start = performance.now()
  const { stdout } = await promisify(execFile)(python, [READS_RELEASES, ...folders])
  const reading = readingSchema.parse(JSON.parse(stdout.trim().split('\n').at(-1) ?? ''))
  const line = `${what}, ${name}: ${wordsOf(reading)}; ${Math.round((performance.now() - start) / 1000)} s`
  console.log(line)
  // `npm run python` says it once more at its end, whatever the test runner shows of a test.
  if (process.env.ASSAY_PYTHON_REPORT) appendFileSync(process.env.ASSAY_PYTHON_REPORT, `${line}\n`)
  return reading
}

const count = (number: number) => number.toLocaleString('en')

function wordsOf({ releases, values, left_out, readers, croissant, card, card_skipped }: Reading): string {
  const by = Object.entries(readers).map(
    ([reader, { tables, rows, together, with_empty }]) =>
      `${reader} read ${count(tables)} tables with ${count(rows)} rows, ${together} behind another project's, ${with_empty} behind an empty one's`,
  )
  return [
    `${releases} releases, ${count(values)} comparisons without a difference (${by.join('; ')})`,
    croissant === null
      ? 'Croissant skipped, for it has no reader here'
      : `${count(croissant)} rows read by mlcroissant without an error`,
    `${card} lines of cards run, ${card_skipped} skipped`,
    `${count(left_out)} values of “seen” and “lineage” skipped`,
  ].join('; ')
}
