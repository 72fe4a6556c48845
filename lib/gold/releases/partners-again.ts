/**
 * A second file whose records belong to items, again: each that an item has once, in the order in which they stood. They are laid down like the
 * rows of a file that is read (whole-file.ts), since items come in the order of the first file. Pure.
 */
import { createHash } from 'node:crypto'
import { partnerPlaces } from '@/lib/platform/foreign/records/partners'
import { originalFields, type StoredSource } from '@/lib/platform/foreign/records/stored-source'
import { WholeFile } from '@/lib/platform/foreign/records/whole-file'

/** An item's record with its partners in it, and the import that it came with. */
export interface WithPartners {
  source: StoredSource
  importId: string | null
}

interface Place {
  /** Imports are counted as they occur. */
  file: number
  line: number
  offset: number
  length: number
}

/** Lines are given on in pieces of about this size, in bytes. */
const PIECE_BYTES = 64_000

/** `name`: of the second file in the protocol. A line of JSON each. */
export async function* partnersAgain(
  items: AsyncIterable<readonly WithPartners[]>,
  name: string,
): AsyncGenerator<string> {
  const places: Place[] = []
  const laid = await WholeFile.of(layDown(items, name, places))
  try {
    const ordered = places.toSorted((one, other) => one.file - other.file || one.line - other.line)
    let text = ''
    for (const { offset, length } of ordered) {
      text += `${Buffer.from(await laid.slice(offset, offset + length)).toString('utf8')}\n`
      if (text.length < PIECE_BYTES) continue
      yield text
      text = ''
    }
    if (text !== '') yield text
  } finally {
    await laid.close()
  }
}

async function* layDown(
  items: AsyncIterable<readonly WithPartners[]>,
  name: string,
  places: Place[],
): AsyncGenerator<Buffer> {
  const files = new Map<string | null, number>()
  const writtenHashes = new Set<string>()
  let end = 0
  for await (const batch of items) {
    const fresh = batch.flatMap(({ source, importId }) => {
      const line = partnerPlaces(source.value)[name]
      const json = line === undefined ? undefined : originalFields(source, source.value).get(name)?.json
      if (line === undefined || json === undefined) return []
      const hash = createHash('sha1').update(json).digest('base64')
      if (writtenHashes.has(hash)) return []
      writtenHashes.add(hash)
      const file = files.get(importId) ?? files.size
      files.set(importId, file)
      const bytes = Buffer.from(json)
      places.push({ file, line, offset: end, length: bytes.length })
      end += bytes.length
      return [bytes]
    })
    yield Buffer.concat(fresh)
  }
}
