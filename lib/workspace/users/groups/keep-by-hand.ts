import 'server-only'
import type { Tx } from '@/lib/platform/server/db'

/**
 * Somebody has given, changed or ended the memberships of these people by hand. Groups neither take nor change them from now on, until a sign-in
 * at which no group maps to the project.
 */
export async function keepByHand(tx: Tx, projectId: string, userIds: readonly string[]): Promise<void> {
  await tx.groupGrant.updateMany({ where: { projectId, userId: { in: [...userIds] } }, data: { byHand: true } })
}
