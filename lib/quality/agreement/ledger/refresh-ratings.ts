/** Keeps the ledger of ratings up to date with the project's revealed tasks. */
import 'server-only'
import { setImmediate } from 'node:timers/promises'
import { Prisma } from '@/generated/prisma/client'
import { enqueue } from '@/lib/platform/jobs/enqueue'
import type { Tx } from '@/lib/platform/server/db'
import { protocolById, stageByKey } from '@/lib/protocols'
import type { Stage } from '@/lib/protocols/protocol'
import { deriveTask } from './derive-task'
import type { FrozenTask } from './frozen-task'
import { rateTasksJob } from './jobs'
import { numberAnnotators } from './number-annotators'
import { readFrozen } from './read-frozen'
import { COUNTED, FIGURES_VERSION, LEDGER_VERSION, NOT_COUNTED } from './version'
import { clearRatings, type Derivation, writeRatings } from './write-ratings'

/** So many tasks at once take a second or two. */
export const PORTION = 500

export interface LedgerState {
  /** The data that figures are made from: another version, other figures. */
  version: string
  /** Revealed tasks that wait to be put through the measures, by the id of their stage. */
  awaited: Record<string, number>
}

type Ledgered = { id: string; protocolId: string }

/**
 * Puts up to `most` revealed tasks through their measures that have not been, or have changed since; a job does the rest.
 * Everything that reads the ledger calls this first, in its own transaction.
 */
export async function refreshRatings(
  tx: Tx,
  project: Ledgered,
  { most = PORTION }: { most?: number } = {},
): Promise<LedgerState> {
  const before = await readState(tx, project.id)
  if (before.gone === 0 && waiting(before) === 0) return stateOf(before)
  const { isLast } = await ratePortion(tx, project, most)
  if (!isLast) await enqueue(tx, rateTasksJob, { projectId: project.id }, { jobKey: `rate tasks of ${project.id}` })
  return stateOf(await readState(tx, project.id))
}

interface FullState extends LedgerState {
  /** Tasks in the ledger that are not revealed any more. */
  gone: number
}

const stateOf = ({ version, awaited }: FullState): LedgerState => ({ version, awaited })
const waiting = ({ awaited }: LedgerState): number => Object.values(awaited).reduce((sum, count) => sum + count, 0)

/** What came of a portion: how many tasks were rated, and whether none waits behind it. */
export interface RatedPortion {
  rated: number
  isLast: boolean
}

/** Rates up to `most` tasks of those that wait, in the order of stages and items. */
export async function ratePortion(tx: Tx, project: Ledgered, most: number): Promise<RatedPortion> {
  await tx.$executeRaw`select pg_advisory_xact_lock(hashtextextended('rate tasks of ' || ${project.id}, 0))`
  await numberAnnotators(tx, project.id)
  await removeGone(tx, project.id)
  const found = await tx.$queryRaw<{ id: string; stage: string }[]>`
    select t.id, s.key stage
    from tasks t join stages s on s.id = t.stage_id left join rated_tasks r on r.task_id = t.id
    where t.project_id = ${project.id}::uuid and ${COUNTED}
      and (r.task_id is null or r.version <> ${LEDGER_VERSION} or r.revision <> t.revision)
    order by s.position, t.position limit ${most + 1}`
  const protocol = protocolById(project.protocolId)
  const portion = found.slice(0, most)
  let rated = 0
  for (const key of new Set(portion.map(({ stage }) => stage))) {
    const stage = stageByKey(protocol, key)
    const ids = await holdStill(
      tx,
      portion.filter((row) => row.stage === key).map(({ id }) => id),
    )
    const tasks = await readFrozen(tx, stage, project.id, ids)
    rated += await writeRatings(tx, project.id, await deriveAll(stage, tasks))
  }
  return { rated, isLast: found.length <= most }
}

/**
 * Of these tasks those that nobody is changing, held until the transaction ends: whoever adds a suggestion refers to the
 * task, and so waits, or is not waited for. None comes in between what is read here and what is written. The others are
 * left for the next time.
 */
async function holdStill(tx: Tx, taskIds: string[]): Promise<string[]> {
  const rows = await tx.$queryRaw<{ id: string }[]>`
    select id from tasks where id = any(${taskIds}::uuid[]) order by id for update skip locked`
  return rows.map(({ id }) => id)
}

/** Aligning lists is long work on one thread; others' requests come in between. */
async function deriveAll(stage: Stage, tasks: readonly FrozenTask[]): Promise<Derivation[]> {
  const derivations: Derivation[] = []
  for (const task of tasks) {
    derivations.push({ task, derived: deriveTask(stage, task) })
    await setImmediate()
  }
  return derivations
}

/** What was sent back or discarded leaves the ledger, whoever reads it next. */
async function removeGone(tx: Tx, projectId: string): Promise<void> {
  const rows = await tx.$queryRaw<{ id: string }[]>`
    select r.task_id id from rated_tasks r join tasks t on t.id = r.task_id
    where r.project_id = ${projectId}::uuid and ${NOT_COUNTED} order by r.task_id`
  if (rows.length > 0)
    await clearRatings(
      tx,
      rows.map(({ id }) => id),
    )
}

const AWAITED = Prisma.sql`(${COUNTED} and (r.version = ${LEDGER_VERSION} and r.revision = t.revision) is not true)`

/** Of the project's counted tasks to which somebody gave answers, those that are not derived yet. */
export async function countAwaited(tx: Tx, projectId: string, userId: string): Promise<number> {
  const rows = await tx.$queryRaw<{ awaited: number }[]>`
    select count(*)::int awaited from tasks t left join rated_tasks r on r.task_id = t.id
    where t.project_id = ${projectId}::uuid and ${AWAITED}
      and exists (select 1 from annotations n where n.task_id = t.id and n.user_id = ${userId}::uuid)`
  return rows[0]?.awaited ?? 0
}

interface StageState {
  stageId: string
  awaited: number
  counted: number
  serials: string
  last: string
  gone: number
}

/** A task enters with a serial of its own and leaves with it, so their number, sum and maximum tell what is counted. */
async function readState(tx: Tx, projectId: string): Promise<FullState> {
  const rows = await tx.$queryRaw<StageState[]>`
    select t.stage_id "stageId", (count(r.serial) filter (where ${COUNTED}))::int counted,
           coalesce(sum(r.serial) filter (where ${COUNTED}), 0)::text serials,
           coalesce(max(r.serial) filter (where ${COUNTED}), 0)::text last,
           (count(*) filter (where ${AWAITED}))::int awaited,
           (count(r.serial) filter (where ${NOT_COUNTED}))::int gone
    from tasks t left join rated_tasks r on r.task_id = t.id
    where t.project_id = ${projectId}::uuid group by t.stage_id order by t.stage_id`
  const parts = rows
    .filter(({ counted }) => counted > 0)
    .map(({ stageId, counted, serials, last }) => `${stageId}:${counted}:${serials}:${last}`)
  return {
    version: [`${LEDGER_VERSION}.${FIGURES_VERSION}`, ...parts].join('/'),
    awaited: Object.fromEntries(rows.map(({ stageId, awaited }) => [stageId, awaited])),
    gone: rows.reduce((sum, row) => sum + row.gone, 0),
  }
}
