import 'server-only'
import { record } from '@/lib/platform/events/record'
import type { Actor } from '@/lib/platform/policy/actor'
import { transaction } from '@/lib/platform/server/db'
import { found } from '@/lib/platform/server/errors'
import { keepByHand } from '@/lib/workspace/users/groups/keep-by-hand'
import { releaseOpenWork } from '@/lib/workspace/users/release-open-work'
import type { Member, UpdateMember } from './contract'
import { keepAManager, loadManagedProject, lockProject } from './load-project'
import { memberSelect, presentMember } from './present'

const CHANGED = ['role', 'quota', 'domains', 'tags', 'languages'] as const

/** Changes a member's role, quota, or what they take by rule. Viewers hold no work: whoever becomes one gives theirs back. */
export async function updateMember(
  actor: Actor,
  projectId: string,
  userId: string,
  body: UpdateMember,
): Promise<Member> {
  return transaction(async (tx) => {
    await lockProject(tx, projectId)
    await loadManagedProject(tx, actor, projectId)
    const where = { projectId_userId: { projectId, userId } }
    const before = found(await tx.membership.findUnique({ where, select: memberSelect }))
    const { domains, tags, languages } = body.takes ?? before
    const quota = body.quota === undefined ? before.quota : body.quota
    const after = { role: body.role ?? before.role, quota, domains, tags, languages }
    if (before.role === 'manager' && after.role !== 'manager') await keepAManager(tx, actor, projectId, userId)
    if (after.role === 'viewer' && before.role !== 'viewer') await releaseOpenWork(tx, actor, userId, projectId)
    const changes = Object.fromEntries(
      CHANGED.filter((key) => JSON.stringify(before[key]) !== JSON.stringify(after[key])).map((key) => [
        key,
        { from: before[key], to: after[key] },
      ]),
    )
    if (Object.keys(changes).length === 0) return presentMember(before, { email: true })
    const updated = await tx.membership.update({ where, data: after, select: memberSelect })
    if (before.role !== after.role) await keepByHand(tx, projectId, [userId])
    await record(tx, 'member.updated', { actorId: actor.userId, projectId }, { userId, changes })
    return presentMember(updated, { email: true })
  })
}
