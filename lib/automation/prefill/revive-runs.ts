/** What comes to life again: runs whose workers died, and the rest of runs that were cancelled. */
import 'server-only'
import { pool, prisma } from '@/lib/platform/server/db'
import { log } from '@/lib/platform/server/log'
import { cancelIdle } from './act-on-run'
import { driveRunJob, enqueueDrivers } from './jobs'
import { LIMITS, type Limits } from './ledger/limits'
import { releaseDead } from './ledger/reserve'
import { loadSettings } from './load-settings'
import { endRun } from './work/items'

/** Sets runs going that nobody has given a sign of life of for a lease's time, and clears up behind the dead. */
export async function reviveRuns({ leaseMs }: Pick<Limits, 'leaseMs'> = LIMITS): Promise<void> {
  await releaseDead()
  // Marked as it is found, so that of several workers one looks after it.
  const { rows: silent } = await pool().query<{ id: string; projectId: string }>(
    `update runs set driven_at = clock_timestamp()
     where state = 'running' and kind <> 'import'
       and coalesce(driven_at, started_at, created_at) < clock_timestamp() - $1::float8 * interval '1 millisecond'
     returning id, project_id "projectId"`,
    [leaseMs],
  )
  for (const { id, projectId } of silent) {
    if (await endRun(id)) continue
    log.warn('a run without a worker goes on', { runId: id })
    const { settings } = await loadSettings(prisma(), projectId)
    await enqueueDrivers(pool(), id, settings.concurrency)
  }
  const { rows: cancelled } = await pool().query<{ id: string }>(
    `select distinct r.id from runs r join run_items i on i.run_id = r.id
     where r.state = 'cancelled' and (i.state = 'waiting' or i.state = 'running' and i.leased_until < clock_timestamp())`,
  )
  for (const { id } of cancelled) await cancelIdle(prisma(), id)
  await clearDrivers()
}

/** A driver whose workers died again and again is given up; where others brought the run to its end, it has no more to do. */
async function clearDrivers(): Promise<void> {
  await pool().query(
    `select graphile_worker.complete_jobs(array(
       select j.id from graphile_worker.jobs j
       where j.task_identifier = $1 and j.attempts >= j.max_attempts and j.locked_by is null
         and not exists (select 1 from runs r where j.key like 'drive_run/' || r.id || '/%' and r.state in ('running', 'paused'))))`,
    [driveRunJob.name],
  )
}
