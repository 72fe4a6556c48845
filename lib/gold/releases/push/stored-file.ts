/** Files of a release as senders take them: any stretch of one, a piece at a time. */
import 'server-only'
import { filesOf } from '@/lib/gold/releases/release/archive/stream-archive'
import { pool } from '@/lib/platform/server/db'
import type { SentFile } from './target'

/** Where each piece of a file ends: pieces are of different sizes. */
async function endsOf(releaseId: string, path: string): Promise<number[]> {
  const { rows } = await pool().query<{ size: number }>(
    'select octet_length(bytes) size from release_chunks where release_id = $1 and path = $2 order by position',
    [releaseId, path],
  )
  let end = 0
  return rows.map(({ size }) => {
    end += size
    return end
  })
}

async function pieceAt(releaseId: string, path: string, position: number): Promise<Buffer> {
  const { rows } = await pool().query<{ bytes: Buffer }>({
    name: 'read-release-chunk',
    text: 'select bytes from release_chunks where release_id = $1 and path = $2 and position = $3',
    values: [releaseId, path, position],
  })
  const bytes = rows[0]?.bytes
  if (!bytes) throw new Error(`a piece of ${path} is missing`)
  return bytes
}

/** All files of a release, in the order in which they were made; nothing of them is read before it is asked for. */
export async function sentFilesOf(releaseId: string): Promise<SentFile[]> {
  const files = await filesOf(releaseId)
  return files.map(({ path, bytes, sha256 }) => {
    let ends: Promise<number[]> | undefined
    return {
      path,
      bytes,
      sha256,
      async *read(from = 0, to = bytes) {
        ends ??= endsOf(releaseId, path)
        for (const [position, end] of (await ends).entries()) {
          if (end <= from) continue
          const piece = await pieceAt(releaseId, path, position)
          const start = end - piece.length
          if (start >= to) return
          yield piece.subarray(Math.max(0, from - start), Math.min(piece.length, to - start))
        }
      },
    }
  })
}
