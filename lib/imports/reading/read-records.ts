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

/** Every record of the file in order, with its line, and every place where there should be one. */
export async function* readRecords(chunks: AsyncIterable<Buffer>): AsyncGenerator<SourceEntry> {
  const source = chunks[Symbol.asyncIterator]()
  const { head, complete } = await readHead(source)
  const container = detectContainer(head, complete)
  if ('ok' in container) {
    yield container
    return
  }
  const all = rejoin(head, source)
  if (container.kind === 'csv') yield* splitCsv(all, container.delimiter)
  else if (container.kind === 'lines') yield* parsePieces(splitLines(skip(all, container.offset), container.separator))
  else yield* readJson(all, container)
}

async function* parsePieces(pieces: AsyncIterable<Piece>): AsyncGenerator<SourceEntry> {
  for await (const piece of pieces) yield parsePiece(piece)
}

async function* readJson(
  chunks: AsyncIterable<Buffer>,
  container: { mode: 'list' | 'stream'; offset: number; line: number; wrapped: boolean },
): AsyncGenerator<SourceEntry> {
  const pieces = splitJson(chunks, container)
  let cutShort = false
  for (;;) {
    const next = await pieces.next()
    if (!next.done) {
      const entry = parsePiece(next.value)
      cutShort = next.value.cut && !entry.ok
      yield entry
      continue
    }
    const { line, closed, rest } = next.value
    if (!closed && !cutShort)
      yield sourceProblem(
        line,
        'truncated',
        'The list of records is never closed.',
        'The file may be cut off: export or copy it again.',
      )
    if (closed && !container.wrapped && rest !== '') {
      yield sourceProblem(
        line,
        'trailing',
        'Something stands after the end of the list.',
        'Put everything into one list, or write one record a line.',
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
