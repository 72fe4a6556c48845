/** The bytes of a file as text in UTF-8, whatever they are packed and encoded in; as a stream, one chunk in memory. */
import { isUtf8 } from 'node:buffer'
import { Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { type FileFacts, UnreadableFile } from './file-facts'
import { megabytes } from './limits'

type Chunks = AsyncIterable<Buffer>

/** Of packed files, so much is read. */
const MOST_UNPACKED = 8_000_000_000
/** Packed again and again, nobody means it. */
const MOST_LAYERS = 2

export interface Begun {
  /** The first bytes: the whole file where `isComplete`. */
  head: Buffer
  isComplete: boolean
  /** All of it, with the head. */
  all: Chunks
}

/** Reads at least so many bytes ahead, or to the end. Where the file breaks off before, that is thrown behind what was read. */
export async function beginning(chunks: Chunks, bytes: number): Promise<Begun> {
  const source = chunks[Symbol.asyncIterator]()
  const parts: Buffer[] = []
  let size = 0
  let isComplete = false
  let failure: UnreadableFile | null = null
  while (size < bytes && !isComplete && !failure) {
    const next = await source.next().catch((error: unknown) => {
      if (error instanceof UnreadableFile) return error
      throw error
    })
    if (next instanceof UnreadableFile) failure = next
    else if (next.done) isComplete = true
    else {
      parts.push(next.value)
      size += next.value.length
    }
  }
  const head = Buffer.concat(parts)
  return { head, isComplete, all: rejoin(head, source, failure) }
}

async function* rejoin(
  head: Buffer,
  rest: AsyncIterator<Buffer>,
  failure: UnreadableFile | null,
): AsyncGenerator<Buffer> {
  if (head.length > 0) yield head
  if (failure) throw failure
  for (let next = await rest.next(); !next.done; next = await rest.next()) yield next.value
}

/** The file without the gzip around it; behind `most` bytes an `UnreadableFile` is thrown. */
export async function unpacked(
  chunks: Chunks,
  most = MOST_UNPACKED,
): Promise<{ chunks: Chunks; isCompressed: boolean }> {
  let begun = await beginning(chunks, 4)
  let layers = 0
  for (; layers < MOST_LAYERS && begun.head.subarray(0, 2).toString('hex') === '1f8b'; layers++)
    begun = await beginning(gunzip(begun.all, most), 4)
  return { chunks: begun.all, isCompressed: layers > 0 }
}

async function* gunzip(chunks: Chunks, most: number): AsyncGenerator<Buffer> {
  const source = Readable.from(chunks, { objectMode: false })
  const unzip = createGunzip()
  source.on('error', (error) => unzip.destroy(error)).pipe(unzip)
  let size = 0
  try {
    for await (const chunk of unzip as AsyncIterable<Buffer>) {
      size += chunk.length
      if (size > most) throw tooLong(most)
      yield chunk
    }
  } catch (error) {
    throw isZlibError(error)
      ? new UnreadableFile(
          'truncated',
          'The compressed file is damaged or cut off here.',
          'Copy it again, or pack it again with gzip.',
        )
      : error
  } finally {
    source.destroy()
    unzip.destroy()
  }
}

const tooLong = (most: number) =>
  most < MOST_UNPACKED
    ? new UnreadableFile(
        'too-long',
        `Unpacked, the beginning of the file has more than ${megabytes(most)}.`,
        'Unpack it and look at what it holds.',
      )
    : new UnreadableFile('too-long', 'Unpacked, the file has more than 8 GB.', 'Split it into several.')

const isZlibError = (error: unknown) => /^Z_/.test(String(Object(error).code ?? ''))

/** Bytes that say which encoding it is, at the beginning of a text. */
export function encodingOf(head: Buffer): NonNullable<FileFacts['encoding']> | 'UTF-16BE' {
  const start = head.subarray(0, 2).toString('hex')
  if (start === 'fffe') return 'UTF-16'
  if (start === 'feff') return 'UTF-16BE'
  const side = nulSide(head)
  if (side !== null) return side === 0 ? 'UTF-16BE' : 'UTF-16'
  return isUtf8Text(head) || !isSingleBytes(head) ? 'UTF-8' : 'Windows-1252'
}

/** In UTF-16 without a mark, nearly every other byte of Latin letters is NUL: the first of each two, or the second; else null. */
function nulSide(head: Buffer): 0 | 1 | null {
  const bytes = head.subarray(0, 256)
  const pairs = Math.floor(bytes.length / 2)
  const nuls = [0, 1].map((side) => bytes.filter((byte, index) => index % 2 === side && byte === 0).length)
  const [first = 0, second = 0] = nuls
  if (pairs < 2 || Math.max(first, second) < 0.7 * pairs || Math.min(first, second) > 0) return null
  return first > second ? 0 : 1
}

/** UTF-8, as far as it goes: a character cut off at the end is no fault. */
export function isUtf8Text(bytes: Buffer): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true })
    return true
  } catch {
    return false
  }
}

/**
 * Letters of one byte each: no control characters, and more bytes that UTF-8 does not allow than characters of several bytes. A text
 * in UTF-8 that is damaged has it the other way round.
 */
function isSingleBytes(head: Buffer): boolean {
  let invalid = 0
  let several = 0
  for (let index = 0; index < head.length; index++) {
    const byte = head[index] ?? 0
    if (isControl(byte)) return false
    if (byte < 128) continue
    const length =
      byte >= 0xc2 && byte < 0xe0 ? 2 : byte >= 0xe0 && byte < 0xf0 ? 3 : byte >= 0xf0 && byte < 0xf5 ? 4 : 0
    if (length > 0 && isUtf8(head.subarray(index, index + length))) {
      several++
      index += length - 1
    } else invalid++
  }
  return invalid > several
}

/** Control characters but for tab, line ends, form feed, escape, and the end mark of old systems. */
export const isControl = (byte: number): boolean =>
  byte === 127 || (byte < 32 && ![9, 10, 11, 12, 13, 26, 27].includes(byte))

/** The text in UTF-8. */
export async function* inUtf8(chunks: Chunks, encoding: ReturnType<typeof encodingOf>): AsyncGenerator<Buffer> {
  if (encoding === 'UTF-8') {
    yield* chunks
    return
  }
  const names = { 'UTF-16': 'utf-16le', 'UTF-16BE': 'utf-16be', 'Windows-1252': 'windows-1252' } as const
  const decoder = new TextDecoder(names[encoding])
  for await (const chunk of chunks) {
    const text = decoder.decode(chunk, { stream: true })
    if (text !== '') yield Buffer.from(text)
  }
  const rest = decoder.decode()
  if (rest !== '') yield Buffer.from(rest)
}

const LF = 10
const CR = 13

/** Does each line end as on old systems, in CR alone? */
export const hasOldLineEnds = (head: Buffer): boolean => !head.includes(LF) && head.includes(CR)

/** The same lines, each ending in LF. */
export async function* withNewLineEnds(chunks: Chunks): AsyncGenerator<Buffer> {
  for await (const chunk of chunks) yield chunk.map((byte) => (byte === CR ? LF : byte)) as Buffer
}
