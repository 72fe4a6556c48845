import { listed, MatrixProblem } from './matrix-problem'
import { readCsv } from './read-csv'

/**
 * A table of distances: labels in the first row and the first column, numbers from 0 between them, 0 on the diagonal, the
 * same in both directions. In the order of `categories`, where these are declared. @throws MatrixProblem
 */
export function readDistances(text: string): { categories: string[]; table: number[][] } {
  const { columns, rows } = readCsv(text.trimStart().startsWith(',') ? `label${text.trimStart()}` : text)
  const categories = columns.slice(1)
  const names = rows.map(({ cells }) => cells[0] ?? '')
  if (names.length !== categories.length || names.some((name, index) => name !== categories[index])) {
    throw new MatrixProblem(
      `The table of distances has the columns ${listed(categories)} and the rows ${listed(names)}.`,
      'Both must be the same labels in the same order.',
    )
  }
  const table = rows.map(({ cells, line }) =>
    cells.slice(1).map((cell, column) => distance(cell, line, categories[column])),
  )
  checkDistances(categories, table)
  return { categories, table }
}

function distance(cell: string | null, line: number, column: string | undefined): number {
  const value = cell === null || cell === '' ? Number.NaN : Number(cell)
  if (Number.isFinite(value) && value >= 0) return value
  throw new MatrixProblem(`${listed([cell ?? ''])} is no distance.`, 'Write a number from 0.', { line, column })
}

/** @throws MatrixProblem unless the table is square over the labels, symmetric, and 0 on the diagonal only. */
export function checkDistances(categories: readonly string[], table: readonly (readonly number[])[]): void {
  if (table.length !== categories.length || table.some((row) => row.length !== categories.length)) {
    throw new MatrixProblem(
      'The table of distances is not square over the labels.',
      'Write one row and column a label.',
    )
  }
  table.forEach((row, i) => {
    row.forEach((value, j) => {
      const pair = listed([categories[i] ?? '', categories[j] ?? ''])
      if (!Number.isFinite(value) || value < 0) {
        throw new MatrixProblem(`The distance of ${pair} is no number from 0.`, 'Correct the table.')
      }
      if (i === j && value !== 0)
        throw new MatrixProblem(`A label is not at distance 0 from itself: ${pair}.`, 'Write 0.')
      if (value !== table[j]?.[i]) {
        throw new MatrixProblem(`The distance of ${pair} is not the same in both directions.`, 'Correct the table.')
      }
    })
  })
}
