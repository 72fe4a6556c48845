import 'server-only'
import { record } from '@/lib/platform/events/record'
import type { Actor } from '@/lib/platform/policy/actor'
import { transaction } from '@/lib/platform/server/db'
import { AppError, found } from '@/lib/platform/server/errors'
import { loadManagedProject } from '@/lib/workspace/users/members/load-project'

/** Withdraws an open invitation, at once. Its project's managers and administrators may. */
export async function revokeInvitation(actor: Actor, invitationId: string): Promise<void> {
  await transaction(async (tx) => {
    const { projectId } = found(await tx.invitation.findUnique({ where: { id: invitationId } }))
    if (projectId) await loadManagedProject(tx, actor, projectId)
    else if (!actor.isAdmin) throw new AppError('not_found')
    const { count } = await tx.invitation.updateMany({
      where: { id: invitationId, acceptedAt: null, revokedAt: null },
      data: { revokedAt: new Date() },
    })
    if (count === 0) throw new AppError('gone', 'This invitation has been used or withdrawn already.')
    await record(tx, 'invitation.revoked', { actorId: actor.userId, projectId }, { invitationId })
  })
}
