/** What an actor can see at all, as where-clauses: a hidden row cannot be fetched by mistake. */
import { Prisma } from '@/generated/prisma/client'
import type { Actor } from './actor'
import type { Role } from './can'

/**
 * Projects the actor is a member of (in one of `roles`, when given); administrators see all. A shadow, which holds copies of
 * a project's tasks, is a project to nobody: it has no members, and what is done in it belongs to the project it shadows.
 */
export function visibleProjectsWhere(actor: Actor, roles?: readonly Role[]): Prisma.ProjectWhereInput {
  const member = { memberships: { some: { userId: actor.userId, ...(roles ? { role: { in: [...roles] } } : {}) } } }
  if (!actor.isAdmin) return { ...member, shadowOf: null }
  // An administrator who joined a project as something else is bound by that role.
  return { OR: [member, { memberships: { none: { userId: actor.userId } } }], shadowOf: null }
}

/** The same as a condition on a project `p` with the actor's membership `m`, where a statement asks for more than Prisma does in one. `isAdmin` may be a column. */
export const visibleProject = ({ isAdmin }: { isAdmin: boolean | Prisma.Sql }): Prisma.Sql => Prisma.sql`
  ((m.role is not null or ${isAdmin}::boolean) and not exists (select 1 from calibrations k where k.shadow_id = p.id))`

/** The condition on `tasks t`: of one of these projects, or a copy that its shadow serves. Only ever of somebody's own work. */
export const ownWorkIn = (...projectIds: readonly string[]): Prisma.Sql => Prisma.sql`t.project_id in (
  select unnest(${projectIds}::uuid[]) union all select shadow_id from calibrations where project_id = any(${projectIds}::uuid[]))`
