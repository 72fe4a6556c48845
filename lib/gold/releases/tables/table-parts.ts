/** One table as a file, as it is downloaded by itself. */
import 'server-only'
import type { ExportScope } from '@/lib/gold/releases/export-scope'
import { plainCsvRow } from '@/lib/platform/server/streams/plain-csv-row'
import { csvCells } from './csv-cells'
import { ParquetFile } from './parquet'
import { tableRows } from './table-rows'
import type { Table } from './tables'

/** Also without rows it has its columns. */
export async function* parquetParts(scope: ExportScope, table: Table): AsyncGenerator<Uint8Array> {
  const file = new ParquetFile(table.columns)
  for await (const { rows } of tableRows(scope, [table])) yield* file.add(rows)
  yield* file.end()
}

export async function* csvParts(scope: ExportScope, table: Table): AsyncGenerator<string> {
  yield plainCsvRow(table.columns.map(({ name }) => name))
  for await (const { rows } of tableRows(scope, [table]))
    if (rows.length > 0) yield rows.map((row) => plainCsvRow(csvCells(row))).join('')
}
