/** Items that stood within JSON documents, as these documents again, each on a line. Pure. */
import { bareEntry, DocumentWriter, entryPlaceIn } from '@/lib/platform/foreign/records/entry-places'
import { originalJson, type StoredSource } from '@/lib/platform/foreign/records/stored-source'
import type { Json } from '@/lib/protocols/protocol'
import type { EntriesAt } from '@/lib/protocols/records'
import type { Written } from './rows-in-file-order'

/** `items`: in the order of the project. What stood beside an item goes with it, and stays where its record is null. */
export async function* documentsAgain(
  items: AsyncIterable<readonly Written[]>,
  each: EntriesAt,
): AsyncGenerator<string> {
  const writer = new DocumentWriter()
  let last: { importId: string | null; document: number; line: number } | null = null
  for await (const batch of items) {
    let text = ''
    for (const { source, record, importId } of batch) {
      const place = entryPlaceIn(source.value)
      const { before = [], after = [], line = 0, document = 0, path = pathWithout(each) } = place ?? {}
      const own = record === null ? [] : [{ document, path, json: jsonOf(source, record, each) }]
      const values = [...before, ...own, ...after]
      // A native export may hold the items of several files: in one file each begins behind the one before.
      const isOther = last !== null && (importId !== last.importId || line < last.line || place === null)
      for (const [index, value] of values.entries()) {
        if ((index === 0 && isOther) || value.document !== (last?.document ?? value.document)) text += writer.end()
        last = { importId, document: value.document, line }
        text += writer.add(value.path, value.json)
      }
    }
    if (text !== '') yield text
  }
  const end = writer.end()
  if (end !== '') yield end
}

const jsonOf = (source: StoredSource, record: Json, each: EntriesAt): string =>
  originalJson({ ...source, value: bareEntry(each, source.value) }, bareEntry(each, record))

/** Of a record that is in no document: it gets one of its own. */
const pathWithout = ({ at }: EntriesAt): (string | number)[] => at.map((step) => (step === '*' ? 0 : step))
