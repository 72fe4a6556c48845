/** The files of a tar archive, one after the other as a stream: memory holds one chunk. */
import { UnreadableFile } from './file-facts'

const BLOCK = 512
/** Longest block of names before a file: more is no name. */
const LONGEST_NAMES = 1_000_000

export interface TarEntry {
  /** Without the folders that it lies in. */
  name: string
  /** In bytes. */
  size: number
  /** Its bytes; those that are not taken before the next file is asked for are left out. */
  chunks: AsyncGenerator<Buffer>
}

/** @throws UnreadableFile where the archive is damaged or cut off */
export async function* tarEntries(chunks: AsyncIterable<Buffer>): AsyncGenerator<TarEntry> {
  const bytes = new ByteSource(chunks)
  let longName: string | null = null
  for (;;) {
    const header = await bytes.take(BLOCK)
    // Archives end with blocks of zeros, and some just end.
    if (header.length === 0 || header.every((byte) => byte === 0)) return
    if (header.length < BLOCK || !isSound(header)) throw DAMAGED
    const size = sizeIn(header)
    const type = String.fromCharCode(header[156] ?? 0)
    const padding = (BLOCK - (size % BLOCK)) % BLOCK
    if (NAMES.has(type)) {
      if (size > LONGEST_NAMES) throw DAMAGED
      const nameText = (await bytes.take(size + padding)).subarray(0, size).toString('utf8')
      if (type !== GLOBAL) longName = nameIn(type, nameText) ?? longName
      continue
    }
    const name = baseName(longName ?? textIn(header, 0, 100))
    longName = null
    const body = bytes.section(size)
    if (FILES.has(type) && !name.startsWith('.')) yield { name, size, chunks: body.read() }
    // A reader may have stopped before the end of the file.
    for await (const _ of body.read());
    await bytes.take(padding)
  }
}

/** Types of entries: files; names of the file behind them, as POSIX and as GNU write them; and what holds for all. */
const FILES = new Set(['0', '\0', '7'])
const GLOBAL = 'g'
const NAMES = new Set(['x', 'L', GLOBAL])

const DAMAGED = new UnreadableFile(
  'truncated',
  'The archive of several files is damaged or cut off here.',
  'Pack it again with tar, or choose the files themselves together.',
)

const textIn = (bytes: Buffer, start: number, length: number): string =>
  bytes
    .subarray(start, start + length)
    .toString('utf8')
    .replace(/\0.*$/s, '')

const baseName = (path: string): string => path.split('/').at(-1) ?? ''

function nameIn(type: string, nameText: string): string | null {
  if (type === 'L') return nameText.replace(/\0.*$/s, '')
  return /^\d+ path=(.*)$/m.exec(nameText)?.[1] ?? null
}

function sizeIn(header: Buffer): number {
  // Larger than octal digits can say: as a binary number.
  if ((header[124] ?? 0) & 0x80) return Number(header.readBigUInt64BE(128))
  return Number.parseInt(textIn(header, 124, 12).trim() || '0', 8) || 0
}

function isSound(header: Buffer): boolean {
  const storedSum = Number.parseInt(textIn(header, 148, 8).trim(), 8)
  const sum = header.reduce((total, byte, index) => total + (index >= 148 && index < 156 ? 32 : byte), 0)
  return storedSum === sum
}

/** Takes bytes off a stream, so many at a time. */
class ByteSource {
  private readonly source: AsyncIterator<Buffer>
  private rest: Buffer = Buffer.alloc(0)

  constructor(chunks: AsyncIterable<Buffer>) {
    this.source = chunks[Symbol.asyncIterator]()
  }

  /** Fewer where the stream ends. */
  async take(count: number): Promise<Buffer> {
    const parts: Buffer[] = []
    for await (const part of this.parts(count)) parts.push(part)
    return Buffer.concat(parts)
  }

  /** The next bytes, to be read in one go or several. Reading them throws UnreadableFile where the stream ends before. */
  section(count: number): { read: () => AsyncGenerator<Buffer> } {
    let left = count
    const parts = (most: number) => this.parts(most)
    return {
      async *read() {
        for await (const part of parts(left)) {
          left -= part.length
          yield part
        }
        if (left > 0) throw DAMAGED
      },
    }
  }

  private async *parts(count: number): AsyncGenerator<Buffer> {
    let left = count
    while (left > 0) {
      if (this.rest.length === 0) {
        const next = await this.source.next()
        if (next.done) return
        this.rest = next.value
        continue
      }
      const part = this.rest.subarray(0, left)
      this.rest = this.rest.subarray(part.length)
      left -= part.length
      yield part
    }
  }
}
