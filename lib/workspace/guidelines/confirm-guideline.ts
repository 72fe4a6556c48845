import 'server-only'
import type { z } from 'zod'
import { record } from '@/lib/platform/events/record'
import type { Actor } from '@/lib/platform/policy/actor'
import { canProject } from '@/lib/platform/policy/can'
import { transaction } from '@/lib/platform/server/db'
import { AppError } from '@/lib/platform/server/errors'
import { loadProject } from '@/lib/workspace/projects/queries'
import type { confirmGuidelineBody } from './contract'

/**
 * Notes that the actor has read the guidelines in force, or what changed in them; saying so again changes nothing. For members who take tasks.
 * Errors: `conflict` when another version has been published since.
 */
export async function confirmGuideline(
  actor: Actor,
  projectId: string,
  { version }: z.infer<typeof confirmGuidelineBody>,
): Promise<void> {
  await transaction(async (tx) => {
    const project = await loadProject(tx, actor, projectId)
    const member = await tx.membership.findUnique({
      where: { projectId_userId: { projectId, userId: actor.userId } },
      select: { userId: true },
    })
    if (!member || !canProject('queue.take', project.subject))
      throw new AppError('forbidden', 'Only members who annotate confirm that they have read the guidelines.')
    const reading = { projectId, userId: actor.userId, version }
    if ((await tx.guidelineReading.count({ where: reading })) > 0) return
    const { _max: latest } = await tx.guideline.aggregate({ where: { projectId }, _max: { version: true } })
    if (latest.version !== version)
      throw new AppError('conflict', 'A newer version of the guidelines is in force. Read that one, then confirm.', {
        data: { version: latest.version },
      })
    const { count } = await tx.guidelineReading.createMany({ data: [reading], skipDuplicates: true })
    if (count > 0) await record(tx, 'guideline.confirmed', { actorId: actor.userId, projectId }, { version })
  })
}
