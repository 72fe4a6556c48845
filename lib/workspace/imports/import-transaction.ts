/** What the writing of an import begins with and ends with: its one transaction, what it needs to know, and the import that is done. */
import 'server-only'
import type { Prisma } from '@/generated/prisma/client'
import { record } from '@/lib/platform/events/record'
import { LONGEST_JOB_MS } from '@/lib/platform/jobs/unlock'
import { type Tx, transaction } from '@/lib/platform/server/db'
import { log } from '@/lib/platform/server/log'
import { protocolById } from '@/lib/protocols'
import type { ImportOptions } from './contract'
import { ImportEnded } from './import-progress'
import type { ItemWriter } from './item-writer'
import type { ColumnMapping } from './mapping/contract'
import type { WriteContext } from './new-item'
import { planByIndex } from './plan-by-index'
import { fileMappingOf } from './present'

/** The longest that one import may take to write; some minutes are left to begin with, and to note a failure. */
const LONGEST_MINUTES = LONGEST_JOB_MS / 60_000 - 5
/** So long it waits for a connection. */
const WAIT_MS = 30_000

export type ImportContext = WriteContext & {
  importId: string
  mapping: ColumnMapping | null
}

/** What was written, and how the file's columns were read. */
export interface Written extends Pick<ImportContext, 'projectId' | 'mapping'> {
  protocolId: string
  added: number
}

export const withStages = {
  project: { include: { stages: { orderBy: { position: 'asc' } } } },
} satisfies Prisma.ImportInclude
type ImportRow = Prisma.ImportGetPayload<{ include: typeof withStages }>

/** What is to be known for the writing of an import, under the options that somebody chose. */
export function importContext(row: ImportRow, options: ImportOptions): ImportContext {
  const { id: importId, projectId, fileName, createdById, project } = row
  return {
    importId,
    projectId,
    fileName,
    createdById,
    protocol: protocolById(project.protocolId),
    stages: project.stages,
    options,
    mapping: fileMappingOf(row)?.mapping ?? null,
  }
}

/** Writes an import in one transaction, so that half of it never exists; null where there is nothing to write. */
export async function inImportTransaction(
  importId: string,
  write: (tx: Tx) => Promise<Written | null>,
): Promise<Written | null> {
  const started = Date.now()
  const begin = async (tx: Tx) => {
    await planByIndex(tx)
    return write(tx)
  }
  const written = await transaction(begin, LONGEST_MINUTES, WAIT_MS)
  if (!written) return null
  const { added, projectId, protocolId, mapping } = written
  log.info('import written', { importId, items: added, ms: Date.now() - started })
  // Only now: the import has held tasks, which everybody else who changes many of them takes after the project.
  if (mapping)
    await transaction((tx) =>
      tx.project.updateMany({ where: { id: projectId, protocolId }, data: { importMapping: mapping } }),
    ).catch((error: unknown) => log.warn('a mapping is not remembered', { importId, cause: String(error) }))
  return written
}

interface Ending {
  /** The state that it was written in; throws ImportEnded where it is in another one by now. */
  from: 'checking' | 'applying'
  /** What is noted of it besides. */
  data?: Prisma.ImportUpdateManyMutationInput
  /** Is the file kept, for the records in it that were left out? */
  keepsFile?: boolean
}

/** The last words of the transaction: the import is done, its file is let go of, and an event tells of it. */
export async function endImport(
  tx: Tx,
  context: ImportContext,
  writer: ItemWriter,
  { from, data: more = {}, keepsFile = false }: Ending,
): Promise<Written> {
  const { importId, projectId, fileName, options, createdById, mapping, protocol } = context
  const { added, duplicates, joined } = writer
  const { count } = await tx.import.updateMany({
    where: { id: importId, state: from },
    data: {
      ...more,
      state: 'done',
      newCount: added,
      duplicateCount: duplicates,
      joinedCount: joined,
      notJoined: writer.notJoined.list(),
      finishedAt: new Date(),
    },
  })
  if (count === 0) throw new ImportEnded()
  if (!keepsFile) await tx.importChunk.deleteMany({ where: { importId } })
  const data = {
    importId,
    fileName,
    items: added,
    duplicates,
    labels: options.labels,
    ...(options.labels === 'person' && options.personId ? { joined, userId: options.personId } : {}),
  }
  await record(tx, 'import.applied', { actorId: createdById, projectId }, data)
  return { added, projectId, protocolId: protocol.id, mapping }
}
