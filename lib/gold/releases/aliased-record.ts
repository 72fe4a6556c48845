/** Imported records whose votes name their voters, as a release gives them out. Pure. */

import { readStoredRecord } from '@/lib/platform/foreign/records/parse-stored'
import { originalJson } from '@/lib/platform/foreign/records/stored-source'
import type { EarlierGold, Protocol } from '@/lib/protocols/protocol'
import type { NativeRecord } from '@/lib/workspace/imports/native/contract'

/**
 * A native line of a release. Its votes have aliases already; a record with votes is written anew from them, in its own
 * format where that one can be written. It is left out where there are no votes to write.
 */
export function withAliasedRecord(protocol: Protocol, native: NativeRecord): NativeRecord {
  const { item, stages } = native
  const own = protocol.formats.find(({ key }) => key === item.format)
  if (item.record === null || !own) return native
  const stored = readStoredRecord(item.record)
  const { value: source } = stored
  const read = own.read(source)
  if (!read.ok || !read.record.votes?.length) return native
  const written = [own, ...protocol.formats].find(({ write }) => write !== null)
  const golds = stages.flatMap(({ key, units, gold }): [string, EarlierGold[string]][] =>
    gold?.votes ? [[key, { units, answers: gold.answers, votes: gold.votes }]] : [],
  )
  if (!written?.write || golds.length === 0) return { ...native, item: { ...item, record: null } }
  const gold = { source, content: item.content, stages: Object.fromEntries(golds) }
  const record = originalJson(stored, written.write(gold))
  return { ...native, item: { ...item, format: written.key, record } }
}
