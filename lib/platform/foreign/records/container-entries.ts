/**
 * The entries of JSON documents that are the records, such as the values of an object in an object: cut out of the bytes without parsing the
 * whole, however long it is. What stands beside them is kept in the records, so that the documents can be written again.
 */
import { isUtf8 } from 'node:buffer'
import type { Json } from '@/lib/protocols/answers'
import { fieldName } from '@/lib/protocols/language/pointers'
import type { EntriesAt } from '@/lib/protocols/records'
import { ENTRY_PLACE } from '@/lib/protocols/records'
import { type EntryPlace, entryPlaceJson } from './entry-places'
import { exactJson } from './exact-numbers'
import { MAX_DEPTH, MAX_RECORD_BYTES, megabytes } from './limits'
import { parseJson } from './parse-json'
import { notUtf8, parsePiece } from './parse-piece'
import { type Piece, PieceBuffer } from './pieces'
import type { UnreadRecord } from './read-records'
import { type JsonObject, type SourceEntry, type SourceProblem, sourceProblem } from './source-entry'
import { originalOf, storedSource } from './stored-source'

const QUOTE = 0x22
const BACKSLASH = 0x5c
const COMMA = 0x2c
const COLON = 0x3a
const OPEN_LIST = 0x5b
const CLOSE_LIST = 0x5d
const OPEN_OBJECT = 0x7b
const CLOSE_OBJECT = 0x7d
const LF = 0x0a
const ANY = '*'

/** A key of an object, or a place in a list from 0. */
export type Step = string | number

/** A value that is an entry, or stands beside entries. */
interface Cut {
  isEntry: boolean
  /** Of several documents, one after the other, from 0. */
  document: number
  path: Step[]
  piece: Piece
}

interface Level {
  isList: boolean
  /** Entries before the present one. */
  index: number
  key: string
  /** Those of an object so far. */
  keys: Set<string>
  line: number
}

type Expected = 'value' | 'first-value' | 'key' | 'first-key' | 'colon' | 'comma'

class EntryCutter {
  fault: SourceProblem | null = null
  private readonly levels: Level[] = []
  private readonly buffer = new PieceBuffer()
  private expected: Expected = 'value'
  private document = 0
  private line = 1
  /** Of the value or key that is being read; null between them. */
  private reading: { what: 'key' | 'entry' | 'beside'; line: number; depth: number; isPlain: boolean } | null = null
  private inString = false
  private escaped = false

  constructor(private readonly each: EntriesAt) {}

  push(chunk: Buffer): Cut[] {
    const cuts: Cut[] = []
    let from = 0
    for (let offset = 0; offset < chunk.length && !this.fault; offset++) {
      const byte = chunk[offset] as number
      if (this.reading) {
        const end = this.readOn(byte)
        if (end === 'more') continue
        this.buffer.add(chunk.subarray(from, end === 'behind' ? offset : offset + 1))
        this.take(cuts)
        if (end === 'within') continue
      }
      if (byte === LF) this.line++
      if (byte <= 32) continue
      this.begin(byte, cuts)
      if (this.reading) from = offset
    }
    if (this.reading) this.buffer.add(chunk.subarray(from))
    return cuts
  }

  end(): SourceProblem | null {
    if (this.fault) return this.fault
    if (this.levels.length === 0 && !this.reading) return null
    return sourceProblem(
      this.reading?.line ?? this.line,
      'truncated',
      'The file ends in the middle of its records.',
      'The file may be cut off: export or copy it again.',
      fieldName(this.path()),
    )
  }

  /** `within`: the byte is the last of what is read; `behind`: it stands behind it. */
  private readOn(byte: number): 'more' | 'within' | 'behind' {
    const { reading } = this
    if (!reading) return 'behind'
    if (this.inString) return this.readString(byte) && reading.depth === 0 ? 'within' : 'more'
    if (reading.isPlain) return byte <= 32 || [COMMA, CLOSE_LIST, CLOSE_OBJECT].includes(byte) ? 'behind' : 'more'
    if (byte === LF) this.line++
    if (byte === QUOTE) this.inString = true
    else if (byte === OPEN_LIST || byte === OPEN_OBJECT) reading.depth++
    else if (byte === CLOSE_LIST || byte === CLOSE_OBJECT) reading.depth--
    return reading.depth === 0 && !this.inString ? 'within' : 'more'
  }

  /** Does the string end here? */
  private readString(byte: number): boolean {
    // JSON allows no line break in a string: the quote was never closed. Going on outside keeps the damage local.
    if (byte === LF) {
      this.line++
      this.inString = false
      this.escaped = false
    } else if (this.escaped) this.escaped = false
    else if (byte === BACKSLASH) this.escaped = true
    else if (byte === QUOTE) this.inString = false
    return !this.inString
  }

  private take(cuts: Cut[]): undefined {
    const { reading } = this
    this.reading = null
    const bytes = this.buffer.take()
    if (!reading) return
    if (reading.what === 'key') {
      if (bytes !== null && !isUtf8(bytes)) {
        this.fault = notUtf8(reading.line)
        return
      }
      const parsed = bytes === null ? null : parseJson(bytes.toString('utf8'))
      const level = this.levels.at(-1)
      if (!parsed?.ok || typeof parsed.value !== 'string' || !level)
        return this.refuse('the name of a field', reading.line)
      level.key = parsed.value
      if (level.keys.has(level.key)) {
        this.fault = sourceProblem(
          reading.line,
          'repeated-key',
          `The field "${level.key}" stands twice in one object.`,
          'Remove or rename one of the two.',
          fieldName(this.path()),
        )
        return
      }
      level.keys.add(level.key)
      this.expected = 'colon'
      return
    }
    const piece = { line: reading.line, bytes, cut: false }
    cuts.push({ isEntry: reading.what === 'entry', document: this.document, path: this.path(), piece })
    this.close()
  }

  /** Behind a value. */
  private close(): undefined {
    if (this.levels.length === 0) this.document++
    this.expected = this.levels.length === 0 ? 'value' : 'comma'
  }

  private path(): Step[] {
    return this.levels.map(({ isList, index, key }) => (isList ? index : key))
  }

  private begin(byte: number, cuts: Cut[]): undefined {
    const level = this.levels.at(-1)
    if ((byte === CLOSE_LIST || byte === CLOSE_OBJECT) && level) {
      const isItsEnd = level.isList === (byte === CLOSE_LIST)
      const mayEnd = this.expected === 'comma' || this.expected === (level.isList ? 'first-value' : 'first-key')
      if (!isItsEnd || !mayEnd) return this.refuse('another sign')
      this.levels.pop()
      if (this.expected !== 'comma') cuts.push(this.empty(level))
      return this.close()
    }
    switch (this.expected) {
      case 'comma':
        if (byte !== COMMA || !level) return this.refuse('a comma')
        level.index++
        this.expected = level.isList ? 'value' : 'key'
        return
      case 'colon':
        if (byte !== COLON) return this.refuse('a colon')
        this.expected = 'value'
        return
      case 'key':
      case 'first-key':
        if (byte !== QUOTE) return this.refuse('the name of a field')
        this.inString = true
        this.reading = { what: 'key', line: this.line, depth: 0, isPlain: false }
        return
      case 'value':
      case 'first-value':
        this.beginValue(byte)
    }
  }

  private beginValue(byte: number): undefined {
    const path = this.path()
    const isContainer = byte === OPEN_LIST || byte === OPEN_OBJECT
    const onTheWay = leadsTo(this.each, path)
    if (path.length === 0 && !isContainer) return this.refuse('an object or a list')
    if (isContainer && onTheWay && path.length < this.each.at.length) {
      if (this.levels.length >= MAX_DEPTH) return this.refuse('fewer levels')
      const isList = byte === OPEN_LIST
      this.levels.push({ isList, index: 0, key: '', keys: new Set(), line: this.line })
      this.expected = isList ? 'first-value' : 'first-key'
      return
    }
    this.inString = byte === QUOTE
    this.reading = {
      what: onTheWay && path.length === this.each.at.length ? 'entry' : 'beside',
      line: this.line,
      depth: isContainer ? 1 : 0,
      isPlain: !isContainer && byte !== QUOTE,
    }
  }

  private empty({ isList, line }: Level): Cut {
    const bytes = Buffer.from(isList ? '[]' : '{}')
    return { isEntry: false, document: this.document, path: this.path(), piece: { line, bytes, cut: false } }
  }

  private refuse(expected: string, line = this.line): undefined {
    const path = this.path()
    this.fault = sourceProblem(
      line,
      'not-json',
      `This is not JSON: ${expected} is expected here.`,
      'Correct the file there; a JSON checker shows the place.',
      path.length > 0 ? fieldName(path) : '',
    )
  }
}

/** Do the steps go where the entries stand, and past nothing that is skipped? */
const leadsTo = ({ at, skip }: EntriesAt, path: readonly Step[]): boolean =>
  path.every((step, index) => (at[index] === ANY ? !skip.includes(String(step)) : at[index] === String(step)))

/** The entries in the order of the file, each with what stands beside it. */
export async function* containerEntries(chunks: AsyncIterable<Buffer>, each: EntriesAt): AsyncGenerator<UnreadRecord> {
  const cutter = new EntryCutter(each)
  const beside = new Beside(each)
  let isFirst = true
  for await (const chunk of chunks) {
    const bytes = isFirst && chunk.subarray(0, 3).toString('hex') === BYTE_ORDER_MARK ? chunk.subarray(3) : chunk
    isFirst = false
    for (const cut of cutter.push(bytes)) for (const entry of beside.take(cut)) yield unread(entry)
    if (cutter.fault) break
  }
  for (const entry of beside.end()) yield unread(entry)
  const problem = cutter.end()
  if (problem) yield unread(problem)
}

const BYTE_ORDER_MARK = 'efbbbf'
const unread = (entry: SourceEntry): UnreadRecord => ({ line: entry.line, read: () => entry })

interface Held {
  line: number
  value: JsonObject
  notes: Extract<SourceEntry, { ok: true }>['notes']
  place: EntryPlace
}

/** Numbers stay as they are written. */
const STRING_OR_BLANK = /("[^"\\]*(?:\\[\s\S][^"\\]*)*")|\s+/g

/** Holds each record back until what stands behind it is known. */
class Beside {
  private held: Held | null = null
  private leading: EntryPlace['before'] = []
  /** Bytes that are kept for the present record, and whether they became too many: nothing more is kept then until the next one. */
  private size = 0
  private isOver = false
  private count = 0

  constructor(private readonly each: EntriesAt) {}

  take({ isEntry, document, path, piece }: Cut): SourceEntry[] {
    if (!isEntry) {
      if (piece.bytes === null) return this.giveUp(piece.line, path)
      if (!isUtf8(piece.bytes)) return [{ ...notUtf8(piece.line), field: fieldName(path) }]
      const text = piece.bytes.toString('utf8')
      const parsed = parseJson(text)
      if (!parsed.ok) return [asProblem(parsePiece(piece), path)]
      const found = { document, path, json: text.replace(STRING_OR_BLANK, '$1') }
      this.size += Buffer.byteLength(found.json)
      if (this.size > MAX_RECORD_BYTES) return this.giveUp(piece.line, path)
      if (this.held) this.held.place.after.push(found)
      else this.leading.push(found)
      return []
    }
    if (this.held || this.isOver) this.size = 0
    this.isOver = false
    const ready = this.end()
    this.size += piece.bytes?.length ?? 0
    this.count++
    const entry = parsePiece(piece)
    const problem = entry.ok ? this.clash(entry.value, path, entry.line) : asProblem(entry, path)
    if (problem || !entry.ok) return [...ready, ...(problem ? [problem] : [])]
    const value = originalOf({ escaped: entry.escaped ?? false }, entry.value) as JsonObject
    this.held = {
      line: entry.line,
      value,
      notes: entry.notes,
      place: {
        line: entry.line,
        document,
        path,
        number: this.count,
        keys: [...this.each.keys],
        before: this.leading,
        after: [],
      },
    }
    this.leading = []
    return ready
  }

  end(): SourceEntry[] {
    const { held } = this
    this.held = null
    if (!held) return []
    const { line, notes, place } = held
    const keys = Object.fromEntries(namedKeys(this.each, place.path))
    const value: JsonObject = { ...held.value, ...keys, [ENTRY_PLACE]: entryPlaceJson(place) }
    const raw = exactJson(value)
    // With what stands beside it, a record may become longer than it was.
    if (Buffer.byteLength(raw) > MAX_RECORD_BYTES) return [besideTooLong(line, place.path)]
    const stored = storedSource(value, raw)
    return [
      {
        ok: true,
        line,
        raw,
        value: stored.value as JsonObject,
        notes,
        ...(stored.escaped ? { escaped: true } : {}),
      },
    ]
  }

  /** Lets go of the record and of what is kept beside it. */
  private giveUp(line: number, path: readonly Step[]): SourceProblem[] {
    const isNew = !this.isOver
    this.held = null
    this.leading = []
    this.isOver = true
    return isNew ? [besideTooLong(line, path)] : []
  }

  private clash(value: JsonObject, path: readonly Step[], line: number): SourceProblem | null {
    const clashingName = [...this.each.keys, ENTRY_PLACE].find((name) => Object.hasOwn(value, name))
    if (clashingName === undefined) return null
    return sourceProblem(
      line,
      'not-an-object',
      `The record has a field "${clashingName}" already, under which the key that it stands under would be read.`,
      'Give the key another name under record.each.keys.',
      fieldName([...path, clashingName]),
    )
  }
}

const besideTooLong = (line: number, path: readonly Step[]): SourceProblem =>
  sourceProblem(
    line,
    'too-long',
    `A record and what stands beside it, which is kept with it, are longer than ${megabytes(MAX_RECORD_BYTES)} together.`,
    'Take what stands beside the records out of the file, or make it shorter.',
    fieldName(path),
  )

/** What is wrong with an entry, with the way to it. */
function asProblem(entry: SourceEntry, path: readonly Step[]): SourceProblem {
  if (entry.ok) throw new Error('the value was not to be read')
  const fix =
    entry.kind === 'not-an-object'
      ? 'Name its key under record.each.skip, or write the record as an object.'
      : entry.fix
  return { ...entry, fix, field: entry.field === '' ? fieldName(path) : `${fieldName(path)}.${entry.field}` }
}

/** The keys that the protocol gives names, by these. */
function namedKeys({ at, keys }: EntriesAt, path: readonly Step[]): [string, Json][] {
  const steps = path.filter((_, index) => at[index] === ANY)
  return keys.map((name, index) => [name, steps[index] ?? null])
}
