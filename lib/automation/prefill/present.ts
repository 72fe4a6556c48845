/** Runs and their items on the wire. */
import 'server-only'
import { z } from 'zod'
import { type Prisma, Prisma as Sql } from '@/generated/prisma/client'
import type { Tx } from '@/lib/platform/server/db'
import { readStored, readStoredList } from '@/lib/platform/server/read-stored'
import { failureCodes } from '@/lib/protocols/prefill'
import { type RunItemView, type RunView, runItemStates, runPlanSchema } from './contract'
import { expectedEnd, firstFailuresText } from './rules'

const run = {
  include: { _count: { select: { suggestions: true } } },
} as const satisfies Prisma.RunDefaultArgs
type RunRow = Prisma.RunGetPayload<typeof run>

/** Runs with their counts, in the order of `where`'s latest first. */
export async function presentRuns(tx: Tx, where: Prisma.RunWhereInput): Promise<RunView[]> {
  const rows = await tx.run.findMany({ where, orderBy: [{ createdAt: 'desc' }, { id: 'desc' }], ...run })
  const ids = rows.map(({ id }) => id)
  const figures = await readFigures(tx, ids)
  const failures = await readFailures(tx, ids)
  const names = await namesOf(tx, rows)
  return rows.map((row) => {
    const runFigures = figures.get(row.id)
    return {
      id: row.id,
      kind: row.kind,
      name: row.name,
      stage: row.stageKey,
      state: row.state,
      stateReason: row.stateReason,
      stateDetail: stateDetailOf(row),
      plan: readStored(runPlanSchema, row.plan, `plan of run ${row.id}`),
      budgetMicro: row.budgetMicro === null ? null : Number(row.budgetMicro),
      spentMicro: Number(row.spentMicro),
      calls: row.calls,
      cachedCalls: row.cachedCalls,
      suggestions: row.kind === 'evaluation' ? (runFigures?.made ?? 0) : row._count.suggestions,
      items: countsOf(runFigures),
      by: row.createdById === null ? null : (names.get(row.createdById) ?? null),
      createdAt: row.createdAt.toISOString(),
      startedAt: row.startedAt?.toISOString() ?? null,
      finishedAt: row.finishedAt?.toISOString() ?? null,
      expectedAt: row.state === 'running' && runFigures ? expectedEnd(runFigures, new Date()) : null,
      latency:
        runFigures?.p50 == null || runFigures.p95 == null
          ? null
          : { p50: Math.round(runFigures.p50), p95: Math.round(runFigures.p95) },
      failures: failures.get(row.id) ?? [],
    }
  })
}

const stateDetailOf = ({ stateReason, stateDetail }: RunRow) =>
  stateReason === 'failures' ? firstFailuresText(stateDetail ?? '') : null

/** One run. Throws where there is none. */
export async function presentRun(tx: Tx, id: string): Promise<RunView> {
  const [view] = await presentRuns(tx, { id })
  if (!view) throw new Error(`there is no run ${id}`)
  return view
}

type States = Record<(typeof runItemStates)[number], number>
interface Figures extends States {
  runId: string
  /** What its items say that they have made. */
  made: number
  p50: number | null
  p95: number | null
  /** Items that ended in the last minutes, and when the first and last of them did. */
  recent: number
  firstRecent: Date | null
  lastRecent: Date | null
}

const countsOf = (figures: Figures | undefined): States => {
  const { waiting = 0, running = 0, done = 0, failed = 0, skipped = 0, cancelled = 0 } = figures ?? {}
  return { waiting, running, done, failed, skipped, cancelled }
}

async function readFigures(tx: Tx, ids: readonly string[]): Promise<Map<string, Figures>> {
  const counts = Sql.join(
    runItemStates.map(
      (state) => Sql.sql`(count(*) filter (where state = ${state}::"RunItemState"))::int ${Sql.raw(`"${state}"`)}`,
    ),
  )
  const rows = await tx.$queryRaw<Figures[]>`
    select run_id "runId", ${counts}, sum(suggestions)::int "made",
           percentile_cont(0.5) within group (order by millis) filter (where state = 'done' and millis > 0) "p50",
           percentile_cont(0.95) within group (order by millis) filter (where state = 'done' and millis > 0) "p95",
           (count(*) filter (where finished_at > now() - interval '3 minutes'))::int "recent",
           min(finished_at) filter (where finished_at > now() - interval '3 minutes') "firstRecent",
           max(finished_at) filter (where finished_at > now() - interval '3 minutes') "lastRecent"
    from run_items where run_id = any(${ids}::uuid[]) group by run_id`
  return new Map(rows.map((row) => [row.runId, row]))
}

const failureRow = z.object({ runId: z.string(), code: z.enum(failureCodes), message: z.string(), items: z.number() })

/** What went wrong, the most frequent first; where a run stands still, also what keeps its items waiting. */
async function readFailures(tx: Tx, ids: readonly string[]): Promise<Map<string, RunView['failures']>> {
  const found = await tx.$queryRaw<unknown[]>`
    select run_id "runId", error_code "code", coalesce(min(error), '') "message", count(*)::int "items"
    from run_items where run_id = any(${ids}::uuid[]) and state in ('failed', 'waiting') and error_code is not null
    group by run_id, error_code order by count(*) desc, error_code`
  const rows = readStoredList(failureRow, found, 'failures of runs')
  const failures = new Map<string, RunView['failures']>()
  for (const { runId, ...failure } of rows) failures.set(runId, [...(failures.get(runId) ?? []), failure])
  return failures
}

async function namesOf(tx: Tx, rows: readonly RunRow[]): Promise<Map<string, string>> {
  const ids = rows.flatMap(({ createdById }) => createdById ?? [])
  const users = await tx.user.findMany({ where: { id: { in: ids } }, select: { id: true, name: true } })
  return new Map(users.map(({ id, name }) => [id, name]))
}

const code = z.enum(failureCodes).nullable().catch(null)
const notes = z.record(z.string(), z.json()).catch({})
/** What a generation run starts from, as far as a title needs it. */
const subject = z.object({ prompt: z.string() }).nullable().catch(null)
const LONGEST_TITLE = 200

export function presentRunItem(
  row: Prisma.RunItemGetPayload<{ omit: { proposals: true }; include: { item: { select: { title: true } } } }>,
): RunItemView {
  return {
    id: row.id,
    position: row.position,
    itemId: row.itemId,
    taskId: row.taskId,
    state: row.state,
    title: row.item?.title ?? subject.parse(row.subject)?.prompt.slice(0, LONGEST_TITLE) ?? `Item ${row.position}`,
    step: row.step,
    errorCode: code.parse(row.errorCode),
    error: row.error,
    notes: notes.parse(row.notes),
    attempts: row.attempts,
    suggestions: row.suggestions,
    calls: row.calls,
    cachedCalls: row.cachedCalls,
    spentMicro: Number(row.spentMicro),
    millis: row.millis,
  }
}
