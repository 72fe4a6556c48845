import 'server-only'
import { record } from '@/lib/platform/events/record'
import type { Actor } from '@/lib/platform/policy/actor'
import { transaction } from '@/lib/platform/server/db'
import { AppError } from '@/lib/platform/server/errors'
import { keepByHand } from '@/lib/workspace/users/groups/keep-by-hand'
import { holdPeople } from '@/lib/workspace/users/queries'
import type { AddMember, Member } from './contract'
import { loadManagedProject } from './load-project'
import { memberSelect, presentMember } from './present'

/** Adds somebody who has an active account to a project. Of two managers who add the same person, one does. */
export async function addMember(actor: Actor, projectId: string, body: AddMember): Promise<Member> {
  return transaction(async (tx) => {
    await loadManagedProject(tx, actor, projectId)
    const user = await tx.user.findFirst({ where: { email: body.email, deactivatedAt: null }, select: { id: true } })
    // Held: an account that is removed meanwhile takes no membership along.
    if (!user || (await holdPeople(tx, [user.id])).length === 0)
      throw new AppError('rule', 'Nobody with this address can be added. Invite them with a link instead.')
    const { role, quota } = body
    const { count } = await tx.membership.createMany({
      data: [{ projectId, userId: user.id, role, quota }],
      skipDuplicates: true,
    })
    if (count === 0) throw new AppError('conflict', 'This person is a member already.')
    await keepByHand(tx, projectId, [user.id])
    await record(tx, 'member.added', { actorId: actor.userId, projectId }, { userId: user.id, role })
    const where = { projectId_userId: { projectId, userId: user.id } }
    return presentMember(await tx.membership.findUniqueOrThrow({ where, select: memberSelect }), { email: true })
  })
}
