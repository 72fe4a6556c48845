import { joined, type Roles } from './columns'
import { MatrixProblem } from './matrix-problem'
import type { Missing } from './missing'
import type { MatrixUnit } from './rater-matrix'
import { placeOf, type Table } from './table'

/** One row a unit, one column a rater. */
export function wideUnits(table: Table, roles: Roles, columns: readonly number[], missing: Missing): MatrixUnit[] {
  return table.rows.map((row, index) => {
    const labels = columns.map((column) => {
      const label = missing.read(row.cells[column])
      if (label !== null) refuseFormula(label, placeOf(table, row, table.columns[column]))
      return label
    })
    const left = roles.left === null ? null : row.cells[roles.left] || null
    const name = roles.unit.length === 0 ? String(index + 1) : joined(row, roles.unit)
    return {
      name,
      line: row.line,
      response: roles.response.length === 0 ? `unit ${index}` : joined(row, roles.response),
      slices: roles.by.map((column) => row.cells[column] ?? ''),
      labels,
      left: left === null ? null : columns.map(() => left),
    }
  })
}

/** A formula that a spreadsheet wrote as text says nothing about the rating. */
export function refuseFormula(label: string, place: { line?: number; record?: number; column?: string | undefined }) {
  if (!/^[=@]\s*[A-Za-z($]/.test(label)) return
  throw new MatrixProblem('A formula stands here instead of a label.', 'Save the values, not the formulas.', place)
}
