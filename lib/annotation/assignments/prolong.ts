import 'server-only'
import { Prisma } from '@/generated/prisma/client'
import type { Tx } from '@/lib/platform/server/db'

interface Share {
  taskId: string
  userId: string
  reservationMinutes: number
}

/** A sign of life: prolongs a reservation as of now. What a manager assigned does not lapse. Returns until when it is reserved. */
export async function prolong(tx: Tx, share: Share): Promise<Date | null> {
  const [row] = await tx.$queryRaw<{ expiresAt: Date }[]>(prolonged(share))
  return row?.expiresAt ?? null
}

/** The same as a statement, to be a part of another. */
export const prolonged = ({ taskId, userId, reservationMinutes }: Share): Prisma.Sql => Prisma.sql`
  update assignments set expires_at = now() + make_interval(mins => ${reservationMinutes}), updated_at = now()
  where task_id = ${taskId}::uuid and user_id = ${userId}::uuid and state = 'reserved'
  returning expires_at "expiresAt"`
