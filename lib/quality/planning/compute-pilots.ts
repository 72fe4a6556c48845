/** The worker's part: what the measures of a large project say so far. */
import 'server-only'
import { handleJob } from '@/lib/platform/jobs/task-registry'
import { prisma, transaction } from '@/lib/platform/server/db'
import { notifyProject } from '@/lib/platform/server/live'
import { protocolById } from '@/lib/protocols'
import { refreshRatings } from '@/lib/quality/agreement/ledger/refresh-ratings'
import { computePilots } from './get-pilots'
import { pilotsJob } from './jobs'

const MINUTES = 15

export const pilotsHandler = handleJob(pilotsJob, async ({ projectId }) => {
  const stageRows = { orderBy: { position: 'asc' }, select: { id: true, key: true } } as const
  const select = { id: true, protocolId: true, stages: stageRows } as const
  const project = await prisma().project.findUnique({ where: { id: projectId }, select })
  if (!project) return
  const { stages } = protocolById(project.protocolId)
  const known = project.stages.flatMap(({ id, key }) => {
    const stage = stages.find((each) => each.key === key)
    return stage ? [{ id, key, stage }] : []
  })
  await transaction((tx) => refreshRatings(tx, project), MINUTES)
  await computePilots(projectId, known)
  notifyProject(projectId)
})
