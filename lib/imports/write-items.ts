/** Writes batches of read records as rows, each table in one statement: one jsonb value in, one set of rows out. */
import 'server-only'
import { v7 as uuid } from 'uuid'
import { ratersAt } from '@/lib/projects/rules'
import type { Json, Protocol } from '@/lib/protocols/protocol'
import type { Tx } from '@/lib/server/db'
import type { ImportOptions } from './contract'
import type { ReadItem } from './read-item'

export interface WriteContext {
  importId: string
  projectId: string
  fileName: string
  protocol: Protocol
  stage: { id: string; raters: number; coverage: number }
  options: ImportOptions
}

/** One new item with the ids of its rows. */
export interface NewItem {
  id: string
  taskId: string
  position: number
  raters: number
  item: ReadItem
  units: { id: string; key: string; kind: string; text: string }[]
  /** What its labels become; null without labels, and when they are ignored. */
  labels: 'gold' | 'suggestions' | 'person' | null
}

/** Gives a record its place and its ids. */
export function newItem(context: WriteContext, item: ReadItem, position: number): NewItem {
  const { labels } = context.options
  return {
    id: uuid(),
    taskId: uuid(),
    position,
    raters: ratersAt(position, context.stage),
    item,
    units: item.units.map((unit) => ({ ...unit, id: uuid() })),
    labels: labels === 'ignore' || item.answers === null || item.discarded ? null : labels,
  }
}

/** Writes items, tasks, units and what their labels become. Positions and hashes are known to be free. */
export async function writeItems(tx: Tx, context: WriteContext, items: readonly NewItem[]): Promise<void> {
  await writeRecords(tx, context, items)
  await writeTasks(tx, context, items)
  await writeUnits(tx, items)
  const become = (labels: NewItem['labels']) => items.filter((item) => item.labels === labels)
  await writeGold(tx, context, become('gold'))
  await writeSuggestions(tx, context, become('suggestions'))
  await writeWork(tx, context, become('person'))
}

const rowsOf = (rows: readonly Record<string, Json>[]) => JSON.stringify(rows)

async function writeRecords(tx: Tx, context: WriteContext, items: readonly NewItem[]): Promise<void> {
  const rows = items.map(({ id, position, item }) => ({
    id,
    position,
    external_id: item.externalId,
    title: item.title,
    domain: item.domain,
    source: item.source,
    content: item.content,
    record: item.record,
    format: item.format,
    content_hash: item.contentHash,
    discard_reason: item.discarded?.reason ?? null,
    discard_note: item.discarded?.note ?? null,
  }))
  await tx.$executeRaw`
    insert into items (id, project_id, import_id, position, external_id, title, domain, source, content, record, format,
                       content_hash, discarded_at, discard_reason, discard_note)
    select id, ${context.projectId}::uuid, ${context.importId}::uuid, position, external_id, title, domain, source, content,
           record, format, content_hash, case when discard_reason is not null then now() end, discard_reason, discard_note
    from jsonb_to_recordset(${rowsOf(rows)}::jsonb)
      as x(id uuid, position int, external_id text, title text, domain text, source text, content jsonb, record text,
           format text, content_hash text, discard_reason text, discard_note text)`
}

function taskState({ item, labels }: NewItem, options: ImportOptions) {
  if (item.discarded) return 'discarded'
  if (labels === 'gold') return 'gold'
  // Somebody's submitted work is annotation already: the units can no longer be repaired.
  return labels === 'person' || options.open ? 'open' : 'preparing'
}

async function writeTasks(tx: Tx, context: WriteContext, items: readonly NewItem[]): Promise<void> {
  const rows = items.map((item) => ({
    id: item.taskId,
    item_id: item.id,
    position: item.position,
    raters: item.raters,
    state: taskState(item, context.options),
  }))
  await tx.$executeRaw`
    insert into tasks (id, project_id, stage_id, item_id, position, raters, state)
    select id, ${context.projectId}::uuid, ${context.stage.id}::uuid, item_id, position, raters, state::"TaskState"
    from jsonb_to_recordset(${rowsOf(rows)}::jsonb) as x(id uuid, item_id uuid, position int, raters int, state text)`
}

async function writeUnits(tx: Tx, items: readonly NewItem[]): Promise<void> {
  const rows = items.flatMap(({ taskId, units }) =>
    units.map((unit, position) => ({ ...unit, task_id: taskId, position })),
  )
  await tx.$executeRaw`
    insert into units (id, task_id, key, kind, position, text)
    select id, task_id, key, kind, position, text
    from jsonb_to_recordset(${rowsOf(rows)}::jsonb) as x(id uuid, task_id uuid, key text, kind text, position int, text text)`
}

async function writeGold(tx: Tx, { protocol }: WriteContext, items: readonly NewItem[]): Promise<void> {
  if (items.length === 0) return
  const [stage] = protocol.stages
  const rows = items.map(({ taskId, item }) => {
    const answers = item.answers ?? {}
    return {
      id: uuid(),
      task_id: taskId,
      answers,
      roll_up: stage.rollUp({ content: item.content, units: item.units }, answers),
    }
  })
  await tx.$executeRaw`
    insert into golds (id, task_id, version, round, answers, roll_up, origin)
    select id, task_id, 1, 1, answers, roll_up, 'imported'
    from jsonb_to_recordset(${rowsOf(rows)}::jsonb) as x(id uuid, task_id uuid, answers jsonb, roll_up jsonb)`
}

/** The labels of an item as rows, without nulls: null means unanswered. */
function labelRows({ taskId, units, item }: NewItem) {
  const ids = new Map(units.map((unit) => [unit.key, unit.id]))
  return Object.entries(item.answers ?? {}).flatMap(([unit, values]) =>
    Object.entries(values).flatMap(([question, value]) => {
      const unitId = ids.get(unit)
      return unitId === undefined || value === null ? [] : [{ task_id: taskId, unit_id: unitId, question, value }]
    }),
  )
}

async function writeSuggestions(tx: Tx, { fileName }: WriteContext, items: readonly NewItem[]): Promise<void> {
  if (items.length === 0) return
  const rows = items.flatMap(labelRows).map((row) => ({ ...row, id: uuid() }))
  await tx.$executeRaw`
    insert into suggestions (id, task_id, unit_id, question, value, source)
    select id, task_id, unit_id, question, value, ${fileName}
    from jsonb_to_recordset(${rowsOf(rows)}::jsonb) as x(id uuid, task_id uuid, unit_id uuid, question text, value jsonb)`
}

/** One person's submitted work: the labels first, then the submission that freezes them. */
async function writeWork(tx: Tx, { options }: WriteContext, items: readonly NewItem[]): Promise<void> {
  if (items.length === 0 || !options.personId) return
  const work = items.map((item) => ({ item, id: uuid() }))
  const annotations = rowsOf(work.map(({ item, id }) => ({ id, task_id: item.taskId, assignment_id: uuid() })))
  const labels = rowsOf(work.flatMap(({ item, id }) => labelRows(item).map((row) => ({ ...row, annotation_id: id }))))
  await tx.$executeRaw`
    insert into annotations (id, task_id, user_id, round, origin, independent)
    select id, task_id, ${options.personId}::uuid, 1, 'import', ${options.independent}
    from jsonb_to_recordset(${annotations}::jsonb) as x(id uuid, task_id uuid)`
  await tx.$executeRaw`
    insert into labels (annotation_id, unit_id, task_id, question, value, origin)
    select annotation_id, unit_id, task_id, question, value, 'imported'
    from jsonb_to_recordset(${labels}::jsonb)
      as x(annotation_id uuid, unit_id uuid, task_id uuid, question text, value jsonb)`
  await tx.$executeRaw`
    update annotations a set state = 'submitted', submitted_at = now()
    from jsonb_to_recordset(${annotations}::jsonb) as x(id uuid) where a.id = x.id`
  await tx.$executeRaw`
    insert into assignments (id, task_id, user_id, state, origin)
    select assignment_id, task_id, ${options.personId}::uuid, 'submitted', 'import'
    from jsonb_to_recordset(${annotations}::jsonb) as x(assignment_id uuid, task_id uuid)`
}
