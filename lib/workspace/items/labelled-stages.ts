import 'server-only'
import { parseStored } from '@/lib/platform/foreign/records/parse-stored'
import { IMPORTED, IMPORTED_LABELS } from '@/lib/protocols/own-columns'
import type { Json, Protocol, RecordFormat } from '@/lib/protocols/protocol'
import { splitByFields } from '@/lib/protocols/read-fields'
import { isJsonRecord, type JsonRecord } from '@/lib/protocols/record-fields'
import { hasImportedLabels } from '@/lib/workspace/imports/mapping/map-record'

interface Stored {
  format: string
  record: string
}

export interface RecordLabels {
  /** Stages that the record holds labels of, in fields that its format or a mapping reads. */
  stages: string[]
  /** What of it nothing was read from, at its top or within: it may be anything, labels of people included. */
  unread: string[]
  /** The record without them. */
  shown: Json
}

/** What labels an item's verbatim record holds, or may hold, whatever became of them; null for a record that cannot be read. */
export function labelsInRecord(protocol: Protocol, item: Stored): RecordLabels | null {
  const format = protocol.formats.find(({ key }) => key === item.format)
  try {
    const value = parseStored(item.record)
    const result = format?.read(value)
    if (!format || !result?.ok || !isJsonRecord(value)) return null
    const { answers, votes } = result.record
    const isFirst = (votes?.length ?? 0) > 0 || hasImportedLabels(value)
    const stages = [...new Set([...Object.keys(answers ?? {}), ...(isFirst ? [protocol.stages[0].key] : [])])]
    return { stages, ...partsOf(value, format) }
  } catch {
    return null
  }
}

function partsOf(value: JsonRecord, { fields }: RecordFormat): Pick<RecordLabels, 'unread' | 'shown'> {
  const { [IMPORTED]: imported, ...own } = value
  const { unread, shown } = splitByFields(own, [...fields, IMPORTED_LABELS])
  return { shown, unread: [...unread, ...(imported === undefined ? [] : [IMPORTED])] }
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
