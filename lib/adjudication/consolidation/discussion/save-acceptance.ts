import 'server-only'
import { Prisma } from '@/generated/prisma/client'
import type { LoadedConsolidation } from '@/lib/adjudication/consolidation/load-consolidation'
import type { Actor } from '@/lib/platform/policy/actor'
import type { Tx } from '@/lib/platform/server/db'
import type { Json } from '@/lib/protocols/protocol'

/** Writes the actor's word on a question, over an earlier one of theirs; null: none of what has been said. */
export async function saveAcceptance(
  tx: Tx,
  actor: Actor,
  { task, rowIds }: LoadedConsolidation,
  { unit, question, value }: { unit: string; question: string; value: Json },
): Promise<void> {
  const unitId = rowIds.get(unit) ?? ''
  const key = { taskId: task.id, round: task.round, unitId, question, userId: actor.userId }
  const data = { value: value ?? Prisma.DbNull, createdAt: new Date() }
  await tx.acceptance.upsert({
    where: { taskId_round_unitId_question_userId: key },
    create: { ...key, ...data },
    update: data,
    select: { unitId: true },
  })
}
