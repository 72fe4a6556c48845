import 'server-only'
import { record } from '@/lib/platform/events/record'
import type { Actor } from '@/lib/platform/policy/actor'
import { transaction } from '@/lib/platform/server/db'
import { AppError, found } from '@/lib/platform/server/errors'
import { protocolIdOf } from '@/lib/protocols/kept-protocols'
import { getWorkspaceAbilities } from '@/lib/workspace/projects/queries'

/**
 * Takes a version out of the list: by the person who published it, or an administrator, and while no project uses it. The row stays, so that its name never
 * means anything else. Errors: `not_found` also for those who may not read it, `forbidden`, `rule` while it is in use.
 */
export async function removeVersion(actor: Actor, { id, version }: { id: string; version: number }): Promise<void> {
  await transaction(async (tx) => {
    if (!(await getWorkspaceAbilities(actor, tx)).createProjects) throw new AppError('not_found')
    const key = { id_version: { id, version } }
    // Held against a project that comes to name it.
    await tx.$executeRaw`select 1 from protocol_versions where id = ${id} and version = ${version} for update`
    const row = found(await tx.protocolVersion.findUnique({ where: { ...key, removedAt: null } }))
    if (!actor.isAdmin && row.createdById !== actor.userId)
      throw new AppError(
        'forbidden',
        'Only the person who published it, or an administrator, takes it out of the list.',
      )
    if ((await tx.project.count({ where: { protocolId: protocolIdOf(row) } })) > 0)
      throw new AppError(
        'rule',
        'This version is in use by a project. Delete that project, or move it to another version, first.',
      )
    await tx.protocolVersion.update({ where: key, data: { removedAt: new Date() } })
    await record(tx, 'protocol.removed', { actorId: actor.userId }, { id, version })
  })
}
