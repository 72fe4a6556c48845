/**
 * Reads an uploaded file as a stream of records, whatever its container: a JSON list, one object, an object around a
 * list, JSON lines, CSV, lines of text, an Excel workbook, Parquet, a log of Inspect; packed with gzip or not. Memory holds one chunk and one
 * record, however long the file; of Parquet one row group, of a workbook and of a log that is one JSON object all of it. Where rows together are
 * a record, see group-records.ts; where records have partners in second files, join-records.ts.
 */
import type { RecordProblem } from '@/lib/protocols/protocol'
import { containerEntries } from './container-entries'
import { detectContainer, knownBinary } from './detect-container'
import { type FileFacts, type ReadingChoice, UnreadableFile } from './file-facts'
import { groupRecords } from './group-records'
import { isInspectJson } from './inspect-log/head'
import { logRecords } from './inspect-log/log-records'
import { type InspectLog, openArchivedLog, openJsonLog } from './inspect-log/open-log'
import { joinRecords } from './join-records'
import { parsePiece, parseTextPiece } from './parse-piece'
import { isNativeLine, type Piece, PieceBuffer } from './pieces'
import { openParquet } from './read-parquet'
import { openWorkbook } from './read-workbook'
import { type SourceEntry, sourceProblem } from './source-entry'
import { splitCsv } from './split-csv'
import { splitLines, trim } from './split-lines'
import { isTar } from './tar-file'
import { beginning, encodingOf, hasOldLineEnds, inUtf8, unpacked, withNewLineEnds } from './unpack'
import { excerptOf, WholeFile } from './whole-file'

/**
 * Cuts JSON into its records without parsing it: brackets are ASCII in UTF-8, so bytes are enough. What is malformed
 * inside a record is left to the parser, which names it; a broken record does not take its neighbours along.
 */
const QUOTE = 0x22
const BACKSLASH = 0x5c
const OPEN_LIST = 0x5b
const CLOSE_LIST = 0x5d
const OPEN_OBJECT = 0x7b
const CLOSE_OBJECT = 0x7d
const COMMA = 0x2c
const LF = 0x0a

interface JsonStart {
  /** `list`: the elements of the list that starts here; `stream`: whole values one after the other. */
  mode: 'list' | 'stream'
  /** Byte offset of the list's bracket, or of the first value. */
  offset: number
  line: number
}

/** What stands after the list, and where: `]` missing, or something that does not belong there. */
interface JsonEnd {
  line: number
  closed: boolean
  /** The bytes after the closing bracket that are not blank, at most 100. */
  rest: string
}

/** Yields one piece a record and returns how the list ended. */
async function* splitJson(chunks: AsyncIterable<Buffer>, start: JsonStart): AsyncGenerator<Piece, JsonEnd> {
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
    for (let offset = 0; offset < chunk.length; offset++) {
      const byte = chunk[offset] as number
      if (this.closed) return this.keepRest(chunk.subarray(offset), pieces)
      if (this.inString) {
        this.readString(byte)
        continue
      }
      if (byte === LF) this.line++
      if (byte <= 32) continue
      if (this.depth === 0 && this.list && (byte === COMMA || byte === CLOSE_LIST)) {
        this.buffer.add(chunk.subarray(from, offset))
        from = offset + 1
        this.closed = byte === CLOSE_LIST
        if (this.started || byte === COMMA || this.count > 0) pieces.push(this.piece(false))
        continue
      }
      if (!this.started) {
        this.started = true
        this.startLine = this.line
        from = offset
      }
      this.readStructure(byte)
      if (!this.list && this.depth === 0 && (byte === CLOSE_OBJECT || byte === CLOSE_LIST)) {
        this.buffer.add(chunk.subarray(from, offset + 1))
        from = offset + 1
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

const HEAD_BYTES = 1_000_000

/** A record that is cut out of the file and not parsed yet, or a place where there should be one. */
export interface UnreadRecord {
  line: number
  /** To be called once, before the next one is asked for. */
  read(): SourceEntry
  /** Of JSON, what it was cut out as; null where that was too long to keep. */
  bytes?: Buffer | null
}

/** Every record of the file in order, with its line, and every place where there should be one. */
export async function* readRecords(
  chunks: AsyncIterable<Buffer>,
  choice: ReadingChoice = {},
): AsyncGenerator<SourceEntry> {
  for await (const record of splitRecords(chunks, choice)) yield record.read()
}

const recordOf = (entry: SourceEntry): UnreadRecord => ({ line: entry.line, read: () => entry })

/**
 * The same before each record is parsed, for those who have to know which one it is. The first says what kind of file it is. `onProgress`:
 * called now and then where much is read before the first record.
 */
export const splitRecords = (
  chunks: AsyncIterable<Buffer>,
  choice: ReadingChoice = {},
  onProgress?: () => Promise<void>,
): AsyncGenerator<UnreadRecord> =>
  choice.join
    ? joinRecords(
        chunks,
        { ...choice, join: choice.join },
        (fileChunks) => cutRecords(fileChunks, { ...choice, join: undefined }),
        onProgress,
      )
    : choice.rows
      ? groupRecords(cutRecords(chunks, choice), choice.rows, onProgress)
      : cutRecords(chunks, choice)

async function* cutRecords(chunks: AsyncIterable<Buffer>, choice: ReadingChoice): AsyncGenerator<UnreadRecord> {
  let line = 0
  try {
    const { facts, records } = await openFile(chunks, choice)
    for await (const record of records) {
      yield line === 0 && facts ? { ...record, read: () => ({ ...record.read(), facts }) } : record
      line = record.line
    }
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error
    yield recordOf(sourceProblem(line + 1, error.kind, error.message, error.fix))
  }
}

interface OpenFile {
  facts: FileFacts | null
  records: AsyncIterable<UnreadRecord>
}

async function openFile(packed: AsyncIterable<Buffer>, choice: ReadingChoice): Promise<OpenFile> {
  const { chunks, isCompressed } = await unpacked(packed, choice.mostUnpacked)
  const start = await beginning(chunks, HEAD_BYTES)
  const magic = start.head.subarray(0, 4).toString('hex')
  const facts = {
    encoding: null,
    isCompressed,
    delimiter: null,
    sheets: [],
    sheet: null,
    recordCount: null,
    together: null,
  }
  if (magic === PARQUET) return openRows(await WholeFile.of(start.all), choice, facts)
  if (magic === ZIP) return openArchive(await WholeFile.of(start.all), choice, facts)
  if (isInspectJson(start.head.toString('latin1', 0, 1000)))
    return openJson(await WholeFile.of(start.all), choice, facts)
  if (isTar(start.head)) return { facts: null, records: single(recordOf(SEVERAL_FILES)) }
  const binary = knownBinary(start.head)
  if (binary) return { facts: null, records: single(recordOf(binary)) }
  const encoding = encodingOf(start.head)
  const text = encoding === 'UTF-8' ? start : await beginning(inUtf8(start.all, encoding), HEAD_BYTES)
  const { head, isComplete, all } = hasOldLineEnds(text.head)
    ? await beginning(withNewLineEnds(text.all), HEAD_BYTES)
    : text
  const textFacts = { ...facts, encoding: encoding === 'UTF-16BE' ? ('UTF-16' as const) : encoding }
  if (choice.each && !isNativeLine(head))
    return { facts: { ...textFacts, container: 'JSON' }, records: containerEntries(all, choice.each) }
  const container = detectContainer(head, isComplete, choice.recordLists)
  if ('ok' in container) return { facts: null, records: single(recordOf(container)) }
  switch (container.kind) {
    case 'csv':
      return {
        facts: { ...textFacts, container: 'CSV', delimiter: container.delimiter },
        records: splitCsv(skip(all, container.offset), container),
      }
    case 'text':
      return {
        facts: { ...textFacts, container: 'text', delimiter: container.delimiter },
        records: texts(splitLines(skip(all, container.offset))),
      }
    case 'lines': {
      const lines = splitLines(skip(all, container.offset))
      const records = unparsed(lines)
      return { facts: { ...textFacts, container: 'JSON lines' }, records: container.isOne ? alone(records) : records }
    }
    case 'json': {
      const list = splitList(all, container)
      const records = container.isOnly ? saidOnce(list, AS_LIST) : list
      return { facts: { ...textFacts, container: 'JSON' }, records: container.isOne ? alone(records) : records }
    }
  }
}

const SEVERAL_FILES = sourceProblem(
  1,
  'files',
  'This is an archive of several files, and the records here come from one.',
  'Unpack it, and choose the file with the records.',
)

const PARQUET = '50415231'
const ZIP = '504b0304'

type Facts = Omit<FileFacts, 'container'>

/** A log of Inspect, or a workbook. */
async function openArchive(file: WholeFile, choice: ReadingChoice, facts: Facts): Promise<OpenFile> {
  let log: InspectLog | null
  try {
    log = await openArchivedLog(file)
  } catch (error) {
    await file.close()
    throw error
  }
  return log ? openLog(log, file, choice, facts) : openSheet(file, choice, facts)
}

async function openJson(file: WholeFile, choice: ReadingChoice, facts: Facts): Promise<OpenFile> {
  try {
    return openLog(await openJsonLog(file), file, choice, { ...facts, encoding: 'UTF-8' })
  } catch (error) {
    await file.close()
    throw error
  }
}

function openLog(log: InspectLog, file: WholeFile, { log: choice }: ReadingChoice, facts: Facts): OpenFile {
  const entries = logRecords(log, choice ?? { as: 'samples' })
  return {
    facts: { ...facts, container: 'Inspect log', recordCount: log.count },
    records: closing(file, knownOnes(entries)),
  }
}

async function* knownOnes(entries: AsyncIterable<SourceEntry>): AsyncGenerator<UnreadRecord> {
  for await (const entry of entries) yield recordOf(entry)
}

async function openSheet(file: WholeFile, choice: ReadingChoice, facts: Facts): Promise<OpenFile> {
  try {
    const { sheets, sheet, recordCount, entries } = await openWorkbook(file, choice)
    return { facts: { ...facts, container: 'Excel workbook', sheets, sheet, recordCount }, records: each(entries()) }
  } finally {
    await file.close()
  }
}

async function openRows(file: WholeFile, { excerpt }: ReadingChoice, facts: Facts): Promise<OpenFile> {
  try {
    const { recordCount, entries } = await openParquet(excerpt ? excerptOf(file, excerpt) : file)
    return { facts: { ...facts, container: 'Parquet', recordCount }, records: closing(file, entries()) }
  } catch (error) {
    await file.close()
    throw error
  }
}

async function* closing(file: WholeFile, records: AsyncIterable<UnreadRecord>): AsyncGenerator<UnreadRecord> {
  try {
    yield* records
  } finally {
    await file.close()
  }
}

async function* each(records: Iterable<UnreadRecord>): AsyncGenerator<UnreadRecord> {
  yield* records
}

async function* single(record: UnreadRecord): AsyncGenerator<UnreadRecord> {
  yield record
}

/** Lines of plain text: a record each, with nothing but its text. */
async function* texts(pieces: AsyncIterable<Piece>): AsyncGenerator<UnreadRecord> {
  for await (const piece of pieces) yield { line: piece.line, read: () => parseTextPiece(piece) }
}

const AS_LIST: RecordProblem = {
  field: '',
  message: 'The list in the only field of this document is read as the list of the records.',
  fix: 'Nothing, if that is meant. If the document is one record, put it in a list.',
}

/** With a note on the first record that can be read. */
async function* saidOnce(records: AsyncIterable<UnreadRecord>, note: RecordProblem): AsyncGenerator<UnreadRecord> {
  let isSaid = false
  for await (const record of records) {
    const read = (): SourceEntry => {
      const entry = record.read()
      if (!entry.ok || isSaid) return entry
      isSaid = true
      return { ...entry, notes: [note, ...entry.notes] }
    }
    yield { ...record, read }
  }
}

/** The only record of a file. */
async function* alone(records: AsyncIterable<UnreadRecord>): AsyncGenerator<UnreadRecord> {
  for await (const record of records) {
    const read = (): SourceEntry => {
      const entry = record.read()
      return entry.ok ? { ...entry, isAlone: true } : entry
    }
    yield { ...record, read }
  }
}

async function* unparsed(pieces: AsyncIterable<Piece>): AsyncGenerator<UnreadRecord> {
  for await (const piece of pieces) yield { line: piece.line, bytes: piece.bytes, read: () => parsePiece(piece) }
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
        const entry = parsePiece(piece, true)
        cutShort = piece.cut && !entry.ok
        return entry
      }
      yield { line: piece.line, bytes: piece.bytes, read }
      continue
    }
    const { line, closed, rest } = next.value
    if (!closed && !cutShort)
      yield recordOf(
        sourceProblem(
          line,
          'truncated',
          'The list of records is never closed.',
          'The file may be cut off: export or copy it again.',
        ),
      )
    if (closed && !container.wrapped && rest !== '') {
      yield recordOf(
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

async function* skip(chunks: AsyncIterable<Buffer>, bytes: number): AsyncGenerator<Buffer> {
  let left = bytes
  for await (const chunk of chunks) {
    yield chunk.subarray(Math.min(left, chunk.length))
    left = Math.max(0, left - chunk.length)
  }
}
