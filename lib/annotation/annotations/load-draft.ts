import 'server-only'
import { Prisma } from '@/generated/prisma/client'
import type { Actor } from '@/lib/platform/policy/actor'
import { canTask } from '@/lib/platform/policy/can'
import { pool, transaction } from '@/lib/platform/server/db'
import { AppError } from '@/lib/platform/server/errors'
import { protocolById } from '@/lib/protocols'
import { entriesOf } from '@/lib/protocols/made-units'
import { spansOf } from '@/lib/protocols/marked-spans'
import type { Json, Stage } from '@/lib/protocols/protocol'
import {
  authorizeTask,
  isKnownTask,
  loadTask,
  protocolStage,
  subjectColumns,
  type TaskSubjectRow,
  taskSubject,
  taskTables,
} from '@/lib/workspace/tasks/load-task'
import { rememberTask } from './known-tasks'

/** A unit and question somebody wants to answer, with what is there now. */
export interface DraftAnswer {
  unit: string
  question: string
  unitId: string
  kind: string
  /** Revision 0: never answered. */
  revision: number
  value: Json
  savedAt: string | null
  /** How the value came about; null where there is none. */
  origin: string | null
  suggestionId: string | null
  /**
   * What machines or files propose here, by id; about a listed unit, the lists proposed for its wholes. Nothing that the
   * annotation's arm withholds and was never handed out.
   */
  suggestions: Record<string, Json> | null
}

export interface Draft {
  annotationId: string
  taskId: string
  projectId: string
  itemId: string
  /** The protocol, with the version of its file, under which answers are checked. */
  protocolId: string
  stage: Stage
  places: DraftAnswer[]
  /** The keys of the entries that the actor's lists may hold, by the unit and the kind they belong to. */
  entries: { parent: string; kind: string; key: string }[]
  /** The item's content where spans are to be saved, which have to lie in its texts; else null. */
  content: Json
}

/** An annotation as a request names it. */
export interface DraftName {
  taskId: string
  annotationId: string
}

interface DraftRow extends TaskSubjectRow {
  taskId: string
  projectId: string
  itemId: string
  protocolId: string
  stageKey: string
  annotationId: string
  isSubmitted: boolean
  isUnopened: boolean
  places: Draft['places'] | null
  entries: Draft['entries'] | null
  content: Json
}

/**
 * The actor's open annotation of a task, with the asked-for places, in one round trip: saving a label is what people do
 * all day. Throws `not_found` or `forbidden` as `loadTask` would, `conflict` when the annotation was never opened, in this round
 * if it was carried into it (`data.unopened`), or is of another round: its revisions begin anew in each, so they would not tell an old change from a new one.
 */
export async function loadDraft(
  actor: Actor,
  { taskId, annotationId }: DraftName,
  wanted: readonly { unit: string; question: string; value: Json }[],
): Promise<Draft> {
  const query = draftQuery(actor, taskId, wanted)
  const { rows } = await pool().query<DraftRow>({ name: 'load-draft', text: query.text, values: query.values })
  const row = rows[0]
  if (!row || row.isSubmitted || !canTask(actor, 'task.annotate', taskSubject(actor, row))) return refuse(actor, taskId)
  if (row.annotationId !== annotationId)
    throw new AppError('conflict', 'This was answered in another round of the task. Open the task again.')
  if (row.isUnopened) throw unopened()
  const units = (row.places ?? []).map(({ unit, kind }) => ({ key: unit, kind }))
  rememberTask(row.taskId, row, units)
  return {
    annotationId,
    taskId: row.taskId,
    projectId: row.projectId,
    itemId: row.itemId,
    protocolId: row.protocolId,
    stage: protocolStage(protocolById(row.protocolId), row.stageKey),
    places: row.places ?? [],
    entries: row.entries ?? [],
    content: row.content,
  }
}

/** Says why there is no open annotation, the slow way. */
async function refuse(actor: Actor, taskId: string): Promise<never> {
  const task = await transaction((tx) => loadTask(tx, actor, taskId))
  authorizeTask(actor, 'task.annotate', task, 'This task is not yours to answer any more.')
  throw unopened()
}

/** Answers that were fetched ahead are given before their task is opened: it opens first, once nothing comes before it. */
export const unopened = () => new AppError('conflict', 'Open the annotation first.', { data: { unopened: true } })

/**
 * The condition on an annotation `n` that nobody has opened it since it was carried into its round, so that the guidelines may still come
 * first; false in projects without guidelines, where opening notes no version. As `isUnopened` in the room of guidelines.
 */
export const carriedUnopened = (
  projectId: string,
) => `(n.round > 1 and n.guideline_version is null and n.held_until is null
  and exists (select 1 from guidelines g where g.project_id = ${projectId}))`

/** One text whatever it is asked about, so that the database prepares it once. */
function draftQuery(actor: Actor, taskId: string, wanted: readonly { unit: string; question: string; value: Json }[]) {
  const units = wanted.map(({ unit }) => unit)
  const questions = wanted.map(({ question }) => question)
  const hasSpans = wanted.some(({ value }) => spansOf(value) !== null)
  const entryKeys = wanted.flatMap(({ value }) => entriesOf(value).map(({ key }) => key))
  return Prisma.sql`
  select t.id "taskId", p.id "projectId", t.item_id "itemId", p.protocol_id "protocolId", s.key "stageKey",
         case when ${hasSpans}::boolean then i.content end "content", n.id "annotationId", n.state = 'submitted' "isSubmitted",
         ${Prisma.raw(carriedUnopened('p.id'))} "isUnopened", ${subjectColumns(actor)},
         (select jsonb_agg(jsonb_build_object(
                   'unit', w.unit, 'question', w.question, 'unitId', u.id, 'kind', u.kind, 'value', l.value,
                   'origin', l.origin, 'suggestionId', l.suggestion_id, 'revision', coalesce(l.revision, 0), 'savedAt', to_char(l.updated_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
                   'suggestions', (select jsonb_object_agg(g.id, g.value) from suggestions g
                                   left join units gu on gu.id = g.unit_id
                                   left join arm_draws d on d.annotation_id = n.id and d.unit_kind = gu.kind
                                     and d.question = g.question and d.arm <> 'shown'
                                   where g.task_id = t.id
                                     and (d.arm is null or exists (select 1 from suggestion_views v
                                          where v.annotation_id = n.id and v.suggestion_id = g.id))
                                     and (g.unit_id = u.id and g.question = w.question
                                     or u.maker_id is not null and g.unit_id in (
                                       with recursive wholes(id, parent_key) as (
                                         select p.id, p.parent_key from units p where p.task_id = t.id and p.key = u.parent_key
                                         union
                                         select p.id, p.parent_key from units p
                                         join wholes w on p.task_id = t.id and p.key = w.parent_key)
                                       select id from wholes)))))
          from unnest(${units}::text[], ${questions}::text[]) w(unit, question)
          join units u on u.task_id = t.id and u.key = w.unit
            and (u.maker_id = ${actor.userId}::uuid or u.maker_id is null and u.since_round <= t.round
                 and (u.retired_round is null or u.retired_round > t.round))
          left join labels l on l.annotation_id = n.id and l.unit_id = u.id and l.question = w.question) "places",
         (select jsonb_agg(jsonb_build_object('parent', u.parent_key, 'kind', u.kind, 'key', u.key))
          from units u where u.task_id = t.id and u.maker_id = ${actor.userId}::uuid and u.key = any(${entryKeys}::text[])) "entries"
  from ${taskTables(actor)}
  join annotations n on n.task_id = t.id and n.user_id = ${actor.userId}::uuid and n.round = t.round
  where ${isKnownTask(actor, taskId, false)}`
}
