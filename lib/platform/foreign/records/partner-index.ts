/**
 * The records of a second file, found by their keys. They are laid down once, in memory or in a temporary file (whole-file.ts); beside that
 * memory holds some 150 bytes a record.
 */
import { createHash } from 'node:crypto'
import type { Json } from '@/lib/protocols/answers'
import { fieldName } from '@/lib/protocols/language/pointers'
import type { JoinedFile } from '@/lib/protocols/records'
import { copyWritten, exactJson } from './exact-numbers'
import { counted, megabytes } from './limits'
import { parsePiece } from './parse-piece'
import { partnerKey, quoted } from './partners'
import type { UnreadRecord } from './read-records'
import { type JsonObject, type SourceEntry, type SourceProblem, sourceProblem } from './source-entry'
import { originalOf } from './stored-source'
import { WholeFile } from './whole-file'

/** A second file has so many records at most. */
const MAX_PARTNERS = 1_000_000
/** So much of them is laid down at most. */
const MAX_LAID_BYTES = 4_000_000_000
/** Records are laid down in pieces of this size. */
const PIECE_BYTES = 64_000
/** Problems of one file that are named one by one. */
const MAX_NAMED = 1_000

export interface FoundPartner {
  line: number
  value: JsonObject
  /** Is it asked for here for the first time? */
  isFirst: boolean
}

/** What lies under a key: a partner, one that is longer than asked for, several that contradict each other on these lines, or nothing. */
export type PartnerLookup = FoundPartner | { isTooLong: true } | { conflict: readonly number[] } | null

export class PartnerIndex {
  /** What is wrong with the file, by its lines. */
  readonly problems: SourceProblem[] = []
  /** Could any of its records not be read? Then one that is not found may be among them. */
  hasUnread = false
  /** So much was read by `find`, whatever became of it. */
  bytesRead = 0
  private readonly places = new Map<string, number>()
  private readonly lines: number[] = []
  private readonly offsets: number[] = []
  private readonly contents: number[] = []
  private readonly conflicts = new Map<number, number[]>()
  private used = new Uint8Array(0)
  private end = 0
  private unnamed = 0
  private laid: WholeFile | null = null

  private constructor(
    readonly fileName: string,
    private readonly join: JoinedFile,
  ) {}

  /** Reads the file to its end. `close` must be called. */
  static async of(records: AsyncIterable<UnreadRecord>, fileName: string, join: JoinedFile): Promise<PartnerIndex> {
    const index = new PartnerIndex(fileName, join)
    index.laid = await WholeFile.of(index.layDown(records))
    index.used = new Uint8Array(index.lines.length)
    if (index.unnamed > 0)
      index.problems.push(
        index.problem(
          sourceProblem(
            1,
            'partner',
            `${counted(index.unnamed)} problems more of this file are not named.`,
            'Mend these first.',
          ),
        ),
      )
    return index
  }

  /** How many different keys there are. */
  get count(): number {
    return this.lines.length
  }

  /** One of more than `most` bytes is not read. */
  async find(key: string, most: number): Promise<PartnerLookup> {
    const place = this.places.get(hashOf(key))
    if (place === undefined || !this.laid) return null
    const conflict = this.conflicts.get(place)
    if (conflict) return { conflict }
    const offset = this.offsets[place] ?? 0
    const end = this.offsets[place + 1] ?? this.end
    if (end - offset > most) return { isTooLong: true }
    this.bytesRead += end - offset
    const line = this.lines[place] ?? 0
    // It was written by this very process, and read once before.
    const entry = parsePiece({ line, bytes: Buffer.from(await this.laid.slice(offset, end)), cut: false })
    if (!entry.ok) throw new Error(`a record of line ${line} cannot be read again: ${entry.message}`)
    const isFirst = this.used[place] === 0
    this.used[place] = 1
    return { line, value: originalValue(entry), isFirst }
  }

  async close(): Promise<void> {
    await this.laid?.close()
  }

  private async *layDown(records: AsyncIterable<UnreadRecord>): AsyncGenerator<Buffer> {
    let piece: Buffer[] = []
    let size = 0
    for await (const { line, read } of records) {
      if (this.lines.length >= MAX_PARTNERS || this.end >= MAX_LAID_BYTES) {
        this.note(tooMany(line))
        break
      }
      const bytes = this.take(read())
      if (!bytes) continue
      piece.push(bytes)
      size += bytes.length
      if (size < PIECE_BYTES) continue
      yield Buffer.concat(piece)
      piece = []
      size = 0
    }
    yield Buffer.concat(piece)
  }

  /** What is to be laid down of a record; null where there is nothing new. */
  private take(entry: SourceEntry): Buffer | null {
    if (!entry.ok) {
      this.note(entry)
      return null
    }
    const { line } = entry
    const value = originalValue(entry)
    const found = partnerKey(value, this.join.key)
    if (!found.ok || found.key === null) {
      this.note(
        found.ok
          ? withoutKey(line, this.join)
          : { ...sourceProblem(line, 'partner', found.message, found.fix, found.field) },
      )
      return null
    }
    const hash = hashOf(found.key)
    const content = contentOf(value)
    const existingIndex = this.places.get(hash)
    if (existingIndex !== undefined) {
      if (this.contents[existingIndex] !== content) this.noteConflict(existingIndex, line, found.key)
      return null
    }
    const bytes = Buffer.from(exactJson(value))
    this.places.set(hash, this.lines.push(line) - 1)
    this.offsets.push(this.end)
    this.contents.push(content)
    this.end += bytes.length
    return bytes
  }

  private note(problem: SourceProblem): void {
    this.hasUnread = true
    this.keep(problem)
  }

  private noteConflict(place: number, line: number, key: string): void {
    const lines = this.conflicts.get(place) ?? [this.lines[place] ?? 0]
    if (lines.length < MAX_NAMED) lines.push(line)
    this.conflicts.set(place, lines)
    const field = fieldName(this.join.key)
    this.keep(
      sourceProblem(
        line,
        'partner',
        `${field} ${quoted(key)} stands on line ${lines[0]} too, with something else beside it.`,
        'Leave one of the two out, or give them keys of their own.',
        field,
      ),
    )
  }

  private keep(problem: SourceProblem): void {
    if (this.problems.length < MAX_NAMED) this.problems.push(this.problem(problem))
    else this.unnamed++
  }

  private problem({ value: _value, row: _row, facts: _facts, ...problem }: SourceProblem): SourceProblem {
    return { ...problem, file: this.fileName }
  }
}

const originalValue = ({ value, escaped = false }: Extract<SourceEntry, { ok: true }>): JsonObject =>
  originalOf({ escaped }, value) as JsonObject

const hashOf = (key: string): string => createHash('sha1').update(key).digest('base64')

/**
 * A number that records with the same content share, and others do not: 48 bits of a hash over it, whatever the order of its fields. Numbers
 * count as they were written, since long ones that differ may be read as the same.
 */
const contentOf = (value: JsonObject): number =>
  createHash('sha1')
    .update(exactJson(inOrder(value)))
    .digest()
    .readUIntBE(0, 6)

/** The same with the fields of each object in one order. */
function inOrder(value: Json): Json {
  if (typeof value !== 'object' || value === null) return value
  const copy = Array.isArray(value)
    ? value.map(inOrder)
    : Object.fromEntries(
        Object.keys(value)
          .toSorted()
          .map((key) => [key, inOrder(value[key] ?? null)]),
      )
  copyWritten(value, copy)
  return copy
}

const withoutKey = (line: number, { key }: JoinedFile): SourceProblem =>
  sourceProblem(
    line,
    'partner',
    `${fieldName(key)} is missing, by which records of the other file find this one.`,
    'Add it, or leave the record out.',
    fieldName(key),
  )

const tooMany = (line: number): SourceProblem =>
  sourceProblem(
    line,
    'too-many',
    `A second file has at most ${counted(MAX_PARTNERS)} records and ${megabytes(MAX_LAID_BYTES)}; nothing from this line on was read.`,
    'Leave out of it what no record belongs to, or split both files.',
  )
