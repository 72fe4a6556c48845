/** The cells of a row of a table as CSV: texts as they are, lists as JSON, nothing where there is no value. Pure. */
import type { Cell, TableRow } from './table'

export const csvCells = (row: TableRow): string[] => row.map(cellText)

function cellText(cell: Cell): string {
  if (cell === null) return ''
  if (typeof cell === 'string') return cell
  return typeof cell === 'object' ? JSON.stringify(cell) : String(cell)
}
