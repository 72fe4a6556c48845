import 'server-only'
import { record } from '@/lib/platform/events/record'
import type { Actor } from '@/lib/platform/policy/actor'
import { type Tx, transaction } from '@/lib/platform/server/db'
import { found } from '@/lib/platform/server/errors'
import { authorizeProject, loadProject, refuseArchived } from '@/lib/workspace/projects/queries'

interface Whom {
  projectId: string
  userId: string
}

/** Lets a member begin whatever their calibration says; a newer reason takes the place of the old one. */
export async function waiveCalibration(actor: Actor, whom: Whom, reason: string): Promise<void> {
  await transaction(async (tx) => {
    await authorize(tx, actor, whom)
    const member = { projectId: whom.projectId, userId: whom.userId, role: { not: 'viewer' as const } }
    found(
      await tx.membership.findFirst({ where: member, select: { userId: true } }),
      'This person is not a member of the project.',
    )
    const word = { reason, byId: actor.userId, at: new Date() }
    await tx.calibrationWaiver.upsert({ where: { projectId_userId: whom }, create: { ...whom, ...word }, update: word })
    const scope = { actorId: actor.userId, projectId: whom.projectId }
    await record(tx, 'calibration.waived', scope, { userId: whom.userId, reason })
  })
}

/** Takes the word back: the gate holds again from the next task. */
export async function withdrawWaiver(actor: Actor, whom: Whom): Promise<void> {
  await transaction(async (tx) => {
    await authorize(tx, actor, whom)
    const { count } = await tx.calibrationWaiver.deleteMany({ where: whom })
    if (count === 0) return
    const scope = { actorId: actor.userId, projectId: whom.projectId }
    await record(tx, 'calibration.waiver_withdrawn', scope, { userId: whom.userId })
  })
}

async function authorize(tx: Tx, actor: Actor, { projectId }: Whom): Promise<void> {
  const project = await loadProject(tx, actor, projectId)
  authorizeProject('project.manage', project, 'Calibration is for managers of the project.')
  refuseArchived(project)
}
