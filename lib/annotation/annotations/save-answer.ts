import 'server-only'
import type { Actor } from '@/lib/platform/policy/actor'
import { AppError } from '@/lib/platform/server/errors'
import type { SaveAnswer, SavedAnswer } from './contract'
import { writeAnswers } from './write-answers'

/**
 * Saves one answer of the actor's open annotation. Throws `rule` for a value the protocol does not allow, and
 * `revision_conflict` with `data.current` when the answer has changed since the change was made, and `conflict` when the
 * annotation is not the open one any more.
 */
export async function saveAnswer(actor: Actor, taskId: string, body: SaveAnswer): Promise<SavedAnswer> {
  const { annotationId, ...change } = body
  const [outcome] = await writeAnswers(actor, { taskId, annotationId }, [change])
  if (!outcome) throw new Error('a change without an outcome')
  if (outcome.status === 'refused')
    throw new AppError('rule', outcome.message, {
      issues: [{ path: `${outcome.unit}.${outcome.question}`, message: outcome.message }],
    })
  const { status, ...answer } = outcome
  if (status === 'conflict')
    throw new AppError('revision_conflict', undefined, {
      data: { current: { value: answer.value, revision: answer.revision, savedAt: answer.savedAt } },
    })
  return answer
}
