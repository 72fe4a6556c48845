/**
 * Intervals as they are asked for: kept ones of this version of the data; else computed at once where that is quick, or
 * where the reader would rather wait, though not for ever; else left to the worker, whom nobody waits for.
 */
import 'server-only'
import { enqueue } from '@/lib/platform/jobs/enqueue'
import { pool } from '@/lib/platform/server/db'
import { env } from '@/lib/platform/server/env'
import { sharedWork } from '@/lib/platform/server/shared-work'
import type { IntervalMethod } from '@/lib/stats/interval-limits'
import { keptIntervals } from './compute-intervals'
import { type IntervalBody, type IntervalSet, intervalBodySchema, isCheap, keyOfSet } from './interval-sets'
import { intervalsBy } from './intervals'
import { agreementIntervalsJob } from './jobs'
import { findKept, type KeptKey } from './ledger/kept-figures'
import type { OpenFigures } from './open-figures'

export interface WantedSet {
  set: IntervalSet
  /** By `costOf`. */
  costs: readonly number[]
}

export interface FoundIntervals {
  state: 'complete' | 'pending'
  /** In the order of the sets; null for those that are not there yet. */
  bodies: (IntervalBody | null)[]
}

/** How intervals are asked for. */
interface Wish {
  mode: 'always' | 'when_quick'
  /** How limits are made of the resamples; they are kept in every way. */
  method?: IntervalMethod | undefined
}

/** How long a reader waits at most for figures that are calculated; it ends with a `TimeoutError`. */
export const readerPatience = (): AbortSignal => AbortSignal.timeout(env().ASSAY_FIGURES_SECONDS * 1000)

/**
 * The intervals of sets of figures. Call it outside of transactions. `patience` is for all sets together.
 */
export async function findIntervals(
  { project, ledger }: Pick<OpenFigures, 'project' | 'ledger'>,
  sets: readonly WantedSet[],
  { mode, method }: Wish,
  patience: AbortSignal = readerPatience(),
): Promise<FoundIntervals> {
  const isWaitedFor = mode === 'always' || isCheap(sets.flatMap(({ costs }) => costs))
  const bodies: (IntervalBody | null)[] = []
  for (const { set } of sets) {
    const keptKey = { projectId: project.id, key: keyOfSet(set), version: ledger.version }
    const compute = () => keptIntervals(project, { set, version: ledger.version }, patience)
    const body = isWaitedFor ? await inTime(computeOnce(keptKey, compute)) : await findKept(keptKey, intervalBodySchema)
    bodies.push(body ? inMethod(body, method) : await leaveToWorker(keptKey, set))
  }
  return { state: bodies.includes(null) ? 'pending' : 'complete', bodies }
}

const inMethod = (body: IntervalBody, method: IntervalMethod | undefined): IntervalBody =>
  Object.fromEntries(Object.entries(body).map(([block, intervals]) => [block, intervalsBy(intervals, method)]))

/** Whoever asks for intervals that are being computed in this process waits for the same. */
const computeOnce = sharedWork<IntervalBody>('intervals')

/** null where patience has ended: that of this reader, or of another who waited for the same. */
async function inTime(work: Promise<IntervalBody>): Promise<IntervalBody | null> {
  try {
    return await work
  } catch (error) {
    if (error instanceof DOMException && error.name === 'TimeoutError') return null
    throw error
  }
}

async function leaveToWorker({ projectId, key }: KeptKey, set: IntervalSet): Promise<null> {
  const options = { jobKey: `${key} of ${projectId}`, unlessThere: true }
  await enqueue(pool(), agreementIntervalsJob, { projectId, set }, options)
  return null
}
