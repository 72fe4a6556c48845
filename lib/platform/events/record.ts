import 'server-only'
import type { Prisma } from '@/generated/prisma/client'
import type { Tx } from '@/lib/platform/server/db'
import type { EventMap, EventScope, EventType } from './events'

/** Appends one event in the caller's transaction: it is kept exactly when what it tells of is. Returns its number. */
export async function record<T extends EventType>(
  tx: Tx,
  type: T,
  scope: EventScope,
  data: EventMap[T],
): Promise<bigint> {
  const { id } = await tx.event.create({
    data: { type, ...scope, data: data as Prisma.InputJsonObject },
    select: { id: true },
  })
  return id
}

/** Appends many events of one type in one statement. */
export async function recordMany<T extends EventType>(
  tx: Tx,
  type: T,
  rows: readonly { scope: EventScope; data: EventMap[T] }[],
): Promise<void> {
  if (rows.length === 0) return
  await tx.event.createMany({
    data: rows.map((row) => ({ type, ...row.scope, data: row.data as Prisma.InputJsonObject })),
  })
}
