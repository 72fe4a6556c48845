import 'server-only'
import type { Prisma } from '@/generated/prisma/client'
import type { Actor } from '@/lib/platform/policy/actor'
import type { Tx } from '@/lib/platform/server/db'
import { AppError, found } from '@/lib/platform/server/errors'

/** Projects that a person manages by a membership; no shadows. */
export const managedBy = ({ userId }: Actor): Prisma.ProjectWhereInput => ({
  shadowOf: null,
  memberships: { some: { userId, role: 'manager' } },
})

/**
 * Teams that a person may know of: administrators all; managers those that they made, that are shared, or that work on a project of
 * theirs. Others none.
 */
export function visibleTeamsWhere(actor: Actor, manages: boolean): Prisma.TeamWhereInput {
  if (actor.isAdmin) return {}
  if (!manages) return { id: { in: [] } }
  return {
    OR: [{ createdById: actor.userId }, { shared: true }, { projects: { some: { project: managedBy(actor) } } }],
  }
}

/** People whom a person sees by the rule of lists of members: in projects that they manage or review. Administrators see all. */
export function visiblePeopleWhere({ userId, isAdmin }: Actor): Prisma.UserWhereInput {
  const there = { removedAt: null, deactivatedAt: null }
  if (isAdmin) return there
  const mine = { some: { userId, role: { in: ['manager', 'reviewer'] as ('manager' | 'reviewer')[] } } }
  return {
    ...there,
    OR: [{ id: userId }, { memberships: { some: { project: { shadowOf: null, memberships: mine } } } }],
  }
}

/** Throws `forbidden` for those who manage no project. */
export async function requireManager(tx: Tx, actor: Actor): Promise<void> {
  if (actor.isAdmin) return
  if ((await tx.project.count({ where: managedBy(actor) })) === 0)
    throw new AppError('forbidden', 'Teams are for managers of a project and for administrators.')
}

/** Holds a team that the actor may use; with `change`, one that they may change. */
export async function lockTeam(tx: Tx, actor: Actor, teamId: string, { change = false } = {}) {
  await requireManager(tx, actor)
  await tx.$queryRaw`select 1 from teams where id = ${teamId}::uuid for update`
  const where = { AND: [{ id: teamId }, visibleTeamsWhere(actor, true)] }
  const team = found(await tx.team.findFirst({ where, include: { members: { select: { userId: true } } } }))
  if (change && !actor.isAdmin && team.createdById !== actor.userId)
    throw new AppError('forbidden', 'Who made a team, and administrators, change it.')
  return { ...team, userIds: team.members.map(({ userId }) => userId) }
}

/** Throws `rule` unless the actor sees every one of them. */
export async function requireVisiblePeople(tx: Tx, actor: Actor, userIds: readonly string[]): Promise<void> {
  const ids = [...new Set(userIds)]
  const visibleCount = await tx.user.count({ where: { AND: [{ id: { in: ids } }, visiblePeopleWhere(actor)] } })
  if (visibleCount !== ids.length)
    throw new AppError('rule', 'A team is made of active people who are in a project that you manage or review.')
}
