import 'server-only'
import { handleJob } from '@/lib/platform/jobs/task-registry'
import { prisma, transaction } from '@/lib/platform/server/db'
import { notifyProject } from '@/lib/platform/server/live'
import { computeIntervals } from './compute-intervals'
import { intervalBodySchema, keyOfSet } from './interval-sets'
import { agreementIntervalsJob } from './jobs'
import { findKept, keepFigures } from './ledger/kept-figures'
import { refreshRatings } from './ledger/refresh-ratings'

/** The worker's handler: whoever watches the project hears when the intervals are there. Safe to run twice. */
export const agreementIntervalsHandler = handleJob(agreementIntervalsJob, async ({ projectId, set }, { signal }) => {
  const where = { id: projectId }
  const project = await prisma().project.findUnique({ where, select: { id: true, protocolId: true } })
  if (!project) return
  const { version } = await transaction((tx) => refreshRatings(tx, project))
  const at = { projectId, key: keyOfSet(set), version }
  if (await findKept(at, intervalBodySchema)) return
  await keepFigures(at, await computeIntervals(project, set, signal))
  notifyProject(projectId)
})
