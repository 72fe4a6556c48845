/** A file of rows, before anybody knows which column means what. */
export interface Table {
  /** "CSV", "TSV", "JSON list", "JSON lines". */
  container: string
  columns: readonly string[]
  rows: readonly Row[]
}

export interface Row {
  /** Line of a text file, or number of the record in JSON. */
  line: number
  /** One a column; null where the record has nothing there. */
  cells: readonly (string | null)[]
}

/** Where a row stands, as messages say it. */
export function placeOf(table: Table, row: Row, column?: string) {
  return table.container === 'JSON list' ? { record: row.line, column } : { line: row.line, column }
}
