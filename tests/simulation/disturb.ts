/** What happens to simulated work afterwards, by chance. */
import { prisma } from '@/lib/platform/server/db'
import { seededRandom } from '@/lib/stats/seeded-random'

/**
 * Of a project's tasks some are sent back, discarded, made stale or given newer gold; of its items some are discarded, some tagged, and of some
 * somebody says what their label is. Whatever counts tasks or items has to leave out the same ones as before.
 */
export async function disturb(projectId: string, userId: string, seed: number): Promise<void> {
  const below = seededRandom(seed)
  const by = { orderBy: { position: 'asc' } } as const
  for (const { id, state } of await prisma().task.findMany({ where: { projectId }, ...by })) {
    const fate = below(12)
    const where = { id }
    if (fate === 0) await prisma().task.update({ where, data: { state: 'open', round: 2 } })
    if (fate === 1) await prisma().task.update({ where, data: { state: 'discarded' } })
    if (fate === 2) await prisma().task.update({ where, data: { stale: true, staleChanges: [] } })
    if (fate === 3 && state === 'gold') await replaceGold(id)
    if (fate === 4 && state === 'consolidating') await prisma().task.update({ where, data: { state: 'approving' } })
  }
  for (const { id } of await prisma().item.findMany({ where: { projectId }, ...by })) {
    const where = { id }
    const fate = below(12)
    if (fate === 0) await prisma().item.update({ where, data: { discardedAt: new Date(), discardReason: 'other' } })
    if (fate > 8) await prisma().item.update({ where, data: { tags: ['long'] } })
    if (fate % 4 === 1)
      await prisma().rollUpOverride.create({
        data: { itemId: id, version: 1, value: true, reason: 'As read.', userId },
      })
  }
}

async function replaceGold(taskId: string): Promise<void> {
  const before = await prisma().gold.findFirstOrThrow({ where: { taskId, supersededAt: null } })
  await prisma().gold.update({ where: { id: before.id }, data: { supersededAt: new Date() } })
  const again = { answers: before.answers ?? {}, rollUp: before.rollUp ?? {}, origin: before.origin }
  await prisma().gold.create({ data: { taskId, version: before.version + 1, round: before.round, ...again } })
}
