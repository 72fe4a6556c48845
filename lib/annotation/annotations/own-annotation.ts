import 'server-only'
import type { Prisma } from '@/generated/prisma/client'
import type { Actor } from '@/lib/platform/policy/actor'
import type { Tx } from '@/lib/platform/server/db'

const ANNOTATION = {
  id: true,
  round: true,
  state: true,
  submittedAt: true,
  heldUntil: true,
  guidelineVersion: true,
  shown: true,
  labels: {
    select: {
      question: true,
      value: true,
      revision: true,
      origin: true,
      updatedAt: true,
      unit: { select: { key: true } },
    },
  },
} satisfies Prisma.AnnotationSelect
export type OwnAnnotation = Prisma.AnnotationGetPayload<{ select: typeof ANNOTATION }>

/** The actor's annotation of the latest round they took part in. */
export function findOwnAnnotation(tx: Tx, actor: Actor, taskId: string): Promise<OwnAnnotation | null> {
  return tx.annotation.findFirst({
    where: { taskId, userId: actor.userId },
    orderBy: { round: 'desc' },
    select: ANNOTATION,
  })
}
