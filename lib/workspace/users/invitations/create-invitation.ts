import 'server-only'
import { record } from '@/lib/platform/events/record'
import type { Actor } from '@/lib/platform/policy/actor'
import { transaction } from '@/lib/platform/server/db'
import { AppError } from '@/lib/platform/server/errors'
import type { OneTimeLink } from '@/lib/workspace/users/contract'
import { loadManagedProject } from '@/lib/workspace/users/members/load-project'
import { oneTimeSecret } from '@/lib/workspace/users/one-time-secret'
import type { CreateInvitation } from './contract'

const ONE_DAY_MS = 24 * 60 * 60 * 1000

/**
 * Makes a link that lets one person in. Managers invite to their projects; administrators also to no project, with the
 * right to create projects, or as administrators, which a personal token cannot do.
 */
export async function createInvitation(actor: Actor, body: CreateInvitation): Promise<OneTimeLink> {
  const { secret, hash } = oneTimeSecret()
  const expiresAt = new Date(Date.now() + body.days * ONE_DAY_MS)
  const { projectId = null, role = null, email = null, isAdmin, canCreateProjects } = body
  await transaction(async (tx) => {
    if (projectId) await loadManagedProject(tx, actor, projectId)
    else if (!actor.isAdmin) throw new AppError('forbidden', 'Only administrators invite people without a project.')
    if (isAdmin && !(actor.isAdmin && actor.via === 'session'))
      throw new AppError('forbidden', 'Only administrators who are signed in invite administrators.')
    if (canCreateProjects && !actor.isAdmin)
      throw new AppError('forbidden', 'Only administrators give the right to create projects.')
    const { id } = await tx.invitation.create({
      data: {
        tokenHash: hash,
        email,
        isAdmin,
        canCreateProjects,
        projectId,
        role,
        createdById: actor.userId,
        expiresAt,
      },
    })
    const scope = { actorId: actor.userId, projectId }
    await record(tx, 'invitation.created', scope, { invitationId: id, role, isAdmin, canCreateProjects })
  })
  return { path: `/invitations/${secret}`, expiresAt: expiresAt.toISOString() }
}
