/** Where a record stood in its document, kept in the record; and the documents written again of their records. Pure. */
import { z } from 'zod'
import type { Json } from '@/lib/protocols/answers'
import { isJsonRecord, type JsonRecord } from '@/lib/protocols/record-fields'
import { ENTRY_PLACE } from '@/lib/protocols/records'
import { copyWritten } from './exact-numbers'
import { parseJson } from './parse-json'

const pathSchema = z.array(z.union([z.string(), z.int()]))
/** What comes with a native export may have been edited: it is written into documents as it stands, so it has to be JSON. */
const besideSchema = z.object({
  document: z.int(),
  path: pathSchema,
  json: z.string().refine((json) => parseJson(json).ok),
})
const entryPlaceSchema = z.object({
  /** On which the record begins, from 1. */
  line: z.int(),
  /** Of several documents in a file, from 0. */
  document: z.int(),
  /** Keys and places in lists, from the document to the record. */
  path: pathSchema,
  /** Which record of its file it is, from 1; 0 where that was not kept. */
  number: z.int().default(0),
  /** The fields that hold its keys, as they were called when it was read; null where that was not kept. */
  keys: z.array(z.string()).nullable().default(null),
  /** Values that are no records: before the first record of the file, and behind each up to the next. */
  before: z.array(besideSchema).default([]),
  after: z.array(besideSchema).default([]),
})
export type EntryPlace = z.infer<typeof entryPlaceSchema>
type Path = EntryPlace['path']

/** As it is kept: lists without entries are left out. */
export const entryPlaceJson = ({ before, after, ...place }: EntryPlace): Json => ({
  ...place,
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

/** The record as it stood in its document, without its place and the fields that hold its keys. */
export function bareEntry(keys: readonly string[], record: Json): Json {
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
  /** Of the record that was written last; null at the beginning of a file. */
  private last: { document: number; number: number; line: number } | null = null

  /**
   * A record with what stands beside it; null: the record is left out. A native export may hold records of several files: in one file each stands
   * behind the one before.
   */
  entry({ document, line, number, path, before, after }: EntryPlace, json: string | null): string {
    const { last } = this
    const isBehind = last === null || (number > 0 ? number > last.number : line >= last.line)
    let text = isBehind ? '' : this.end()
    let open = this.last?.document ?? null
    for (const value of [...before, ...(json === null ? [] : [{ document, path, json }]), ...after]) {
      if (open !== null && value.document !== open) text += this.end()
      open = value.document
      text += this.add(value.path, value.json)
    }
    this.last = { document: open ?? document, number, line }
    return text
  }

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
    this.last = null
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
