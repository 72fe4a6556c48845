import 'server-only'
import { z } from 'zod'
import { Prisma } from '@/generated/prisma/client'
import { loadConsolidation } from '@/lib/adjudication/consolidation/load-consolidation'
import type { Actor } from '@/lib/platform/policy/actor'
import { canTask } from '@/lib/platform/policy/can'
import { ownWorkIn, visibleProjectsWhere } from '@/lib/platform/policy/visible'
import { prisma, type Tx, transaction } from '@/lib/platform/server/db'
import { found } from '@/lib/platform/server/errors'
import { log } from '@/lib/platform/server/log'
import { protocolById } from '@/lib/protocols'
import type { Protocol } from '@/lib/protocols/protocol'
import { loadTask } from '@/lib/workspace/tasks/load-task'
import { FEWEST_ALIKE, type Lesson, type Outcome, type Outcomes, type OutcomesQuery, overruledSchema } from './contract'
import { changeInWords, outcomeOf } from './rules'

const PER_PAGE = 50
/** So many submissions are compared with the gold in one request; a request after it goes on. */
const PER_REQUEST = 25
const MOST_LESSONS = 3

interface Row {
  id: string
  taskId: string
  position: number
  title: string
  stage: string
  round: number
  submittedAt: Date
  /** Do its answers count as votes? */
  votes: boolean
  isAskedAgain: boolean
  stood: number | null
  overruled: unknown
}

/**
 * What became of the actor's own submissions, latest first. A copy made for calibration never becomes gold and stays waiting, like
 * a task whose partner has not submitted: it tells nobody that it is one (docs/decisions/095).
 */
export async function listOutcomes(actor: Actor, projectId: string, query: OutcomesQuery): Promise<Outcomes> {
  const where = { id: projectId, ...visibleProjectsWhere(actor) }
  const { protocolId } = found(await prisma().project.findFirst({ where, select: { protocolId: true } }))
  const awaited = await compareSettled(actor, projectId)
  const rows = await readRows(actor, projectId, query)
  const page = rows.slice(0, PER_PAGE)
  const protocol = protocolById(protocolId)
  const lessons = query.before ? [] : await readLessons(actor, projectId, protocol)
  return {
    lessons,
    submissions: page.map(({ taskId, position, title, round, submittedAt, ...row }) => ({
      taskId,
      position,
      title,
      round,
      stage: protocol.stages.find(({ key }) => key === row.stage)?.title ?? row.stage,
      submittedAt: submittedAt.toISOString(),
      outcome: presentOutcome(protocol, row),
    })),
    awaited,
    next: rows.length > page.length ? (page.at(-1)?.id ?? null) : null,
  }
}

/** The gold that came of the very round of a submission; of no task that is a copy. */
const goldOf = (projectId: string) => Prisma.sql`
  left join golds g on g.task_id = t.id and g.superseded_at is null and g.round = n.round
    and g.origin in ('consolidated', 'single_rated') and t.state = 'gold' and t.project_id = ${projectId}::uuid`

const ownSubmissions = (actor: Actor) => Prisma.sql`n.user_id = ${actor.userId}::uuid and n.state = 'submitted'`

/**
 * Compares what has become gold since it was last asked, the latest first; returns how many are left for the next time. What
 * cannot be compared, such as the gold of a stage that the protocol no longer has, is kept with nothing to tell.
 */
async function compareSettled(actor: Actor, projectId: string): Promise<number> {
  const rows = await prisma().$queryRaw<{ id: string; taskId: string; goldId: string; total: number }[]>`
    select n.id, n.task_id "taskId", g.id "goldId", (count(*) over ())::int total ${notCompared(actor, projectId)}
    order by n.submitted_at desc, n.id desc limit ${PER_REQUEST}`
  for (const row of rows) await transaction((tx) => compare(tx, actor, row)).catch((cause) => leaveOut(row, cause))
  return (rows[0]?.total ?? 0) - rows.length
}

/** The actor's settled submissions that are not compared with their gold yet. */
const notCompared = (actor: Actor, projectId: string) => Prisma.sql`
  from annotations n join tasks t on t.id = n.task_id and t.project_id = ${projectId}::uuid ${goldOf(projectId)}
  left join outcomes o on o.annotation_id = n.id and o.gold_id = g.id
  where ${ownSubmissions(actor)} and g.id is not null and o.annotation_id is null`

async function countNotCompared(actor: Actor, projectId: string): Promise<number> {
  const [row] = await prisma().$queryRaw<{ count: number }[]>`
    select count(*)::int "count" ${notCompared(actor, projectId)}`
  return row?.count ?? 0
}

interface Compared {
  id: string
  taskId: string
  goldId: string
}

async function compare(tx: Tx, actor: Actor, { id, taskId, goldId }: Compared) {
  const task = await loadTask(tx, actor, taskId)
  // Sent back in this moment.
  if (task.state !== 'gold') return
  if (!canTask(actor, 'task.readAnswers', task.subject)) return keep(tx, { id, goldId }, NONE)
  const { lanes, outcome, subject } = await loadConsolidation(tx, task)
  const laneAnswers = lanes.find(({ annotationId }) => annotationId === id)?.answers ?? {}
  await keep(tx, { id, goldId }, outcomeOf(task.stage, subject.units, laneAnswers, outcome.settled))
}

const NONE: ReturnType<typeof outcomeOf> = { stood: 0, overruled: [] }

async function leaveOut(row: Compared, cause: unknown): Promise<void> {
  log.error('a submission cannot be compared with its gold', { annotationId: row.id, cause: String(cause) })
  // What the database could not do now, such as in a deadlock, it can the next time.
  if (cause instanceof Error && cause.name.startsWith('Prisma')) return
  await keep(prisma(), row, NONE)
}

async function keep(
  tx: Pick<Tx, '$executeRaw'>,
  { id, goldId }: Pick<Compared, 'id' | 'goldId'>,
  { stood, overruled }: ReturnType<typeof outcomeOf>,
): Promise<void> {
  // Of two tabs that ask at once the later finds the same; gold can be gone by then.
  await tx.$executeRaw`
    insert into outcomes (annotation_id, gold_id, stood, overruled)
    select ${id}::uuid, g.id, ${stood}, ${JSON.stringify(overruled)}::jsonb from golds g where g.id = ${goldId}::uuid
    on conflict (annotation_id) do update
      set gold_id = excluded.gold_id, stood = excluded.stood, overruled = excluded.overruled`
}

function readRows(actor: Actor, projectId: string, { before, only }: OutcomesQuery): Promise<Row[]> {
  const earlier = before
    ? Prisma.sql`and (n.submitted_at, n.id) < (
        select submitted_at, id from annotations where id = ${before}::uuid and user_id = ${actor.userId}::uuid)`
    : Prisma.empty
  const overruled = only ? Prisma.sql`and o.overruled <> '[]'::jsonb` : Prisma.empty
  return prisma().$queryRaw<Row[]>`
    select n.id, n.task_id "taskId", t.position, i.title, s.key stage, n.round, n.submitted_at "submittedAt",
           s.consolidation = 'votes' and t.state = 'gold' votes, t.round > n.round "isAskedAgain", o.stood, o.overruled
    from annotations n join tasks t on t.id = n.task_id join items i on i.id = t.item_id join stages s on s.id = t.stage_id
    ${goldOf(projectId)} left join outcomes o on o.annotation_id = n.id and o.gold_id = g.id
    where ${ownSubmissions(actor)} and ${ownWorkIn(projectId)} ${earlier} ${overruled}
    order by n.submitted_at desc, n.id desc limit ${PER_PAGE + 1}`
}

/**
 * The condition on an annotation that its owner submitted it here themselves: not one that was imported under their name, and not a later round
 * into which their answers were taken over when the task went back to others or was asked again.
 */
export const submittedByOwner = (alias: 'n' | 'w'): Prisma.Sql => {
  const of = Prisma.raw(alias)
  return Prisma.sql`${of}.state = 'submitted' and ${of}.origin = 'person' and (${of}.round = 1 or exists (
    select 1 from events e where e.annotation_id = ${of}.id and e.type = 'annotation.submitted'))`
}

/** So many of a person's submissions in a stage and week of which so many answers stand and so many do not. */
export interface UpheldRow {
  stage: string
  /** The Monday (UTC) of the week in which they last submitted them themselves. */
  week: string
  stood: number
  overruled: number
  submissions: number
}

/**
 * How much of what the actor answered here stands, of what is gold and somebody else has looked at; `awaited`: settled submissions that are
 * not compared yet, after 25 of them were unless `compares` is false. Answers that were imported under their name are left out, and copies
 * never become gold.
 */
export async function readUpheld(
  actor: Actor,
  projectId: string,
  { compares }: { compares: boolean },
): Promise<{ awaited: number; rows: readonly UpheldRow[] }> {
  const awaited = await (compares ? compareSettled : countNotCompared)(actor, projectId)
  const rows = await prisma().$queryRaw<UpheldRow[]>`
    select s.key "stage", to_char(date_trunc('week', own.at at time zone 'UTC'), 'YYYY-MM-DD') "week", o.stood,
           jsonb_array_length(o.overruled) "overruled", count(*)::int "submissions"
    from annotations n join tasks t on t.id = n.task_id and t.project_id = ${projectId}::uuid join stages s on s.id = t.stage_id
    ${goldOf(projectId)} join outcomes o on o.annotation_id = n.id and o.gold_id = g.id
    cross join lateral (
      select max(w.submitted_at) at from annotations w
      where w.task_id = n.task_id and w.user_id = n.user_id and w.round <= n.round and ${submittedByOwner('w')}) own
    where ${ownSubmissions(actor)} and own.at is not null and g.origin = 'consolidated' and g.votes is null
      and (o.stood > 0 or o.overruled <> '[]'::jsonb)
    group by 1, 2, 3, 4`
  return { awaited, rows }
}

const keptSchema = z.array(overruledSchema)

function presentOutcome(
  protocol: Protocol,
  row: Pick<Row, 'stage' | 'votes' | 'isAskedAgain' | 'stood' | 'overruled'>,
): Outcome {
  if (row.votes) return { kind: 'counted' }
  if (row.isAskedAgain) return { kind: 'asked_again' }
  const stage = protocol.stages.find(({ key }) => key === row.stage)
  if (row.stood === null || !stage) return { kind: 'waiting' }
  const overruled = keptSchema.parse(row.overruled).flatMap((each) => changeInWords(stage, each) ?? [])
  return { kind: 'settled', stood: row.stood, overruled }
}

async function readLessons(actor: Actor, projectId: string, protocol: Protocol): Promise<Lesson[]> {
  const rows = await prisma().$queryRaw<{ stage: string; change: unknown; count: number }[]>`
    select s.key stage, jsonb_build_object('unit', '') || (e.value - 'unit') change, count(*)::int "count"
    from annotations n join tasks t on t.id = n.task_id and t.project_id = ${projectId}::uuid join stages s on s.id = t.stage_id
    ${goldOf(projectId)} join outcomes o on o.annotation_id = n.id and o.gold_id = g.id
    cross join jsonb_array_elements(o.overruled) e
    where ${ownSubmissions(actor)} group by 1, 2 having count(*) >= ${FEWEST_ALIKE} order by 3 desc, 1, 2`
  return rows
    .flatMap(({ stage: key, change, count }) => {
      const stage = protocol.stages.find((each) => each.key === key)
      const words = stage && changeInWords(stage, overruledSchema.parse(change))
      if (!words || words.own === null || words.gold === null) return []
      return [{ stage: stage.title, question: words.question, own: words.own, gold: words.gold, count }]
    })
    .slice(0, MOST_LESSONS)
}
