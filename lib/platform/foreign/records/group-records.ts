/**
 * Puts the rows of a file together that are one record, wherever they stand in it. They are laid down once, in memory or in a temporary file
 * (whole-file.ts), and fetched record by record in the order of their first rows; memory holds some 100 bytes a row beside that.
 */
import { createHash } from 'node:crypto'
import type { RowGroups } from '@/lib/protocols/records'
import { exactJson } from './exact-numbers'
import type { FileFacts } from './file-facts'
import { counted, MAX_RECORD_BYTES, MAX_UNITS, megabytes } from './limits'
import { parsePiece } from './parse-piece'
import type { UnreadRecord } from './read-records'
import { groupedRecord, type Row, rowKey } from './row-groups'
import {
  isNative,
  type JsonObject,
  type SourceEntry,
  type SourceProblem,
  type SourceRecord,
  sourceProblem,
} from './source-entry'
import { originalOf, storedSource } from './stored-source'
import { WholeFile } from './whole-file'

/** The places of so many rows are kept at most. */
const MAX_ROWS = 2_000_000
/** So much is laid down at most: a row of CSV that has its heading's names in it may be much longer than it was. */
const MAX_LAID_BYTES = 4_000_000_000
/** Rows are laid down in pieces of this size. */
const PIECE_BYTES = 64_000

/** Every record that the rows make, and every row that makes none, by the order of first lines. */
export async function* groupRecords(
  rows: AsyncIterable<UnreadRecord>,
  groups: RowGroups,
): AsyncGenerator<UnreadRecord> {
  const index = new RowIndex()
  const laid = await WholeFile.of(layDown(rows, groups, index))
  try {
    let { facts } = index
    for (const group of index.groups()) {
      const entry = await entryOf(group, laid, groups)
      const withFacts = facts ? { ...entry, facts } : entry
      facts = undefined
      yield { line: entry.line, read: () => withFacts }
    }
    if (index.overflow !== null) {
      const overflow = tooManyRows(index.overflow)
      yield { line: overflow.line, read: () => overflow }
    }
  } finally {
    await laid.close()
  }
}

const tooManyRows = (line: number): SourceProblem =>
  sourceProblem(
    line,
    'too-many',
    `Rows can be put together in a file of at most ${counted(MAX_ROWS)} rows, and ${megabytes(MAX_LAID_BYTES)} with the names of their fields; nothing from this line on was read.`,
    'Split the file, and leave all rows of an item in one part.',
  )

/** `record`: rows of one, or a row that belongs to none; `alone`: a record that is none of rows, such as one of a native export; `problem`: a row that cannot be read. */
type Kind = 'record' | 'alone' | 'problem'

interface Group {
  kind: Kind
  count: number
  /** Places of its rows in the index. */
  rows: () => Iterable<RowPlace>
}

interface RowPlace {
  line: number
  offset: number
  length: number
  /** It could not be read. */
  isUnread: boolean
}

/** Where each row lies, and which rows are of one group, as lists of numbers. */
class RowIndex {
  facts: FileFacts | undefined
  /** The line from which rows are left out, because there are too many. */
  overflow: number | null = null
  private readonly known = new Map<string, number>()
  private readonly kinds: Kind[] = []
  private readonly firsts: number[] = []
  private readonly lasts: number[] = []
  private readonly counts: number[] = []
  private readonly lines: number[] = []
  private readonly offsets: number[] = []
  private readonly next: number[] = []
  private readonly unread = new Set<number>()
  private end = 0

  /** `key`: null of what stands alone. */
  add(kind: Kind, key: string | null, line: number, length: number): void {
    const row = this.lines.push(line) - 1
    this.offsets.push(this.end)
    this.next.push(-1)
    this.end += length
    if (kind === 'problem') this.unread.add(row)
    const hash = key === null ? null : createHash('sha1').update(key).digest('base64')
    const group = hash === null ? undefined : this.known.get(hash)
    if (group !== undefined) {
      this.next[this.lasts[group] ?? 0] = row
      this.lasts[group] = row
      this.counts[group] = (this.counts[group] ?? 0) + 1
      return
    }
    const made = this.kinds.push(kind) - 1
    this.firsts.push(row)
    this.lasts.push(row)
    this.counts.push(1)
    if (hash !== null) this.known.set(hash, made)
  }

  isFull(): boolean {
    return this.lines.length >= MAX_ROWS || this.end >= MAX_LAID_BYTES
  }

  *groups(): Generator<Group> {
    for (const [group, kind] of this.kinds.entries())
      yield { kind, count: this.counts[group] ?? 0, rows: () => this.rowsOf(group) }
  }

  private *rowsOf(group: number): Generator<RowPlace> {
    for (let row = this.firsts[group] ?? -1; row >= 0; row = this.next[row] ?? -1) {
      const offset = this.offsets[row] ?? 0
      const length = (this.offsets[row + 1] ?? this.end) - offset
      yield { line: this.lines[row] ?? 0, offset, length, isUnread: this.unread.has(row) }
    }
  }
}

/** The rows one after the other as JSON; the index learns where each of them lies. */
async function* layDown(rows: AsyncIterable<UnreadRecord>, groups: RowGroups, index: RowIndex): AsyncGenerator<Buffer> {
  let piece: Buffer[] = []
  let size = 0
  for await (const { line, read } of rows) {
    if (index.isFull()) {
      index.overflow = line
      break
    }
    const entry = read()
    index.facts ??= entry.facts
    const { kind, key, text } = laidOut(entry, groups)
    const bytes = Buffer.from(text)
    index.add(kind, key, entry.line, bytes.length)
    piece.push(bytes)
    size += bytes.length
    if (size < PIECE_BYTES) continue
    yield Buffer.concat(piece)
    piece = []
    size = 0
  }
  yield Buffer.concat(piece)
}

function laidOut(entry: SourceEntry, groups: RowGroups): { kind: Kind; key: string | null; text: string } {
  if (!entry.ok) {
    const key = keyOfUnread(entry, groups)
    const fix = `${entry.fix} ${key === null ? UNKNOWN_ITEM : WHOLE_ITEM}`
    return { kind: 'problem', key, text: JSON.stringify({ ...entry, fix }) }
  }
  if (isNative(entry.value)) return { kind: 'alone', key: null, text: entry.raw }
  const found = rowKey(groups, entry.value)
  return { kind: 'record', key: found.ok ? found.key : null, text: exactJson(originalValue(entry)) }
}

const UNKNOWN_ITEM = 'Do so in the whole file: an item may lack this row.'
const WHOLE_ITEM = 'Do so in the whole file: the other rows of the item are not imported without it.'

/** Which item a row belongs to that has too few or too many cells, where they still show it. */
function keyOfUnread({ row }: SourceProblem, groups: RowGroups): string | null {
  if (!row) return null
  const found = rowKey(groups, Object.fromEntries(row.names.map((name, place) => [name, row.cells[place] ?? ''])))
  return found.ok ? found.key : null
}

const originalValue = ({ value, escaped = false }: SourceRecord): JsonObject =>
  originalOf({ escaped }, value) as JsonObject

async function entryOf(group: Group, laid: WholeFile, groups: RowGroups): Promise<SourceEntry> {
  const [first] = group.rows()
  const line = first?.line ?? 1
  if (group.count > MAX_UNITS)
    return sourceProblem(
      line,
      'too-many',
      `${counted(group.count)} rows from this line on belong to one item; it may have ${counted(MAX_UNITS)}.`,
      'Check by which fields rows are put together (record.group), or split the item.',
    )
  const places = [...group.rows()]
  if (places.reduce((sum, { length }) => sum + length, 0) > LONGEST_ROWS) return tooLongTogether(line)
  const entries: SourceEntry[] = []
  for (const { line, offset, length, isUnread } of places) {
    const bytes = Buffer.from(await laid.slice(offset, offset + length))
    // It was written by this very process.
    if (isUnread) entries.push(JSON.parse(bytes.toString('utf8')) as SourceProblem)
    else entries.push(parsePiece({ line, bytes, cut: false }))
  }
  const [only] = entries
  if (only && group.kind === 'alone') return only
  return joined(groups, entries)
}

/** Of rows that repeat what they share, together, in bytes: more is not looked at. */
const LONGEST_ROWS = 20 * MAX_RECORD_BYTES

const tooLongTogether = (line: number): SourceProblem =>
  sourceProblem(
    line,
    'too-long',
    `The rows from this line on that belong to one item are longer than ${megabytes(MAX_RECORD_BYTES)} together.`,
    'Check by which fields rows are put together (record.group), or split the item.',
  )

function joined(groups: RowGroups, entries: readonly SourceEntry[]): SourceEntry {
  const unreadable = entries.find((entry) => !entry.ok)
  if (unreadable) return unreadable
  const read = entries.filter((entry) => entry.ok)
  const [first, ...others] = read.map((entry): Row => ({ line: entry.line, value: originalValue(entry) }))
  if (!first) throw new Error('a group has no rows')
  const found = rowKey(groups, first.value)
  if (!found.ok) {
    const { field, message, fix } = found
    return { ...sourceProblem(first.line, 'row-key', message, fix, field), value: first.value }
  }
  const { value, problems } = groupedRecord(groups, [first, ...others])
  const raw = exactJson(value)
  if (Buffer.byteLength(raw) > MAX_RECORD_BYTES) return tooLongTogether(first.line)
  const stored = storedSource(value, raw)
  return {
    ok: true,
    line: first.line,
    raw,
    value: stored.value as JsonObject,
    notes: read.flatMap(({ line, notes }) => notes.map((note) => ({ line, ...note }))),
    ...(stored.escaped ? { escaped: true } : {}),
    ...(problems.length > 0 ? { problems } : {}),
  }
}
