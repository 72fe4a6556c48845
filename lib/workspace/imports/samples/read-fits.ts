/** What each protocol makes of a record as it stands, and its columns: run in the processes that read foreign input (foreign-readers.ts). Pure. */
import type { ReadingChoice } from '@/lib/platform/foreign/records/file-facts'
import type { JsonObject, SourceEntry, SourceProblem } from '@/lib/platform/foreign/records/source-entry'
import { protocolById } from '@/lib/protocols'
import type { Protocol } from '@/lib/protocols/protocol'
import { splitByFields } from '@/lib/protocols/read-fields'
import type { ColumnGlimpse } from '@/lib/workspace/imports/mapping/columns'
import { type ColumnReading, columnsOf } from '@/lib/workspace/imports/read-file-items'
import { isLabelled, readItems } from '@/lib/workspace/imports/read-item'
import { isNative } from '@/lib/workspace/imports/read-native'

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

/** `protocolIds`: those that are tried. */
export function fitsOf({ protocolIds }: { protocolIds: readonly string[]; choice?: ReadingChoice }) {
  const readers = protocolIds.map((protocolId) => ({
    protocol: protocolById(protocolId),
    columns: columnsOf({ protocolId }),
  }))
  return (entry: SourceEntry): RecordFits | SourceProblem => {
    if (!entry.ok) return entry
    let glimpses: ColumnGlimpse[] = []
    const fits = readers.map(({ protocol, columns }): ProtocolFit => {
      const read = columns(entry)
      if (read.ok) glimpses = read.glimpses
      const asItStands = read.ok ? read.asItStands : null
      const isRead = asItStands === 'published' || asItStands === 'plain'
      const readings = isRead ? readItems(protocol, entry).readings : []
      const items = readings.flatMap((reading) => (reading.ok ? [reading.item] : []))
      return {
        protocolId: protocol.id,
        asItStands,
        formats: [...new Set(items.map(({ formatTitle }) => formatTitle))],
        items: items.length,
        labelled: items.filter(isLabelled).length,
        fieldsRead: isRead ? fieldsReadOf(protocol, entry.value) : 0,
      }
    })
    return { ok: true, fields: Object.keys(entry.value), glimpses, fits, recordCount: entry.facts?.recordCount ?? null }
  }
}

/** How many fields of a record its format reads, whole or in part. Of an export of Assay itself, all. */
function fieldsReadOf({ formats }: Protocol, record: JsonObject): number {
  const format = formats.find((each) => each.recognises(record))
  return Object.keys(format && !isNative(record) ? Object(splitByFields(record, format.fields).shown) : record).length
}
