/** Files of records that are read together with second files, on the command line. */
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import path from 'node:path'
import { readRecordsApart } from '@/lib/platform/foreign/apart'
import type { ReadingChoice } from '@/lib/platform/foreign/records/file-facts'
import type { SourceEntry } from '@/lib/platform/foreign/records/source-entry'
import { type OpenableFile, tarChunks } from '@/lib/platform/foreign/records/tar-chunks'

/** A file by its full path, under the name that it has in its folder. */
export async function openable(full: string): Promise<OpenableFile> {
  const { size, mtimeMs } = await stat(full)
  return {
    name: path.basename(full),
    size,
    lastModified: Math.round(mtimeMs),
    // A stream's end is its last byte.
    open: (start, end) => createReadStream(full, { start, end: end - 1 }),
  }
}

/** The records of the first of these files, with what belongs to them in the others. */
export async function* recordsTogether(
  [main = '', ...seconds]: readonly string[],
  shape: ReadingChoice,
): AsyncGenerator<SourceEntry> {
  if (seconds.length === 0) return yield* readRecordsApart(() => createReadStream(main), {}, shape)
  const files = await Promise.all([main, ...seconds].map(openable))
  const choice = { ...shape, files: shape.files ?? { main: path.basename(main), partners: {} } }
  yield* readRecordsApart(() => tarChunks(files), {}, choice)
}
