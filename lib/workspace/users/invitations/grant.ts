import 'server-only'
import { record } from '@/lib/platform/events/record'
import type { Tx } from '@/lib/platform/server/db'
import { AppError } from '@/lib/platform/server/errors'
import { keepByHand } from '@/lib/workspace/users/groups/keep-by-hand'
import type { Role } from '@/lib/workspace/users/members/contract'
import type { StoredInvitation } from './open-invitations'

/**
 * Gives a person what an invitation promises and takes a place of it. The caller holds the invitation's row, which is open, and their account.
 * Returns whether they were no member of its project before: somebody invited twice stays in the role that they have.
 */
export async function grant(tx: Tx, invitation: StoredInvitation, userId: string): Promise<boolean> {
  const { projectId, role, isAdmin, canCreateProjects } = invitation
  const use = { invitationId: invitation.id, userId }
  const createdUses = await tx.invitationUse.createMany({ data: [use], skipDuplicates: true })
  if (createdUses.count === 0) throw new AppError('rule', 'You have come by this link already.')
  await tx.invitation.update({ where: { id: invitation.id }, data: { used: { increment: 1 } } })
  const isNew = projectId === null || role === null || (await join(tx, { projectId, userId, role }))
  if (canCreateProjects) await giveProjectCreation(tx, userId)
  if (isAdmin) await giveAdministration(tx, userId)
  return isNew
}

async function join(tx: Tx, member: { projectId: string; userId: string; role: Role }): Promise<boolean> {
  const { count } = await tx.membership.createMany({ data: [member], skipDuplicates: true })
  if (count === 0) return false
  const { projectId, userId, role } = member
  await keepByHand(tx, projectId, [userId])
  await record(tx, 'member.added', { actorId: userId, projectId }, { userId, role })
  return true
}

async function giveAdministration(tx: Tx, userId: string): Promise<void> {
  const { count } = await tx.user.updateMany({ where: { id: userId, isAdmin: false }, data: { isAdmin: true } })
  if (count === 1) await record(tx, 'user.admin_changed', { actorId: userId }, { userId, to: true })
}

async function giveProjectCreation(tx: Tx, userId: string): Promise<void> {
  const without = { id: userId, canCreateProjects: false }
  const { count } = await tx.user.updateMany({ where: without, data: { canCreateProjects: true } })
  if (count === 1) await record(tx, 'user.project_creation_changed', { actorId: userId }, { userId, to: true })
}
