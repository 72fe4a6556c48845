import 'server-only'
import type { Import } from '@/generated/prisma/client'
import type { Actor } from '@/lib/platform/policy/actor'
import { canProject, effectiveRole } from '@/lib/platform/policy/can'
import { visibleProjectsWhere } from '@/lib/platform/policy/visible'
import type { Tx } from '@/lib/platform/server/db'
import { AppError, found } from '@/lib/platform/server/errors'

/**
 * An import of a project the actor manages: `not_found` when the project is hidden, `forbidden` to other roles. With
 * `toWrite`, `rule` while the project is archived.
 */
export async function loadImport(
  tx: Tx,
  actor: Actor,
  importId: string,
  options: { toWrite?: boolean } = {},
): Promise<Import> {
  const row = found(
    await tx.import.findFirst({
      where: { id: importId, project: visibleProjectsWhere(actor) },
      include: {
        project: {
          select: { archivedAt: true, memberships: { where: { userId: actor.userId }, select: { role: true } } },
        },
      },
    }),
  )
  const { project, ...rest } = row
  const role = effectiveRole(actor, project.memberships[0]?.role)
  if (!canProject('project.manage', { role, archived: project.archivedAt !== null })) throw new AppError('forbidden')
  if (options.toWrite && project.archivedAt)
    throw new AppError('rule', 'This project is archived: take it out of the archive first.')
  return rest
}
