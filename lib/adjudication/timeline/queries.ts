import 'server-only'
import { Prisma } from '@/generated/prisma/client'
import type { Actor } from '@/lib/platform/policy/actor'
import { canProject } from '@/lib/platform/policy/can'
import { type Tx, transaction } from '@/lib/platform/server/db'
import { AppError } from '@/lib/platform/server/errors'
import { type LoadedTask, listMadeUnits, loadTask, type TaskUnit, unitOf } from '@/lib/workspace/tasks/load-task'
import { recordDeskReads } from '@/lib/workspace/tasks/record-answer-reads'
import { eventsOf } from '@/lib/workspace/tasks/second-sql'
import { ENTRIES_PER_PAGE, type Timeline, type TimelineHead, type TimelineQuery } from './contract'
import { ANNOTATION_EVENTS, ASSIGNMENT_EVENTS, EDIT_EVENTS, type EventData } from './event-words'
import { loadParts, type Parts, partKeys, partWhere } from './parts'
import { type EventRow, presentEntry, type Sources } from './present'

/**
 * A page of what happened to a task, oldest first. Before its answers are open to the actor there is their own part and
 * nothing else (`forbidden` for whoever has none); afterwards lanes are nameless as in consolidation, and reading is
 * remembered like reading answers.
 */
export async function getTimeline(actor: Actor, taskId: string, query: TimelineQuery): Promise<Timeline> {
  return transaction(async (tx) => {
    const task = await loadTask(tx, actor, taskId)
    const parts = await loadParts(tx, actor, task)
    const keys = partKeys(parts)
    const part = query.part ?? keys[0]
    if (!part || keys.length === 0) throw new AppError('forbidden', 'What happened here is not open to you.')
    if (!keys.includes(part))
      throw new AppError('not_found', 'This part of the time line does not exist, or is not open to you.')
    if (parts.readAll && !task.subject.submittedHere) await recordDeskReads(tx, actor, task)
    const { id: answered } = task.answered
    const where = Prisma.sql`${partWhere(actor, answered, parts, part)} and ${namelessWhere(actor, answered, parts)}`
    const partCondition = Prisma.sql`${eventsOf(task)} and ${where}`
    const isOfTask = part === 'task' || part === 'all'
    const all =
      isOfTask && !task.second ? Prisma.sql`(${partCondition} or e.id = any(array(${editsOf(taskId)})))` : partCondition
    const rows = await readRows(tx, taskId, all, query)
    const page = rows.slice(0, ENTRIES_PER_PAGE)
    const around = { actor, part, parts, sources: await readSources(tx, page) }
    return {
      part,
      entries: page.map((row, index) => presentEntry(row, query.after + index + 1, around)),
      next: rows.length > page.length ? query.after + page.length : null,
      head: query.after === 0 ? await readHead(tx, actor, task, parts) : null,
    }
  })
}

/** What item histories tell of a lane by name: that a share was given, that work was begun and ended. */
const NAMED_ELSEWHERE = [...ANNOTATION_EVENTS.filter((type) => type !== 'answer.saved'), ...ASSIGNMENT_EVENTS]

/** Until names are open, others' lanes are without it: how a share was given, or how often work was begun, would name them. */
function namelessWhere({ userId: reader }: Actor, taskId: string, { named, lanes }: Parts): Prisma.Sql {
  const others = lanes.map(({ userId }) => userId).filter((userId) => userId !== reader)
  if (named || others.length === 0) return Prisma.sql`true`
  return Prisma.sql`not (e.type = any(${NAMED_ELSEWHERE}) and (
    e.data->>'userId' = any(${others}) or e.annotation_id in (
      select n.id from annotations n where n.task_id = ${taskId}::uuid and n.user_id = any(${others}::uuid[]))))`
}

/** The events of acts on many items, this task's among them. */
const editsOf = (taskId: string) => Prisma.sql`select d.event_id from ${editPartsOf(taskId)}`

const editPartsOf = (taskId: string) => Prisma.sql`
  tasks t join item_edit_parts p on p.project_id = t.project_id and p.thousand = t.position / 1000 and t.position = any(p.positions)
  join item_edits d on d.id = p.edit_id where t.id = ${taskId}::uuid`

async function readRows(
  tx: Tx,
  taskId: string,
  where: Prisma.Sql,
  { unit, after }: TimelineQuery,
): Promise<EventRow[]> {
  // As the history of the item tells it: their event says nothing of single items.
  const together = Prisma.sql`(
    select jsonb_build_object('from', p.before, 'to', p.after, 'others', d.changed - 1, 'undoes', d.undoes_id is not null,
      'note', p.after -> 'discarded' ->> 'note')
    from ${editPartsOf(taskId)} and d.event_id = page.id)`
  const about = unit
    ? Prisma.sql`and (e.data->>'unit' = ${unit} or e.type like 'search.%' and exists (
        select 1 from search_records s where s.id = (e.data->>'searchId')::uuid and s.unit_key = ${unit}))`
    : Prisma.empty
  return tx.$queryRaw<EventRow[]>`
    select page.type, page.at, case when page.type = any(${EDIT_EVENTS}) then ${together} else page.data end "data", page.actor_id "actorId",
           coalesce((select n.user_id from annotations n where n.id = page.annotation_id), (page.data->>'userId')::uuid) "ownerId"
    from (select e.id, e.type, e.at, e.data, e.actor_id, e.annotation_id from events e
          where ${where} ${about}
          order by e.id limit ${ENTRIES_PER_PAGE + 1} offset ${after}) page
    order by page.id`
}

const idsIn = (rows: readonly EventRow[], name: string) =>
  rows.map(({ data }) => (data as EventData)[name]).filter((id) => typeof id === 'string')

/** What events name by id only. */
async function readSources(tx: Tx, rows: readonly EventRow[]): Promise<Sources> {
  const suggestions = await tx.suggestion.findMany({
    where: { id: { in: idsIn(rows, 'suggestionId') } },
    select: { id: true, source: true, model: true, run: { select: { name: true } } },
  })
  const comments = await tx.comment.findMany({
    where: { id: { in: idsIn(rows, 'commentId') } },
    select: { id: true, body: true, unit: { select: { key: true } } },
  })
  return {
    suggestions: new Map(
      suggestions.map(({ id, source, model, run }) => [id, { source: model ?? source, run: run?.name ?? null }]),
    ),
    comments: new Map(comments.map(({ id, body, unit }) => [id, { body, unit: unit?.key ?? null }])),
  }
}

async function readHead(tx: Tx, actor: Actor, task: LoadedTask, parts: Parts): Promise<TimelineHead> {
  const { id: taskId, itemId, projectId, projectName, position, protocol, stage, item } = task
  const names = new Map(parts.lanes.map(({ lane, name }) => [lane, name]))
  const ownLane = parts.lanes.find(({ userId }) => userId === actor.userId)?.lane
  // Before the reveal every reader's head is an annotator's: a copy served blind, on which everybody is one, looks alike.
  // What is being settled may be a copy for a second adjudication, whose item is nobody's to browse: reviewers look it up once it is gold.
  const mayBeCopy = task.second || (task.subject.role === 'reviewer' && task.state !== 'gold')
  const browsesItem = parts.readAll && !mayBeCopy && canProject('items.browse', task.subject)
  return {
    taskId,
    projectId,
    projectName,
    position,
    title: item.title,
    itemId: browsesItem ? itemId : null,
    protocolId: protocol.id,
    stageKey: stage.key,
    units: (await readUnits(tx, actor, task, parts)).map(unitOf),
    parts: partKeys(parts).map((key) => ({ key, own: key === 'you' || key === ownLane, name: names.get(key) ?? null })),
    abilities: { readAll: parts.readAll },
  }
}

/** The task's units of all rounds, and what was listed by those whose answers are open to the reader. */
async function readUnits(tx: Tx, actor: Actor, { id: taskId }: LoadedTask, { readAll }: Parts): Promise<TaskUnit[]> {
  const taskUnits = await tx.unit.findMany({
    where: { taskId, makerId: null },
    orderBy: [{ position: 'asc' }, { sinceRound: 'desc' }],
    select: { id: true, key: true, kind: true, position: true, text: true, parentKey: true },
  })
  const mine = readAll ? [] : await tx.unit.findMany({ where: { taskId, makerId: actor.userId }, select: { id: true } })
  const listed = (await listMadeUnits(tx, taskId)).filter(({ id }) => readAll || mine.some((unit) => unit.id === id))
  const latest = taskUnits.filter(({ key }, index) => taskUnits.findIndex((other) => other.key === key) === index)
  return [
    ...latest.map(({ parentKey, ...unit }) => ({ ...unit, ...(parentKey === null ? {} : { parent: parentKey }) })),
    ...listed,
  ]
}
