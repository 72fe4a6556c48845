/** Writes a checked file into its project: everything in one transaction, so that half an import never exists. */
import 'server-only'
import { isFinal } from '@/lib/platform/jobs/interruptions'
import { handleJob } from '@/lib/platform/jobs/task-registry'
import { prisma, type Tx } from '@/lib/platform/server/db'
import { dropChunks, readChunks } from './chunks'
import { importOptionsSchema } from './contract'
import { hasEnded, ImportEnded, ImportProgress } from './import-progress'
import {
  endImport,
  type ImportContext,
  importContext,
  inImportTransaction,
  type Written,
  withStages,
} from './import-transaction'
import { ItemWriter } from './item-writer'
import { applyImportJob } from './jobs'
import { fillContentKeys } from './known-items'
import { lastPosition, lockPositions } from './positions'
import { readingOf } from './present'
import { readItemsApart } from './read-apart'
import type { ItemsInput } from './read-file-items'
import { ImportRefused } from './write-items'

/** The worker's handler; safe to run twice. */
export const applyImportHandler = handleJob(
  applyImportJob,
  async ({ importId }, run) => {
    try {
      await applyImport(importId, run.signal)
    } catch (error) {
      if (error instanceof ImportEnded || (await hasEnded(importId, 'applying'))) return
      if (error instanceof ImportRefused) return fail(importId, error.message)
      if (isFinal(run, error)) await fail(importId, UNFINISHED)
      throw error
    }
  },
  ({ importId }, why) => fail(importId, why === 'died' ? DIED : UNFINISHED),
)

const UNFINISHED =
  'The records could not be written, and none of them was kept. Upload the file again; the administrator of the server finds the reason in its log.'
const DIED =
  'The process that wrote this import ended again and again while it did; nothing of it was kept, and it is not tried again. Upload the file anew; the administrator of the server finds more in its log.'

/** Writes an import in state `applying`; any other is left alone. */
export async function applyImport(importId: string, signal: AbortSignal): Promise<void> {
  await inImportTransaction(importId, (tx) => write(tx, importId, signal))
}

async function write(tx: Tx, importId: string, signal: AbortSignal): Promise<Written | null> {
  const prepared = await prepare(tx, importId)
  if (!prepared) return null
  const { context, byteSize, recordCount, isPart, choice } = prepared
  const progress = new ImportProgress(importId, 'applying', signal, byteSize)
  // How many records there are is known: what counts is how many of them are written, however far the file is read.
  progress.reached({ bytes: byteSize, lines: 0 })
  const writer = new ItemWriter(tx, context, await lastPosition(tx, context.projectId))
  const input = { protocolId: context.protocol.id, mapping: context.mapping, choice, withSizes: isPart }
  const open = () => readChunks(importId)
  try {
    for await (const entry of readItemsApart(input, open, { signal })) {
      for (const reading of entry.ok ? entry.items : [entry]) {
        if (!('item' in reading) && isPart) continue
        if (!('item' in reading))
          throw new Error(`import ${importId}: line ${entry.line} passed the check and cannot be read now`)
        await writer.take(reading.item)
      }
      await progress.tell(writer.written / Math.max(1, recordCount))
    }
  } finally {
    // Nothing is asked of the transaction any more when it is taken back.
    await writer.settled()
  }
  await writer.finish()
  if (writer.written !== recordCount) throw new Error(`import ${importId} lost records since the check`)
  // The records that were left out can still be downloaded.
  return endImport(tx, context, writer, { from: 'applying', keepsFile: isPart })
}

interface Prepared extends Pick<ItemsInput, 'choice'> {
  context: ImportContext
  byteSize: number
  /** Of a file with problems, those without. */
  recordCount: number
  /** Are records left out for their problems, beside those of `recordCount`? */
  isPart: boolean
}

/** Locks the project for imports, so that positions are given out once, and loads what a write needs. */
async function prepare(tx: Tx, importId: string): Promise<Prepared | null> {
  const row = await tx.import.findUnique({ where: { id: importId }, select: { projectId: true } })
  if (!row) return null
  await lockPositions(tx, row.projectId)
  // Only now: whoever held the lock may have written this very import.
  const current = await tx.import.findFirst({ where: { id: importId, state: 'applying' }, include: withStages })
  if (!current) return null
  const { projectId, byteSize, newCount, duplicateCount, problemCount } = current
  const options = importOptionsSchema.parse(current.options)
  await fillContentKeys(tx, projectId)
  return {
    context: importContext(current, options),
    byteSize: Number(byteSize),
    recordCount: newCount + duplicateCount,
    isPart: options.records === 'good' && problemCount > 0,
    choice: readingOf(current).choice,
  }
}

async function fail(importId: string, error: string): Promise<void> {
  const { count } = await prisma().import.updateMany({
    where: { id: importId, state: 'applying' },
    data: { state: 'failed', error, finishedAt: new Date() },
  })
  if (count > 0) await dropChunks(importId)
}
