import 'server-only'
import { record } from '@/lib/platform/events/record'
import type { Actor } from '@/lib/platform/policy/actor'
import { transaction } from '@/lib/platform/server/db'
import { AppError, found } from '@/lib/platform/server/errors'
import { lockUsers, requireAdministrator } from '@/lib/workspace/users/lock-users'
import type { CreateMapping } from './contract'

/** Lets a group give something. Who is in it gets that at their next sign-in. */
export async function createMapping(actor: Actor, body: CreateMapping): Promise<{ id: string }> {
  return transaction(async (tx) => {
    await lockUsers(tx)
    await requireAdministrator(tx, actor)
    const data = {
      group: body.group,
      projectId: 'projectId' in body ? body.projectId : null,
      role: 'role' in body ? body.role : null,
      teamId: 'teamId' in body ? body.teamId : null,
      administrator: 'administrator' in body,
    }
    if (data.projectId) found(await tx.project.findFirst({ where: { id: data.projectId, shadowOf: null } }))
    if (data.teamId) found(await tx.team.findUnique({ where: { id: data.teamId } }))
    const { group, projectId, teamId, administrator } = data
    if ((await tx.groupMapping.count({ where: { group, projectId, teamId, administrator } })) > 0)
      throw new AppError('conflict', 'This group gives that already. Delete the mapping first to give another role.')
    const { id } = await tx.groupMapping.create({ data: { ...data, createdById: actor.userId } })
    await record(
      tx,
      'group_mapping.created',
      { actorId: actor.userId, projectId },
      { mappingId: id, group, role: data.role, teamId, administrator },
    )
    return { id }
  })
}
