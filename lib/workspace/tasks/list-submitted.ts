import 'server-only'
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
  const rows = await tx.$queryRaw<(Omit<SubmittedAnnotation, 'answers'> & { labels: StoredAnswer[] })[]>`
    select n.id, n.user_id "userId", n.independent, n.shown, coalesce((
             select jsonb_agg(jsonb_build_object('unit', u.key, 'question', l.question, 'value', l.value) order by l.unit_id, l.question)
             from labels l join units u on u.id = l.unit_id where l.annotation_id = n.id), '[]') "labels"
    from annotations n
    where n.task_id = ${task.id}::uuid and n.round = ${task.round} and n.state = 'submitted' order by n.id`
  return rows.map(({ labels, shown, ...annotation }) => ({
    ...annotation,
    shown: shownOf(shown),
    answers: answersOf(labels),
  }))
}

/** An answer as it is kept, with the key of its unit. */
export interface StoredAnswer {
  unit: string
  question: string
  value: Json
}

/** Stored answers by unit key and question. */
export function answersOf(labels: readonly StoredAnswer[]): Answers {
  const answers: Answers = {}
  for (const { unit, question, value } of labels) {
    answers[unit] ??= {}
    Object.assign(answers[unit] ?? {}, { [question]: value })
  }
  return answers
}
