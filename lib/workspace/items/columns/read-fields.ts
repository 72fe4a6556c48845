import 'server-only'
import { parseStored } from '@/lib/platform/foreign/records/parse-stored'
import type { Actor } from '@/lib/platform/policy/actor'
import { isRevealed, type Role, type TaskSubject } from '@/lib/platform/policy/can'
import type { Tx } from '@/lib/platform/server/db'
import { protocolById } from '@/lib/protocols'
import { parsePointer, valueAt } from '@/lib/protocols/language/pointers'
import type { Json, Protocol } from '@/lib/protocols/protocol'
import type { ItemRow } from '@/lib/workspace/items/contract'
import { labelsInRecord } from '@/lib/workspace/items/labelled-stages'
import type { LoadedProject } from '@/lib/workspace/projects/queries'
import { recordAnswerReads } from '@/lib/workspace/tasks/record-answer-reads'

export interface RowTask {
  id: string
  stage: string
  state: TaskSubject['state']
}

type Fields = NonNullable<ItemRow['fields']>

/**
 * Fields of records as columns, by the rule by which an item's page shows its record (lib/workspace/items/read-item.ts): a field
 * that may hold labels is shown to whoever may read the answers, who is remembered as having read them; else it is withheld.
 */
export async function readFields(
  tx: Tx,
  actor: Actor,
  project: LoadedProject,
  items: readonly { id: string; tasks: readonly RowTask[] }[],
  pointers: readonly string[],
): Promise<Map<string, Fields>> {
  const protocol = protocolById(project.protocolId)
  const records = await tx.item.findMany({
    where: { id: { in: items.map(({ id }) => id) } },
    select: { id: true, record: true, format: true },
  })
  const tasksOf = new Map(items.map(({ id, tasks }) => [id, tasks]))
  const read: string[] = []
  const found = new Map<string, Fields>()
  for (const { id, ...stored } of records) {
    const readableRecord = readableOf(protocol, project.subject.role, stored, tasksOf.get(id) ?? [])
    read.push(...readableRecord.told)
    found.set(id, Object.fromEntries(pointers.map((pointer) => [pointer, fieldAt(readableRecord, pointer)])))
  }
  await recordAnswerReads(tx, actor, read, 'record')
  return found
}

interface Readable {
  /** The record as far as the reader may see it; null: nothing of it. */
  value: Json | null
  /** Is that all of it? Otherwise what is withheld cannot be told from what is not there: that would tell of it, key by key. */
  isWhole: boolean
  /** The tasks whose answers may stand in what is shown. */
  told: string[]
}

const WITHHELD: Readable = { value: null, isWhole: false, told: [] }

function readableOf(
  protocol: Protocol,
  role: Role,
  stored: { record: string; format: string },
  tasks: readonly RowTask[],
): Readable {
  const recordLabels = labelsInRecord(protocol, stored)
  if (!recordLabels) return WITHHELD
  const telling = protocol.stages.filter(({ shuffles }) => shuffles !== undefined).map(({ key }) => key)
  const sure = readableTasks(role, [...recordLabels.stages, ...telling], tasks)
  if (sure === null) return WITHHELD
  const whole = parseStored(stored.record) as Json
  if (recordLabels.unread.length === 0) return { value: whole, isWhole: true, told: sure }
  const possible = readableTasks(role, [protocol.stages[0].key], tasks)
  if (possible === null) return { value: recordLabels.shown, isWhole: false, told: sure }
  return { value: whole, isWhole: true, told: [...new Set([...sure, ...possible])] }
}

/** The tasks of these stages; null where the reader may not know the answers to one, or one has not begun. */
function readableTasks(role: Role, stages: readonly string[], tasks: readonly RowTask[]): string[] | null {
  const concerned = tasks.filter(({ stage }) => stages.includes(stage))
  const isOpen = ({ state }: RowTask) => state === 'gold' || (isRevealed(state) && role !== 'viewer')
  return concerned.length === new Set(stages).size && concerned.every(isOpen) ? concerned.map(({ id }) => id) : null
}

function fieldAt({ value, isWhole }: Readable, pointer: string): Fields[string] {
  const parts = parsePointer(pointer)
  const found = value === null ? undefined : valueAt(value, parts)
  if (found !== undefined) return { text: textOf(found), withheld: false }
  return { text: null, withheld: !isWhole }
}

const textOf = (value: Json): string | null =>
  value === null ? null : typeof value === 'object' ? JSON.stringify(value) : String(value)
