/** The worker's part: what models and the ceiling say of a measure of a large project. */
import 'server-only'
import { handleJob } from '@/lib/platform/jobs/task-registry'
import { prisma, transaction } from '@/lib/platform/server/db'
import { notifyProject } from '@/lib/platform/server/live'
import { protocolById } from '@/lib/protocols'
import { refreshRatings } from '@/lib/quality/agreement/ledger/refresh-ratings'
import { computeEstimates } from './get-estimates'
import { estimatesJob } from './jobs'

const MINUTES = 15

export const estimatesHandler = handleJob(estimatesJob, async ({ projectId, stage, measure }) => {
  const where = { id: projectId }
  const project = await prisma().project.findUnique({
    where,
    select: { id: true, protocolId: true, stages: { where: { key: stage }, select: { id: true, key: true } } },
  })
  const protocolStage = project && protocolById(project.protocolId).stages.find(({ key }) => key === stage)
  const found = protocolStage?.measures.find(({ key }) => key === measure)
  const at = project?.stages[0]
  if (!project || !at || !found) return
  await transaction((tx) => refreshRatings(tx, project), MINUTES)
  await computeEstimates({ projectId, at, measure: found })
  notifyProject(projectId)
})
