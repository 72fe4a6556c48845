import 'server-only'
import { record } from '@/lib/platform/events/record'
import type { Actor } from '@/lib/platform/policy/actor'
import { transaction } from '@/lib/platform/server/db'
import { found } from '@/lib/platform/server/errors'
import { lockUsers, requireAdministrator } from '@/lib/workspace/users/lock-users'

/** Deletes a mapping. What it gave ends at the next sign-in of each, unless another group of theirs gives it. */
export async function deleteMapping(actor: Actor, mappingId: string): Promise<void> {
  await transaction(async (tx) => {
    await lockUsers(tx)
    await requireAdministrator(tx, actor)
    const { group, projectId } = found(await tx.groupMapping.findUnique({ where: { id: mappingId } }))
    await tx.groupMapping.delete({ where: { id: mappingId } })
    await record(tx, 'group_mapping.deleted', { actorId: actor.userId, projectId }, { mappingId, group })
  })
}
