import 'server-only'
import type { Actor } from '@/lib/platform/policy/actor'
import { canProject, effectiveRole, type ProjectAction, type ProjectSubject } from '@/lib/platform/policy/can'
import { visibleProjectsWhere } from '@/lib/platform/policy/visible'
import type { Tx } from '@/lib/platform/server/db'
import { AppError, found } from '@/lib/platform/server/errors'

/** What the policy asks about a project, for this actor. Throws `not_found` when they cannot see it. */
export async function loadProjectSubject(tx: Tx, actor: Actor, projectId: string): Promise<ProjectSubject> {
  const project = await tx.project.findFirst({
    where: { id: projectId, ...visibleProjectsWhere(actor) },
    select: { archivedAt: true, memberships: { where: { userId: actor.userId }, select: { role: true } } },
  })
  const { archivedAt, memberships } = found(project)
  return { role: effectiveRole(actor, memberships[0]?.role), archived: archivedAt !== null }
}

/** Throws `forbidden` unless the actor may do this in a project that they can see. */
export async function authorizeProject(
  tx: Tx,
  actor: Actor,
  projectId: string,
  action: ProjectAction,
): Promise<ProjectSubject> {
  const subject = await loadProjectSubject(tx, actor, projectId)
  if (!canProject(action, subject)) throw new AppError('forbidden', 'Only managers of the project may do this.')
  return subject
}

export const loadManagedProject = (tx: Tx, actor: Actor, projectId: string) =>
  authorizeProject(tx, actor, projectId, 'project.manage')

/** Held until the transaction ends by whatever changes who manages a project. */
export async function lockProject(tx: Tx, projectId: string): Promise<void> {
  await tx.$executeRaw`select 1 from projects where id = ${projectId}::uuid for no key update`
}

/** Throws `rule` when nobody else manages the project, unless an administrator acts; call it after `lockProject`. */
export async function keepAManager(tx: Tx, actor: Actor, projectId: string, userId: string): Promise<void> {
  if (actor.isAdmin) return
  const others = { projectId, userId: { not: userId }, role: 'manager', user: { deactivatedAt: null } } as const
  if ((await tx.membership.count({ where: others })) === 0)
    throw new AppError(
      'rule',
      'A project needs a manager, and this is the only one. Make somebody else a manager first.',
    )
}
