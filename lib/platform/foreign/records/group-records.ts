/**
 * Puts the rows of a file together that are one record, wherever they stand in it. They are laid down once, in memory or in a temporary file
 * (whole-file.ts), and fetched record by record in the order of their first rows; memory holds some 100 bytes a row beside that. A record is
 * never made of some of its rows: where one cannot be read, all are problems (docs/decisions/119-items-with-unread-rows.md).
 */
import type { RecordProblem, RowGroups } from '@/lib/protocols/records'
import { exactJson } from './exact-numbers'
import { counted, MAX_RECORD_BYTES, MAX_UNITS, megabytes } from './limits'
import { parsePiece } from './parse-piece'
import type { UnreadRecord } from './read-records'
import { groupedRecord, type Row, rowKey } from './row-groups'
import { MOST_LINES, type RowGroup, RowIndex, type RowKind, type RowPlace } from './row-index'
import { isNative, type JsonObject, type SourceEntry, type SourceRecord, sourceProblem } from './source-entry'
import { originalOf, storedSource } from './stored-source'
import { isAnyKey, keysOfUnread } from './unread-keys'
import { WholeFile } from './whole-file'

/** The places of so many rows are kept at most. */
const MAX_ROWS = 2_000_000
/** So much is laid down at most. */
const MAX_LAID_BYTES = 4_000_000_000
/**
 * A table has the names of its fields once, and they are laid down with every row: so many times as long as the rows alone may it become,
 * once it is longer than what is free.
 */
const MAX_GROWTH = 20
const FREE_BYTES = 100_000_000
/** Rows are laid down in pieces of this size. */
const PIECE_BYTES = 64_000
/** After so many rows, that there is progress is told. */
const SIGN_EVERY = 10_000

/** Every record that the rows make, and every row that makes none, by the order of first lines. `onProgress`: called now and then, before the first record too. */
export async function* groupRecords(
  rows: AsyncIterable<UnreadRecord>,
  groups: RowGroups,
  onProgress: () => Promise<void> = async () => undefined,
): AsyncGenerator<UnreadRecord> {
  const index = new RowIndex()
  const layer = new RowLayer(groups, index, onProgress)
  const laid = await WholeFile.of(layer.layDown(rows))
  try {
    let { facts } = index
    for await (const entry of layer.refusal ? [layer.refusal] : entriesOf(index, laid, groups)) {
      const withFacts = facts ? { ...entry, facts } : entry
      facts = undefined
      yield { line: entry.line, read: () => withFacts }
    }
  } finally {
    await laid.close()
  }
}

/** Lays rows down one after the other as JSON; the index learns where each of them lies. */
class RowLayer {
  /** Why the file as a whole cannot be put together; null where it can. */
  refusal: SourceEntry | null = null

  constructor(
    private readonly groups: RowGroups,
    private readonly index: RowIndex,
    private readonly onProgress: () => Promise<void>,
  ) {}

  async *layDown(rows: AsyncIterable<UnreadRecord>): AsyncGenerator<Buffer> {
    let piece: Buffer[] = []
    let size = 0
    for await (const row of rows) {
      this.refusal = refusalOf(this.index, row.line)
      if (this.refusal) break
      const bytes = this.laidOut(row)
      piece.push(bytes)
      size += bytes.length
      if (this.index.rowCount % SIGN_EVERY === 0) await this.onProgress()
      if (size < PIECE_BYTES) continue
      yield Buffer.concat(piece)
      piece = []
      size = 0
    }
    yield Buffer.concat(piece)
  }

  private laidOut({ read, bytes: cut }: UnreadRecord): Buffer {
    const { groups, index } = this
    const entry = read()
    index.facts ??= entry.facts
    const add = (kind: RowKind, key: string | null, text: string, headingLength = 0) => {
      const bytes = Buffer.from(text)
      index.add(kind, key, entry.line, { length: bytes.length, headingLength })
      return bytes
    }
    if (!entry.ok) {
      const keys = keysOfUnread(entry, cut, groups)
      index.addUnread(entry.line, keys)
      const fix = [entry.fix, ...(keys.length > 0 ? [keys.some(isAnyKey) ? ANY_ITEM : WHOLE_ITEM] : [])].join(' ')
      if (!entry.row) return add('problem', null, JSON.stringify({ ...entry, fix }))
      const { names, cells } = entry.row
      const text = JSON.stringify({ ...entry, fix, row: { names, cells } })
      return add('problem', null, text, Buffer.byteLength(JSON.stringify(names)))
    }
    if (isNative(entry.value)) return add('alone', null, entry.raw)
    const found = rowKey(groups, entry.value)
    const value = originalValue(entry)
    return add('record', found.ok ? found.key : null, exactJson(value), this.isTable() ? lengthOfNames(value) : 0)
  }

  private isTable(): boolean {
    const { facts } = this.index
    return facts !== undefined && TABLES.includes(facts.container)
  }
}

/** Kinds of files that name their fields once. */
const TABLES = ['CSV', 'Excel workbook', 'Parquet']

const lengthOfNames = (value: JsonObject): number =>
  Object.keys(value).reduce((sum, name) => sum + Buffer.byteLength(name) + '"":'.length, 0)

const ANY_ITEM =
  'Do so in the whole file: it does not show which item it belongs to, so no item is imported without it.'
const WHOLE_ITEM = 'Do so in the whole file: the other rows of the item are not imported without it.'

/** Why the row on this line and all behind it cannot be laid down; then no item is known to be whole. */
function refusalOf({ rowCount, byteLength, headingBytes }: RowIndex, line: number): SourceEntry | null {
  const nothing = `nothing from line ${line} on was read, so that no item is known to be whole.`
  if (rowCount >= MAX_ROWS)
    return sourceProblem(
      line,
      'too-many',
      `Rows can be put together in a file of at most ${counted(MAX_ROWS)} rows; ${nothing}`,
      SPLIT_FILE,
    )
  if (byteLength >= MAX_LAID_BYTES)
    return sourceProblem(
      line,
      'too-long',
      `Rows can be put together in a file of at most ${megabytes(MAX_LAID_BYTES)}; ${nothing}`,
      SPLIT_FILE,
    )
  if (byteLength >= FREE_BYTES && byteLength > MAX_GROWTH * (byteLength - headingBytes))
    return sourceProblem(
      line,
      'too-long',
      `The names of the columns are more than ${MAX_GROWTH - 1} times as long as what stands in the rows, which are put together with them; ${nothing}`,
      'Give the columns shorter names, and leave out those that are not needed.',
    )
  return null
}

const SPLIT_FILE = 'Split the file, and leave all rows of an item in one part.'

const originalValue = ({ value, escaped = false }: SourceRecord): JsonObject =>
  originalOf({ escaped }, value) as JsonObject

/** How a row that is laid down is fetched. */
type BytesOf = (place: RowPlace) => Promise<Buffer>

async function* entriesOf(index: RowIndex, laid: WholeFile, groups: RowGroups): AsyncGenerator<SourceEntry> {
  const bytesOf: BytesOf = async ({ offset, length }) => Buffer.from(await laid.slice(offset, offset + length))
  const file = index.fileMark()
  for (const group of index.groups()) {
    const [first] = group.rows()
    if (!first) throw new Error('a group has no rows')
    if (group.kind === 'problem') {
      // It was written by this very process.
      yield JSON.parse((await bytesOf(first)).toString('utf8')) as SourceEntry
      continue
    }
    if (group.kind === 'alone') {
      yield parsePiece({ line: first.line, bytes: await bytesOf(first), cut: false })
      continue
    }
    const why = tooLarge(group, first)
    if (why) {
      yield* refusedRows(group, bytesOf, why)
      continue
    }
    const rows: { place: RowPlace; record: SourceRecord }[] = []
    for (const place of group.rows()) rows.push({ place, record: await rowAt(place, bytesOf) })
    const entry = joined(rows, { groups, file, index })
    if (entry === null) yield* refusedRows(group, bytesOf, tooLongTogether(first.line, MAX_RECORD_BYTES))
    else yield entry
  }
}

async function rowAt(place: RowPlace, bytesOf: BytesOf): Promise<SourceRecord> {
  const entry = parsePiece({ line: place.line, bytes: await bytesOf(place), cut: false })
  if (!entry.ok) throw new Error(`line ${place.line} was read and cannot be read again`)
  return entry
}

/** Rows that repeat what they share, together, in bytes: more is not looked at. */
const LONGEST_ROWS = 20 * MAX_RECORD_BYTES

type Why = Pick<RecordProblem, 'message' | 'fix'> & { kind: 'too-many' | 'too-long' }

const CHECK_KEY = 'Check by which fields rows are put together (record.group), or split the item.'

function tooLarge(group: RowGroup, { line }: RowPlace): Why | null {
  if (group.count > MAX_UNITS) {
    const message = `${counted(group.count)} rows from line ${line} on belong to one item; it may have ${counted(MAX_UNITS)}.`
    return { kind: 'too-many', message, fix: CHECK_KEY }
  }
  let length = 0
  for (const row of group.rows()) length += row.length
  return length > LONGEST_ROWS ? tooLongTogether(line, LONGEST_ROWS) : null
}

const tooLongTogether = (line: number, most: number): Why => ({
  kind: 'too-long',
  message: `The rows from line ${line} on that belong to one item are longer than ${megabytes(most)} together${most === MAX_RECORD_BYTES ? ', what they share counted once' : ''}.`,
  fix: CHECK_KEY,
})

/** All rows of an item that cannot be one, each a problem of its line, with what stands in it: one after the other, however many. */
async function* refusedRows(
  group: RowGroup,
  bytesOf: BytesOf,
  { kind, message, fix }: Why,
): AsyncGenerator<SourceEntry> {
  for (const place of group.rows())
    yield {
      ...sourceProblem(place.line, kind, message, fix),
      value: originalValue(await rowAt(place, bytesOf)),
    }
}

interface JoinedOf {
  groups: RowGroups
  /** Which file it is. */
  file: string
  index: RowIndex
}

/** null: the record is too long. */
function joined(
  rows: readonly { place: RowPlace; record: SourceRecord }[],
  { groups, file, index }: JoinedOf,
): SourceEntry | null {
  const [first, ...others] = rows.map(({ place: { line, at }, record }): Row => {
    const value = originalValue(record)
    return index.sharesLines ? { line, at, value } : { line, value }
  })
  if (!first) throw new Error('a group has no rows')
  const found = rowKey(groups, first.value)
  if (!found.ok) {
    const { field, message, fix } = found
    return { ...sourceProblem(first.line, 'row-key', message, fix, field), value: first.value }
  }
  const { value, problems: differing } = groupedRecord(groups, [first, ...others], file)
  const raw = exactJson(value)
  if (Buffer.byteLength(raw) > MAX_RECORD_BYTES) return null
  const stored = storedSource(value, raw)
  const lines = rows.map(({ place: { line } }) => line)
  const problems = [...differing, ...unreadProblems(lines, index.unreadLinesOf(found.key), index.strayLine)]
  return {
    ok: true,
    line: first.line,
    raw,
    value: stored.value as JsonObject,
    notes: rows.flatMap(({ record: { line, notes } }) => notes.map((note) => ({ line, ...note }))),
    ...(stored.escaped ? { escaped: true } : {}),
    ...(problems.length > 0 ? { problems } : {}),
  }
}

/** What is wrong with the item on these lines where rows that may be its own cannot be read. */
function unreadProblems(
  lines: readonly number[],
  unreadLines: readonly number[],
  strayLine: number | null,
): RecordProblem[] {
  const itemLines = linesInWords(lines)
  if (unreadLines.length > 0)
    return [
      {
        field: '',
        message: `The item on ${itemLines} is not imported without what cannot be read on ${linesInWords(unreadLines, false)}.`,
        fix: 'Mend that in the whole file.',
      },
    ]
  if (strayLine === null) return []
  return [
    {
      field: '',
      message: `The item on ${itemLines} may lack a row: what stands on line ${strayLine} cannot be read, and does not show which item it belongs to.`,
      fix: 'Mend that row in the whole file, or take it out.',
    },
  ]
}

/** `isWhole`: are these all lines that there are? */
function linesInWords(lines: readonly number[], isWhole = true): string {
  const distinctLines = [...new Set(lines)]
  const more = isWhole ? ` and ${counted(distinctLines.length - MOST_LINES)} more` : ' and more'
  const rest = distinctLines.length > MOST_LINES ? more : ''
  return `${distinctLines.length === 1 ? 'line' : 'lines'} ${distinctLines.slice(0, MOST_LINES).join(', ')}${rest}`
}
