import 'server-only'
import type { Tx } from '@/lib/platform/server/db'

/** A sign of life: prolongs a reservation as of now. What a manager assigned does not lapse. Returns until when it is reserved. */
export async function prolong(
  tx: Tx,
  { taskId, userId, reservationMinutes }: { taskId: string; userId: string; reservationMinutes: number },
): Promise<Date | null> {
  const [row] = await tx.$queryRaw<{ expiresAt: Date }[]>`
    update assignments set expires_at = now() + make_interval(mins => ${reservationMinutes}), updated_at = now()
    where task_id = ${taskId}::uuid and user_id = ${userId}::uuid and state = 'reserved'
    returning expires_at "expiresAt"`
  return row?.expiresAt ?? null
}
