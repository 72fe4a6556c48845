/** What a reviewer does with a task that two annotators differ on, for tests about what comes of it. */
import { adjudicateTask } from '@/lib/adjudication/consolidation/adjudicate-task'
import { getConsolidation } from '@/lib/adjudication/consolidation/queries'
import { resolveQuestion } from '@/lib/adjudication/consolidation/resolve-question'
import type { Actor } from '@/lib/platform/policy/actor'
import { transaction } from '@/lib/platform/server/db'
import { loadTask } from '@/lib/workspace/tasks/load-task'
import { revealTask } from '@/lib/workspace/tasks/reveal-task'
import { answersWith, type MadeProject, makeAnnotation, makeTask } from './factories'

/** A task whose annotators have answered and see each other's answers; the first of them answers otherwise than the rest. */
export async function makeDifference(project: MadeProject, annotators: readonly { id: string }[], reviewer: Actor) {
  const task = await makeTask(project)
  for (const [at, person] of annotators.entries()) await makeAnnotation(task, person, answersWith(at === 0), true)
  await transaction(async (tx) => revealTask(tx, await loadTask(tx, reviewer, task.id, { lock: true }), null))
  return task
}

/** Settles all that is open in a task by one lane, and closes its adjudication. */
export async function settleByLane(actor: Actor, taskId: string, lane: string): Promise<void> {
  for (;;) {
    const { open, revision } = await getConsolidation(actor, taskId)
    const [next] = open
    if (!next) break
    const at = { unit: next.unit, question: next.question, expectedRevision: revision }
    await resolveQuestion(actor, taskId, { ...at, choice: { lane }, reason: 'It is.' })
  }
  const { revision } = await getConsolidation(actor, taskId)
  await adjudicateTask(actor, taskId, { expectedRevision: revision })
}
