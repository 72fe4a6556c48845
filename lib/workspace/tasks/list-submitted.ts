import 'server-only'
import type { Prisma } from '@/generated/prisma/client'
import type { Tx } from '@/lib/platform/server/db'
import type { Answers, Json } from '@/lib/protocols/protocol'
import { shownOf } from './shuffle-units'

/** One submitted annotation of the task's current round. */
export interface SubmittedAnnotation {
  id: string
  userId: string
  independent: boolean
  /** The shuffled units in the order in which they were seen; null where none are shuffled or nobody knows. */
  shown: string[] | null
  answers: Answers
}

/** The submitted annotations of a round with their answers, by order of id (never of person or time). */
export async function listSubmitted(tx: Tx, task: { id: string; round: number }): Promise<SubmittedAnnotation[]> {
  const rows = await tx.annotation.findMany({
    where: { taskId: task.id, round: task.round, state: 'submitted' },
    orderBy: { id: 'asc' },
    select: {
      id: true,
      userId: true,
      independent: true,
      shown: true,
      labels: { select: { question: true, value: true, unit: { select: { key: true } } } },
    },
  })
  return rows.map(({ labels, shown, ...annotation }) => ({
    ...annotation,
    shown: shownOf(shown),
    answers: answersOf(labels),
  }))
}

/** Label rows as answers by unit key and question. */
export function answersOf(
  labels: readonly { question: string; value: Prisma.JsonValue; unit: { key: string } }[],
): Answers {
  const answers: Answers = {}
  for (const { unit, question, value } of labels) {
    answers[unit.key] ??= {}
    Object.assign(answers[unit.key] ?? {}, { [question]: value as Json })
  }
  return answers
}
