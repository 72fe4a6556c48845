/** An item of a record that no file brought, made as imports make theirs. */
import 'server-only'
import { sourceRecord } from '@/lib/platform/foreign/records/source-entry'
import type { Tx } from '@/lib/platform/server/db'
import { protocolById } from '@/lib/protocols'
import type { Json } from '@/lib/protocols/protocol'
import { isJsonRecord } from '@/lib/protocols/record-fields'
import { checkSize } from './check-size'
import { importOptionsSchema } from './contract'
import { newItem } from './new-item'
import { lastPosition, lockPositions } from './positions'
import { type ReadItem, readItem } from './read-item'
import { writeItems } from './write-items'

export interface AddedRecord {
  itemId: string
  /** false: the project had the very same record already, and this is its item. */
  added: boolean
}

interface Given {
  projectId: string
  record: Json
  /** Where it comes from, whatever the record itself says. */
  source: string
}

/** Adds the record, open to be annotated, unless the project has it. Throws RecordRefused where no format reads it. */
export async function addRecord(tx: Tx, { projectId, record, source }: Given): Promise<AddedRecord> {
  await lockPositions(tx, projectId)
  const project = await tx.project.findUniqueOrThrow({
    where: { id: projectId },
    select: { protocolId: true, stages: { orderBy: { position: 'asc' } } },
  })
  const protocol = protocolById(project.protocolId)
  const item = read(record, protocol)
  const existingItem = await tx.item.findFirst({
    where: { projectId, contentHash: item.contentHash },
    select: { id: true },
  })
  if (existingItem) return { itemId: existingItem.id, added: false }
  const options = importOptionsSchema.parse({})
  const context = {
    importId: null,
    projectId,
    fileName: '',
    createdById: null,
    protocol,
    stages: project.stages,
    options,
  }
  const added = newItem(context, { ...item, source }, (await lastPosition(tx, projectId)) + 1)
  await writeItems(tx, context, [added])
  return { itemId: added.id, added: true }
}

/** The record is none of the protocol's formats. */
export class RecordRefused extends Error {}

function read(record: Json, protocol: ReturnType<typeof protocolById>): ReadItem {
  if (!isJsonRecord(record)) throw new RecordRefused('A record is an object.')
  const reading = readItem(protocol, sourceRecord({ line: 1, raw: JSON.stringify(record), value: record, notes: [] }))
  const problems = reading.ok ? checkSize(protocol, reading.item) : reading.problems
  if (reading.ok && problems.length === 0) return reading.item
  throw new RecordRefused(problems.map(({ message, fix }) => `${message} ${fix}`).join(' '))
}
