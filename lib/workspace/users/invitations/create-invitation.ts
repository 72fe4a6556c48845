import 'server-only'
import { record } from '@/lib/platform/events/record'
import type { Actor } from '@/lib/platform/policy/actor'
import { transaction } from '@/lib/platform/server/db'
import type { OneTimeLink } from '@/lib/workspace/users/contract'
import { oneTimeSecret } from '@/lib/workspace/users/one-time-secret'
import { authorizeInvitation, inDays } from './authorize-invitation'
import type { CreateInvitation } from './contract'

/** Makes a link that lets one person in, or so many as it has places. */
export async function createInvitation(actor: Actor, body: CreateInvitation): Promise<OneTimeLink> {
  const { secret, hash } = oneTimeSecret()
  const expiresAt = inDays(body.days)
  const { projectId = null, role = null, email = null, emailDomain = null, isAdmin, canCreateProjects, places } = body
  await transaction(async (tx) => {
    await authorizeInvitation(tx, actor, { projectId, isAdmin, canCreateProjects })
    const { id } = await tx.invitation.create({
      data: {
        tokenHash: hash,
        email,
        emailDomain,
        isAdmin,
        canCreateProjects,
        projectId,
        role,
        places,
        createdById: actor.userId,
        expiresAt,
      },
    })
    const scope = { actorId: actor.userId, projectId }
    await record(tx, 'invitation.created', scope, { invitationId: id, role, isAdmin, canCreateProjects, places })
  })
  return { path: `/invitations/${secret}`, expiresAt: expiresAt.toISOString() }
}
