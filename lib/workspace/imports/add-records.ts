/** Items of many records that no file brought, made as imports make theirs. */
import 'server-only'
import { type JsonObject, sourceRecord } from '@/lib/platform/foreign/records/source-entry'
import type { Tx } from '@/lib/platform/server/db'
import { protocolById } from '@/lib/protocols'
import type { Protocol, RecordProblem } from '@/lib/protocols/protocol'
import { RecordRefused } from './add-record'
import { checkSize } from './check-size'
import { importOptionsSchema } from './contract'
import { newItem, type WriteContext } from './new-item'
import { planByIndex } from './plan-by-index'
import { lastPosition, lockPositions } from './positions'
import { type ItemReading, type ReadItem, readItem } from './read-item'
import { writeItems } from './write-items'

const BATCH = 250

interface Given {
  projectId: string
  records: readonly JsonObject[]
  /** Are the tasks open to be annotated at once? Else they stay in preparation. Yes, unless said. */
  open?: boolean
}

/**
 * Adds the records in their order, without those that the project has already; returns how many were added. From here on the transaction looks rows up by
 * index, as an import does. Throws RecordRefused for a record that no format reads, after which nothing may be kept.
 */
export async function addRecords(tx: Tx, { projectId, records, open = true }: Given): Promise<number> {
  await lockPositions(tx, projectId)
  await planByIndex(tx)
  const { protocolId, stages } = await tx.project.findUniqueOrThrow({
    where: { id: projectId },
    select: { protocolId: true, stages: { orderBy: { position: 'asc' } } },
  })
  const protocol = protocolById(protocolId)
  const options = importOptionsSchema.parse({ open })
  const context: WriteContext = {
    importId: null,
    projectId,
    fileName: '',
    createdById: null,
    protocol,
    stages,
    options,
  }
  const fresh = await withoutKnown(
    tx,
    projectId,
    records.map((value, index) => read(context, value, index + 1)),
  )
  const first = (await lastPosition(tx, projectId)) + 1
  const items = fresh.map((item, index) => newItem(context, item, first + index))
  for (let start = 0; start < items.length; start += BATCH)
    await writeItems(tx, context, items.slice(start, start + BATCH))
  return items.length
}

/** A record that no file brought, read as imports read theirs; or all that keeps it from becoming an item. */
function readRecord(protocol: Protocol, value: JsonObject, line = 1): ItemReading {
  const reading = readItem(protocol, sourceRecord({ line, raw: JSON.stringify(value), value, notes: [] }))
  const problems = reading.ok ? checkSize(protocol, reading.item) : []
  return problems.length > 0 ? { ok: false, problems, warnings: reading.warnings } : reading
}

/** What would keep the record from becoming an item; empty where nothing does. */
export function findRecordProblems(protocol: Protocol, value: JsonObject): RecordProblem[] {
  const reading = readRecord(protocol, value)
  return reading.ok ? [] : reading.problems
}

function read({ protocol }: WriteContext, value: JsonObject, line: number): ReadItem {
  const reading = readRecord(protocol, value, line)
  if (reading.ok) return reading.item
  throw new RecordRefused(reading.problems.map(({ message, fix }) => `${message} ${fix}`).join(' '))
}

/** Each record once, and none that is there. */
async function withoutKnown(tx: Tx, projectId: string, items: readonly ReadItem[]): Promise<ReadItem[]> {
  const byHash = new Map(items.toReversed().map((item) => [item.contentHash, item]))
  const existingHashes = await tx.$queryRaw<{ hash: string }[]>`
    select content_hash "hash" from items
    where project_id = ${projectId}::uuid and content_hash = any(${[...byHash.keys()]}::text[])`
  for (const { hash } of existingHashes) byHash.delete(hash)
  return items.filter((item) => byHash.get(item.contentHash) === item)
}
