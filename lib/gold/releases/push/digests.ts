/** Digests of a file as places compute them, each in one pass and with one piece in memory. */
import { createHash } from 'node:crypto'
import { partBytes } from './rules'
import type { SentFile } from './target'

/** What S3 calls an object sent in one request: its MD5; of one sent in parts, the MD5 of theirs, with their number. */
export async function etagOf(file: SentFile): Promise<string> {
  const size = partBytes(file.bytes)
  if (file.bytes <= size) return (await hashOf('md5', file.read())).toString('hex')
  const all = createHash('md5')
  let parts = 0
  for (let from = 0; from < file.bytes; from += size, parts++)
    all.update(await hashOf('md5', file.read(from, Math.min(from + size, file.bytes))))
  return `${all.digest('hex')}-${parts}`
}

/** What git calls the content of a file (`git hash-object`). */
export const gitBlobOf = async (file: SentFile): Promise<string> =>
  (await hashOf('sha1', file.read(), `blob ${file.bytes}\0`)).toString('hex')

export async function hashOf(
  algorithm: 'md5' | 'sha1' | 'sha256',
  pieces: AsyncIterable<Uint8Array>,
  head = '',
): Promise<Buffer> {
  const hash = createHash(algorithm).update(head)
  for await (const piece of pieces) hash.update(piece)
  return hash.digest()
}
