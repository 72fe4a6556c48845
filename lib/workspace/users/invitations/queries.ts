import 'server-only'
import type { z } from 'zod'
import type { Actor } from '@/lib/platform/policy/actor'
import { prisma } from '@/lib/platform/server/db'
import { AppError } from '@/lib/platform/server/errors'
import { loadManagedProject } from '@/lib/workspace/users/members/load-project'
import { throttleLink } from '@/lib/workspace/users/throttles'
import type { Invitation, InvitationList, listInvitationsEndpoint, Offer } from './contract'
import { invitationByToken, invitationsOf, type StoredInvitation } from './open-invitations'

const PAGE_SIZE = 50
type Query = Partial<Omit<z.output<NonNullable<typeof listInvitationsEndpoint.query>>, 'projectId'>>

/** Invitations to a project with those who came, for its managers; all of them for administrators. */
export async function listInvitations(
  actor: Actor,
  projectId: string | null,
  { show = 'open', page = 1 }: Query = {},
): Promise<InvitationList> {
  if (projectId) await loadManagedProject(prisma(), actor, projectId)
  else if (!actor.isAdmin) throw new AppError('forbidden', 'Only administrators see all invitations.')
  const part = { show, skip: (page - 1) * PAGE_SIZE, take: PAGE_SIZE }
  const { rows, total } = await invitationsOf(prisma(), projectId, part)
  const uses = await prisma().invitationUse.findMany({
    where: { invitationId: { in: rows.map(({ id }) => id) } },
    orderBy: [{ usedAt: 'asc' }, { userId: 'asc' }],
    select: { invitationId: true, userId: true, usedAt: true, user: { select: { name: true } } },
  })
  const invitations = rows.map((row): Invitation => {
    const came = uses.filter(({ invitationId }) => invitationId === row.id)
    const people = came.map(({ userId, user, usedAt }) => ({ userId, name: user.name, at: usedAt.toISOString() }))
    return { ...presentOffer(row), state: row.state, places: row.places, people }
  })
  return { invitations, total, page, pageSize: PAGE_SIZE }
}

/** What a link invites to, or null when it cannot be used any more. Throws `throttled` after many guesses. */
export async function findInvitation(token: string, address: string): Promise<Offer | null> {
  return throttleLink(address, async () => {
    const invitation = await invitationByToken(prisma(), token)
    return invitation && presentOffer(invitation)
  })
}

function presentOffer(row: StoredInvitation): Offer {
  const { id, email, emailDomain, isAdmin, canCreateProjects, projectId, projectName, role, createdBy } = row
  const project = projectId && projectName !== null ? { id: projectId, name: projectName } : null
  const createdAt = row.createdAt.toISOString()
  const expiresAt = row.expiresAt.toISOString()
  return { id, email, emailDomain, isAdmin, canCreateProjects, project, role, createdBy, createdAt, expiresAt }
}
