/** A receipt as text, a part at a time: JSON, CSV, or a program with the data inside. Pure. */
import { csvRow } from '@/lib/platform/server/streams/csv-row'
import type { Cell, ReceiptHead } from './receipt'

export type Rows = AsyncIterable<readonly (readonly Cell[])[]>

/** What the last part says. */
export interface End {
  /** Did the data change while the rows were read? Then figures and rows need not belong together. */
  changedMeanwhile(): Promise<boolean>
}

/** One JSON object, a line for every row. */
export async function* receiptJson(head: ReceiptHead, rows: Rows, end: End): AsyncGenerator<string> {
  yield `${JSON.stringify(head, null, 1).slice(0, -2)},\n "rows": [`
  let first = true
  for await (const batch of rows) {
    yield batch.map((row, index) => `${first && index === 0 ? '' : ','}\n${JSON.stringify(row)}`).join('')
    first &&= batch.length === 0
  }
  yield `\n ],\n "changedMeanwhile": ${await end.changedMeanwhile()}\n}\n`
}

/** The program that computes receipts again, with the receipt above it. */
export async function* receiptScript(head: ReceiptHead, rows: Rows, end: End, program: string): AsyncGenerator<string> {
  yield '// A receipt of Assay and the program that computes it again: node <this file>\nglobalThis.receipt =\n'
  yield* receiptJson(head, rows, end)
  yield program
}

/** The rater matrix alone, annotators under their aliases. */
export async function* receiptCsv(head: ReceiptHead, rows: Rows): AsyncGenerator<string> {
  const names = new Map(
    head.raters.map(({ key, kind, name }) => [key, kind === 'annotator' ? name : `${name} (not counted)`]),
  )
  yield csvRow(head.columns.map((column) => names.get(column) ?? column))
  for await (const batch of rows) yield batch.map(csvRow).join('')
}
