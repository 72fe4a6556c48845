import 'server-only'
import type { Actor } from '@/lib/platform/policy/actor'
import { transaction } from '@/lib/platform/server/db'
import { AppError } from '@/lib/platform/server/errors'
import { authorizeTask, loadTask } from '@/lib/workspace/tasks/load-task'
import type { GivenSuggestion, RevealSuggestions } from './contract'
import { giveSuggestions } from './give-suggestions'

/**
 * Gives the actor the suggestions that were hidden until they had answered: those about the named places that their open
 * annotation has saved answers to. Throws `forbidden` for who has no share in the task, `conflict` for an annotation that
 * is not the open one.
 */
export async function revealSuggestions(
  actor: Actor,
  taskId: string,
  { annotationId, places }: RevealSuggestions,
): Promise<{ suggestions: GivenSuggestion[] }> {
  return transaction(async (tx) => {
    const task = await loadTask(tx, actor, taskId)
    authorizeTask(actor, 'task.annotate', task, 'This task is not yours to answer any more.')
    const where = { id: annotationId, taskId, userId: actor.userId, round: task.round, state: 'draft' as const }
    const annotation = await tx.annotation.findFirst({ where, select: { id: true } })
    if (!annotation)
      throw new AppError('conflict', 'This was answered in another round of the task. Open the task again.')
    const allSuggestions = await giveSuggestions(tx, { annotationId, task, submitted: false, finished: places })
    const requestedPlaces = new Set(places.map(({ unit, question }) => JSON.stringify([unit, question])))
    const suggestions = allSuggestions
      .filter(({ arm, unit, question }) => arm === 'hidden' && requestedPlaces.has(JSON.stringify([unit, question])))
      .map(({ arm: _, ...suggestion }) => suggestion)
    return { suggestions }
  })
}
