/** A file of which any part can be read: formats that begin with their end. Small ones rest in memory, others in a temporary file. */
import { randomUUID } from 'node:crypto'
import { type FileHandle, open, unlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { FileExcerpt } from './file-facts'

const IN_MEMORY = 32_000_000
const PIECE_BYTES = 1_000_000

/** Any part of a file, by its bytes. */
export interface FileBytes {
  readonly byteLength: number
  /** The bytes from `start` up to, not including, `end`. */
  slice: (start: number, end?: number) => Promise<ArrayBuffer>
  /** Of an excerpt: is this part in it? Where it is not, `slice` throws RangeError. */
  has?: (start: number, end: number) => boolean
}

export class WholeFile implements FileBytes {
  private constructor(
    readonly byteLength: number,
    private readonly bytes: Buffer | null,
    private readonly handle: FileHandle | null,
    private readonly name: string | null,
  ) {}

  /** Reads the stream to its end. `close` must be called. */
  static async of(chunks: AsyncIterable<Buffer>): Promise<WholeFile> {
    let parts: Buffer[] = []
    let size = 0
    let handle: FileHandle | null = null
    let name: string | null = null
    try {
      for await (const chunk of chunks) {
        size += chunk.length
        if (!handle && size > IN_MEMORY) {
          const file = path.join(tmpdir(), `assay-${randomUUID()}`)
          handle = await open(file, 'wx+', 0o600)
          // It is gone with its last handle, however this process ends; where the system does not allow that, it goes on closing.
          name = await unlink(file).then(
            () => null,
            () => file,
          )
          for (const part of parts) await handle.write(part)
          parts = []
        }
        if (handle) await handle.write(chunk)
        else parts.push(chunk)
      }
    } catch (error) {
      await new WholeFile(size, null, handle, name).close()
      throw error
    }
    return new WholeFile(size, handle ? null : Buffer.concat(parts), handle, name)
  }

  /** The bytes from `start` up to, not including, `end`. */
  async slice(start: number, end = this.byteLength): Promise<ArrayBuffer> {
    const bytes = Buffer.alloc(Math.max(0, Math.min(end, this.byteLength) - start))
    if (this.bytes) this.bytes.copy(bytes, 0, start)
    else await this.handle?.read(bytes, 0, bytes.length, start)
    return bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length) as ArrayBuffer
  }

  /** All of it, from the beginning, piece by piece. */
  async *chunks(): AsyncGenerator<Buffer> {
    for (let offset = 0; offset < this.byteLength; offset += PIECE_BYTES)
      yield Buffer.from(await this.slice(offset, offset + PIECE_BYTES))
  }

  async close(): Promise<void> {
    await this.handle?.close()
    if (this.name) await unlink(this.name).catch(() => undefined)
  }
}

/** A file of which only some parts are there, one behind the other in `partBytes`. */
export function excerptOf(partBytes: FileBytes, { byteLength, parts }: FileExcerpt): FileBytes {
  const placed: { start: number; end: number; offset: number }[] = []
  let offset = 0
  for (const [start, end] of parts) {
    const last = placed.at(-1)
    if (last?.end === start) last.end = end
    else placed.push({ start, end, offset })
    offset += end - start
  }
  const partWith = (start: number, end: number) => placed.find((part) => start >= part.start && end <= part.end)
  return {
    byteLength,
    has: (start, end) => partWith(start, end) !== undefined,
    slice: async (start, end = byteLength) => {
      const last = Math.min(end, byteLength)
      const part = partWith(start, last)
      if (!part) throw new RangeError(`bytes ${start} to ${last} are not in this excerpt`)
      const from = part.offset + start - part.start
      return partBytes.slice(from, from + last - start)
    },
  }
}
