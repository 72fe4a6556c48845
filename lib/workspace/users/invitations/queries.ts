import 'server-only'
import type { Actor } from '@/lib/platform/policy/actor'
import { prisma } from '@/lib/platform/server/db'
import { AppError } from '@/lib/platform/server/errors'
import { loadManagedProject } from '@/lib/workspace/users/members/load-project'
import { throttleLink } from '@/lib/workspace/users/throttles'
import type { Invitation } from './contract'
import { invitationByToken, invitationsOf, type OpenInvitation } from './open-invitations'

/** Open invitations to a project, for its managers; all of them for administrators. */
export async function listInvitations(actor: Actor, projectId: string | null): Promise<{ invitations: Invitation[] }> {
  if (projectId) await loadManagedProject(prisma(), actor, projectId)
  else if (!actor.isAdmin) throw new AppError('forbidden', 'Only administrators see all invitations.')
  return { invitations: (await invitationsOf(prisma(), projectId)).map(present) }
}

/** What a link invites to, or null when it cannot be used any more. Throws `throttled` after many guesses. */
export async function findInvitation(token: string, address: string): Promise<Invitation | null> {
  return throttleLink(address, async () => {
    const invitation = await invitationByToken(prisma(), token)
    return invitation && present(invitation)
  })
}

function present(row: OpenInvitation): Invitation {
  const { id, email, isAdmin, canCreateProjects, projectId, projectName, role, createdBy } = row
  const project = projectId && projectName !== null ? { id: projectId, name: projectName } : null
  const createdAt = row.createdAt.toISOString()
  const expiresAt = row.expiresAt.toISOString()
  return { id, email, isAdmin, canCreateProjects, project, role, createdBy, createdAt, expiresAt }
}
