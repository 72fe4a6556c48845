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
/** So many of those who came are named; links let in up to a thousand. */
const NAMED_PEOPLE = 10
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
  const uses = await readUses(rows.map(({ id }) => id))
  const invitations = rows.map((row): Invitation => {
    const came = uses.get(row.id) ?? []
    const people = came.map(({ userId, name, usedAt }) => ({ userId, name, at: usedAt.toISOString() }))
    return { ...presentOffer(row), state: row.state, places: row.places, came: came[0]?.came ?? 0, people }
  })
  return { invitations, total, page, pageSize: PAGE_SIZE }
}

interface Use {
  invitationId: string
  userId: string
  name: string
  usedAt: Date
  /** How many came by the same invitation. */
  came: number
}

/** The first who came by each of these invitations. */
async function readUses(invitationIds: readonly string[]): Promise<Map<string, Use[]>> {
  const rows = await prisma().$queryRaw<Use[]>`
    select n.invitation_id "invitationId", n.user_id "userId", u.name, n.used_at "usedAt", n.came from (
      select x.*, count(*) over (partition by x.invitation_id)::int came,
             row_number() over (partition by x.invitation_id order by x.used_at, x.user_id) place
      from invitation_uses x where x.invitation_id = any(${[...invitationIds]}::uuid[])) n
    join users u on u.id = n.user_id where n.place <= ${NAMED_PEOPLE} order by n.invitation_id, n.place`
  const uses = new Map<string, Use[]>(invitationIds.map((id) => [id, []]))
  for (const use of rows) uses.get(use.invitationId)?.push(use)
  return uses
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
