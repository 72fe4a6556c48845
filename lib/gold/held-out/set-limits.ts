import 'server-only'
import { loadMaker } from '@/lib/gold/releases/release/load-release'
import { record } from '@/lib/platform/events/record'
import type { Actor } from '@/lib/platform/policy/actor'
import { transaction } from '@/lib/platform/server/db'
import { AppError } from '@/lib/platform/server/errors'
import type { Limits } from './contract'

/** Says how often predictions are scored. For managers. A small split allows fewer, whatever is chosen here. */
export async function setHeldOutLimits(actor: Actor, projectId: string, limits: Limits): Promise<Limits> {
  const { perPerson, inAll } = limits
  if (perPerson > inAll)
    throw new AppError('rule', 'One person cannot have more submissions than all together: raise the second number.')
  return transaction(async (tx) => {
    await loadMaker(tx, actor, projectId)
    const before = await tx.heldOutSplit.findUnique({ where: { projectId } })
    if (!before) throw new AppError('conflict', 'Nothing is held out in this project: no release did.')
    await tx.heldOutSplit.update({ where: { projectId }, data: { perPerson, inAll } })
    const changes = {
      perPerson: { from: before.perPerson, to: perPerson },
      inAll: { from: before.inAll, to: inAll },
    }
    await record(tx, 'held_out.limits_changed', { actorId: actor.userId, projectId }, changes)
    return { perPerson, inAll }
  })
}
