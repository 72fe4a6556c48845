/** Writes the tables of a release, each as Parquet and as CSV, in one pass over what they are read from. */
import 'server-only'
import type { ExportScope } from '@/lib/gold/releases/export-scope'
import { csvCells } from '@/lib/gold/releases/tables/csv-cells'
import { ParquetFile } from '@/lib/gold/releases/tables/parquet'
import { csvPath, parquetPath, type TableRow } from '@/lib/gold/releases/tables/table'
import { tableRows } from '@/lib/gold/releases/tables/table-rows'
import type { Table } from '@/lib/gold/releases/tables/tables'
import { plainCsvRow } from '@/lib/platform/server/streams/plain-csv-row'
import { FileWriter, type MadeFile, type Store } from './file-sink'

/**
 * All of them, from position 0 on: Parquet first, then CSV. A table without rows is a file with its columns. What is held
 * at a time is a row group of each table.
 */
export async function writeTables(
  store: Store,
  scope: ExportScope,
  tables: readonly Table[],
  signal?: AbortSignal,
): Promise<MadeFile[]> {
  const files = new Map(tables.map((table, index) => [table, new TableFiles(store, table, index, tables.length)]))
  for (const each of files.values()) await each.begin()
  for await (const { table, rows } of tableRows(scope, tables)) {
    signal?.throwIfAborted()
    await files.get(table)?.add(rows)
  }
  const made: MadeFile[] = []
  for (const each of files.values()) made.push(await each.endParquet())
  for (const each of files.values()) made.push(await each.endCsv())
  return made
}

class TableFiles {
  private readonly table: Table
  private readonly encoder: ParquetFile
  private readonly parquet: FileWriter
  private readonly csv: FileWriter
  private held = ''
  private heldRows = 0

  constructor(store: Store, table: Table, index: number, tables: number) {
    this.table = table
    this.encoder = new ParquetFile(table.columns)
    this.parquet = new FileWriter(store, { path: parquetPath(table.key), position: index })
    this.csv = new FileWriter(store, { path: csvPath(table.key), position: tables + index })
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
