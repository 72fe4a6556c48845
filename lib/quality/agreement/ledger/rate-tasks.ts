/** The worker's part of the ledger: portion by portion, each in a transaction of its own. Safe to run twice. */
import 'server-only'
import { handleJob } from '@/lib/platform/jobs/task-registry'
import { prisma, transaction } from '@/lib/platform/server/db'
import { rateTasksJob } from './jobs'
import { PORTION, ratePortion } from './refresh-ratings'

export const rateTasksHandler = handleJob(rateTasksJob, ({ projectId }, { signal }) => rateTasks(projectId, { signal }))

/** Rates all that waits, or stops between portions when told to; what is left waits for the next reader. */
export async function rateTasks(
  projectId: string,
  { signal, most = PORTION }: { signal?: AbortSignal | undefined; most?: number } = {},
): Promise<void> {
  const select = { id: true, protocolId: true }
  const project = await prisma().project.findUnique({ where: { id: projectId }, select })
  if (!project) return
  while (!signal?.aborted) {
    const { rated, isLast } = await transaction((tx) => ratePortion(tx, project, { most }))
    // What somebody is changing at this moment is left out, and would be found again and again.
    if (isLast || rated === 0) break
  }
  await prisma().$executeRaw`select pg_notify('assay_projects', ${projectId})`
}
