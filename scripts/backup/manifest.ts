import { z } from 'zod'

const count = z.int().min(0)

const part = z.object({
  /** Name of the file inside the archive. */
  file: z.string(),
  columns: z.array(z.string()),
  rows: count,
  bytes: count,
  sha256: z.string(),
})

/** What a backup says about itself: the last file of the archive, written when all others are known. */
export const manifestSchema = z.object({
  format: z.literal('assay-backup'),
  version: z.literal(1),
  madeAt: z.iso.datetime(),
  /** The migrations that the database had, in the order of their names. */
  migrations: z.array(z.object({ name: z.string(), checksum: z.string() })),
  tables: z.array(part.extend({ table: z.string() })),
  /** Where numbers that the database gives out go on. */
  sequences: z.array(z.object({ name: z.string(), value: z.string() })),
  /** Jobs that waited or ran; null when the queue had not been set up. */
  jobs: part.nullable(),
})

export type Manifest = z.infer<typeof manifestSchema>
export type Part = z.infer<typeof part>

export const MANIFEST_FILE = 'manifest.json'

/** What a job takes along: as the queue's `add_job` wants it, so that another version of the queue can read it. */
export const JOB_COLUMNS = ['task', 'payload', 'queue_name', 'run_at', 'max_attempts', 'job_key', 'priority', 'flags']

/** How many rows and tables a backup holds, in words. */
export function inWords({ tables }: Manifest): string {
  const rows = tables.reduce((sum, table) => sum + table.rows, 0)
  return `${rows.toLocaleString('en')} rows of ${tables.length} tables`
}
