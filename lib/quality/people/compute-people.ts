/** The worker's part: everybody's figures with their intervals. */
import 'server-only'
import { handleJob } from '@/lib/platform/jobs/task-registry'
import { atOneMoment, prisma, transaction } from '@/lib/platform/server/db'
import { notifyProject } from '@/lib/platform/server/live'
import { readLedger, refreshRatings } from '@/lib/quality/agreement/ledger/refresh-ratings'
import { peopleFiguresJob } from './jobs'
import { computeMeasures, findKeptPeople, keepPeople, readFigures } from './measures'

/** All pairs of a large project are counted. */
const MINUTES = 15

export const peopleFiguresHandler = handleJob(peopleFiguresJob, async ({ projectId }) => {
  const where = { id: projectId }
  const project = await prisma().project.findUnique({ where, select: { id: true, protocolId: true } })
  if (!project) return
  await transaction((tx) => refreshRatings(tx, project), MINUTES)
  // Whatever changes while pairs are counted, these are those of the version that they are kept under.
  const read = await atOneMoment(async (tx) => {
    const ledger = await readLedger(tx, projectId)
    const kept = await findKeptPeople(projectId, tx)
    if (kept?.version === ledger.version) return null
    const { protocolId } = await tx.project.findUniqueOrThrow({ where, select: { protocolId: true } })
    return { version: ledger.version, ...(await readFigures(tx, { id: projectId, protocolId }, ledger, null)) }
  }, MINUTES)
  if (!read) return
  const { version, pairs, ...figures } = read
  await keepPeople(projectId, version, { ...figures, measures: await computeMeasures(pairs, { intervals: true }) })
  notifyProject(projectId)
})
