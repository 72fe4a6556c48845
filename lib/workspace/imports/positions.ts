import 'server-only'
import type { Tx } from '@/lib/platform/server/db'

/** Locks the project for whoever adds items, until the transaction ends: positions are given out once. */
export async function lockPositions(tx: Tx, projectId: string): Promise<void> {
  await tx.$executeRaw`select pg_advisory_xact_lock(hashtextextended('import into ' || ${projectId}, 0))`
}

/** The same where nobody adds items at this moment; false where somebody does. */
export async function tryLockPositions(tx: Tx, projectId: string): Promise<boolean> {
  const rows = await tx.$queryRaw<{ isHeld: boolean }[]>`
    select pg_try_advisory_xact_lock(hashtextextended('import into ' || ${projectId}, 0)) "isHeld"`
  return rows[0]?.isHeld === true
}

/** The position of the project's last item; 0 while it has none. */
export async function lastPosition(tx: Tx, projectId: string): Promise<number> {
  const { _max } = await tx.item.aggregate({ where: { projectId }, _max: { position: true } })
  return _max.position ?? 0
}
