/**
 * Writes a table as Parquet, a row group at a time: the schema is the table's and never guessed from its rows, so that a table
 * without rows has it too, and the same rows give the same bytes. Pure.
 */

import { ByteWriter, ParquetWriter, type SchemaElement } from 'hyparquet-writer'
import type { ColumnType } from '@/lib/gold/releases/contract'
import type { Cell, Column, TableRow } from './table'

/** A row group ends with so many rows, or with so many characters of text, whichever comes first. */
export const GROUP_ROWS = 10_000
export const GROUP_CHARACTERS = 4_000_000

const LEAF: Record<Exclude<ColumnType, 'strings'>, Pick<SchemaElement, 'type' | 'converted_type'>> = {
  string: { type: 'BYTE_ARRAY', converted_type: 'UTF8' },
  int64: { type: 'INT64' },
  float64: { type: 'DOUBLE' },
  bool: { type: 'BOOLEAN' },
}

/** Every column may hold null, also where it never does: so that a later release has the same types. */
function elementsOf({ name, type }: Column): SchemaElement[] {
  if (type !== 'strings') return [{ name, repetition_type: 'OPTIONAL', ...LEAF[type] }]
  return [
    { name, repetition_type: 'OPTIONAL', converted_type: 'LIST', num_children: 1 },
    { name: 'list', repetition_type: 'REPEATED', num_children: 1 },
    { name: 'element', repetition_type: 'OPTIONAL', ...LEAF.string },
  ]
}

function charactersIn(row: TableRow): number {
  let characters = 0
  for (const cell of row)
    if (typeof cell === 'string') characters += cell.length
    else if (Array.isArray(cell)) for (const text of cell) characters += text.length
  return characters
}

/** Takes rows and gives the bytes of the file as they become ready. */
export class ParquetFile {
  private readonly writer = new ByteWriter()
  private readonly file: ParquetWriter
  private held: TableRow[] = []
  private characters = 0

  /** `beside`: how many files of its table are written at once, which share what may be held. */
  constructor(
    private readonly columns: readonly Column[],
    private readonly beside = 1,
  ) {
    const root: SchemaElement = { name: 'schema', num_children: columns.length }
    // Statistics would repeat texts in the foot of the file, which is held until its end.
    this.file = new ParquetWriter({
      writer: this.writer,
      schema: [root, ...columns.flatMap(elementsOf)],
      codec: 'SNAPPY',
      statistics: false,
      createdBy: 'Assay',
    })
  }

  /** The bytes that these rows complete; none where they fill no row group. */
  add(rows: readonly TableRow[]): Uint8Array[] {
    const groups: Uint8Array[] = []
    for (const row of rows) {
      this.held.push(row)
      this.characters += charactersIn(row)
      if (this.held.length * this.beside >= GROUP_ROWS || this.characters * this.beside >= GROUP_CHARACTERS)
        groups.push(this.group())
    }
    return groups
  }

  /** What is left of the file. */
  end(): Uint8Array[] {
    const last = this.held.length > 0 ? [this.group()] : []
    void this.file.finish()
    return [...last, this.taken()]
  }

  private group(): Uint8Array {
    const rows = this.held
    this.held = []
    this.characters = 0
    const columnData = this.columns.map(({ name, type }, columnIndex) => ({
      name,
      data: rows.map((row) => stored(type, row[columnIndex] ?? null)),
      offsetIndex: false,
    }))
    void this.file.write({ columnData, rowGroupSize: rows.length })
    return this.taken()
  }

  /** A copy of what is written, and the writer's memory is free for what follows. */
  private taken(): Uint8Array {
    const bytes = this.writer.getBytes().slice()
    this.writer.index = 0
    return bytes
  }
}

const stored = (type: ColumnType, cell: Cell): unknown =>
  type === 'int64' && typeof cell === 'number' ? BigInt(cell) : cell
