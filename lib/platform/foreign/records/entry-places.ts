/** Where a record stood in its document, kept in the record; and the documents written again of their records. Pure. */
import { z } from 'zod'
import type { Json } from '@/lib/protocols/answers'
import { isJsonRecord, type JsonRecord } from '@/lib/protocols/record-fields'
import { ENTRY_PLACE, type EntriesAt } from '@/lib/protocols/records'
import { copyWritten } from './exact-numbers'

const pathSchema = z.array(z.union([z.string(), z.int()]))
const besideSchema = z.object({ document: z.int(), path: pathSchema, json: z.string() })
const entryPlaceSchema = z.object({
  /** On which the record begins, from 1. */
  line: z.int(),
  /** Of several documents in a file, from 0. */
  document: z.int(),
  /** Keys and places in lists, from the document to the record. */
  path: pathSchema,
  /** Values that are no records: before the first record of the file, and behind each up to the next. */
  before: z.array(besideSchema).default([]),
  after: z.array(besideSchema).default([]),
})
export type EntryPlace = z.infer<typeof entryPlaceSchema>
type Path = EntryPlace['path']

/** As it is kept: lists without entries are left out. */
export const entryPlaceJson = ({ line, document, path, before, after }: EntryPlace): Json => ({
  line,
  document,
  path,
  ...(before.length > 0 ? { before } : {}),
  ...(after.length > 0 ? { after } : {}),
})

/** null where it is not said, as of records that are written by hand. */
export const entryPlaceIn = (record: Json): EntryPlace | null =>
  isJsonRecord(record)
    ? entryPlaceSchema
        .nullable()
        .catch(null)
        .parse(record[ENTRY_PLACE] ?? null)
    : null

/** The record as it stood in its document, without its keys and its place. */
export function bareEntry({ keys }: EntriesAt, record: Json): Json {
  if (!isJsonRecord(record)) return record
  const isOwn = (field: string) => field !== ENTRY_PLACE && !keys.includes(field)
  const bare: JsonRecord = Object.fromEntries(Object.entries(record).filter(([field]) => isOwn(field)))
  copyWritten(record, bare, (field) => (isOwn(field) ? field : null))
  return bare
}

/** Writes documents on a line each, value by value in the order in which they stood. */
export class DocumentWriter {
  /** The lists and objects that are open, the document first, each with the step that leads into it. */
  private readonly open: { step: Path[number] | null; isList: boolean; count: number }[] = []

  /** The text up to and with the value; `path` leads to it from the document. */
  add(path: Path, json: string): string {
    if (path.length === 0) return `${this.end()}${json}\n`
    let shared = 0
    while (shared + 1 < path.length && this.open[shared + 1]?.step === path[shared]) shared++
    let text = this.closeBehind(shared + 1)
    for (let level = this.open.length; level < path.length; level++) {
      const step = level === 0 ? null : (path[level - 1] ?? null)
      const isList = typeof path[level] === 'number'
      text += `${step === null ? '' : this.leadTo(step)}${isList ? '[' : '{'}`
      this.open.push({ step, isList, count: 0 })
    }
    return `${text}${this.leadTo(path.at(-1) ?? 0)}${json}`
  }

  /** Closes the document, if one is open. */
  end(): string {
    return this.open.length === 0 ? '' : `${this.closeBehind(0)}\n`
  }

  /** What stands before a value: a comma, and its key in an object. */
  private leadTo(step: Path[number]): string {
    const holder = this.open.at(-1)
    const comma = holder && holder.count++ > 0 ? ',' : ''
    return `${comma}${typeof step === 'string' ? `${JSON.stringify(step)}:` : ''}`
  }

  private closeBehind(levels: number): string {
    return this.open
      .splice(levels)
      .reverse()
      .map(({ isList }) => (isList ? ']' : '}'))
      .join('')
  }
}
