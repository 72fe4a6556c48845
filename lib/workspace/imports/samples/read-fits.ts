/** What each protocol makes of a record: run in the processes that read foreign input (foreign-readers.ts). Pure. */
import type { SourceEntry, SourceProblem, SourceRecord } from '@/lib/platform/foreign/records/source-entry'
import { protocols } from '@/lib/protocols'
import type { Protocol } from '@/lib/protocols/protocol'
import { ColumnCollector, glimpsesOf } from '@/lib/workspace/imports/mapping/columns'
import type { ColumnMapping } from '@/lib/workspace/imports/mapping/contract'
import { type AsTheyStand, guessMapping } from '@/lib/workspace/imports/mapping/guess'
import { asItStands } from '@/lib/workspace/imports/read-file-items'
import { isLabelled, readItems } from '@/lib/workspace/imports/read-item'

export interface ProtocolFit {
  protocolId: string
  /** null where the record cannot be read. */
  formats: string[] | null
  items: number
  labelled: number
  problem: string | null
}

export interface RecordFits {
  ok: true
  fields: string[]
  fits: ProtocolFit[]
}

export function fitsOf(_: undefined) {
  return (entry: SourceEntry): RecordFits | SourceProblem => {
    if (!entry.ok) return entry
    const fits = protocols.map((protocol): ProtocolFit => {
      const { readings } = readItems(protocol, entry, mappingFor(protocol, entry))
      const items = readings.flatMap((reading) => (reading.ok ? [reading.item] : []))
      const problem = readings.flatMap((reading) => (reading.ok ? [] : reading.problems))[0]
      return {
        protocolId: protocol.id,
        formats: problem ? null : [...new Set(items.map(({ formatTitle }) => formatTitle))],
        items: items.length,
        labelled: items.filter(isLabelled).length,
        problem: problem ? `${problem.message} ${problem.fix}` : null,
      }
    })
    return { ok: true, fields: Object.keys(entry.value), fits }
  }
}

/** What would be guessed of the columns of a file with this record. */
function mappingFor(protocol: Protocol, { value }: SourceRecord): ColumnMapping | null {
  const collector = new ColumnCollector()
  collector.add(glimpsesOf(value))
  const asTheyStand: AsTheyStand = { published: 0, plain: 0, recognised: 0 }
  const how = asItStands(protocol, value)
  if (how) asTheyStand[how]++
  const { mapping, missing, competing } = guessMapping(protocol, collector.list(), asTheyStand)
  return missing.length > 0 || competing.length > 0 ? null : mapping
}
