import 'server-only'
import { parseStored } from '@/lib/imports/queries'
import type { Protocol } from '@/lib/protocols/protocol'

/** Does an item's verbatim record hold labels, whatever became of them? A record that cannot be read may. */
export function carriesLabels(protocol: Protocol, item: { format: string; record: string }): boolean {
  const format = protocol.formats.find(({ key }) => key === item.format)
  try {
    const result = format?.read(parseStored(item.record))
    return !result?.ok || result.record.answers !== null
  } catch {
    return true
  }
}
