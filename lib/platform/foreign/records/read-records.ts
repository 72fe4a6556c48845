/**
 * Reads an uploaded file as a stream of records, whatever its container: a JSON list, one object, an object around a
 * list, JSON lines, CSV. Memory holds one chunk and one record, however long the file.
 */
import { detectContainer } from './detect-container'
import { parsePiece } from './parse-piece'
import type { Piece } from './pieces'
import { type SourceEntry, sourceProblem } from './source-entry'
import { splitCsv } from './split-csv'
import { splitJson } from './split-json'
import { splitLines } from './split-lines'

const HEAD_BYTES = 1_000_000

/** A record that is cut out of the file and not parsed yet, or a place where there should be one. */
export interface UnreadRecord {
  line: number
  /** To be called once, before the next one is asked for. */
  read(): SourceEntry
}

/** Every record of the file in order, with its line, and every place where there should be one. */
export async function* readRecords(chunks: AsyncIterable<Buffer>): AsyncGenerator<SourceEntry> {
  for await (const record of splitRecords(chunks)) yield record.read()
}

const known = (entry: SourceEntry): UnreadRecord => ({ line: entry.line, read: () => entry })

/** The same before each record is parsed, for those who have to know which one it is. */
export async function* splitRecords(chunks: AsyncIterable<Buffer>): AsyncGenerator<UnreadRecord> {
  const source = chunks[Symbol.asyncIterator]()
  const { head, complete } = await readHead(source)
  const container = detectContainer(head, complete)
  if ('ok' in container) {
    yield known(container)
    return
  }
  const all = rejoin(head, source)
  if (container.kind === 'csv') yield* splitCsv(all, container.delimiter)
  else if (container.kind === 'lines') yield* unparsed(splitLines(skip(all, container.offset), container.separator))
  else yield* splitList(all, container)
}

async function* unparsed(pieces: AsyncIterable<Piece>): AsyncGenerator<UnreadRecord> {
  for await (const piece of pieces) yield { line: piece.line, read: () => parsePiece(piece) }
}

async function* splitList(
  chunks: AsyncIterable<Buffer>,
  container: { mode: 'list' | 'stream'; offset: number; line: number; wrapped: boolean },
): AsyncGenerator<UnreadRecord> {
  const pieces = splitJson(chunks, container)
  let cutShort = false
  for (;;) {
    const next = await pieces.next()
    if (!next.done) {
      const piece = next.value
      // Of one that is not read, nothing more is said.
      cutShort = piece.cut
      const read = () => {
        const entry = parsePiece(piece)
        cutShort = piece.cut && !entry.ok
        return entry
      }
      yield { line: piece.line, read }
      continue
    }
    const { line, closed, rest } = next.value
    if (!closed && !cutShort)
      yield known(
        sourceProblem(
          line,
          'truncated',
          'The list of records is never closed.',
          'The file may be cut off: export or copy it again.',
        ),
      )
    if (closed && !container.wrapped && rest !== '') {
      yield known(
        sourceProblem(
          line,
          'trailing',
          'Something stands after the end of the list.',
          'Put everything into one list, or write one record a line.',
        ),
      )
    }
    return
  }
}

async function readHead(source: AsyncIterator<Buffer>): Promise<{ head: Buffer; complete: boolean }> {
  const parts: Buffer[] = []
  let size = 0
  while (size < HEAD_BYTES) {
    const next = await source.next()
    if (next.done) return { head: Buffer.concat(parts), complete: true }
    parts.push(next.value)
    size += next.value.length
  }
  return { head: Buffer.concat(parts), complete: false }
}

async function* rejoin(head: Buffer, rest: AsyncIterator<Buffer>): AsyncGenerator<Buffer> {
  yield head
  for (;;) {
    const next = await rest.next()
    if (next.done) return
    yield next.value
  }
}

async function* skip(chunks: AsyncIterable<Buffer>, bytes: number): AsyncGenerator<Buffer> {
  let left = bytes
  for await (const chunk of chunks) {
    yield chunk.subarray(Math.min(left, chunk.length))
    left = Math.max(0, left - chunk.length)
  }
}
