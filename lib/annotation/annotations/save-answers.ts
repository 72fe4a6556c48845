import 'server-only'
import type { z } from 'zod'
import type { Actor } from '@/lib/platform/policy/actor'
import type { AnswerOutcome, saveAnswersBody } from './contract'
import { writeAnswers } from './write-answers'

/** Saves several answers at once: those that can be saved are, in one transaction, and every one has its outcome. */
export async function saveAnswers(
  actor: Actor,
  taskId: string,
  body: z.output<typeof saveAnswersBody>,
): Promise<{ outcomes: AnswerOutcome[] }> {
  return { outcomes: await writeAnswers(actor, { taskId, annotationId: body.annotationId }, body.answers) }
}
