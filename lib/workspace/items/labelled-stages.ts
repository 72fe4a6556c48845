import 'server-only'
import { parseStored } from '@/lib/platform/foreign/records/parse-stored'
import type { Protocol } from '@/lib/protocols/protocol'
import { hasImportedLabels } from '@/lib/workspace/imports/mapping/map-record'

/**
 * The stages that an item's verbatim record holds labels of, whatever became of them; null for a record that cannot be
 * read, which may hold any.
 */
export function labelledStages(protocol: Protocol, item: { format: string; record: string }): string[] | null {
  const format = protocol.formats.find(({ key }) => key === item.format)
  try {
    const record = parseStored(item.record)
    const result = format?.read(record)
    if (!result?.ok) return null
    const { answers, votes } = result.record
    const isFirst = (votes?.length ?? 0) > 0 || hasImportedLabels(record)
    return [...new Set([...Object.keys(answers ?? {}), ...(isFirst ? [protocol.stages[0].key] : [])])]
  } catch {
    return null
  }
}
