/** What an actor can see at all, as where-clauses: a hidden row cannot be fetched by mistake. */
import type { Prisma } from '@/generated/prisma/client'
import type { Actor } from './actor'
import type { Role } from './can'

/** Projects the actor is a member of (in one of `roles`, when given); administrators see all. */
export function visibleProjectsWhere(actor: Actor, roles?: readonly Role[]): Prisma.ProjectWhereInput {
  const member = { memberships: { some: { userId: actor.userId, ...(roles ? { role: { in: [...roles] } } : {}) } } }
  if (!actor.isAdmin) return member
  // An administrator who joined a project as something else is bound by that role.
  return { OR: [member, { memberships: { none: { userId: actor.userId } } }] }
}
