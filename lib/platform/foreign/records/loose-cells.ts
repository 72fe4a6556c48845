/** Rows of a table whose double quotes stand where CSV has none: behind blanks, or, between tabs, within a text. Pure. */
import { behindQuotes } from './row-quotes'

export interface LooseCells {
  cells: string[]
  /** In which of them a quote is read as a sign of the text; those that stand behind blanks are left out. */
  literal: number[]
}

const BLANKS = /[ \t]*/y

/** The cells of a row on one line; null where nobody can tell how it is cut. */
export function looseCells(row: string, delimiter: string): LooseCells | null {
  // What goes on over several lines may be several rows, one of which opens a quote.
  if (/[\r\n]/.test(row)) return null
  return delimiter === '\t' ? betweenTabs(row) : behindBlanks(row, delimiter)
}

function betweenTabs(row: string): LooseCells {
  const literal: number[] = []
  const cells = row.split('\t').map((cell, index) => {
    if (!cell.includes('"')) return cell
    if (cell.startsWith('"') && behindQuotes(cell, 0) === cell.length) return cell.slice(1, -1).replaceAll('""', '"')
    literal.push(index)
    return cell
  })
  return { cells, literal }
}

function behindBlanks(row: string, delimiter: string): LooseCells | null {
  const cells: string[] = []
  for (let index = 0; index <= row.length; ) {
    const begin = behind(row, index)
    const isQuoted = row[begin] === '"'
    const next = row.indexOf(delimiter, index)
    const closed = isQuoted ? behindQuotes(row, begin) : -1
    const end = isQuoted ? behind(row, closed) : next < 0 ? row.length : next
    if (isQuoted && (closed < 0 || (end < row.length && row[end] !== delimiter))) return null
    const cell = isQuoted ? row.slice(begin + 1, closed - 1).replaceAll('""', '"') : row.slice(index, end)
    if (!isQuoted && cell.includes('"')) return null
    cells.push(cell)
    index = end + 1
  }
  return { cells, literal: [] }
}

/** Behind the blanks that begin there. */
function behind(row: string, index: number): number {
  BLANKS.lastIndex = index
  BLANKS.exec(row)
  return Math.max(index, BLANKS.lastIndex)
}
