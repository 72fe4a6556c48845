/**
 * What server and worker do with one file, in a process of its own that can be killed: `upload PROJECT USER FILE`, `check IMPORT`, `write IMPORT`.
 * Says the import's id; database and secret come with the environment.
 */
import { open, stat } from 'node:fs/promises'
import path from 'node:path'
import type { Actor } from '@/lib/platform/policy/actor'

const [step, id = '', userId = '', file = ''] = process.argv.slice(2)
const idle = new AbortController().signal

async function upload(): Promise<string> {
  const { CHUNK_BYTES } = await import('@/lib/platform/api/chunk-bytes')
  const { PART_BYTES } = await import('@/lib/workspace/imports/contract')
  const { beginUpload, uploadPart } = await import('@/lib/workspace/imports/upload-parts')
  const actor: Actor = { userId, name: 'Bench', isAdmin: false, via: 'session' }
  const { size, mtimeMs } = await stat(file)
  const handle = await open(file)
  const slice = async (start: number, length: number) => {
    const bytes = new Uint8Array(Math.min(length, size - start))
    await handle.read(bytes, 0, bytes.length, start)
    return new Response(bytes).body
  }
  const name = path.basename(file)
  const modifiedAt = Math.round(mtimeMs)
  let current = await beginUpload(actor, id, { name, byteSize: size, modifiedAt, body: await slice(0, CHUNK_BYTES) })
  process.stdout.write(`${current.id} goes on at ${current.received}\n`)
  while (current.state === 'uploading') {
    const offset = Math.floor(current.received / CHUNK_BYTES) * CHUNK_BYTES
    current = await uploadPart(actor, current.id, { offset, body: await slice(offset, PART_BYTES) })
  }
  await handle.close()
  return current.id
}

if (step === 'upload') process.stdout.write(`${await upload()} is there\n`)
if (step === 'check') await (await import('@/lib/workspace/imports/check-import')).checkImport(id, idle)
if (step === 'write') await (await import('@/lib/workspace/imports/apply-import')).applyImport(id, idle)
process.exit(0)
