/** Where double quotes stand in a row of CSV. Each looks at every character once. Pure. */

/** Do double quotes stand only around fields of the row, and twice within them? */
export function isWellQuoted(row: string, delimiter: string): boolean {
  if (!row.includes('"')) return true
  for (let index = 0; index <= row.length; ) {
    const end = row[index] === '"' ? behindQuotes(row, index) : fieldEnd(row, index, delimiter)
    if (end < 0 || (end < row.length && row[end] !== delimiter)) return false
    index = end + 1
  }
  return true
}

/** Where the quotes that open at `index` are closed, one behind them; -1 where they are not. */
export function behindQuotes(row: string, index: number): number {
  let quote = row.indexOf('"', index + 1)
  while (quote >= 0 && row[quote + 1] === '"') quote = row.indexOf('"', quote + 2)
  return quote < 0 ? -1 : quote + 1
}

/** Where a field without quotes ends; -1 where there is one in it. */
function fieldEnd(row: string, index: number, delimiter: string): number {
  const next = row.indexOf(delimiter, index)
  const end = next < 0 ? row.length : next
  return row.slice(index, end).includes('"') ? -1 : end
}
