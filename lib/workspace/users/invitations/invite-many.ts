import 'server-only'
import { randomUUID } from 'node:crypto'
import { record } from '@/lib/platform/events/record'
import type { Actor } from '@/lib/platform/policy/actor'
import { type Tx, transaction } from '@/lib/platform/server/db'
import { lockProject } from '@/lib/workspace/users/members/load-project'
import { oneTimeSecret } from '@/lib/workspace/users/one-time-secret'
import { authorizeInvitation, inDays } from './authorize-invitation'
import type { InvitedMany, InviteMany } from './contract'
import { invitedAddresses } from './open-invitations'

/**
 * Makes a link for each address, all in one transaction. Who is a member already, or has a link that is open, gets none and
 * is named: nobody is invited twice. The project is held, so that of two managers with the same list one makes the links.
 */
export async function inviteMany(actor: Actor, body: InviteMany): Promise<InvitedMany> {
  const { projectId = null, people, days } = body
  const expiresAt = inDays(days)
  return transaction(async (tx) => {
    if (projectId) await lockProject(tx, projectId)
    await authorizeInvitation(tx, actor, { projectId, isAdmin: false, canCreateProjects: false })
    const reasons = await whyNone(
      tx,
      projectId,
      people.map(({ email }) => email),
    )
    const newInvitations = people
      .filter(({ email }) => !reasons.has(email))
      .map(({ email, role = null }) => ({ id: randomUUID(), email, role, ...oneTimeSecret() }))
    await tx.invitation.createMany({
      data: newInvitations.map(({ id, email, role, hash }) => ({
        id,
        tokenHash: hash,
        email,
        role,
        projectId,
        createdById: actor.userId,
        expiresAt,
      })),
    })
    const scope = { actorId: actor.userId, projectId }
    if (newInvitations.length > 0)
      await record(tx, 'invitation.many_created', scope, { invitationIds: newInvitations.map(({ id }) => id) })
    return {
      links: newInvitations.map(({ email, role, secret }) => ({ email, role, path: `/invitations/${secret}` })),
      skipped: people.flatMap(({ email }) => {
        const why = reasons.get(email)
        return why ? [{ email, why }] : []
      }),
      expiresAt: expiresAt.toISOString(),
    }
  })
}

/** Of these addresses those that need no link, and why. */
async function whyNone(tx: Tx, projectId: string | null, emails: string[]) {
  const joined = projectId ? { memberships: { some: { projectId } } } : {}
  const members = await tx.user.findMany({ where: { email: { in: emails }, ...joined }, select: { email: true } })
  const invited = await invitedAddresses(tx, projectId, emails)
  return new Map<string, 'member' | 'invited'>([
    ...invited.map((email) => [email, 'invited'] as const),
    ...members.flatMap(({ email }) => (email ? [[email, 'member'] as const] : [])),
  ])
}
