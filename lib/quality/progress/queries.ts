/**
 * Progress for managers, reviewers and viewers, counted by the database. Annotators do not get it: how far others are on
 * tasks that are still blind is no business of theirs. Times are of revealed tasks only, and of nobody by name.
 */
import 'server-only'
import { Prisma } from '@/generated/prisma/client'
import { IDLE_AFTER_MS } from '@/lib/annotation/annotations/contract'
import type { Actor } from '@/lib/platform/policy/actor'
import { type Tx, transaction } from '@/lib/platform/server/db'
import { protocolById } from '@/lib/protocols'
import type { Stage } from '@/lib/protocols/protocol'
import { quantileOfSorted } from '@/lib/stats/quantile'
import { authorizeProject, type LoadedProject, loadProject } from '@/lib/workspace/projects/queries'
import {
  type FieldTime,
  MIN_OBSERVATIONS,
  MOST_TIMED,
  ONE_ACT_MS,
  type Progress,
  type ProgressQuery,
  SLOW_FACTOR,
  type Spread,
  type StageProgress,
} from './contract'
import { reachedIn, readItemDays, readStageDays, type StageDay } from './read-days'
import { burnUp, dayOf, forecastOf, hoursLeft, PROGRESS_RULES } from './rules'

interface Rows {
  items: { day: string; items: number }[]
  days: StageDay[]
  active: ActiveRow[]
  fields: FieldRow[]
}

export async function getProgress(
  actor: Actor,
  projectId: string,
  { by }: ProgressQuery,
  now = new Date(),
): Promise<Progress> {
  const today = dayOf(now)
  return transaction(async (tx) => {
    const project = await loadProject(tx, actor, projectId)
    authorizeProject('items.browse', project, 'Progress is for managers, reviewers and viewers of a project.')
    const rows = {
      items: await readItemDays(tx, projectId),
      days: await readStageDays(tx, projectId),
      active: await readActive(tx, projectId),
      fields: await readFields(tx, projectId),
    }
    const stages = await listStages(tx, project)
    return {
      project: { id: project.id, name: project.name },
      by,
      today,
      rules: [...PROGRESS_RULES],
      stages: stages.map(({ id, stage }) => stageProgress(stage, rowsOf(rows, id), by, today)),
    }
  })
}

async function listStages(tx: Tx, { id: projectId, protocolId }: LoadedProject) {
  const rows = await tx.stage.findMany({
    where: { projectId },
    orderBy: { position: 'asc' },
    select: { id: true, key: true },
  })
  const { stages } = protocolById(protocolId)
  return rows.flatMap(({ id, key }) => {
    const stage = stages.find((each) => each.key === key)
    return stage ? [{ id, stage }] : []
  })
}

function rowsOf({ items, days, active, fields }: Rows, stageId: string): Rows {
  const here = (row: { stageId: string }) => row.stageId === stageId
  return { items, days: days.filter(here), active: active.filter(here), fields: fields.filter(here) }
}

function stageProgress(
  stage: Stage,
  { items, days, active, fields }: Rows,
  by: ProgressQuery['by'],
  today: string,
): StageProgress {
  const total = sum(items, (row) => row.items)
  const revealed = sum(days, (row) => row.revealed)
  const gold = sum(days, (row) => row.gold)
  const counts = [
    ...days.map(({ day, revealed: more, gold: done }) => ({ day, items: 0, revealed: more, gold: done })),
    ...items.map((row) => ({ ...row, revealed: 0, gold: 0 })),
  ]
  const paceOf = (of: 'revealedWork' | 'goldWork') => new Map(days.map((row) => [row.day, row[of]]))
  return {
    key: stage.key,
    title: stage.title,
    votes: stage.consolidation === 'votes',
    tasks: { items: total, revealed, gold, withoutWork: gold - sum(days, (row) => row.goldWork) },
    points: burnUp(counts, by),
    forecasts: {
      revealed: forecastOf(total - revealed, paceOf('revealedWork'), today),
      gold: forecastOf(total - gold, paceOf('goldWork'), today),
    },
    minutes: minutesOf(active[0], total - revealed),
    fields: fieldsOf(stage, fields),
  }
}

const sum = <Row>(rows: readonly Row[], of: (row: Row) => number): number =>
  rows.reduce((total, row) => total + of(row), 0)

/** Quartiles as the database gives them, where there are enough observations. */
function spread(n: number, quartiles: readonly number[] | null, unit = 1): Spread {
  const [low, median, high] = quartiles ?? []
  if (n < MIN_OBSERVATIONS || low === undefined || median === undefined || high === undefined) return null
  return { low: low / unit, median: median / unit, high: high / unit }
}

/** The median of one person's active minutes on an item, by stage; stages with too few observations are left out. */
export async function readMedianMinutes(tx: Tx, projectId: string): Promise<Map<string, number>> {
  const rows = await tx.$queryRaw<(Lengths & { stageId: string })[]>`
    select r.stage_id "stageId", a.seconds "seconds", count(*)::int "times"
    from ${reachedIn(projectId)} r cross join lateral unnest(r.seconds) a(seconds)
    where r.timed_at is not null and a.seconds > 0 group by 1, 2`
  const stages = new Set(rows.map(({ stageId }) => stageId))
  return new Map(
    [...stages].flatMap((stageId): [string, number][] => {
      const shares = lengthsOf(rows.filter((row) => row.stageId === stageId))
      const minutes = spread(shares.length, quartilesOf(shares), 60)
      return minutes ? [[stageId, minutes.median]] : []
    }),
  )
}

function minutesOf(row: ActiveRow | undefined, left: number): StageProgress['minutes'] {
  const { shares = 0, items = 0, unmeasured = 0, seconds = 0, mean = 0, sd = 0 } = row ?? {}
  return {
    shares: { n: shares, minutes: spread(shares, row?.shareSeconds ?? null, 60) },
    items: { n: items, minutes: spread(items, row?.itemSeconds ?? null, 60) },
    unmeasured,
    spentHours: seconds / 3600,
    left: hoursLeft(left, { n: items, mean: mean / 60, sd: sd / 60 }),
  }
}

function fieldsOf({ questions, unitKinds }: Stage, rows: readonly FieldRow[]): FieldTime[] {
  const all = { seconds: sum(rows, (row) => row.total), decisions: sum(rows, (row) => row.decisions) }
  return questions.flatMap(({ key, title, unit }) => {
    const row = rows.find(({ question, unitKind }) => question === key && unitKind === unit)
    if (!row) return []
    const { decisions, quartiles, total, cut } = row
    const share = all.seconds === 0 ? 0 : total / all.seconds
    return [
      {
        question: key,
        title,
        decisions,
        cut,
        share,
        unitText: unitKinds.find(({ kind }) => kind === unit)?.text ?? unit,
        seconds: spread(decisions, quartiles),
        totalSeconds: total,
        slow: decisions >= MIN_OBSERVATIONS && share > (SLOW_FACTOR * decisions) / all.decisions,
      },
    ]
  })
}

/** The last annotations of every stage that are timed: nothing of a task that somebody still works on blindly. */
const lastTimed = (projectId: string) => Prisma.sql`
  select last.* from stages s
  cross join lateral (
    select n.id, n.task_id, s.id stage_id from (
      select r.task_id from ${reachedIn(projectId)} r where r.stage_id = s.id and r.timed_at is not null
      order by r.timed_at desc fetch first ${Prisma.raw(String(MOST_TIMED))} rows with ties
    ) r cross join lateral (
      -- Looked up task by task: reading all annotations to find these few would take as long as there are many.
      select * from annotations a
      where a.task_id = r.task_id and a.round = 1 and a.state = 'submitted' and a.origin = 'person' offset 0
    ) n
    order by n.submitted_at desc, n.id limit ${Prisma.raw(String(MOST_TIMED))}
  ) last
  where s.project_id = ${projectId}::uuid`

const QUARTILES = Prisma.raw('array[0.25, 0.5, 0.75]')

export interface ActiveRow {
  stageId: string
  /** Annotations with a time, and their quartiles in seconds; those without. */
  shares: number
  shareSeconds: number[] | null
  unmeasured: number
  seconds: number
  /** Items all of whose annotators' time is known. */
  items: number
  itemSeconds: number[] | null
  mean: number
  sd: number
}

interface Lengths {
  seconds: number
  times: number
}

interface SecondsRow extends Lengths {
  stageId: string
  /** Of one annotation, or of all annotations of a task together. */
  of: 'share' | 'item'
}

/** Counted by the database, a row a length of time: as many as there are lengths, however many annotations took them. */
export async function readActive(tx: Tx, projectId: string): Promise<ActiveRow[]> {
  const rows = await tx.$queryRaw<SecondsRow[]>`
    with timed as materialized (
      select r.stage_id, r.seconds, r.all_seconds from ${reachedIn(projectId)} r where r.timed_at is not null
    )
    select stage_id "stageId", 'share' "of", a.seconds "seconds", count(*)::int "times"
    from timed cross join lateral unnest(timed.seconds) a(seconds) group by 1, 3
    union all
    select stage_id, 'item', all_seconds, count(*)::int from timed where all_seconds is not null group by 1, 3`
  const stages = new Set(rows.map(({ stageId }) => stageId))
  return [...stages].map((stageId) =>
    activeOf(
      stageId,
      rows.filter((row) => row.stageId === stageId),
    ),
  )
}

function activeOf(stageId: string, rows: readonly SecondsRow[]): ActiveRow {
  const all = rows.filter((row) => row.of === 'share')
  const shares = lengthsOf(all.filter(({ seconds }) => seconds > 0))
  const items = lengthsOf(rows.filter((row) => row.of === 'item'))
  const mean = items.length === 0 ? 0 : items.reduce((sum, each) => sum + each, 0) / items.length
  const squares = items.reduce((sum, each) => sum + (each - mean) ** 2, 0)
  return {
    stageId,
    shares: shares.length,
    shareSeconds: quartilesOf(shares),
    items: items.length,
    itemSeconds: quartilesOf(items),
    unmeasured: all.find(({ seconds }) => seconds === 0)?.times ?? 0,
    seconds: shares.reduce((sum, each) => sum + each, 0),
    mean,
    sd: items.length < 2 ? 0 : Math.sqrt(squares / (items.length - 1)),
  }
}

/** One value a length, in ascending order. */
function lengthsOf(rows: readonly Lengths[]): Float64Array {
  const lengths = new Float64Array(rows.reduce((sum, { times }) => sum + times, 0))
  let from = 0
  for (const { seconds, times } of rows.toSorted((a, b) => a.seconds - b.seconds)) {
    lengths.fill(seconds, from, from + times)
    from += times
  }
  return lengths
}

const quartilesOf = (sorted: Float64Array): number[] | null =>
  sorted.length === 0 ? null : [0.25, 0.5, 0.75].map((p) => quantileOfSorted(sorted, p))

export interface FieldRow {
  stageId: string
  unitKind: string
  question: string
  decisions: number
  /** Quartiles in seconds. */
  quartiles: number[]
  total: number
  cut: number
}

/**
 * The time of every decision, from the pauses before its changes (`PROGRESS_RULES`): `gap` in milliseconds, `act` numbers
 * the acts of an annotation. The events of each annotation are looked up by its index, and of a stage the last annotations
 * alone, so that a large project waits no longer than a small one.
 */
export const readFields = (tx: Tx, projectId: string) => tx.$queryRaw<FieldRow[]>`
  with timed as materialized (${lastTimed(projectId)}
  ), change as (
    select t.stage_id, t.task_id, t.id annotation_id, e.*
    from timed t cross join lateral (
      select e.id, e.type, e.data ->> 'unit' unit, e.data ->> 'question' question,
             extract(epoch from e.at - lag(e.at) over (order by e.id))::float8 * 1000 gap
      from events e where e.annotation_id = t.id and e.type in ('annotation.started', 'answer.saved')
    ) e
  ), act as (
    select *, count(*) filter (where gap is null or gap >= ${Prisma.raw(String(ONE_ACT_MS))})
                over (partition by annotation_id order by id) act
    from change
  ), spent as (
    select *, sum(least(greatest(gap, 0), ${Prisma.raw(String(IDLE_AFTER_MS))})) over acts ms,
           bool_or(gap > ${Prisma.raw(String(IDLE_AFTER_MS))}) over acts cut,
           count(*) filter (where type = 'answer.saved') over acts saves
    from act window acts as (partition by annotation_id, act)
  ), decision as (
    select stage_id, task_id, annotation_id, unit, question, sum(coalesce(ms, 0) / saves) / 1000 seconds, bool_or(coalesce(cut, false)) cut
    from spent where type = 'answer.saved' group by 1, 2, 3, 4, 5
  ), kinds as (
    select u.task_id, u.key, min(u.kind) kind from units u where u.task_id in (select task_id from timed) group by 1, 2
  )
  select d.stage_id "stageId", k.kind "unitKind", d.question, count(*)::int "decisions",
         percentile_cont(${QUARTILES}) within group (order by d.seconds) "quartiles",
         sum(d.seconds)::float8 "total", (count(*) filter (where d.cut))::int "cut"
  from decision d join kinds k on k.task_id = d.task_id and k.key = d.unit
  group by 1, 2, 3`
