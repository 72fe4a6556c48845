import 'server-only'
import { record } from '@/lib/platform/events/record'
import type { Actor } from '@/lib/platform/policy/actor'
import { type Tx, transaction } from '@/lib/platform/server/db'
import { found } from '@/lib/platform/server/errors'
import { keepByHand } from '@/lib/workspace/users/groups/keep-by-hand'
import { releaseOpenWork } from '@/lib/workspace/users/release-open-work'
import { keepAManager, loadManagedProject, lockProject } from './load-project'

/** Takes a person out of a project: open assignments go back, drafts and submitted answers stay. */
export async function removeMember(actor: Actor, projectId: string, userId: string): Promise<void> {
  await transaction(async (tx) => {
    await lockProject(tx, projectId)
    await loadManagedProject(tx, actor, projectId)
    await endMembership(tx, actor, projectId, userId)
  })
}

/** The same within a transaction whose caller holds the project and has authorised. */
export async function endMembership(tx: Tx, actor: Actor, projectId: string, userId: string): Promise<void> {
  const where = { projectId_userId: { projectId, userId } }
  const member = found(await tx.membership.findUnique({ where, select: { role: true } }))
  if (member.role === 'manager') await keepAManager(tx, actor, projectId, userId)
  await releaseOpenWork(tx, actor, userId, projectId)
  await tx.membership.delete({ where })
  await keepByHand(tx, projectId, [userId])
  await record(tx, 'member.removed', { actorId: actor.userId, projectId }, { userId })
}
