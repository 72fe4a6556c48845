import 'server-only'
import { record } from '@/lib/platform/events/record'
import type { Tx } from '@/lib/platform/server/db'
import { AppError } from '@/lib/platform/server/errors'
import { keepByHand } from '@/lib/workspace/users/groups/keep-by-hand'
import type { StoredInvitation } from './open-invitations'

/** Gives a person what an invitation promises and takes a place of it. The caller holds the invitation's row, which is open. */
export async function grant(tx: Tx, invitation: StoredInvitation, userId: string): Promise<void> {
  const { projectId, role, isAdmin, canCreateProjects } = invitation
  const use = { invitationId: invitation.id, userId }
  const taken = await tx.invitationUse.createMany({ data: [use], skipDuplicates: true })
  if (taken.count === 0) throw new AppError('rule', 'You have come by this link already.')
  await tx.invitation.update({ where: { id: invitation.id }, data: { used: { increment: 1 } } })
  if (projectId && role) {
    const { count } = await tx.membership.createMany({ data: [{ projectId, userId, role }], skipDuplicates: true })
    if (count === 0) throw new AppError('rule', 'You are a member of this project already.')
    await keepByHand(tx, projectId, [userId])
    await record(tx, 'member.added', { actorId: userId, projectId }, { userId, role })
  }
  if (canCreateProjects) await giveProjectCreation(tx, userId)
  if (!isAdmin) return
  const { count } = await tx.user.updateMany({ where: { id: userId, isAdmin: false }, data: { isAdmin: true } })
  if (count === 1) await record(tx, 'user.admin_changed', { actorId: userId }, { userId, to: true })
}

async function giveProjectCreation(tx: Tx, userId: string): Promise<void> {
  const without = { id: userId, canCreateProjects: false }
  const { count } = await tx.user.updateMany({ where: without, data: { canCreateProjects: true } })
  if (count === 1) await record(tx, 'user.project_creation_changed', { actorId: userId }, { userId, to: true })
}
