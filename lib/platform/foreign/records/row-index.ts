/** Where each row of a file lies once it is laid down, and which rows are one item: lists of numbers, some 100 bytes a row. */
import { createHash } from 'node:crypto'
import type { FileFacts } from './file-facts'
import { type KeyPart, keyOf } from './row-groups'
import { isAnyKey, type PartialKey } from './unread-keys'

/** `record`: rows of one, or a row that belongs to none; `alone`: a record that is none of rows, such as one of a native export; `problem`: a row that cannot be read. */
export type RowKind = 'record' | 'alone' | 'problem'

export interface RowPlace {
  line: number
  /** Its place among the rows of the file, from 0. */
  at: number
  /** Where it is laid down, in bytes. */
  offset: number
  length: number
}

export interface RowGroup {
  kind: RowKind
  count: number
  rows: () => Iterable<RowPlace>
}

/** The bytes of a row that is laid down. */
interface LaidBytes {
  length: number
  /** How many of them are names of fields that the file has in its heading only, once. */
  headingLength: number
}

export class RowIndex {
  facts: FileFacts | undefined
  /** The first line that cannot be read and does not say which item it belongs to. */
  strayLine: number | null = null
  /** Does a line have several rows? Then lines do not tell their order. */
  sharesLines = false
  /** All that is laid down, in bytes. */
  byteLength = 0
  /** How many of these bytes are names of fields that the file has once, in its heading. */
  headingBytes = 0
  private readonly known = new Map<string, number>()
  /** The lines of rows that cannot be read, by the parts of a key that they show. */
  private readonly unread = new Map<string, number[]>()
  /** Which parts that are: sets of places, each as it is written in `maskOf`. */
  private readonly masks = new Map<string, readonly boolean[]>()
  private readonly kinds: RowKind[] = []
  private readonly firsts: number[] = []
  private readonly lasts: number[] = []
  private readonly counts: number[] = []
  private readonly lines: number[] = []
  private readonly offsets: number[] = []
  private readonly next: number[] = []
  private readonly content = createHash('sha1')
  private lastLine = 0

  get rowCount(): number {
    return this.lines.length
  }

  /** The same for the same rows, and for no others. */
  fileMark(): string {
    return this.content.copy().digest('base64url').slice(0, 12)
  }

  /** `key`: null of what stands alone. */
  add(kind: RowKind, key: string | null, line: number, bytes: LaidBytes): void {
    const row = this.lines.push(line) - 1
    this.offsets.push(this.byteLength)
    this.next.push(-1)
    this.byteLength += bytes.length
    this.headingBytes += bytes.headingLength
    if (kind === 'record') {
      this.sharesLines ||= line <= this.lastLine
      this.lastLine = line
    }
    const hash = key === null ? null : hashOf(key)
    this.content.update(`${line} ${bytes.length} ${hash} `)
    const group = hash === null ? undefined : this.known.get(hash)
    if (group !== undefined) {
      this.next[this.lasts[group] ?? 0] = row
      this.lasts[group] = row
      this.counts[group] = (this.counts[group] ?? 0) + 1
      return
    }
    const newGroup = this.kinds.push(kind) - 1
    this.firsts.push(row)
    this.lasts.push(row)
    this.counts.push(1)
    if (hash !== null) this.known.set(hash, newGroup)
  }

  /** A row that cannot be read, and the keys of the items that it may belong to. */
  addUnread(line: number, keys: readonly PartialKey[]): void {
    for (const key of keys) {
      if (isAnyKey(key)) {
        this.strayLine ??= line
        continue
      }
      const isSeen = key.map((part) => part !== null)
      this.masks.set(isSeen.join(), isSeen)
      const hash = hashOf(keyOf(key))
      const lines = this.unread.get(hash)
      if (!lines) this.unread.set(hash, [line])
      else if (lines.at(-1) !== line && lines.length <= MOST_LINES) lines.push(line)
    }
  }

  /** The lines of rows that may be of the item with this key and cannot be read; of very many the first, more than are named. */
  unreadLinesOf(key: string): number[] {
    const parts = JSON.parse(key) as KeyPart[]
    const lines = [...this.masks.values()].flatMap((isSeen) => {
      const seenParts = parts.map((part, place) => (isSeen[place] ? part : null))
      return this.unread.get(hashOf(keyOf(seenParts))) ?? []
    })
    return [...new Set(lines)].toSorted((one, other) => one - other)
  }

  *groups(): Generator<RowGroup> {
    for (const [group, kind] of this.kinds.entries())
      yield {
        kind,
        count: this.counts[group] ?? 0,
        rows: () => this.rowsOf(group),
      }
  }

  private *rowsOf(group: number): Generator<RowPlace> {
    for (let rowIndex = this.firsts[group] ?? -1; rowIndex >= 0; rowIndex = this.next[rowIndex] ?? -1) {
      const offset = this.offsets[rowIndex] ?? 0
      const length = (this.offsets[rowIndex + 1] ?? this.byteLength) - offset
      yield { line: this.lines[rowIndex] ?? 0, at: rowIndex, offset, length }
    }
  }
}

/** Lines that a message names at most. */
export const MOST_LINES = 20

const hashOf = (key: string): string => createHash('sha1').update(key).digest('base64')
