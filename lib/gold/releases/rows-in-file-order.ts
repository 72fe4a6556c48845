/** Items that were made of rows, as these rows again: in the order in which they stood in their file, however they were mixed. Pure. */
import { rowLines, rowsOf } from '@/lib/platform/foreign/records/row-groups'
import type { StoredSource } from '@/lib/platform/foreign/records/stored-source'
import type { Json } from '@/lib/protocols/protocol'
import type { RowGroups } from '@/lib/protocols/records'

/** What a format writes of an item, with the item's own record, which tells how its texts and numbers were written. */
export interface Written {
  source: StoredSource
  record: Json
  /** The import that the item came with; null where it came otherwise. */
  importId: string | null
}

interface PlacedRow {
  line: number
  written: Written
}

/** Rows that wait for others at most; behind that they are written as they come. */
const MOST_WAITING = 100_000

/** `items`: in the order of the project, that is import by import, each by the first of its rows. */
export async function* rowsInFileOrder(
  items: AsyncIterable<readonly Written[]>,
  groups: RowGroups,
): AsyncGenerator<Written[]> {
  let waiting: PlacedRow[] = []
  let last: { importId: string | null; first: number } = { importId: null, first: 0 }
  for await (const batch of items) {
    const ready: Written[] = []
    for (const item of batch) {
      const rows = rowsOfItem(item, groups)
      const first = rows[0]?.line ?? 0
      const { importId } = item
      // A native export may hold the items of several files: in one file each begins behind the one before.
      const isOther = importId !== last.importId || first <= last.first || waiting.length > MOST_WAITING
      last = { importId, first }
      // What stands before the first row of an item stands before all that is still to come.
      const passed = isOther ? waiting.length : firstFrom(waiting, first)
      for (const { written } of waiting.splice(0, passed)) ready.push(written)
      waiting = merged(waiting, rows)
    }
    if (ready.length > 0) yield ready
  }
  if (waiting.length > 0) yield waiting.map(({ written }) => written)
}

function rowsOfItem({ source, record, importId }: Written, groups: RowGroups): PlacedRow[] {
  const lines = rowLines(record) ?? []
  const before = rowsOf(groups, source.value)
  return rowsOf(groups, record).map((row, index) => ({
    line: lines[index] ?? lines.at(-1) ?? 0,
    written: { source: { ...source, value: before[index] ?? {} }, record: row, importId },
  }))
}

/** The place of the first row that does not stand before the line. */
function firstFrom(rows: readonly PlacedRow[], line: number): number {
  const at = rows.findIndex((row) => row.line >= line)
  return at < 0 ? rows.length : at
}

function merged(one: PlacedRow[], other: PlacedRow[]): PlacedRow[] {
  const last = one.at(-1)?.line ?? 0
  if ((other[0]?.line ?? 0) >= last) return [...one, ...other]
  return [...one, ...other].sort((left, right) => left.line - right.line)
}
