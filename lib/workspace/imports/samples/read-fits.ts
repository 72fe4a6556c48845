/** What each protocol makes of a record as it stands, and its columns: run in the processes that read foreign input (foreign-readers.ts). Pure. */
import type { ReadingChoice } from '@/lib/platform/foreign/records/file-facts'
import { groupedRecord, rowKey } from '@/lib/platform/foreign/records/row-groups'
import {
  isNative,
  type JsonObject,
  type SourceEntry,
  type SourceProblem,
  type SourceRecord,
} from '@/lib/platform/foreign/records/source-entry'
import { protocolById } from '@/lib/protocols'
import type { Protocol } from '@/lib/protocols/protocol'
import { splitByFields } from '@/lib/protocols/read-fields'
import type { ColumnGlimpse } from '@/lib/workspace/imports/mapping/columns'
import { type ColumnReading, columnsOf } from '@/lib/workspace/imports/read-file-items'
import { isLabelled, readItems } from '@/lib/workspace/imports/read-item'
import { fileShapeIn, rowGroupsIn } from '@/lib/workspace/imports/rows'

export interface ProtocolFit {
  protocolId: string
  asItStands: ColumnReading['asItStands']
  /** Titles of the formats that read it. */
  formats: string[]
  items: number
  labelled: number
  /** So many of its fields are read, where it is read as it stands. */
  fieldsRead: number
}

export interface RecordFits {
  ok: true
  fields: string[]
  glimpses: ColumnGlimpse[]
  fits: ProtocolFit[]
  /** How many records the file says it has; of the first record, where it says it. */
  recordCount: number | null
}

/** `protocolIds`: those that are tried; where `choice` says at which places of a document its records stand, those whose records stand there. */
export function fitsOf({ protocolIds, choice = {} }: { protocolIds: readonly string[]; choice?: ReadingChoice }) {
  const readers = protocolIds.map((protocolId) => ({
    protocol: protocolById(protocolId),
    columns: columnsOf({ protocolId }),
    /** Of items that are made of several rows: those that were seen. */
    seen: new Set<string>(),
  }))
  return (entry: SourceEntry): RecordFits | SourceProblem => {
    if (!entry.ok) return entry
    let glimpses: ColumnGlimpse[] = []
    const fits = readers.map(({ protocol, columns, seen }): ProtocolFit => {
      const row = asOneRow(protocol, entry, { seen, isWithin: choice.each !== undefined })
      if (!row) return unfit(protocol)
      const { record, isNew } = row
      const read = columns(record)
      if (read.ok) glimpses = read.glimpses
      const asItStands = read.ok ? read.asItStands : null
      const isRead = asItStands === 'published' || asItStands === 'plain'
      const readings = isRead && isNew ? readItems(protocol, record).readings : []
      const items = readings.flatMap((reading) => (reading.ok ? [reading.item] : []))
      return {
        protocolId: protocol.id,
        asItStands,
        formats: [...new Set(items.map(({ formatTitle }) => formatTitle))],
        items: items.length,
        labelled: items.filter(isLabelled).length,
        fieldsRead: isRead ? fieldsReadOf(protocol, record.value) : 0,
      }
    })
    return { ok: true, fields: Object.keys(entry.value), glimpses, fits, recordCount: entry.facts?.recordCount ?? null }
  }
}

const unfit = ({ id }: Protocol): ProtocolFit => ({
  protocolId: id,
  asItStands: null,
  formats: [],
  items: 0,
  labelled: 0,
  fieldsRead: 0,
})

/** Where several rows are one item, the row as an item of one, so that each protocol is tried without reading the file for it; null: it is no such row. */
function asOneRow(
  protocol: Protocol,
  entry: SourceRecord,
  { seen, isWithin }: { seen: Set<string>; isWithin: boolean },
): { record: SourceRecord; isNew: boolean } | null {
  // Records within a document are found when it is read for their protocol.
  if (fileShapeIn(protocol).each && !isWithin && !isNative(entry.value)) return null
  const groups = rowGroupsIn(protocol)
  if (!groups || isNative(entry.value)) return { record: entry, isNew: true }
  const found = rowKey(groups, entry.value)
  if (!found.ok) return null
  const isNew = !seen.has(found.key)
  seen.add(found.key)
  return { record: { ...entry, value: groupedRecord(groups, [entry]).value }, isNew }
}

/** How many fields of a record its format reads, whole or in part. Of an export of Assay itself, all. */
function fieldsReadOf({ formats }: Protocol, record: JsonObject): number {
  const format = formats.find((each) => each.recognises(record))
  return Object.keys(format && !isNative(record) ? Object(splitByFields(record, format.fields).shown) : record).length
}
