/** One row of RFC 4180. Texts that a spreadsheet would run as a formula get a leading apostrophe. */
export function csvRow(cells: readonly (string | number | null)[]): string {
  return `${cells.map((cell) => (cell === null ? '' : typeof cell === 'number' ? String(cell) : csvText(cell))).join(',')}\r\n`
}

function csvText(text: string): string {
  const safe = /^[=+\-@＝＋－＠\t\r\n]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
