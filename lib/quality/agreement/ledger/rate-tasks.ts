/** The worker's part of the ledger: portion by portion, each in a transaction of its own. Safe to run twice. */
import 'server-only'
import { handleJob } from '@/lib/platform/jobs/task-registry'
import { prisma, transaction } from '@/lib/platform/server/db'
import { rateTasksJob } from './jobs'
import { findWaiting, PORTION, ratePortion } from './refresh-ratings'

/** All tasks of the project are gone through for them. */
const LISTED = 20_000

export const rateTasksHandler = handleJob(rateTasksJob, ({ projectId }, { signal }) => rateTasks(projectId, { signal }))

interface Sizes {
  /** Tasks of a transaction. */
  most?: number
  /** Tasks that are read and written at once. */
  piece?: number
  /** Tasks whose ids are looked up at once. */
  listed?: number
}

/**
 * Rates all that waits, or stops between portions at the signal. What is left then, or begins to wait after it was looked up, waits for the next
 * reader.
 */
export async function rateTasks(
  projectId: string,
  { signal, most = PORTION, piece, listed = LISTED }: Sizes & { signal?: AbortSignal | undefined } = {},
): Promise<void> {
  const select = { id: true, protocolId: true }
  const project = await prisma().project.findUnique({ where: { id: projectId }, select })
  if (!project) return
  for (let isLast = false; !isLast && !signal?.aborted; ) {
    const waiting = await transaction((tx) => findWaiting(tx, project, listed))
    let ratedCount = 0
    for (let start = 0; start < waiting.length && !signal?.aborted; start += most) {
      const only = waiting.slice(start, start + most)
      ratedCount += (await transaction((tx) => ratePortion(tx, project, { most, only, piece }))).rated
    }
    // What somebody is changing at this moment is left out, and would be found again and again.
    isLast = waiting.length < listed || ratedCount === 0
  }
  await prisma().$executeRaw`select pg_notify('assay_projects', ${projectId})`
}
