import 'server-only'
import { record, recordMany } from '@/lib/platform/events/record'
import type { Actor } from '@/lib/platform/policy/actor'
import { type Tx, transaction } from '@/lib/platform/server/db'
import { found } from '@/lib/platform/server/errors'
import type { User } from './contract'
import { keepAnAdministrator, lockUsers, requireAdministrator } from './lock-users'
import { presentUser, userSelect } from './present'
import { releaseOpenWork } from './release-open-work'

/**
 * Removes a person for good: an alias takes the place of the name everywhere, and what identified them is cleared.
 * Their labels, comments and events stay, under the alias.
 */
export async function removeUser(actor: Actor, userId: string): Promise<User> {
  return transaction(async (tx) => {
    await lockUsers(tx)
    await requireAdministrator(tx, actor)
    const user = found(await tx.user.findFirst({ where: { id: userId, removedAt: null } }))
    const alias = `Former member ${1 + (await tx.user.count({ where: { removedAt: { not: null } } }))}`
    if (user.isAdmin && !user.deactivatedAt) await keepAnAdministrator(tx, userId)
    const now = new Date()
    // Before their shares and memberships: giving them one holds the account first, too, and finds it closed.
    const closed = { deactivatedAt: user.deactivatedAt ?? now, removedAt: now, sessionVersion: { increment: 1 } }
    await tx.user.update({ where: { id: userId }, data: closed, select: { id: true } })
    await releaseOpenWork(tx, actor, userId, null)
    await leaveProjects(tx, actor, userId)
    await forgetLinks(tx, userId, user.email)
    const updated = await tx.user.update({
      where: { id: userId },
      data: {
        name: alias,
        email: null,
        passwordHash: null,
        oidcIssuer: null,
        oidcSubject: null,
        isAdmin: false,
        canCreateProjects: false,
        searchEngine: null,
      },
      select: userSelect,
    })
    await record(tx, 'user.removed', { actorId: actor.userId }, { userId, alias })
    return presentUser(updated)
  })
}

async function leaveProjects(tx: Tx, actor: Actor, userId: string) {
  const memberships = await tx.membership.findMany({ where: { userId }, select: { projectId: true } })
  await tx.membership.deleteMany({ where: { userId } })
  const left = memberships.map(({ projectId }) => ({ scope: { actorId: actor.userId, projectId }, data: { userId } }))
  await recordMany(tx, 'member.removed', left)
}

/** Teams hold no more of them, and no e-mails go to them; tokens carry names that people gave them, invitations carry e-mail addresses. */
async function forgetLinks(tx: Tx, userId: string, email: string | null) {
  await tx.teamMember.deleteMany({ where: { userId } })
  await tx.groupGrant.deleteMany({ where: { userId } })
  // In this order: who makes an e-mail for them holds their choice, and has then left the e-mail behind.
  await tx.mailChoice.deleteMany({ where: { userId } })
  await tx.mail.deleteMany({ where: { userId } })
  await tx.apiToken.deleteMany({ where: { userId } })
  await tx.passwordReset.deleteMany({ where: { userId } })
  if (email)
    await tx.invitation.updateMany({ where: { email, used: 0, revokedAt: null }, data: { revokedAt: new Date() } })
  const theirs = [{ places: 1, uses: { some: { userId } } }, ...(email ? [{ email }] : [])]
  await tx.invitation.updateMany({ where: { OR: theirs }, data: { email: null } })
}
