/** The worker's part: everybody's figures with their intervals. */
import 'server-only'
import { findKept, keepFigures } from '@/lib/agreement/ledger/kept-figures'
import { refreshRatings } from '@/lib/agreement/ledger/refresh-ratings'
import { handleJob } from '@/lib/jobs/task-registry'
import { protocolById } from '@/lib/protocols'
import { transaction } from '@/lib/server/db'
import { notifyProject } from '@/lib/server/live'
import { peopleFiguresJob } from './jobs'
import { computeMeasures, keptAt, keptMeasuresSchema, readAllPairs } from './measures'

export const peopleFiguresHandler = handleJob(peopleFiguresJob, async ({ projectId }) => {
  const read = await transaction(async (tx) => {
    const project = await tx.project.findUnique({ where: { id: projectId }, select: { id: true, protocolId: true } })
    if (!project) return null
    const { version } = await refreshRatings(tx, project)
    if (await findKept(keptAt(projectId, version), keptMeasuresSchema, tx)) return null
    return { version, pairs: await readAllPairs(tx, projectId, protocolById(project.protocolId), null) }
  }, 5)
  if (!read) return
  await keepFigures(keptAt(projectId, read.version), await computeMeasures(read.pairs, { intervals: true }))
  notifyProject(projectId)
})
