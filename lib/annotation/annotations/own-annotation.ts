import 'server-only'
import { type AnnotationState, type LabelOrigin, Prisma } from '@/generated/prisma/client'
import type { Actor } from '@/lib/platform/policy/actor'
import type { Tx } from '@/lib/platform/server/db'
import type { Json } from '@/lib/protocols/protocol'

export interface OwnAnnotation {
  id: string
  round: number
  state: AnnotationState
  submittedAt: Date | null
  heldUntil: Date | null
  guidelineVersion: number | null
  /** The shuffled units in the order in which they are seen, as it is stored; null where none are shuffled. */
  shown: Json
  answers: { unit: string; question: string; value: Json; revision: number; origin: LabelOrigin; savedAt: string }[]
}

/** A person's annotation of the latest round of a task that they took part in, with its answers: the columns of `OwnAnnotation`. */
export const ownAnnotation = (userId: string, taskId: Prisma.Sql): Prisma.Sql => Prisma.sql`
  select n.id, n.round, n.state::text "state", n.submitted_at "submittedAt", n.held_until "heldUntil",
         n.guideline_version "guidelineVersion", n.shown, coalesce((
           select jsonb_agg(jsonb_build_object(
                    'unit', u.key, 'question', l.question, 'value', l.value, 'revision', l.revision, 'origin', l.origin,
                    'savedAt', to_char(l.updated_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
                  order by l.unit_id, l.question)
           from labels l join units u on u.id = l.unit_id where l.annotation_id = n.id), '[]') "answers"
  from annotations n where n.task_id = ${taskId} and n.user_id = ${userId}::uuid order by n.round desc limit 1`

/** The actor's annotation of the latest round they took part in, with its answers, in one statement. */
export async function findOwnAnnotation(tx: Tx, { userId }: Actor, taskId: string): Promise<OwnAnnotation | null> {
  const rows = await tx.$queryRaw<OwnAnnotation[]>(ownAnnotation(userId, Prisma.sql`${taskId}::uuid`))
  return rows[0] ?? null
}
