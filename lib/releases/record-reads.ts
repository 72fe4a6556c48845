import 'server-only'
import { Prisma } from '@/generated/prisma/client'
import { record } from '@/lib/audit/record'
import type { Actor } from '@/lib/policy/actor'
import { REVEALED_SQL } from '@/lib/policy/can'
import { transaction } from '@/lib/server/db'

/** The states of the tasks whose answers an export shows. */
export type Reach = 'gold' | 'revealed'

/**
 * Writes down that the actor reads the answers of these tasks, before they leave the server. The exports stream only
 * tasks noted here, so that what is revealed a moment later is not read unnoticed.
 */
export async function recordReads(actor: Actor, projectId: string, reach: Reach, format: string): Promise<void> {
  const states = Prisma.raw(reach === 'gold' ? `'gold'` : REVEALED_SQL)
  await transaction(async (tx) => {
    await tx.$executeRaw`
      insert into answer_reads (task_id, user_id)
      select id, ${actor.userId}::uuid from tasks where project_id = ${projectId}::uuid and state in (${states})
      on conflict do nothing`
    await record(tx, 'export.downloaded', { actorId: actor.userId, projectId }, { format })
  })
}
