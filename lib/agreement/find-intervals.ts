/**
 * Intervals as they are asked for: kept ones of this version of the data; else computed at once where that is quick; else
 * by the worker, for whom a page does not wait and a program does, up to half a minute.
 */
import 'server-only'
import { enqueue } from '@/lib/jobs/enqueue'
import { pool } from '@/lib/server/db'
import { onProject } from '@/lib/server/live'
import { computeIntervals } from './compute-intervals'
import { type IntervalBody, type IntervalSet, intervalBodySchema, isCheap, keyOfSet } from './interval-sets'
import { agreementIntervalsJob } from './jobs'
import { findKept, keptFigures } from './kept-figures'
import type { OpenFigures } from './open-figures'

const WAIT_MS = 30_000
/** Words that somebody has computed them may be lost with a connection. */
const LOOK_MS = 1_000

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

/** The intervals of sets of figures. Call it outside of transactions. */
export async function findIntervals(
  { project, ledger }: Pick<OpenFigures, 'project' | 'ledger'>,
  sets: readonly WantedSet[],
  mode: 'always' | 'when_quick',
): Promise<FoundIntervals> {
  const isQuick = isCheap(sets.flatMap(({ costs }) => costs))
  const bodies: (IntervalBody | null)[] = []
  for (const { set } of sets) {
    const at = { projectId: project.id, key: keyOfSet(set), version: ledger.version }
    if (isQuick) bodies.push(await keptFigures(at, intervalBodySchema, () => computeIntervals(project, set)))
    else bodies.push((await findKept(at, intervalBodySchema)) ?? (await leaveToWorker(at, set)))
  }
  if (mode === 'always')
    for (const [index, { set }] of sets.entries()) {
      const at = { projectId: project.id, key: keyOfSet(set), version: ledger.version }
      bodies[index] ??= await waitFor(project.id, () => findKept(at, intervalBodySchema))
    }
  return { state: bodies.includes(null) ? 'pending' : 'complete', bodies }
}

async function leaveToWorker({ projectId, key }: { projectId: string; key: string }, set: IntervalSet): Promise<null> {
  await enqueue(pool(), agreementIntervalsJob, { projectId, set }, { jobKey: `${key} of ${projectId}` })
  return null
}

/** What `look` finds in the end; null when the time is over. */
async function waitFor<T>(projectId: string, look: () => Promise<T | null>): Promise<T | null> {
  const end = performance.now() + WAIT_MS
  for (;;) {
    const { heard, leave } = hearOf(projectId)
    try {
      const there = await look()
      if (there !== null || performance.now() > end) return there
      await heard
    } finally {
      leave()
    }
  }
}

/** Settles with the next word of the project, or after a while without any. */
function hearOf(projectId: string): { heard: Promise<void>; leave: () => void } {
  const ends: (() => void)[] = []
  const heard = new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, LOOK_MS)
    ends.push(() => clearTimeout(timer), onProject(projectId, resolve))
  })
  return { heard, leave: () => ends.forEach((end) => void end()) }
}
