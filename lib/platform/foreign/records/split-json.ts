/**
 * Cuts JSON into its records without parsing it: brackets are ASCII in UTF-8, so bytes are enough. What is malformed
 * inside a record is left to the parser, which names it; a broken record does not take its neighbours along.
 */
import { type Piece, PieceBuffer } from './pieces'
import { trim } from './split-lines'

const QUOTE = 0x22
const BACKSLASH = 0x5c
const OPEN_LIST = 0x5b
const CLOSE_LIST = 0x5d
const OPEN_OBJECT = 0x7b
const CLOSE_OBJECT = 0x7d
const COMMA = 0x2c
const LF = 0x0a

export interface JsonStart {
  /** `list`: the elements of the list that starts here; `stream`: whole values one after the other. */
  mode: 'list' | 'stream'
  /** Byte offset of the list's bracket, or of the first value. */
  offset: number
  line: number
}

/** What stands after the list, and where: `]` missing, or something that does not belong there. */
export interface JsonEnd {
  line: number
  closed: boolean
  /** The bytes after the closing bracket that are not blank, at most 100. */
  rest: string
}

/** Yields one piece a record and returns how the list ended. */
export async function* splitJson(chunks: AsyncIterable<Buffer>, start: JsonStart): AsyncGenerator<Piece, JsonEnd> {
  const cutter = new JsonCutter(start)
  let skip = start.mode === 'list' ? start.offset + 1 : start.offset
  for await (const chunk of chunks) {
    if (skip >= chunk.length) {
      skip -= chunk.length
      continue
    }
    yield* cutter.push(skip > 0 ? chunk.subarray(skip) : chunk)
    skip = 0
  }
  yield* cutter.finish()
  return cutter.end()
}

class JsonCutter {
  private readonly list: boolean
  private readonly buffer = new PieceBuffer()
  private line: number
  private startLine = 0
  private started = false
  private depth = 0
  private inString = false
  private escaped = false
  private closed = false
  private count = 0
  private rest = ''

  constructor(start: JsonStart) {
    this.list = start.mode === 'list'
    this.line = start.line
  }

  push(chunk: Buffer): Piece[] {
    const pieces: Piece[] = []
    let from = 0
    for (let at = 0; at < chunk.length; at++) {
      const byte = chunk[at] as number
      if (this.closed) return this.keepRest(chunk.subarray(at), pieces)
      if (this.inString) {
        this.readString(byte)
        continue
      }
      if (byte === LF) this.line++
      if (byte <= 32) continue
      if (this.depth === 0 && this.list && (byte === COMMA || byte === CLOSE_LIST)) {
        this.buffer.add(chunk.subarray(from, at))
        from = at + 1
        this.closed = byte === CLOSE_LIST
        if (this.started || byte === COMMA || this.count > 0) pieces.push(this.piece(false))
        continue
      }
      if (!this.started) {
        this.started = true
        this.startLine = this.line
        from = at
      }
      this.readStructure(byte)
      if (!this.list && this.depth === 0 && (byte === CLOSE_OBJECT || byte === CLOSE_LIST)) {
        this.buffer.add(chunk.subarray(from, at + 1))
        from = at + 1
        pieces.push(this.piece(false))
      }
    }
    if (this.started && !this.closed) this.buffer.add(chunk.subarray(from))
    return pieces
  }

  finish(): Piece[] {
    return this.started ? [this.piece(true)] : []
  }

  end(): JsonEnd {
    return { line: this.line, closed: this.closed || !this.list, rest: this.rest.trim() }
  }

  private readString(byte: number): void {
    if (this.escaped) this.escaped = false
    else if (byte === BACKSLASH) this.escaped = true
    else if (byte === QUOTE) this.inString = false
    // JSON allows no line break in a string: the quote was never closed. Going on outside keeps the damage local.
    else if (byte === LF) {
      this.inString = false
      this.line++
    }
  }

  private readStructure(byte: number): void {
    if (byte === QUOTE) this.inString = true
    else if (byte === OPEN_OBJECT || byte === OPEN_LIST) this.depth++
    else if ((byte === CLOSE_OBJECT || byte === CLOSE_LIST) && this.depth > 0) this.depth--
  }

  private piece(cut: boolean): Piece {
    const piece = { line: this.started ? this.startLine : this.line, bytes: trim(this.buffer.take()), cut }
    this.started = false
    this.count++
    return piece
  }

  private keepRest(bytes: Buffer, pieces: Piece[]): Piece[] {
    if (this.rest.length < 100) this.rest += bytes.subarray(0, 1000).toString('latin1').trimStart()
    return pieces
  }
}
