/** The rows of tables, read from the database a batch at a time. */
import 'server-only'
import { annotationLines } from '@/lib/gold/releases/annotation-lines'
import { distributionsOf } from '@/lib/gold/releases/distribution-lines'
import type { ExportScope } from '@/lib/gold/releases/export-scope'
import { nativeLines } from '@/lib/gold/releases/native-lines'
import { type RatedTask, ratedTasks } from '@/lib/gold/releases/rating-lines'
import { escapeText } from '@/lib/text/escape-text'
import { nativeRecordSchema } from '@/lib/workspace/imports/native/contract'
import { type GivenRating, itemEntry } from './item-entry'
import type { NativeTable } from './native-tables'
import type { AnnotationOf, AnnotationTable, RatedTable } from './rated-tables'
import type { Cell, TableRow } from './table'
import type { Table } from './tables'

export interface TableRows {
  table: Table
  rows: TableRow[]
}

/** The rows of several tables, each source read once: rows of one table come in its order, those of several in any. */
export async function* tableRows(scope: ExportScope, tables: readonly Table[]): AsyncGenerator<TableRows> {
  for await (const { table, rows } of unescapedRows(scope, tables)) yield { table, rows: rows.map(storable) }
}

async function* unescapedRows(scope: ExportScope, tables: readonly Table[]): AsyncGenerator<TableRows> {
  const of = <From extends Table['from']>(from: From) =>
    tables.filter((table): table is Extract<Table, { from: From }> => table.from === from)
  yield* itemRows(scope, of('items'))
  yield* ratedRows(scope, of('ratings'))
  yield* annotatedRows(scope, of('annotations'))
}

async function* itemRows(scope: ExportScope, tables: readonly NativeTable[]): AsyncGenerator<TableRows> {
  if (tables.length === 0) return
  const ratings = new RatingsByItem(scope.withRatings ? ratedTasks(scope) : null)
  try {
    for await (const lines of nativeLines(scope))
      for (const line of lines.split('\n')) {
        if (line === '') continue
        const native = nativeRecordSchema.parse(JSON.parse(line))
        const entry = itemEntry(scope.protocol, native, await ratings.of(native.item.position))
        for (const table of tables) yield { table, rows: table.rows(entry) }
      }
  } finally {
    await ratings.end()
  }
}

/** Walks along rated tasks beside the items, both in the order of positions. */
class RatingsByItem {
  private readonly tasks: AsyncGenerator<RatedTask[]> | null
  private held: RatedTask[] = []

  constructor(tasks: AsyncGenerator<RatedTask[]> | null) {
    this.tasks = tasks
  }

  /** The ratings of the item at this position, which is behind those that were asked for before. */
  async of(position: number): Promise<GivenRating[]> {
    const found: GivenRating[] = []
    for (;;) {
      const [task] = this.held
      if (task === undefined) {
        const next = await this.tasks?.next()
        if (!next || next.done) return found
        this.held = next.value
        continue
      }
      if (task.item > position) return found
      if (task.item === position)
        for (const { measure, unit, annotator, value } of task.ratings)
          found.push({ stage: task.stage.key, measure, unit: unit.slice(unit.indexOf('/') + 1), annotator, value })
      this.held.shift()
    }
  }

  async end(): Promise<void> {
    await this.tasks?.return(undefined)
  }
}

async function* ratedRows(scope: ExportScope, tables: readonly RatedTable[]): AsyncGenerator<TableRows> {
  if (tables.length === 0) return
  for await (const tasks of ratedTasks(scope))
    for (const table of tables) {
      const rows = tasks.flatMap((task) =>
        table.rows({ ratings: task.ratings, distributions: () => distributionsOf(task) }),
      )
      yield { table, rows }
    }
}

async function* annotatedRows(scope: ExportScope, tables: readonly AnnotationTable[]): AsyncGenerator<TableRows> {
  if (tables.length === 0) return
  for await (const lines of annotationLines(scope))
    for (const line of lines.split('\n')) {
      if (line === '') continue
      const annotation: AnnotationOf = JSON.parse(line)
      for (const table of tables) yield { table, rows: table.rows(annotation) }
    }
}

/** UTF-8 has no form for half a surrogate pair: texts that hold one are escaped, as in CSV. */
const storableText = (text: string): string => (text.isWellFormed() ? text : escapeText(text))

const storableCell = (cell: Cell): Cell =>
  typeof cell === 'string'
    ? storableText(cell)
    : typeof cell === 'object' && cell !== null
      ? cell.map(storableText)
      : cell

const storable = (row: TableRow): TableRow => row.map(storableCell)
