import 'server-only'
import { record } from '@/lib/platform/events/record'
import type { Actor } from '@/lib/platform/policy/actor'
import { transaction } from '@/lib/platform/server/db'
import { AppError, found } from '@/lib/platform/server/errors'
import type { OneTimeLink } from '@/lib/workspace/users/contract'
import { oneTimeSecret } from '@/lib/workspace/users/one-time-secret'
import { authorizeInvitation, inDays } from './authorize-invitation'
import { lockInvitationById } from './open-invitations'

/**
 * Another link for the same invitation, with the places that are left: the link before it ends, and what it promises is from
 * now on the word of who renews it.
 */
export async function renewInvitation(
  actor: Actor,
  invitationId: string,
  { days }: { days: number },
): Promise<OneTimeLink> {
  const { secret, hash } = oneTimeSecret()
  const expiresAt = inDays(days)
  return transaction(async (tx) => {
    const invitation = found(await lockInvitationById(tx, invitationId))
    const { projectId, state } = invitation
    if (!projectId && !actor.isAdmin) throw new AppError('not_found')
    await authorizeInvitation(tx, actor, invitation)
    if (state === 'used' || state === 'withdrawn')
      throw new AppError('gone', `This invitation has been ${state === 'used' ? 'used' : 'withdrawn'} already.`)
    await tx.invitation.update({
      where: { id: invitationId },
      data: { tokenHash: hash, expiresAt, createdById: actor.userId },
    })
    await record(tx, 'invitation.renewed', { actorId: actor.userId, projectId }, { invitationId })
    return { path: `/invitations/${secret}`, expiresAt: expiresAt.toISOString() }
  })
}
