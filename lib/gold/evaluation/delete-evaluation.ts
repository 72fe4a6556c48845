import 'server-only'
import { record } from '@/lib/platform/events/record'
import type { Actor } from '@/lib/platform/policy/actor'
import { transaction } from '@/lib/platform/server/db'
import { notifyProject } from '@/lib/platform/server/live'
import { loadChangeable, loadEvaluation } from './load-evaluation'

/** Removes predictions for good, also while they are being checked; reports are made anew without them. For managers. */
export async function deleteEvaluation(actor: Actor, evaluationId: string): Promise<void> {
  await transaction(async (tx) => {
    const { projectId, task, name } = await loadEvaluation(tx, actor, evaluationId)
    await loadChangeable(tx, actor, projectId)
    const { count } = await tx.evaluation.deleteMany({ where: { id: evaluationId } })
    if (count > 0)
      await record(tx, 'evaluation.removed', { actorId: actor.userId, projectId }, { evaluationId, task, name })
    notifyProject(projectId)
  })
}
