/** What this process has done, counted: requests by endpoint, jobs by name. Labels come from our own lists only. */
import { Counter, collectDefaultMetrics, Histogram, Registry } from 'prom-client'

interface Meters {
  registry: Registry
  requests: Histogram<'method' | 'endpoint' | 'status'>
  problems: Counter<'endpoint' | 'code'>
  jobs: Histogram<'job' | 'outcome'>
}

const globals: typeof globalThis & { __assayMeters?: Meters } = globalThis

function makeMeters(): Meters {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const registers = [registry]
  return {
    registry,
    requests: new Histogram({
      name: 'assay_http_request_duration_seconds',
      help: 'Time until the answer began, by endpoint and class of status.',
      labelNames: ['method', 'endpoint', 'status'],
      buckets: [0.01, 0.03, 0.1, 0.3, 1, 3, 10],
      registers,
    }),
    problems: new Counter({
      name: 'assay_problems_total',
      help: 'Requests that ended in a problem, by endpoint and code.',
      labelNames: ['endpoint', 'code'],
      registers,
    }),
    jobs: new Histogram({
      name: 'assay_job_duration_seconds',
      help: 'Time that jobs took in this process, by name and outcome.',
      labelNames: ['job', 'outcome'],
      buckets: [0.1, 1, 10, 60, 600, 3600],
      registers,
    }),
  }
}

export function meters(): Meters {
  globals.__assayMeters ??= makeMeters()
  return globals.__assayMeters
}
