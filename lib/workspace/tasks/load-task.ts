/** A task with everything a rule about it needs: its life is decided on this, in every domain room alike. */
import 'server-only'
import { Prisma } from '@/generated/prisma/client'
import type { Actor } from '@/lib/platform/policy/actor'
import { canTask, effectiveRole, type Role, type TaskAction, type TaskSubject } from '@/lib/platform/policy/can'
import type { Tx } from '@/lib/platform/server/db'
import { AppError, found } from '@/lib/platform/server/errors'
import { readStoredList } from '@/lib/platform/server/read-stored'
import { PREPARED } from '@/lib/platform/server/statement-name'
import { protocolById } from '@/lib/protocols'
import type { Json, Protocol, Stage, Subject, UnitDraft } from '@/lib/protocols/protocol'
import { WITHDRAWN } from '@/lib/workspace/items/withdrawn/contract'
import { type Stale, staleChangeSchema } from './contract'
import { isSecond } from './second-sql'

export interface LoadedTask {
  id: string
  /** The project that people work in: of a copy in a shadow, the one that is shadowed. */
  projectId: string
  projectName: string
  itemId: string
  stageId: string
  position: number
  state: TaskSubject['state']
  raters: number
  submittedCount: number
  round: number
  revision: number
  adjudicatorId: string | null
  /** When a third rater was called into the discussion of this round. */
  thirdRaterAt: Date | null
  item: { title: string; externalId: string | null; domain: string | null; source: string | null; content: Json }
  reservationMinutes: number
  protocol: Protocol
  /** The protocol's, with the project's settings. */
  stage: Stage
  /** What the policy asks about: the actor and this task. */
  subject: TaskSubject
  assignment: { id: string; state: TaskSubject['assignment'] | 'skipped' | 'released'; expiresAt: Date | null } | null
  /** What its screens show of what changed since it was answered; null for a task that is not stale. Nobody's answers are in it. */
  stale: Stale
  /** Is it a copy for a second adjudication? */
  second: boolean
  /** The task whose annotations, suggestions and notes are shown: of a copy for a second adjudication the original, else itself. */
  answered: { id: string; round: number }
}

/** What a task's subject of policy is made from, in the columns of `subjectColumns`. */
export interface TaskSubjectRow {
  role: Role | null
  archived: boolean
  state: TaskSubject['state']
  raters: number
  adjudicatorId: string | null
  policy: TaskSubject['policy']
  thirdRater: TaskSubject['thirdRater']
  thirdRaterAt: Date | null
  assignmentState: NonNullable<LoadedTask['assignment']>['state'] | null
  itemDiscarded: boolean
  annotatedItem: boolean
  held: boolean
  submittedHere: boolean
  settledHere: boolean
}

interface TaskRow extends TaskSubjectRow {
  id: string
  projectId: string
  projectName: string
  protocolId: string
  stageId: string
  stageKey: string
  reservationMinutes: number
  itemId: string
  position: number
  submittedCount: number
  round: number
  revision: number
  title: string
  externalId: string | null
  domain: string | null
  source: string | null
  content: Json
  discardReason: string | null
  assignmentId: string | null
  expiresAt: Date | null
  staleChanges: Json
  isStale: boolean
  /** Of a copy for a second adjudication. */
  originalId: string | null
}

/**
 * Loads a task the actor may know of: any task of a project they manage, review or view, or one they were given a share
 * of. A copy in a shadow is known to whom it was given and nobody else, who annotate it as members of the project that is
 * shadowed; one for a second adjudication to the reviewers who may make it (`isSecond`). Throws `not_found` otherwise, and of a withdrawn item. With `lock`, the task's row is held until the transaction ends, so that whatever is
 * decided on its state stays true. `offered`: the queue has it ready for the actor, as the caller has just found, so that
 * a member knows of it without a share.
 */
export async function loadTask(
  tx: Tx,
  actor: Actor,
  taskId: string,
  options: { lock?: boolean; offered?: boolean } = {},
): Promise<LoadedTask> {
  if (options.lock) await tx.$queryRaw`select 1 from tasks where id = ${taskId}::uuid for update`
  return (await loadTaskAnd(tx, actor, taskId, { ...NOTHING_ELSE, offered: options.offered })).task
}

/** What is asked about a task in the statement that loads it: columns with a comma before them, and tables joined to those of `taskTables`. */
interface More {
  columns: Prisma.Sql
  joins: Prisma.Sql
}
const NOTHING_ELSE: More = { columns: Prisma.empty, joins: Prisma.empty }

/** As `loadTask`, with what else is asked of it. */
export async function loadTaskAnd<Else>(
  tx: Tx,
  actor: Actor,
  taskId: string,
  { offered = false, ...more }: More & { offered?: boolean },
): Promise<{ task: LoadedTask; more: Else }> {
  const rows = await tx.$queryRaw<(TaskRow & Else)[]>(taskQuery(actor, taskId, offered, more))
  const row = found(rows[0])
  if (row.discardReason === WITHDRAWN)
    throw new AppError(
      'not_found',
      `This item was taken out for good, with all that was written about it. ${row.title}.`,
    )
  return { task: present(actor, row), more: row }
}

/** Locks all tasks of this task's item, in the order of their ids, as everything that locks several tasks does. */
export async function lockItemTasks(tx: Tx, taskId: string): Promise<{ id: string; state: LoadedTask['state'] }[]> {
  return tx.$queryRaw`
    select id, state::text "state" from tasks where item_id = (select item_id from tasks where id = ${taskId}::uuid)
    order by id for update`
}

/** Throws `forbidden` unless the actor may do this to the task. */
export function authorizeTask(actor: Actor, action: TaskAction, task: LoadedTask, message?: string): void {
  if (!canTask(actor, action, task.subject)) throw new AppError('forbidden', message)
}

function taskQuery(actor: Actor, taskId: string, offered: boolean, more: More): Prisma.Sql {
  return Prisma.sql`
    ${Prisma.raw(PREPARED)}
    select t.id, p.id "projectId", p.name "projectName", p.protocol_id "protocolId", t.stage_id "stageId", s.key "stageKey",
           s.reservation_minutes "reservationMinutes", t.item_id "itemId", t.position, t.submitted_count "submittedCount",
           t.round, t.revision, t.stale "isStale", t.stale_changes "staleChanges", i.title, i.external_id "externalId", i.shown_domain "domain", i.shown_source "source", i.content, i.discard_reason "discardReason",
           a.id "assignmentId", a.expires_at "expiresAt", d.original_id "originalId", ${subjectColumns(actor)} ${more.columns}
    from ${taskTables(actor)} ${more.joins}
    where ${isKnownTask(actor, taskId, offered)}`
}

/** The columns of `TaskSubjectRow`, over `taskTables`. */
export const subjectColumns = ({ userId }: Actor): Prisma.Sql => Prisma.sql`
  case when k.project_id is not null and d.copy_id is null and m.role is not null then 'annotator' else m.role::text end "role",
  p.archived_at is not null "archived", t.state::text "state", t.raters, t.adjudicator_id "adjudicatorId",
  s.consolidation::text "policy", s.third_rater::text "thirdRater", t.third_rater_at "thirdRaterAt",
  a.state::text "assignmentState", i.discarded_at is not null "itemDiscarded",
  exists (select 1 from annotations n join tasks o on o.id = n.task_id
          where o.item_id = t.item_id and n.user_id = ${userId}::uuid) "annotatedItem",
  exists (select 1 from annotations n
          where n.task_id = t.id and n.user_id = ${userId}::uuid and n.state = 'submitted') "submittedHere",
  exists (select 1 from annotations n where n.task_id = t.id and n.user_id = ${userId}::uuid and n.round = t.round
          and n.held_until is not null) "held",
  exists (select 1 from resolutions r
          where r.task_id = t.id and r.round = t.round and r.resolved_by_id = ${userId}::uuid) "settledHere"`

/**
 * A task `t` with its stage `s`, item `i`, project `p` (the one that is shadowed, where the task belongs to a calibration `k`),
 * what it is a copy of for a second adjudication `d`, and the actor's membership `m` and assignment `a`.
 */
export const taskTables = ({ userId }: Actor): Prisma.Sql => Prisma.sql`
  tasks t
  left join calibrations k on k.shadow_id = t.project_id
  left join second_adjudications d on d.copy_id = t.id
  join projects p on p.id = coalesce(k.project_id, t.project_id)
  join stages s on s.id = t.stage_id
  join items i on i.id = t.item_id
  left join memberships m on m.project_id = p.id and m.user_id = ${userId}::uuid
  left join assignments a on a.task_id = t.id and a.user_id = ${userId}::uuid`

/** The condition under which the actor may know of the task, as `loadTask` describes it. */
export const isKnownTask = ({ isAdmin, userId }: Actor, taskId: string, offered: boolean): Prisma.Sql => Prisma.sql`
  t.id = ${taskId}::uuid
  and ((k.project_id is null and (m.role in ('manager', 'reviewer', 'viewer') or (m.role is null and ${isAdmin}::boolean)))
    or (m.role is not null and (a.id is not null or (${offered}::boolean and k.project_id is null)))
    or (d.copy_id is not null and ${isSecond(userId)}))`

/** What the policy asks about a task: the one place where it is put together. */
export function taskSubject(actor: Actor, row: TaskSubjectRow): TaskSubject {
  const { archived, state, itemDiscarded, annotatedItem, held, submittedHere, settledHere, adjudicatorId, thirdRater } =
    row
  const { assignmentState } = row
  const holdsPlace = assignmentState === 'reserved' || assignmentState === 'assigned' || assignmentState === 'submitted'
  return {
    role: effectiveRole(actor, row.role),
    archived,
    state,
    itemDiscarded,
    assignment: holdsPlace ? assignmentState : null,
    held,
    annotatedItem,
    submittedHere,
    settledHere,
    adjudicatorId,
    // An annotator alone has nobody to discuss with.
    policy: row.policy === 'discussion' && row.raters === 1 ? 'reviewer' : row.policy,
    thirdRater,
    thirdRaterCalled: row.thirdRaterAt !== null,
  }
}

/** The stage of a protocol that a project's stage stands for. */
export function protocolStage(protocol: Protocol, stageKey: string): Stage {
  const stage = protocol.stages.find((candidate) => candidate.key === stageKey)
  if (!stage) throw new Error(`protocol ${protocol.id} has no stage ${stageKey}`)
  return stage
}

function present(actor: Actor, row: TaskRow): LoadedTask {
  const { title, externalId, domain, source, content, assignmentId, assignmentState, expiresAt } = row
  const protocol = protocolById(row.protocolId)
  const subject = taskSubject(actor, row)
  return {
    id: row.id,
    projectId: row.projectId,
    projectName: row.projectName,
    itemId: row.itemId,
    stageId: row.stageId,
    position: row.position,
    state: row.state,
    raters: row.raters,
    submittedCount: row.submittedCount,
    round: row.round,
    revision: row.revision,
    adjudicatorId: row.adjudicatorId,
    thirdRaterAt: row.thirdRaterAt,
    item: { title, externalId, domain, source, content },
    reservationMinutes: row.reservationMinutes,
    protocol,
    stage: {
      ...protocolStage(protocol, row.stageKey),
      consolidation: subject.policy,
      thirdRater: subject.thirdRater,
    },
    subject,
    assignment: assignmentId && assignmentState ? { id: assignmentId, state: assignmentState, expiresAt } : null,
    stale: row.isStale
      ? { changes: readStoredList(staleChangeSchema, row.staleChanges ?? [], `changes of task ${row.id}`) }
      : null,
    second: row.originalId !== null,
    answered: { id: row.originalId ?? row.id, round: row.round },
  }
}

export interface TaskUnit extends UnitDraft {
  id: string
  position: number
}

interface UnitRow extends Omit<TaskUnit, 'parent' | 'data'> {
  parentKey: string | null
  data: Json
}

/** A list of rows of `units u` as JSON: a column of a statement that asks for more than them. */
const unitRows = (condition: Prisma.Sql, order: Prisma.Sql): Prisma.Sql => Prisma.sql`
  (select coalesce(json_agg(json_build_object('id', u.id, 'key', u.key, 'kind', u.kind, 'position', u.position, 'text', u.text,
     'parentKey', u.parent_key, 'data', u.data) order by ${order}), '[]') from units u where ${condition})`

/** A task's own units in a round, in order, as a column for `readUnits`; what annotators listed is not among them. */
export const ownUnits = (taskId: Prisma.Sql, round: Prisma.Sql): Prisma.Sql =>
  unitRows(
    Prisma.sql`u.task_id = ${taskId} and u.maker_id is null and u.since_round <= ${round}
      and (u.retired_round is null or u.retired_round > ${round})`,
    Prisma.sql`u.position`,
  )

/** What a column of units holds. */
export const readUnits = (rows: unknown): TaskUnit[] => (rows as UnitRow[]).map(presentUnit)

async function askForUnits(tx: Tx, column: Prisma.Sql): Promise<TaskUnit[]> {
  const [row] = await tx.$queryRaw<{ units: unknown }[]>`select ${column} "units"`
  return readUnits(row?.units ?? [])
}

/** The task's own units in its round, in order; what annotators listed is not among them. */
export const listUnits = (tx: Tx, { id, round }: { id: string; round: number }): Promise<TaskUnit[]> =>
  askForUnits(tx, ownUnits(Prisma.sql`${id}::uuid`, Prisma.sql`${round}::int`))

/** The units that people listed in their answers to the task, in the order of their ids: only for whoever may read those answers. */
export const listMadeUnits = (tx: Tx, taskId: string): Promise<TaskUnit[]> =>
  // Always in one order: another one would tell readers that something else of the task has changed.
  askForUnits(tx, unitRows(Prisma.sql`u.task_id = ${taskId}::uuid and u.maker_id is not null`, Prisma.sql`u.id`))

function presentUnit({ parentKey, data, ...unit }: UnitRow): TaskUnit {
  return {
    ...unit,
    ...(parentKey === null ? {} : { parent: parentKey }),
    ...(data === null ? {} : { data }),
  }
}

/** A unit as it is shown: without its row. */
export function unitOf({ id: _, position: __, ...unit }: TaskUnit): UnitDraft {
  return unit
}

/** What the stage's questions are asked about. */
export function subjectOf(task: LoadedTask, units: readonly TaskUnit[]): Subject {
  return { content: task.item.content, units: units.map(unitOf) }
}

/** What of its content a task shows on its own pages. */
export function shownContent({ stage, item }: Pick<LoadedTask, 'stage' | 'item'>): Json {
  const visibleContent = stage.shows?.(item.content) ?? item.content
  return stage.pageContent?.(visibleContent) ?? visibleContent
}
