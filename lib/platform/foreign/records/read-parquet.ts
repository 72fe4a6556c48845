/** The rows of a Parquet file as records, one row group in memory. */
import { type AsyncBuffer, type FileMetaData, parquetMetadataAsync, parquetReadObjects, type RowGroup } from 'hyparquet'
import { compressors } from 'hyparquet-compressors'
import type { Json } from '@/lib/protocols/protocol'
import { UnreadableFile } from './file-facts'
import { inspectValue } from './inspect-value'
import { MAX_RECORD_BYTES, megabytes } from './limits'
import { rowGroupBytes } from './row-group-bytes'
import { type SourceEntry, sourceProblem, sourceRecord, tooLong } from './source-entry'
import type { FileBytes } from './whole-file'

/** Largest row group that is read, unpacked. Files of the Hub have groups of up to 100 MB. */
export const MAX_ROW_GROUP_BYTES = 128_000_000

interface UnreadRow {
  line: number
  read: () => SourceEntry
}

export interface ParquetFile {
  recordCount: number
  /** Every row, its number from 1 in place of a line. Of an excerpt, those up to the first row group that is not in it. */
  entries: () => AsyncGenerator<UnreadRow>
}

/** Reads what the file says of itself. Throws UnreadableFile. */
export async function openParquet(file: FileBytes): Promise<ParquetFile> {
  const source: AsyncBuffer = { byteLength: file.byteLength, slice: (start, end) => file.slice(start, end) }
  const metadata = await readable(() => parquetMetadataAsync(source))
  const isThere = (group: RowGroup) => {
    const { start, end } = rowGroupBytes(group)
    return file.has?.(start, end) ?? true
  }
  return { recordCount: Number(metadata.num_rows), entries: () => rowsOf(source, metadata, isThere) }
}

async function* rowsOf(
  source: AsyncBuffer,
  metadata: FileMetaData,
  isThere: (group: RowGroup) => boolean,
): AsyncGenerator<UnreadRow> {
  let from = 0
  for (const [index, group] of metadata.row_groups.entries()) {
    const to = from + Number(group.num_rows)
    if (Number(group.total_byte_size) > MAX_ROW_GROUP_BYTES) yield tooLarge(index, group, from + 1)
    else if (isThere(group)) {
      const rows = await readable(() =>
        parquetReadObjects({ file: source, metadata, compressors, rowStart: from, rowEnd: to }),
      )
      for (const [row, value] of rows.entries()) {
        const line = from + row + 1
        yield { line, read: () => readRow(value, line) }
      }
    } else return
    from = to
  }
}

async function readable<Value>(read: () => Promise<Value>): Promise<Value> {
  try {
    return await read()
  } catch (error) {
    const why = error instanceof Error ? error.message.slice(0, 200) : ''
    throw new UnreadableFile('binary', `This Parquet file cannot be read: ${why}.`, 'Write it again, or as JSON lines.')
  }
}

function tooLarge(index: number, group: FileMetaData['row_groups'][number], line: number): UnreadRow {
  const size = megabytes(Math.ceil(Number(group.total_byte_size) / 1_000_000) * 1_000_000)
  const message = `Row group ${index + 1} has ${size} unpacked; at most ${megabytes(MAX_ROW_GROUP_BYTES)} are read at once.`
  const problem = sourceProblem(
    line,
    'too-long',
    message,
    'Write the file with smaller row groups, such as row_group_size=1000.',
  )
  return { line, read: () => problem }
}

function readRow(row: Record<string, unknown>, line: number): SourceEntry {
  const value = Object.fromEntries(Object.entries(row).map(([name, cell]) => [name, jsonOf(cell)]))
  const problem = inspectValue(value)
  if (problem) return { ok: false, line, ...problem }
  const raw = JSON.stringify(value)
  return Buffer.byteLength(raw) > MAX_RECORD_BYTES ? tooLong(line) : sourceRecord({ line, raw, value, notes: [] })
}

/** A cell as JSON has it: long whole numbers as texts, dates in ISO's notation, bytes as the text that they are. */
function jsonOf(cell: unknown): Json {
  if (cell === null || cell === undefined) return null
  if (typeof cell === 'bigint') return Number.isSafeInteger(Number(cell)) ? Number(cell) : String(cell)
  if (typeof cell === 'number') return Number.isFinite(cell) ? cell : null
  if (typeof cell === 'string' || typeof cell === 'boolean') return cell
  if (cell instanceof Date) return Number.isNaN(cell.getTime()) ? null : cell.toISOString()
  if (cell instanceof Uint8Array) return Buffer.from(cell).toString('utf8')
  if (Array.isArray(cell) || ArrayBuffer.isView(cell)) return Array.from(cell as unknown as unknown[], jsonOf)
  if (typeof cell === 'object')
    return Object.fromEntries(Object.entries(cell).map(([key, inner]) => [key, jsonOf(inner)]))
  return null
}
