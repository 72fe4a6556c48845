/** The worker's part: everybody's figures with their intervals. */
import 'server-only'
import { refreshRatings } from '@/lib/agreement/ledger/refresh-ratings'
import { handleJob } from '@/lib/jobs/task-registry'
import { protocolById } from '@/lib/protocols'
import { transaction } from '@/lib/server/db'
import { notifyProject } from '@/lib/server/live'
import { peopleFiguresJob } from './jobs'
import { computeMeasures, findKept, keep, readAllPairs } from './measures'

export const peopleFiguresHandler = handleJob(peopleFiguresJob, async ({ projectId }) => {
  const read = await transaction(async (tx) => {
    const project = await tx.project.findUnique({ where: { id: projectId }, select: { id: true, protocolId: true } })
    if (!project) return null
    const { version } = await refreshRatings(tx, project)
    return { version, pairs: await readAllPairs(tx, projectId, protocolById(project.protocolId), null) }
  }, 5)
  if (!read || (await findKept(projectId, read.version))) return
  await keep(projectId, read.version, await computeMeasures(read.pairs, { intervals: true }))
  notifyProject(projectId)
})
