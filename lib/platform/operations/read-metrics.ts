import 'server-only'
import { createHash, timingSafeEqual } from 'node:crypto'
import { Gauge, Registry } from 'prom-client'
import { pool } from '@/lib/platform/server/db'
import { env } from '@/lib/platform/server/env'
import { AppError } from '@/lib/platform/server/errors'
import { countListeners } from '@/lib/platform/server/live'
import { log } from '@/lib/platform/server/log'
import { meters } from '@/lib/platform/server/metrics'

const digest = (text: string) => createHash('sha256').update(text).digest()

/** Without a token of the environment there are no metrics: an address can be pretended, a token cannot. */
function authorize(headers: Headers): void {
  const wanted = env().ASSAY_METRICS_TOKEN
  if (!wanted) throw new AppError('not_found', 'Metrics are off: ASSAY_METRICS_TOKEN is not set.')
  const token = /^Bearer (\S+)$/i.exec(headers.get('authorization') ?? '')?.[1] ?? ''
  if (!timingSafeEqual(digest(token), digest(wanted))) throw new AppError('unauthenticated')
}

const QUEUE = `
  select t.identifier as job, s.state, count(*)::int as jobs,
    coalesce(max(extract(epoch from now() - j.run_at)) filter (where s.state = 'waiting'), 0)::float8 as oldest
  from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
  cross join lateral (select case when j.locked_at is not null then 'running' when j.attempts >= j.max_attempts then 'failed'
    when j.run_at > now() then 'scheduled' else 'waiting' end as state) s
  group by 1, 2`

interface QueueRow {
  job: string
  state: string
  jobs: number
  oldest: number
}

/** How the queue stands, or null while the database does not answer. */
async function readQueue(): Promise<QueueRow[] | null> {
  try {
    return (await pool().query<QueueRow>(QUEUE)).rows
  } catch (error) {
    log.warn('metrics without the queue', { error: error instanceof Error ? error.message : String(error) })
    return null
  }
}

function gauges(queue: QueueRow[] | null): Registry {
  const registry = new Registry()
  const gauge = <Label extends string = never>(name: string, help: string, labelNames: Label[] = []) =>
    new Gauge({ name, help, labelNames, registers: [registry] })
  if (queue) {
    const jobs = gauge('assay_jobs', 'Jobs in the queue by name and state.', ['job', 'state'])
    for (const row of queue) jobs.set({ job: row.job, state: row.state }, row.jobs)
    gauge('assay_queue_oldest_seconds', 'How long the job that waits longest has been due.').set(
      Math.max(0, ...queue.map((row) => row.oldest)),
    )
  }
  const connections = gauge('assay_pool_connections', 'Database connections of this process by use.', ['use'])
  const { totalCount, idleCount, waitingCount } = pool()
  connections.set({ use: 'busy' }, totalCount - idleCount)
  connections.set({ use: 'idle' }, idleCount)
  gauge('assay_pool_waiting', 'Queries that wait for a connection.').set(waitingCount)
  gauge('assay_live_listeners', 'Pages that receive changes as they happen.').set(countListeners())
  return registry
}

/** Figures of the process and the queue in Prometheus' text format, for whoever shows the token of the environment. */
export async function readMetrics(headers: Headers): Promise<Response> {
  authorize(headers)
  const registry = Registry.merge([meters().registry, gauges(await readQueue())])
  return new Response(await registry.metrics(), { headers: { 'content-type': registry.contentType } })
}
