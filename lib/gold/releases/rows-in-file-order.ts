/** Items that were made of rows, as these rows again: in the order in which they stood in their file, however they were mixed. Pure. */
import { rowOrder, rowsOf } from '@/lib/platform/foreign/records/row-groups'
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
  /** Among the rows of its file. */
  place: number
  written: Written
}

/** Rows that wait for others at most; behind that they are written as they come. */
const MOST_WAITING = 100_000
/** Rows are given on in batches of this size, since their text becomes one string. */
const BATCH = 500

/** `items`: in the order of the project, that is import by import, each by the first of its rows. */
export async function* rowsInFileOrder(
  items: AsyncIterable<readonly Written[]>,
  groups: RowGroups,
): AsyncGenerator<Written[]> {
  const waiting = new RowHeap()
  let ready: Written[] = []
  let last: { importId: string | null; file: string | null; first: number } = { importId: null, file: null, first: -1 }
  /** What stands before the place. */
  function* passed(place: number): Generator<Written[]> {
    for (let row = waiting.takeBefore(place); row; row = waiting.takeBefore(place))
      if (ready.push(row.written) >= BATCH) {
        yield ready
        ready = []
      }
  }
  for await (const batch of items)
    for (const item of batch) {
      const rows = rowsOfItem(item, groups)
      const first = rows[0]?.place ?? 0
      const { importId } = item
      const { file } = rowOrder(item.record)
      // A native export may hold the items of several files. Where they are not told apart: in one file each begins behind the one before.
      const isOtherFile = importId !== last.importId || file !== last.file || first <= last.first
      const isOther = isOtherFile || waiting.size > MOST_WAITING
      last = { importId, file, first }
      // What stands before the first row of an item stands before all that is still to come.
      yield* passed(isOther ? Number.POSITIVE_INFINITY : first)
      for (const row of rows) waiting.add(row)
    }
  yield* passed(Number.POSITIVE_INFINITY)
  if (ready.length > 0) yield ready
}

/** Rows by their places, the first on top: a binary heap. Of one place, in the order in which they were added. */
class RowHeap {
  private readonly rows: (PlacedRow & { order: number })[] = []
  private added = 0

  get size(): number {
    return this.rows.length
  }

  add(row: PlacedRow): void {
    const { rows } = this
    let index = rows.push({ ...row, order: this.added++ }) - 1
    while (index > 0 && this.isBefore(index, (index - 1) >> 1)) {
      this.swap(index, (index - 1) >> 1)
      index = (index - 1) >> 1
    }
  }

  /** The first row, where it stands before the place. */
  takeBefore(place: number): PlacedRow | undefined {
    const { rows } = this
    const [top] = rows
    if (!top || top.place >= place) return undefined
    this.swap(0, rows.length - 1)
    rows.pop()
    for (let index = 0, least = this.leastOf(index); least !== index; least = this.leastOf(index)) {
      this.swap(index, least)
      index = least
    }
    return top
  }

  private leastOf(index: number): number {
    const left = this.isBefore(2 * index + 1, index) ? 2 * index + 1 : index
    return this.isBefore(2 * index + 2, left) ? 2 * index + 2 : left
  }

  private isBefore(one: number, other: number): boolean {
    const [left, right] = [this.rows[one], this.rows[other]]
    return !!left && !!right && (left.place - right.place || left.order - right.order) < 0
  }

  private swap(one: number, other: number): void {
    const { rows } = this
    const [left, right] = [rows[one], rows[other]]
    if (left && right) [rows[one], rows[other]] = [right, left]
  }
}

function rowsOfItem({ source, record, importId }: Written, groups: RowGroups): PlacedRow[] {
  const { places } = rowOrder(record)
  const before = rowsOf(groups, source.value)
  return rowsOf(groups, record, source.value).map((row, index) => ({
    place: places[index] ?? places.at(-1) ?? 0,
    written: { source: { ...source, value: before[index] ?? {} }, record: row, importId },
  }))
}
