/** Counts that remember which items are behind them. */
import { type Cell, MAX_ITEMS } from './contract'

/** A cell while it is being counted; `items` stops growing one past the limit. */
export interface OpenCell {
  count: number
  items: number[]
}

export const openCell = (): OpenCell => ({ count: 0, items: [] })

/** An empty square of cells, one row and one column a category. */
export const openSquare = (size: number): OpenCell[][] =>
  Array.from({ length: size }, () => Array.from({ length: size }, openCell))

/** Counts one unit of the item at `position`. The units of an item must come one after the other. */
export function countIn(cell: OpenCell | undefined, position: number): void {
  if (!cell) return
  cell.count++
  if (cell.items.at(-1) !== position && cell.items.length <= MAX_ITEMS) cell.items.push(position)
}

/** The cell as it is told; without `showsItems` the items behind it stay untold. */
export function closeCell({ count, items }: OpenCell, showsItems: boolean): Cell {
  return { count, items: listed(items, showsItems) }
}

/** Positions, unless there are too many or the reader may not know them. */
export function listed(items: readonly number[], showsItems: boolean): number[] | null {
  return showsItems && items.length <= MAX_ITEMS ? [...items] : null
}
