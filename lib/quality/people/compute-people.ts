/** The worker's part: everybody's figures with their intervals. */
import 'server-only'
import { handleJob } from '@/lib/platform/jobs/task-registry'
import { transaction } from '@/lib/platform/server/db'
import { notifyProject } from '@/lib/platform/server/live'
import { protocolById } from '@/lib/protocols'
import { refreshRatings } from '@/lib/quality/agreement/ledger/refresh-ratings'
import { peopleFiguresJob } from './jobs'
import { computeMeasures, findKeptPeople, keepPeople, readAllPairs } from './measures'
import { readAnswered } from './read-work'

export const peopleFiguresHandler = handleJob(peopleFiguresJob, async ({ projectId }) => {
  const read = await transaction(async (tx) => {
    const project = await tx.project.findUnique({ where: { id: projectId }, select: { id: true, protocolId: true } })
    if (!project) return null
    const { version } = await refreshRatings(tx, project)
    if (await findKeptPeople(projectId, version, tx)) return null
    const pairs = await readAllPairs(tx, projectId, protocolById(project.protocolId), null)
    return { version, pairs, answered: await readAnswered(tx, projectId, null) }
  }, 5)
  if (!read) return
  const { version, pairs, answered } = read
  await keepPeople(projectId, version, { measures: await computeMeasures(pairs, { intervals: true }), answered })
  notifyProject(projectId)
})
