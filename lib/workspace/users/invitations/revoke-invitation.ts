import 'server-only'
import { record } from '@/lib/platform/events/record'
import type { Actor } from '@/lib/platform/policy/actor'
import { transaction } from '@/lib/platform/server/db'
import { AppError, found } from '@/lib/platform/server/errors'
import { loadManagedProject } from '@/lib/workspace/users/members/load-project'
import { lockInvitationById } from './open-invitations'

/** Withdraws an invitation that has places left, at once; who came by it stays. Its project's managers and administrators may. */
export async function revokeInvitation(actor: Actor, invitationId: string): Promise<void> {
  await transaction(async (tx) => {
    const { projectId } = found(await tx.invitation.findUnique({ where: { id: invitationId } }))
    if (projectId) await loadManagedProject(tx, actor, projectId)
    else if (!actor.isAdmin) throw new AppError('not_found')
    const { state } = found(await lockInvitationById(tx, invitationId))
    if (state === 'used' || state === 'withdrawn')
      throw new AppError('gone', 'This invitation has been used or withdrawn already.')
    await tx.invitation.update({ where: { id: invitationId }, data: { revokedAt: new Date() } })
    await record(tx, 'invitation.revoked', { actorId: actor.userId, projectId }, { invitationId })
  })
}
