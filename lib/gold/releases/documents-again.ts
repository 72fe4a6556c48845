/** Items that stood within JSON documents, as these documents again, each on a line. Pure. */
import { bareEntry, DocumentWriter, entryPlaceIn } from '@/lib/platform/foreign/records/entry-places'
import { originalJson, originalOf, type StoredSource } from '@/lib/platform/foreign/records/stored-source'
import type { Json } from '@/lib/protocols/protocol'
import { isJsonRecord } from '@/lib/protocols/record-fields'
import type { EntriesAt } from '@/lib/protocols/records'
import type { Written } from './rows-in-file-order'

/** `items`: in the order of the project. What stood beside an item goes with it, and stays where its record is null. */
export async function* documentsAgain(
  items: AsyncIterable<readonly Written[]>,
  each: EntriesAt,
): AsyncGenerator<string> {
  const writer = new DocumentWriter()
  let lastImport: string | null = null
  for await (const batch of items) {
    let text = ''
    for (const { source, record, importId } of batch) {
      const whole = originalOf(source, source.value)
      const place = entryPlaceIn(whole)
      const json = record === null ? null : jsonOf(source, record, place?.keys ?? each.keys)
      if (importId !== lastImport || !place) text += writer.end()
      lastImport = importId
      if (place) text += writer.entry(place, json)
      else if (json !== null) text += writer.add(pathOf(each, whole), json) + writer.end()
    }
    if (text !== '') yield text
  }
  const end = writer.end()
  if (end !== '') yield end
}

const jsonOf = (source: StoredSource, record: Json, keys: readonly string[]): string =>
  originalJson({ ...source, value: bareEntry(keys, source.value) }, bareEntry(keys, record))

/** Of a record that came in no document: it gets one of its own, under the keys that it names. */
function pathOf({ at, keys }: EntriesAt, record: Json): (string | number)[] {
  const names = keys.values()
  return at.map((step) => {
    if (step !== '*') return step
    const name = names.next().value
    const key = name !== undefined && isJsonRecord(record) ? record[name] : null
    return typeof key === 'string' || typeof key === 'number' ? String(key) : 0
  })
}
