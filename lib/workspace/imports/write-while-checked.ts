/**
 * A file that is to be written unless something is wrong with it is written while it is checked: it is read once. Where something is
 * found the transaction is taken back, and the check goes on by itself.
 */
import 'server-only'
import type { Tx } from '@/lib/platform/server/db'
import type { ImportOptions } from './contract'
import type { FileCheck } from './file-check'
import type { ImportProgress } from './import-progress'
import { endImport, importContext, inImportTransaction, type Written, withStages } from './import-transaction'
import { ItemWriter } from './item-writer'
import { lastPosition, tryLockPositions } from './positions'
import type { readCheckedItemsApart } from './read-apart'
import { ImportRefused } from './write-items'

/** Beyond that a file is checked before anything of it is written: what is taken back has been work, and leaves room to be tidied up. */
const MOST_BYTES = 32_000_000

export interface CheckUnderWay {
  importId: string
  projectId: string
  check: FileCheck
  progress: ImportProgress
  /** Are its lines those of the file as it is stored? */
  hasLines: boolean
  entries: ReturnType<typeof readCheckedItemsApart>
}

/** May such a file be written before all of it is checked? Labels that join work which is here hold tasks that people wait for. */
export const mayBeWrittenAtOnce = ({ labels, records }: ImportOptions, byteSize: number): boolean =>
  (labels === 'ignore' || labels === 'gold') && records === 'all' && byteSize <= MOST_BYTES

/** Reads the records into the check and writes them. null: nothing is written, and what is left of the entries is still to be checked. */
export async function writeWhileChecked(options: ImportOptions, underWay: CheckUnderWay): Promise<Written | null> {
  try {
    return await inImportTransaction(underWay.importId, (tx) => write(tx, options, underWay))
  } catch (error) {
    if (error instanceof ProblemFound || error instanceof ImportRefused) return null
    throw error
  }
}

/** Thrown to roll the transaction back. */
class ProblemFound extends Error {
  override readonly name = 'ProblemFound'
}

async function write(
  tx: Tx,
  options: ImportOptions,
  { importId, projectId, check, progress, hasLines, entries }: CheckUnderWay,
): Promise<Written | null> {
  // Another import into the project is being written: meanwhile this one can be checked.
  if (!(await tryLockPositions(tx, projectId))) return null
  const row = await tx.import.findFirst({
    where: { id: importId, state: 'checking', project: { archivedAt: null } },
    include: withStages,
  })
  if (!row) return null
  const context = importContext(row, options)
  const writer = new ItemWriter(tx, context, await lastPosition(tx, projectId))
  const refuse = () => {
    if (check.findings.errorCount > 0) throw new ProblemFound()
  }
  try {
    for (let next = await entries.next(); !next.done; next = await entries.next()) {
      const entry = next.value
      await check.take(entry)
      refuse()
      if (hasLines) progress.at(entry.line)
      for (const reading of entry.ok ? entry.items : []) if (reading.ok) await writer.take(reading.item)
      await progress.tell(writer.written / Math.max(1, check.count))
    }
    await check.finish()
    refuse()
  } finally {
    // Nothing is asked of the transaction any more when it is taken back.
    await writer.settled()
  }
  await writer.finish()
  if (writer.written !== check.count) throw new Error(`import ${importId} lost records of its check`)
  return endImport(tx, context, writer, { from: 'checking', data: { ...check.result(), options } })
}
