/** UTF-8 has no form for half a surrogate pair: texts that hold one are escaped, as in CSV. Pure. */
import { escapeText } from '@/lib/text/escape-text'
import type { Cell, TableRow } from './table'

const textOf = (text: string): string => (text.isWellFormed() ? text : escapeText(text))

const storableCell = (cell: Cell): Cell =>
  typeof cell === 'string' ? textOf(cell) : typeof cell === 'object' && cell !== null ? cell.map(textOf) : cell

export const storable = (row: TableRow): TableRow => row.map(storableCell)
