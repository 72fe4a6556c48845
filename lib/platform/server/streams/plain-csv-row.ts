/** CSV as datasets are published: quoted only where it must be, and no value changed, not even for spreadsheets. */

/** One row; lines end with LF. */
export function plainCsvRow(cells: readonly string[]): string {
  return `${cells.map(quoted).join(',')}\n`
}

// A line of one empty cell would be no line.
const quoted = (cell: string, _: number, { length }: readonly string[]) =>
  /[",\r\n]/.test(cell) || (cell === '' && length === 1) ? `"${cell.replaceAll('"', '""')}"` : cell
