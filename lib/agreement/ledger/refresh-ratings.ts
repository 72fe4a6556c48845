/** Keeps the ledger of ratings up to date with the project's revealed tasks. */
import 'server-only'
import { enqueue } from '@/lib/jobs/enqueue'
import { protocolById, stageByKey } from '@/lib/protocols'
import type { Tx } from '@/lib/server/db'
import { deriveTask } from './derive-task'
import { rateTasksJob } from './jobs'
import { numberAnnotators } from './number-annotators'
import { readFrozen } from './read-frozen'
import { LEDGER_VERSION, REVEALED } from './version'
import { writeRatings } from './write-ratings'

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
  if (waiting(before) === 0) return before
  const left = await ratePortion(tx, project, most)
  if (left > 0) await enqueue(tx, rateTasksJob, { projectId: project.id }, { jobKey: `rate tasks of ${project.id}` })
  return readState(tx, project.id)
}

const waiting = ({ awaited }: LedgerState): number => Object.values(awaited).reduce((sum, count) => sum + count, 0)

/** Rates up to `most` tasks of those that wait, in the order of stages and items; returns how many are left. */
export async function ratePortion(tx: Tx, project: Ledgered, most: number): Promise<number> {
  await tx.$executeRaw`select pg_advisory_xact_lock(hashtextextended('rate tasks of ' || ${project.id}, 0))`
  await numberAnnotators(tx, project.id)
  const found = await tx.$queryRaw<{ id: string; stage: string }[]>`
    select t.id, s.key stage
    from tasks t join stages s on s.id = t.stage_id left join rated_tasks r on r.task_id = t.id
    where t.project_id = ${project.id}::uuid and t.state in ${REVEALED}
      and (r.task_id is null or r.version <> ${LEDGER_VERSION} or r.revision <> t.revision)
    order by s.position, t.position limit ${most + 1}`
  const protocol = protocolById(project.protocolId)
  const portion = found.slice(0, most)
  for (const key of new Set(portion.map(({ stage }) => stage))) {
    const stage = stageByKey(protocol, key)
    const ids = portion.filter((row) => row.stage === key).map(({ id }) => id)
    const tasks = await readFrozen(tx, stage, project.id, ids)
    const derivations = tasks.map((task) => ({ task, derived: deriveTask(stage, task) }))
    await writeRatings(tx, project.id, derivations)
  }
  return Math.max(0, found.length - most)
}

interface StageState {
  stageId: string
  awaited: number
  counted: number
  serials: string
  last: string
}

/** A task enters with a serial of its own and leaves with it, so their number, sum and maximum tell what is counted. */
async function readState(tx: Tx, projectId: string): Promise<LedgerState> {
  const rows = await tx.$queryRaw<StageState[]>`
    select t.stage_id "stageId", count(r.task_id)::int counted, coalesce(sum(r.serial), 0)::text serials,
           coalesce(max(r.serial), 0)::text last,
           (count(*) filter (where r.task_id is null or r.version <> ${LEDGER_VERSION} or r.revision <> t.revision))::int awaited
    from tasks t left join rated_tasks r on r.task_id = t.id
    where t.project_id = ${projectId}::uuid and t.state in ${REVEALED}
    group by t.stage_id order by t.stage_id`
  const parts = rows.map(
    ({ stageId, counted, serials, last }) => `${stageId.slice(0, 8)}:${counted}:${serials}:${last}`,
  )
  return {
    version: [LEDGER_VERSION, ...parts].join('/'),
    awaited: Object.fromEntries(rows.map(({ stageId, awaited }) => [stageId, awaited])),
  }
}
