/** Writes batches of read records as rows: of each table one jsonb value in, one set of rows out. */
import 'server-only'
import { setImmediate } from 'node:timers/promises'
import { Prisma } from '@/generated/prisma/client'
import { executeLarge, type Tx } from '@/lib/platform/server/db'
import { rowId } from '@/lib/platform/server/row-id'
import type { Json } from '@/lib/protocols/protocol'
import { rolledUp } from '@/lib/protocols/rolled-up'
import { sameValue } from '@/lib/protocols/same-value'
import { MOST_TAGS } from '@/lib/workspace/items/facts/contract'
import { type Proposal, proposeAnswers } from '@/lib/workspace/tasks/propose-answers'
import type { NewItem, NewTask, WriteContext } from './new-item'

/** What an import asks for cannot be written; the message says to people where and why. */
export class ImportRefused extends Error {
  override readonly name = 'ImportRefused'
}

/* What imported labels become besides gold: proposals for everybody, or one person's submitted work. */

/** Rows as one parameter of a statement; what is undefined is left out. */
const rowsOf = (rows: readonly Record<string, Json | undefined>[]) => JSON.stringify(rows)

/** What the record proposes stays a proposal; its labels join it where the manager wants them so. */
async function writeSuggestions(tx: Tx, { fileName }: WriteContext, items: readonly NewItem[]): Promise<void> {
  const rows = items.flatMap((item) => suggestionRows(item))
  if (rows.length === 0) return
  await tx.$executeRaw`
    insert into suggestions (id, task_id, unit_id, question, value, source)
    select id, task_id, unit_id, question, value, ${fileName}
    from jsonb_to_recordset(${rowsOf(rows)}::jsonb) as x(id uuid, task_id uuid, unit_id uuid, question text, value jsonb)`
}

function suggestionRows({ item, labels, tasks: [task] }: NewItem) {
  const itemSuggestions = [...(item.suggestions ?? [])]
  const fromLabels = labels === 'suggestions' ? proposeAnswers(task.stage, task.units, task.answers) : []
  const fresh = fromLabels.filter((each) => !itemSuggestions.some((suggestion) => isSame(suggestion, each)))
  const ids = idsOf(task)
  return [...itemSuggestions, ...fresh].flatMap(({ unit, question, value }) => {
    const unitId = ids.get(unit)
    return unitId === undefined || value === null
      ? []
      : [{ id: rowId(), task_id: task.id, unit_id: unitId, question, value }]
  })
}

const isSame = (left: Proposal, right: Proposal) =>
  left.unit === right.unit && left.question === right.question && sameValue(left.value, right.value)

/** A task that somebody's labels are written to: new, or there already. */
export type WorkTask = Pick<NewTask, 'id' | 'units' | 'made' | 'answers'>

const idsOf = ({ units, made }: WorkTask) => new Map([...units, ...made].map(({ key, id }) => [key, id]))

/** The labels of a task as rows, without nulls: null means unanswered. */
function labelRows(task: WorkTask) {
  const ids = idsOf(task)
  return Object.entries(task.answers).flatMap(([unit, values]) =>
    Object.entries(values).flatMap(([question, value]) => {
      const unitId = ids.get(unit)
      return unitId === undefined || value === null ? [] : [{ task_id: task.id, unit_id: unitId, question, value }]
    }),
  )
}

/** One person's submitted work: what they listed and their labels first, then the submission that freezes them. */
export async function writeWork(
  tx: Tx,
  { options }: Pick<WriteContext, 'options'>,
  tasks: readonly WorkTask[],
): Promise<void> {
  if (tasks.length === 0 || !options.personId) return
  const { personId, independent } = options
  const work = tasks.map((task) => ({ task, id: rowId() }))
  await writeListed(tx, personId, work)
  const annotations = rowsOf(work.map(({ task, id }) => ({ id, task_id: task.id, assignment_id: rowId() })))
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
    from jsonb_to_recordset(${annotations}::jsonb) as x(assignment_id uuid, task_id uuid)
    on conflict (task_id, user_id) do update
      set state = 'submitted', origin = 'import', expires_at = null, skip_reason = null, updated_at = now()`
}

async function writeListed(tx: Tx, personId: string, work: readonly { task: WorkTask }[]): Promise<void> {
  const rows = work.flatMap(({ task }) =>
    task.made.map(({ id, key, kind, parent = '' }) => ({ id, key, kind, parent_key: parent, task_id: task.id })),
  )
  if (rows.length === 0) return
  await tx.$executeRaw`
    insert into units (id, task_id, key, kind, position, text, parent_key, maker_id)
    select id, task_id, key, kind, 0, '', parent_key, ${personId}::uuid
    from jsonb_to_recordset(${rowsOf(rows)}::jsonb) as x(id uuid, task_id uuid, key text, kind text, parent_key text)`
}

/**
 * Writes items, tasks, units and what their labels become. Positions and hashes are known to be free. A transaction is asked one thing after
 * the other; the rows of each statement are put together while the one before is under way.
 */
export async function writeItems(tx: Tx, context: WriteContext, items: readonly NewItem[]): Promise<void> {
  const work = items.flatMap(({ labels, tasks: [task] }) => (labels === 'person' ? [task] : []))
  const writes = [
    () => writeRows(tx, context, items),
    () => writeGold(tx, items),
    () => writeSuggestions(tx, context, items),
    () => writeWork(tx, context, work),
    () => writeOverrides(tx, context, items),
  ]
  const writesUnderWay: Promise<void>[] = []
  for (const write of writes) {
    const each = write()
    // It is thrown below, once nothing is under way any more.
    each.catch(() => undefined)
    writesUnderWay.push(each)
    await setImmediate()
  }
  await Promise.allSettled(writesUnderWay)
  await Promise.all(writesUnderWay)
}

/** What an export of this application says, and beside it what whoever imports says of all items of the file. */
function ownFacts({ options }: WriteContext, { own, line }: NewItem['item']) {
  const importFacts = options.own
  const tags = [...new Set([...(own?.tags ?? []), ...(importFacts?.tags ?? [])])]
  if (tags.length > MOST_TAGS)
    throw new ImportRefused(
      `Line ${line}, item.own.tags: with the tags of this import the item would have ${tags.length}; at most ${MOST_TAGS}. Nothing was written: upload the file again and give fewer tags.`,
    )
  // Null and nothing mean the same here: as the file has it.
  return {
    own_domain: importFacts?.domain ?? own?.domain ?? null,
    own_source: importFacts?.source ?? own?.source ?? null,
    tags,
  }
}

/** Items, their tasks and the units of these in one statement, so that the database has no answer to wait for in between (docs/decisions/144). Keys are checked and triggers run when all three tables are written. */
async function writeRows(tx: Tx, context: WriteContext, items: readonly NewItem[]): Promise<void> {
  const { projectId, importId } = context
  await executeLarge(
    tx,
    Prisma.sql`
    with new_items as (
      insert into items (id, project_id, import_id, position, external_id, title, domain, source, own_domain, own_source, tags, content, record, format,
                         content_hash, content_key, escaped, discarded_at, discard_reason, discard_note)
      select id, ${projectId}::uuid, ${importId}::uuid, position, external_id, title, domain, source, own_domain, own_source, tags, content,
             record, format, content_hash, content_key, escaped, case when discard_reason is not null then now() end, discard_reason, discard_note
      from jsonb_to_recordset(${itemRows(context, items)}::jsonb)
        as x(id uuid, position int, external_id text, title text, domain text, source text, own_domain text, own_source text, tags text[], content jsonb, record text,
             format text, content_hash text, content_key text, escaped boolean, discard_reason text, discard_note text)),
    new_tasks as (
      insert into tasks (id, project_id, stage_id, item_id, position, raters, state, stale, stale_changes)
      select id, ${projectId}::uuid, stage_id, item_id, position, raters, state::"TaskState", stale is not null, stale
      from jsonb_to_recordset(${taskRows(items)}::jsonb)
        as x(id uuid, item_id uuid, position int, stage_id uuid, raters int, state text, stale jsonb))
    insert into units (id, task_id, key, kind, position, text, parent_key, data)
    select id, task_id, key, kind, position, text, parent_key, data
    from jsonb_to_recordset(${unitRows(items)}::jsonb)
      as x(id uuid, task_id uuid, key text, kind text, position int, text text, parent_key text, data jsonb)`,
  )
}

const itemRows = (context: WriteContext, items: readonly NewItem[]) =>
  rowsOf(
    items.map(({ id, position, item }) => ({
      id,
      position,
      external_id: item.externalId,
      title: item.title,
      domain: item.domain,
      source: item.source,
      ...ownFacts(context, item),
      content: item.content,
      record: item.record,
      format: item.format,
      content_hash: item.contentHash,
      content_key: item.contentKey,
      escaped: item.escaped,
      discard_reason: item.discarded?.reason ?? null,
      discard_note: item.discarded?.note ?? null,
    })),
  )

const taskRows = (items: readonly NewItem[]) =>
  rowsOf(
    items.flatMap(({ id: item_id, position, tasks }) =>
      tasks.map(({ id, stageId, raters, state, stale }) => ({
        id,
        item_id,
        position,
        stage_id: stageId,
        raters,
        state,
        stale,
      })),
    ),
  )

const unitRows = (items: readonly NewItem[]) =>
  rowsOf(
    items.flatMap(({ tasks }) =>
      tasks.flatMap(({ id: task_id, units }) =>
        // Field by field, since there are many: to copy what is left of an object takes several times as long.
        units.map(({ id, key, kind, text, parent: parent_key, data }, position) => ({
          id,
          task_id,
          key,
          kind,
          position,
          text,
          parent_key,
          data,
        })),
      ),
    ),
  )

async function writeGold(tx: Tx, items: readonly NewItem[]): Promise<void> {
  const rows = items.flatMap(({ item: { content }, tasks }) =>
    tasks
      .filter(({ state }) => state === 'gold')
      .map(({ id, stage, units, answers, votes }) => ({
        id: rowId(),
        task_id: id,
        answers,
        ...(votes ? { votes: votes as unknown as Json[] } : {}),
        roll_up: rolledUp(stage, { content, units: units.map(withoutId) }, { answers, votes }),
      })),
  )
  if (rows.length === 0) return
  await executeLarge(
    tx,
    Prisma.sql`
    insert into golds (id, task_id, version, round, answers, votes, roll_up, origin)
    select id, task_id, 1, 1, answers, votes, roll_up, 'imported'
    from jsonb_to_recordset(${rowsOf(rows)}::jsonb)
      as x(id uuid, task_id uuid, answers jsonb, votes jsonb, roll_up jsonb)`,
  )
}

const withoutId = ({ id: _, ...unit }: NewItem['tasks'][0]['units'][number]) => unit

/** What people decided elsewhere is taken over on the word of whoever imports it. */
async function writeOverrides(tx: Tx, { createdById }: WriteContext, items: readonly NewItem[]): Promise<void> {
  const rows = items.flatMap(({ id, item, labels }) =>
    (labels === 'gold' ? item.overrides : []).map(({ value, reason, outlivedAt }, index) => ({
      item_id: id,
      version: index + 1,
      // Wrapped, so that a JSON null stays one on its way through the recordset.
      wrapped: { value } satisfies Record<string, Json>,
      reason,
      outlived_at: outlivedAt,
    })),
  )
  if (rows.length === 0) return
  await tx.$executeRaw`
    insert into roll_up_overrides (item_id, version, value, reason, user_id, created_at)
    select item_id, version, wrapped -> 'value', reason, ${createdById}::uuid,
           case when outlived_at is null then now() else least(outlived_at, now() - interval '1 second') end
    from jsonb_to_recordset(${rowsOf(rows)}::jsonb)
      as x(item_id uuid, version int, wrapped jsonb, reason text, outlived_at timestamptz)`
}
