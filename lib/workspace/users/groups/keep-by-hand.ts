import 'server-only'
import type { Tx } from '@/lib/platform/server/db'

/**
 * What groups gave these people in the project is theirs by hand from now on: somebody has given, changed or ended the membership. Groups take
 * nothing of it, and give nothing in its place, until they have given nothing for once.
 */
export async function keepByHand(tx: Tx, projectId: string, userIds: readonly string[]): Promise<void> {
  await tx.groupGrant.updateMany({ where: { projectId, userId: { in: [...userIds] } }, data: { byHand: true } })
}
