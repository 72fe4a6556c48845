import 'server-only'
import type { Prisma } from '@/generated/prisma/client'
import { record } from '@/lib/platform/events/record'
import type { Actor } from '@/lib/platform/policy/actor'
import { transaction } from '@/lib/platform/server/db'
import { AppError, found } from '@/lib/platform/server/errors'
import { protocolById, stageByKey } from '@/lib/protocols'
import { countingAnswers, findings } from '@/lib/protocols/completeness'
import type { Answers } from '@/lib/protocols/protocol'
import { recordAnswerReads } from '@/lib/workspace/tasks/record-answer-reads'
import type { PracticeFeedback } from './contract'
import { listTasks, orderFor } from './items'
import { cellsOf } from './judge'
import { loadPractice, type Place } from './queries'
import { compareWithExpected, countCompared } from './rules'
import { readStages } from './standing'

/** More would help nobody. */
const MOST_MISSING = 20

/**
 * Keeps an attempt, and says what was expected and why. Of the project's own gold, its answers are read from then on: the person is given
 * the task no more. Throws `rule` while something that must be answered is missing.
 */
export async function submitPractice(actor: Actor, place: Place, given: Answers): Promise<PracticeFeedback> {
  return transaction(async (tx) => {
    const { projectId, stage: stageKey, key } = place
    const project = await loadPractice(tx, actor, projectId)
    const task = found(
      (await listTasks(tx, project, stageKey)).find((each) => each.key === key),
      'There is nothing of this name to practise with.',
    )
    const stage = stageByKey(protocolById(project.protocolId), stageKey)
    const subject = { content: task.content, units: task.units }
    const missing = findings(stage, subject, given)
    if (missing.length > 0)
      throw new AppError('rule', 'Something is missing yet, or not as it should be.', {
        issues: missing
          .slice(0, MOST_MISSING)
          .map(({ unit, question, message }) => ({ path: `${unit}.${question}`, message })),
      })
    const answers = countingAnswers(stage, subject, given)
    const shown = orderFor(stage, task, actor.userId)
    const units = compareWithExpected(stage, subject, { own: answers, expected: task.answers, why: task.why })
    const counts = countCompared(units)
    await tx.practiceAttempt.create({
      data: {
        projectId,
        userId: actor.userId,
        stage: stageKey,
        itemKey: key,
        answers: answers as Prisma.InputJsonObject,
        cells: cellsOf(stage, task, answers, shown) as Prisma.InputJsonObject,
        ...counts,
      },
    })
    const scope = { actorId: actor.userId, projectId }
    await record(tx, 'practice.attempted', scope, { stage: stageKey, item: key, ...counts })
    if (task.taskId) await recordAnswerReads(tx, actor, [task.taskId], 'gold')
    const standing = (await readStages(tx, project, actor.userId)).find((each) => each.stage === stageKey)
    return { ...counts, units, stage: found(standing) }
  })
}
