/** Writes the tables of a release, each as Parquet and as CSV, in one pass over what they are read from. */
import 'server-only'
import type { ExportScope } from '@/lib/gold/releases/export-scope'
import type { Splits } from '@/lib/gold/releases/release/splits/plan-splits'
import { csvCells } from '@/lib/gold/releases/tables/csv-cells'
import { ParquetFile } from '@/lib/gold/releases/tables/parquet'
import { csvPath, ITEM_COLUMN, parquetPath, type TableRow } from '@/lib/gold/releases/tables/table'
import { tableRows } from '@/lib/gold/releases/tables/table-rows'
import type { Table } from '@/lib/gold/releases/tables/tables'
import { plainCsvRow } from '@/lib/platform/server/streams/plain-csv-row'
import { FileWriter, type MadeFile, type Store } from './file-sink'

/**
 * All of them, from position 0 on, each split a file: Parquet first, then CSV. What has no rows is a file with its columns. What is
 * held at a time is a row group of each table, smaller ones where it is divided.
 */
export async function writeTables(
  store: Store,
  scope: ExportScope,
  tables: readonly Table[],
  splits: Splits,
  signal?: AbortSignal,
): Promise<MadeFile[]> {
  const count = tables.length * splits.names.length
  const files = new Map(
    tables.map((table, tableIndex) => [
      table,
      new Map(
        splits.names.map((split, splitIndex) => {
          const index = tableIndex * splits.names.length + splitIndex
          const paths = { parquet: parquetPath(table.key, split), csv: csvPath(table.key, splits.made && split) }
          return [split, new TableFiles(store, { table, paths, index, count, beside: splits.names.length })]
        }),
      ),
    ]),
  )
  const all = [...files.values()].flatMap((parts) => [...parts.values()])
  for (const each of all) await each.begin()
  for await (const { table, rows } of tableRows(scope, tables)) {
    signal?.throwIfAborted()
    for (const [split, own] of bySplit(table, rows, splits)) await files.get(table)?.get(split)?.add(own)
  }
  const tableFiles: MadeFile[] = []
  for (const each of all) tableFiles.push(await each.endParquet())
  for (const each of all) tableFiles.push(await each.endCsv())
  return tableFiles
}

/** A row belongs where its item does; every table names the item. */
function bySplit({ key, columns }: Table, rows: readonly TableRow[], { names, of }: Splits): Map<string, TableRow[]> {
  const parts = new Map<string, TableRow[]>()
  const itemColumn = columns.findIndex(({ name }) => name === ITEM_COLUMN)
  for (const row of rows) {
    const position = row[itemColumn]
    if (typeof position !== 'number') throw new Error(`a row of ${key} names no item`)
    const split = of(position)
    if (!names.includes(split)) throw new Error(`item ${position} is in an unknown split`)
    const splitRows = parts.get(split)
    if (splitRows) splitRows.push(row)
    else parts.set(split, [row])
  }
  return parts
}

interface Place {
  table: Table
  paths: { parquet: string; csv: string }
  /** Its place among so many. */
  index: number
  count: number
  beside: number
}

class TableFiles {
  private readonly table: Table
  private readonly encoder: ParquetFile
  private readonly parquet: FileWriter
  private readonly csv: FileWriter
  private held = ''
  private heldRows = 0

  constructor(store: Store, { table, paths, index, count, beside }: Place) {
    this.table = table
    this.encoder = new ParquetFile(table.columns, beside)
    this.parquet = new FileWriter(store, { path: paths.parquet, position: index })
    this.csv = new FileWriter(store, { path: paths.csv, position: count + index })
  }

  begin(): Promise<void> {
    return this.csv.push(plainCsvRow(this.table.columns.map(({ name }) => name)), 0)
  }

  async add(rows: readonly TableRow[]): Promise<void> {
    // Rows are counted as they come: which row group they end up in says nothing of the file.
    for (const bytes of this.encoder.add(rows)) await this.parquet.push(bytes, 0)
    await this.parquet.push('', rows.length)
    this.held += rows.map((row) => plainCsvRow(csvCells(row))).join('')
    this.heldRows += rows.length
    if (this.held.length >= 100_000) await this.pushCsv()
  }

  async endParquet(): Promise<MadeFile> {
    for (const bytes of this.encoder.end()) await this.parquet.push(bytes, 0)
    return this.parquet.endKept()
  }

  async endCsv(): Promise<MadeFile> {
    await this.pushCsv()
    return this.csv.endKept()
  }

  private async pushCsv(): Promise<void> {
    await this.csv.push(this.held, this.heldRows)
    this.held = ''
    this.heldRows = 0
  }
}
