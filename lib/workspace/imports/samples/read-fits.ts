/** What each protocol makes of a record as it stands, and its columns: run in the processes that read foreign input (foreign-readers.ts). Pure. */
import type { ReadingChoice } from '@/lib/platform/foreign/records/file-facts'
import type { SourceEntry, SourceProblem } from '@/lib/platform/foreign/records/source-entry'
import { protocolById } from '@/lib/protocols'
import type { ColumnGlimpse } from '@/lib/workspace/imports/mapping/columns'
import { type ColumnReading, columnsOf } from '@/lib/workspace/imports/read-file-items'
import { isLabelled, readItems } from '@/lib/workspace/imports/read-item'

export interface ProtocolFit {
  protocolId: string
  asItStands: ColumnReading['asItStands']
  /** Titles of the formats that read it. */
  formats: string[]
  items: number
  labelled: number
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
      const readings = asItStands === 'published' || asItStands === 'plain' ? readItems(protocol, entry).readings : []
      const items = readings.flatMap((reading) => (reading.ok ? [reading.item] : []))
      return {
        protocolId: protocol.id,
        asItStands,
        formats: [...new Set(items.map(({ formatTitle }) => formatTitle))],
        items: items.length,
        labelled: items.filter(isLabelled).length,
      }
    })
    return { ok: true, fields: Object.keys(entry.value), glimpses, fits, recordCount: entry.facts?.recordCount ?? null }
  }
}
