/** What imported labels become besides gold: proposals for everybody, or one person's submitted work. */
import 'server-only'
import { v7 as uuid } from 'uuid'
import type { Tx } from '@/lib/platform/server/db'
import type { Json } from '@/lib/protocols/protocol'
import { sameValue } from '@/lib/protocols/same-value'
import { type Proposal, proposeAnswers } from '@/lib/workspace/tasks/propose-answers'
import type { NewItem, NewTask, WriteContext } from './new-item'

/** Rows as one parameter of a statement. */
export const rowsOf = (rows: readonly Record<string, Json>[]) => JSON.stringify(rows)

/** What the record proposes stays a proposal; its labels join it where the manager wants them so. */
export async function writeSuggestions(tx: Tx, { fileName }: WriteContext, items: readonly NewItem[]): Promise<void> {
  const rows = items.flatMap((item) => suggestionRows(item))
  if (rows.length === 0) return
  await tx.$executeRaw`
    insert into suggestions (id, task_id, unit_id, question, value, source)
    select id, task_id, unit_id, question, value, ${fileName}
    from jsonb_to_recordset(${rowsOf(rows)}::jsonb) as x(id uuid, task_id uuid, unit_id uuid, question text, value jsonb)`
}

function suggestionRows({ item, labels, tasks: [task] }: NewItem) {
  const own = [...(item.suggestions ?? [])]
  const fromLabels = labels === 'suggestions' ? proposeAnswers(task.stage, task.units, task.answers) : []
  const fresh = fromLabels.filter((each) => !own.some((known) => isSame(known, each)))
  const ids = idsOf(task)
  return [...own, ...fresh].flatMap(({ unit, question, value }) => {
    const unitId = ids.get(unit)
    return unitId === undefined || value === null
      ? []
      : [{ id: uuid(), task_id: task.id, unit_id: unitId, question, value }]
  })
}

const isSame = (left: Proposal, right: Proposal) =>
  left.unit === right.unit && left.question === right.question && sameValue(left.value, right.value)

const idsOf = ({ units, made }: NewTask) => new Map([...units, ...made].map(({ key, id }) => [key, id]))

/** The labels of a task as rows, without nulls: null means unanswered. */
function labelRows(task: NewTask) {
  const ids = idsOf(task)
  return Object.entries(task.answers).flatMap(([unit, values]) =>
    Object.entries(values).flatMap(([question, value]) => {
      const unitId = ids.get(unit)
      return unitId === undefined || value === null ? [] : [{ task_id: task.id, unit_id: unitId, question, value }]
    }),
  )
}

/** One person's submitted work: what they listed and their labels first, then the submission that freezes them. */
export async function writeWork(tx: Tx, { options }: WriteContext, items: readonly NewItem[]): Promise<void> {
  if (items.length === 0 || !options.personId) return
  const { personId, independent } = options
  const work = items.map(({ tasks: [task] }) => ({ task, id: uuid() }))
  await writeListed(tx, personId, work)
  const annotations = rowsOf(work.map(({ task, id }) => ({ id, task_id: task.id, assignment_id: uuid() })))
  const labels = rowsOf(work.flatMap(({ task, id }) => labelRows(task).map((row) => ({ ...row, annotation_id: id }))))
  await tx.$executeRaw`
    insert into annotations (id, task_id, user_id, round, origin, independent)
    select id, task_id, ${personId}::uuid, 1, 'import', ${independent}
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
    select assignment_id, task_id, ${personId}::uuid, 'submitted', 'import'
    from jsonb_to_recordset(${annotations}::jsonb) as x(assignment_id uuid, task_id uuid)`
}

async function writeListed(tx: Tx, personId: string, work: readonly { task: NewTask }[]): Promise<void> {
  const rows = work.flatMap(({ task }) =>
    task.made.map(({ id, key, kind, parent = '' }) => ({ id, key, kind, parent_key: parent, task_id: task.id })),
  )
  if (rows.length === 0) return
  await tx.$executeRaw`
    insert into units (id, task_id, key, kind, position, text, parent_key, maker_id)
    select id, task_id, key, kind, 0, '', parent_key, ${personId}::uuid
    from jsonb_to_recordset(${rowsOf(rows)}::jsonb) as x(id uuid, task_id uuid, key text, kind text, parent_key text)`
}
