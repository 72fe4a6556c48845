import 'server-only'
import { parseStored } from '@/lib/platform/foreign/records/parse-stored'
import type { Protocol } from '@/lib/protocols/protocol'
import { isJsonRecord, type JsonRecord } from '@/lib/protocols/record-fields'
import { hasImportedLabels, IMPORTED, IMPORTED_LABELS } from '@/lib/workspace/imports/mapping/map-record'

interface Stored {
  format: string
  record: string
}

export interface RecordLabels {
  /** Stages that the record holds labels of, in fields that its format or a mapping reads. */
  stages: string[]
  /** Its fields that nothing was read from: they may be anything, labels of people included. */
  unread: string[]
  value: JsonRecord
}

/** What labels an item's verbatim record holds, or may hold, whatever became of them; null for a record that cannot be read. */
export function labelsInRecord(protocol: Protocol, item: Stored): RecordLabels | null {
  const format = protocol.formats.find(({ key }) => key === item.format)
  try {
    const value = parseStored(item.record)
    const result = format?.read(value)
    if (!result?.ok || !isJsonRecord(value)) return null
    const { answers, votes } = result.record
    const isFirst = (votes?.length ?? 0) > 0 || hasImportedLabels(value)
    const stages = [...new Set([...Object.keys(answers ?? {}), ...(isFirst ? [protocol.stages[0].key] : [])])]
    return { stages, unread: unreadIn(value, format?.fields), value }
  } catch {
    return null
  }
}

function unreadIn(value: JsonRecord, fields: readonly string[] | undefined): string[] {
  const known = new Set([...(fields ?? Object.keys(value)), IMPORTED_LABELS])
  return Object.keys(value).filter((name) => name === IMPORTED || !known.has(name))
}

/**
 * The stages that an item's verbatim record holds labels of, or may hold: nobody said of a field that nothing is read from that it
 * is none. null for a record that cannot be read, which may hold any.
 */
export function labelledStages(protocol: Protocol, item: Stored): string[] | null {
  const found = labelsInRecord(protocol, item)
  if (!found) return null
  const { stages, unread } = found
  return [...new Set([...stages, ...(unread.length > 0 ? [protocol.stages[0].key] : [])])]
}
