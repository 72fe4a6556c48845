import 'server-only'
import type { Import } from '@/generated/prisma/client'
import { record } from '@/lib/platform/events/record'
import { prepareReading } from '@/lib/platform/foreign/apart'
import { enqueue } from '@/lib/platform/jobs/enqueue'
import type { Actor } from '@/lib/platform/policy/actor'
import { pool, prisma, transaction } from '@/lib/platform/server/db'
import { env } from '@/lib/platform/server/env'
import { AppError } from '@/lib/platform/server/errors'
import { storeStream } from '@/lib/platform/server/streams/regroup'
import { authorizeProject, loadProject, refuseArchived } from '@/lib/workspace/projects/queries'
import { dropChunks } from './chunks'
import type { ImportOptionsInput, ImportView } from './contract'
import { checkImportJob } from './jobs'
import { presentImport } from './present'

/**
 * Takes a file in, as a stream, and has it checked; with `write` also written, unless something is wrong with it. Errors: `too_large` beyond the stated limit, `invalid_request`
 * without a body. What arrived of a broken upload is thrown away.
 */
export async function uploadImport(
  actor: Actor,
  projectId: string,
  file: { name: string; body: ReadableStream<Uint8Array> | null; byteSize?: number },
  write?: ImportOptionsInput,
): Promise<ImportView> {
  if (!file.body) throw new AppError('invalid_request', 'Send the file as the body of the request.')
  if ((file.byteSize ?? 0) > env().ASSAY_MAX_UPLOAD) throw tooLarge()
  const { id } = await createImport(actor, projectId, file.name)
  if (env().ASSAY_WORKER === 'inline') prepareReading('item-checks')
  try {
    const { byteSize, sha256 } = await storeChunks(id, file.body)
    return presentImport(await finishUpload(actor, id, { byteSize, sha256 }, write))
  } catch (error) {
    await prisma().import.updateMany({
      where: { id, state: 'uploading' },
      data: {
        state: 'failed',
        error: 'The upload did not arrive whole. Upload the file again.',
        finishedAt: new Date(),
      },
    })
    await dropChunks(id)
    throw error
  }
}

export const tooLarge = () => {
  const limit = Math.floor(env().ASSAY_MAX_UPLOAD / 1_000_000)
  return new AppError(
    'too_large',
    `The file is larger than ${limit} MB, the limit of this server. Split it into several.`,
  )
}

type Announced = Partial<Pick<Import, 'byteSize' | 'fileModifiedAt'>>

export function createImport(
  actor: Actor,
  projectId: string,
  fileName: string,
  announced: Announced = {},
): Promise<Import> {
  return transaction(async (tx) => {
    const project = await loadProject(tx, actor, projectId)
    authorizeProject('project.manage', project)
    refuseArchived(project)
    return tx.import.create({ data: { projectId, fileName, createdById: actor.userId, ...announced } })
  })
}

const storeChunks = (importId: string, body: ReadableStream<Uint8Array>) =>
  storeStream(body, {
    refuse: (byteSize) => {
      if (byteSize > env().ASSAY_MAX_UPLOAD) throw tooLarge()
    },
    store: (piece, position) =>
      pool().query({
        name: 'store-import-chunk',
        text: 'insert into import_chunks (import_id, position, bytes) values ($1, $2, $3)',
        values: [importId, position, piece],
      }),
  })

/**
 * Says that the file is here whole, and has it checked. Where another request has said so of the same file, the import as it stands.
 * Errors: `conflict` where the upload has ended otherwise meanwhile.
 */
export function finishUpload(
  actor: Actor,
  importId: string,
  { byteSize, sha256 }: { byteSize: number; sha256: string },
  write?: ImportOptionsInput,
): Promise<Import> {
  return transaction(async (tx) => {
    const { count } = await tx.import.updateMany({
      where: { id: importId, state: 'uploading' },
      data: { state: 'checking', byteSize, sha256, progress: 0 },
    })
    const row = await tx.import.findUniqueOrThrow({ where: { id: importId } })
    if (count === 0) {
      if (row.state === 'cancelled')
        throw new AppError('conflict', 'The import was cancelled while its file was on the way.')
      if (row.sha256 !== sha256) throw new AppError('conflict', 'The upload of this file has failed. Upload it again.')
      return row
    }
    await record(
      tx,
      'import.uploaded',
      { actorId: actor.userId, projectId: row.projectId },
      { importId, fileName: row.fileName },
    )
    await enqueue(tx, checkImportJob, write ? { importId, write } : { importId })
    return row
  })
}
