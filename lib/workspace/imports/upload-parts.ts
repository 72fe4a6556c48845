import 'server-only'
import { createHash } from 'node:crypto'
import { CHUNK_BYTES } from '@/lib/platform/api/chunk-bytes'
import type { Actor } from '@/lib/platform/policy/actor'
import { pool, prisma, transaction } from '@/lib/platform/server/db'
import { env } from '@/lib/platform/server/env'
import { AppError } from '@/lib/platform/server/errors'
import { regroup } from '@/lib/platform/server/streams/regroup'
import { authorizeProject, loadProject, refuseArchived } from '@/lib/workspace/projects/queries'
import { dropChunks, readChunks } from './chunks'
import type { ImportView } from './contract'
import { loadImport } from './load-import'
import { presentImport } from './present'
import { createImport, finishUpload, tooLarge } from './upload-import'

interface Beginning {
  name: string
  /** Of the whole file, in bytes. */
  byteSize: number
  modifiedAt: number | null
  /** Its first bytes, or all of them. */
  body: ReadableStream<Uint8Array> | null
}

/**
 * Begins the upload of a file that comes in parts; or goes on with one that the same person began in this project and that broke
 * off, where name, size, time of change and the first bytes are the same. Errors: `too_large` beyond the stated limit,
 * `invalid_request` without the first bytes.
 */
export async function beginUpload(actor: Actor, projectId: string, file: Beginning): Promise<ImportView> {
  if (file.byteSize > env().ASSAY_MAX_UPLOAD) throw tooLarge()
  await transaction(async (tx) => {
    const project = await loadProject(tx, actor, projectId)
    authorizeProject('project.manage', project)
    refuseArchived(project)
  })
  const chunks = regroup(file.body ?? new Blob([]).stream())
  const { value: first } = await chunks.next()
  if (!first || !isWhole(first, 0, file.byteSize))
    throw new AppError('invalid_request', `Send at least the first ${Math.min(CHUNK_BYTES, file.byteSize)} bytes.`)
  const fileModifiedAt = file.modifiedAt === null ? null : new Date(file.modifiedAt)
  const announced = { byteSize: BigInt(file.byteSize), fileModifiedAt }
  const existingImport = await findBrokenOff(actor, projectId, { ...announced, name: file.name, first })
  const { id } = existingImport ?? (await createImport(actor, projectId, file.name, announced))
  return storePart(actor, { id, byteSize: file.byteSize }, 0, withFirst(first, chunks))
}

async function* withFirst(first: Buffer, rest: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  yield first
  yield* rest
}

async function findBrokenOff(
  { userId }: Actor,
  projectId: string,
  file: { name: string; byteSize: bigint; fileModifiedAt: Date | null; first: Buffer },
): Promise<{ id: string } | undefined> {
  const { rows } = await pool().query<{ id: string }>(
    `select i.id from imports i join import_chunks c on c.import_id = i.id and c.position = 0
     where i.project_id = $1 and i.created_by_id = $2 and i.state = 'uploading' and i.file_name = $3 and i.byte_size = $4
       and i.file_modified_at is not distinct from $5 and c.bytes = $6
     order by i.created_at desc limit 1`,
    [projectId, userId, file.name, file.byteSize, file.fileModifiedAt, file.first],
  )
  return rows[0]
}

/**
 * Takes in a part of the file, from `offset` on. Errors: `rule` unless its upload was begun and is not complete, `conflict` where
 * something is missing before the part, or where what arrived before is of another file (the upload ends then).
 */
export async function uploadPart(
  actor: Actor,
  importId: string,
  { offset, body }: { offset: number; body: ReadableStream<Uint8Array> | null },
): Promise<ImportView> {
  const row = await loadImport(prisma(), actor, importId, { toWrite: true })
  const { byteSize } = row
  if (row.state !== 'uploading' || byteSize === 0n)
    throw new AppError(
      'rule',
      'This import takes no parts of a file: its upload was not begun in parts, or the whole file has arrived.',
    )
  if (offset % CHUNK_BYTES !== 0 || offset > Number(row.progress))
    throw new AppError('conflict', `Go on at byte ${Math.floor(Number(row.progress) / CHUNK_BYTES) * CHUNK_BYTES}.`)
  // All is there where the server ended before it said so: nothing is left to send.
  if (!body && offset < Number(byteSize))
    throw new AppError('invalid_request', 'Send the part as the body of the request.')
  return storePart(actor, { id: importId, byteSize: Number(byteSize) }, offset, regroup(body ?? new Blob([]).stream()))
}

/** Only whole pieces are kept: the last one of a request that broke off is sent again. */
const isWhole = (chunk: Buffer, from: number, byteSize: number): boolean =>
  chunk.length === CHUNK_BYTES || from + chunk.length === byteSize

async function storePart(
  actor: Actor,
  { id, byteSize }: { id: string; byteSize: number },
  offset: number,
  chunks: AsyncIterable<Buffer>,
): Promise<ImportView> {
  let reached = offset
  try {
    for await (const chunk of chunks) {
      if (reached + chunk.length > byteSize)
        throw new AppError(
          'invalid_request',
          `The upload was begun for a file of ${byteSize} bytes, and more have arrived.`,
        )
      if (!isWhole(chunk, reached, byteSize)) break
      await storeChunk(id, reached / CHUNK_BYTES, chunk)
      reached += chunk.length
    }
  } finally {
    reached = Math.max(reached, await noteReached(id, reached))
  }
  if (reached < byteSize) return presentImport(await prisma().import.findUniqueOrThrow({ where: { id } }))
  return presentImport(await finishUpload(actor, id, { byteSize, sha256: await hashOf(id) }))
}

/** Returns how much is here: all of it, where the server ended after it noted so and before it ended the upload. */
async function noteReached(importId: string, reached: number): Promise<number> {
  const { rows } = await pool().query<{ progress: string }>(
    `update imports set progress = greatest(progress, $2) where id = $1 and state = 'uploading' returning progress`,
    [importId, reached],
  )
  return Number(rows[0]?.progress ?? 0)
}

async function storeChunk(importId: string, position: number, chunk: Buffer): Promise<void> {
  // The lock keeps a cancellation waiting until the piece is there, so that it takes this piece away too.
  const { rows } = await pool().query<{ uploading: boolean; same: boolean | null }>({
    name: 'store-import-part',
    text: `with uploading as (select id from imports where id = $1 and state = 'uploading' for share),
                stored as (
             insert into import_chunks (import_id, position, bytes) select id, $2::int, $3::bytea from uploading
             on conflict do nothing returning 1)
           select exists (select 1 from uploading) "uploading", (
             select bytes = $3 from import_chunks
             where import_id = $1 and position = $2 and not exists (select 1 from stored)) "same"`,
    values: [importId, position, chunk],
  })
  if (!rows[0]?.uploading) throw new AppError('conflict', NOT_UPLOADING)
  if (rows[0].same !== false) return
  const error = 'The file has changed since its upload began. Choose it again: the upload starts from the beginning.'
  const { count } = await prisma().import.updateMany({
    where: { id: importId, state: 'uploading' },
    data: { state: 'failed', error, finishedAt: new Date() },
  })
  // Where the upload has come to its end meanwhile, its file is another's to keep.
  if (count === 0) throw new AppError('conflict', NOT_UPLOADING)
  await dropChunks(importId)
  throw new AppError('conflict', error)
}

const NOT_UPLOADING = 'The upload has ended meanwhile: the whole file has arrived, or the import was cancelled.'

async function hashOf(importId: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of readChunks(importId)) hash.update(chunk)
  return hash.digest('hex')
}
