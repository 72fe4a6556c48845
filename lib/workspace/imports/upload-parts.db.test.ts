import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { CHUNK_BYTES } from '@/lib/platform/api/chunk-bytes'
import { prisma } from '@/lib/platform/server/db'
import { actorOf } from '@/tests/actors'
import { makeMember, makeProject } from '@/tests/factories'
import { cancelImport } from './cancel-import'
import { checkImport } from './check-import'
import { dropOldFiles, KEPT_DAYS } from './drop-old-files'
import { getImport } from './queries'
import { finishUpload } from './upload-import'
import { beginUpload, uploadPart } from './upload-parts'

/** Three pieces and a bit of JSON lines. */
const LINES = Array.from({ length: 32 }, (_, n) =>
  JSON.stringify({ id: n, response: `${n} ${'word '.repeat(19_000)}` }),
)
const FILE = Buffer.from(`${LINES.join('\n')}\n`)

const streamOf = (bytes: Buffer) => new Response(new Uint8Array(bytes)).body

/** A connection that ends in the middle. */
const brokenOff = (bytes: Buffer) =>
  new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(bytes)
    },
    pull(controller) {
      controller.error(new Error('gone'))
    },
  })

async function scene() {
  const project = await makeProject()
  const manager = actorOf(await makeMember(project, 'manager'))
  const begin = (actor = manager, file = FILE, modifiedAt = 17) =>
    beginUpload(actor, project.id, {
      name: 'big.jsonl',
      byteSize: file.length,
      modifiedAt,
      body: streamOf(file.subarray(0, CHUNK_BYTES)),
    })
  const part = (id: string, offset: number, bytes: Buffer) => uploadPart(manager, id, { offset, body: streamOf(bytes) })
  return { project, manager, begin, part }
}

describe('a file that comes in parts', () => {
  test('is checked once its last part is there', async () => {
    const { manager, begin, part } = await scene()
    const begun = await begin()
    expect(begun).toMatchObject({ state: 'uploading', received: CHUNK_BYTES, byteSize: FILE.length })
    const half = await part(begun.id, CHUNK_BYTES, FILE.subarray(CHUNK_BYTES, 2 * CHUNK_BYTES))
    expect(half).toMatchObject({ state: 'uploading', received: 2 * CHUNK_BYTES })
    const last = await part(begun.id, 2 * CHUNK_BYTES, FILE.subarray(2 * CHUNK_BYTES))
    const sha256 = createHash('sha256').update(FILE).digest('hex')
    expect(last).toMatchObject({ state: 'checking', sha256, received: FILE.length, progress: 0 })
    await checkImport(begun.id, new AbortController().signal)
    expect(await getImport(manager, begun.id)).toMatchObject({ state: 'ready', newCount: LINES.length })
    await expect(part(begun.id, 0, FILE)).rejects.toMatchObject({ code: 'rule' })
  })

  test('goes on where it broke off when the same person sends the same file again', async () => {
    const { project, manager, begin, part } = await scene()
    const { id } = await begin()
    const body = brokenOff(FILE.subarray(CHUNK_BYTES, 2.5 * CHUNK_BYTES))
    await expect(uploadPart(manager, id, { offset: CHUNK_BYTES, body })).rejects.toThrow('gone')
    expect(await begin()).toMatchObject({ id, state: 'uploading', received: 2 * CHUNK_BYTES })
    // The server ended before it noted how far it was: what is there already is compared, and the rest is taken.
    await prisma().import.update({ where: { id }, data: { progress: CHUNK_BYTES } })
    await expect(part(id, 2 * CHUNK_BYTES, FILE.subarray(2 * CHUNK_BYTES))).rejects.toMatchObject({ code: 'conflict' })
    expect(await part(id, CHUNK_BYTES, FILE.subarray(CHUNK_BYTES))).toMatchObject({ state: 'checking' })
    expect(await begin()).not.toMatchObject({ id })
    const other = actorOf(await makeMember(project, 'manager'))
    expect(new Set([(await begin()).id, (await begin(other)).id, (await begin(manager, FILE, 18)).id]).size).toBe(3)
  })

  test('is not made of two: where it has changed since, the upload ends', async () => {
    const { begin, part } = await scene()
    const { id } = await begin()
    await part(id, CHUNK_BYTES, FILE.subarray(CHUNK_BYTES, 2 * CHUNK_BYTES))
    const changed = Buffer.from(FILE)
    changed.write('X', 1.5 * CHUNK_BYTES)
    await expect(part(id, CHUNK_BYTES, changed.subarray(CHUNK_BYTES))).rejects.toMatchObject({ code: 'conflict' })
    expect(await prisma().import.findUnique({ where: { id } })).toMatchObject({ state: 'failed' })
    expect(await prisma().importChunk.count({ where: { importId: id } })).toBe(0)
    expect((await begin()).id).not.toBe(id)
  })

  /** What `during` does happens while the part is on its way: after it was let in, before its bytes come. */
  const late = (bytes: Buffer, during: () => Promise<unknown>) =>
    new ReadableStream<Uint8Array>({
      async pull(controller) {
        await during()
        controller.enqueue(bytes)
        controller.close()
      },
    })

  test('keeps its file when a late part holds something else', async () => {
    const { manager, begin, part } = await scene()
    const { id } = await begin()
    const changed = Buffer.from(FILE)
    changed.write('X', 1.5 * CHUNK_BYTES)
    const body = late(changed.subarray(CHUNK_BYTES), () => part(id, CHUNK_BYTES, FILE.subarray(CHUNK_BYTES)))
    await expect(uploadPart(manager, id, { offset: CHUNK_BYTES, body })).rejects.toMatchObject({ code: 'conflict' })
    expect(await prisma().import.findUnique({ where: { id } })).toMatchObject({ state: 'checking' })
    expect(await prisma().importChunk.count({ where: { importId: id } })).toBe(Math.ceil(FILE.length / CHUNK_BYTES))
  })

  test('is told as it stands where two requests have brought its last part', async () => {
    const { begin, manager, part } = await scene()
    const { id } = await begin()
    const { sha256 } = await part(id, CHUNK_BYTES, FILE.subarray(CHUNK_BYTES))
    expect(await finishUpload(manager, id, { byteSize: FILE.length, sha256: sha256 ?? '' })).toMatchObject({
      id,
      state: 'checking',
    })
    const said = { type: 'import.uploaded', data: { path: ['importId'], equals: id } }
    expect(await prisma().event.count({ where: said })).toBe(1)
  })

  test('that has ended otherwise says how', async () => {
    const { begin, manager } = await scene()
    const { id } = await begin()
    await prisma().import.update({ where: { id }, data: { state: 'failed', finishedAt: new Date() } })
    await expect(finishUpload(manager, id, { byteSize: FILE.length, sha256: 'f'.repeat(64) })).rejects.toThrow(
      /has failed/,
    )
    await prisma().import.update({ where: { id }, data: { state: 'cancelled' } })
    await expect(finishUpload(manager, id, { byteSize: FILE.length, sha256: 'f'.repeat(64) })).rejects.toThrow(
      /was cancelled/,
    )
  })

  test('stores nothing more once it is cancelled', async () => {
    const { manager, begin } = await scene()
    const { id } = await begin()
    const body = late(FILE.subarray(CHUNK_BYTES), () => cancelImport(manager, id))
    await expect(uploadPart(manager, id, { offset: CHUNK_BYTES, body })).rejects.toMatchObject({ code: 'conflict' })
    expect(await prisma().importChunk.count({ where: { importId: id } })).toBe(0)
  })

  test('ends where all is there and the server stopped before it said so, with nothing left to send', async () => {
    const { manager, begin } = await scene()
    const file = FILE.subarray(0, 2 * CHUNK_BYTES)
    const allThere = async (modifiedAt: number) => {
      const { id } = await begin(manager, file, modifiedAt)
      await prisma().importChunk.create({
        data: { importId: id, position: 1, bytes: new Uint8Array(file.subarray(CHUNK_BYTES)) },
      })
      await prisma().import.update({ where: { id }, data: { progress: file.length } })
      return id
    }
    const sha256 = createHash('sha256').update(file).digest('hex')
    const ended = { state: 'checking', sha256 }
    const id = await allThere(1)
    expect(await uploadPart(manager, id, { offset: file.length, body: null })).toMatchObject(ended)
    const other = await allThere(2)
    expect(await begin(manager, file, 2)).toMatchObject({ ...ended, id: other })
  })

  test('needs its beginning, no gap, and no more than was announced', async () => {
    const { begin, part, project, manager } = await scene()
    const { id } = await begin()
    await expect(part(id, 3 * CHUNK_BYTES, FILE)).rejects.toMatchObject({ code: 'conflict' })
    await expect(part(id, 5, FILE)).rejects.toMatchObject({ code: 'conflict' })
    const tooMuch = Buffer.concat([FILE.subarray(CHUNK_BYTES), FILE])
    await expect(part(id, CHUNK_BYTES, tooMuch)).rejects.toMatchObject({ code: 'invalid_request' })
    const short = { name: 'a', byteSize: FILE.length, modifiedAt: null, body: streamOf(FILE.subarray(0, 9)) }
    await expect(beginUpload(manager, project.id, short)).rejects.toMatchObject({ code: 'invalid_request' })
    await expect(beginUpload(manager, project.id, { ...short, byteSize: 9e9 })).rejects.toMatchObject({
      code: 'too_large',
    })
  })

  test('is let go of when nobody goes on with it for days', async () => {
    const { begin } = await scene()
    const { id } = await begin()
    await dropOldFiles()
    expect(await prisma().importChunk.count({ where: { importId: id } })).toBe(1)
    await prisma().import.update({
      where: { id },
      data: { createdAt: new Date(Date.now() - (KEPT_DAYS + 1) * 86_400_000) },
    })
    await dropOldFiles()
    expect(await prisma().import.findUnique({ where: { id } })).toMatchObject({ state: 'failed' })
    expect(await prisma().importChunk.count({ where: { importId: id } })).toBe(0)
  })
})
