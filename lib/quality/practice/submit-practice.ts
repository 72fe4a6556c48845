import 'server-only'
import { record } from '@/lib/platform/events/record'
import type { Actor } from '@/lib/platform/policy/actor'
import { type Tx, transaction } from '@/lib/platform/server/db'
import { AppError, found } from '@/lib/platform/server/errors'
import { protocolById, stageByKey } from '@/lib/protocols'
import { countingAnswers, findings } from '@/lib/protocols/completeness'
import type { Answers } from '@/lib/protocols/protocol'
import { sameValue } from '@/lib/protocols/same-value'
import { recordAnswerReads } from '@/lib/workspace/tasks/record-answer-reads'
import { type PracticeFeedback, practiceFeedbackSchema } from './contract'
import { itemHash, orderFor } from './items'
import { cellsOf, type PracticeCells } from './judge'
import { findTask, loadPractice, type Place, recordEarlierReads } from './queries'
import { compareWithExpected, countCompared } from './rules'
import { readStages } from './standing'

/** More would help nobody. */
const MOST_MISSING = 20

/**
 * Keeps an attempt, and says what was expected and why. Of the project's own gold, its answers are read from then on: the person is given
 * the task no more. Throws `rule` while something that must be answered is missing, and `conflict` where as many attempts as its number says were made already and the last was another.
 */
export async function submitPractice(
  actor: Actor,
  place: Place,
  submittedAnswers: Answers,
  attempt?: number,
): Promise<PracticeFeedback> {
  return transaction(async (tx) => {
    const { projectId, stage: stageKey, key } = place
    const project = await loadPractice(tx, actor, projectId)
    const task = await findTask(tx, project, place)
    const stage = stageByKey(protocolById(project.protocolId), stageKey)
    const subject = { content: task.content, units: task.units }
    const missing = findings(stage, subject, submittedAnswers)
    if (missing.length > 0)
      throw new AppError('rule', 'Something is missing yet, or not as it should be.', {
        issues: missing
          .slice(0, MOST_MISSING)
          .map(({ unit, question, message }) => ({ path: `${unit}.${question}`, message })),
      })
    const answers = countingAnswers(stage, subject, submittedAnswers)
    const shownOrder = orderFor(stage, task, actor.userId)
    const units = compareWithExpected(stage, subject, { own: answers, expected: task.answers, why: task.why })
    const counts = countCompared(units)
    const cells = cellsOf(stage, task, answers, shownOrder)
    const newAttemptAt = await keepLast(tx, actor, place, { answers, cells, hash: itemHash(task), ...counts }, attempt)
    const scope = { actorId: actor.userId, projectId }
    if (newAttemptAt) await record(tx, 'practice.attempted', scope, { stage: stageKey, item: key, ...counts })
    const attemptedAt = newAttemptAt ?? (await findSame(tx, actor, place, answers))
    if (task.taskId) {
      await recordEarlierReads(tx, actor, task.taskId)
      await recordAnswerReads(tx, actor, [task.taskId], 'gold')
    }
    const standing = (await readStages(tx, project, actor.userId)).find((each) => each.stage === stageKey)
    return { answers, at: attemptedAt.toISOString(), ...counts, units, stage: found(standing) }
  })
}

interface Attempt {
  answers: Answers
  cells: PracticeCells
  hash: string
  asExpected: number
  judged: number
}

/**
 * The last attempt stands in the place of the one before it: nothing reads older ones, and practice can be repeated without end. null where
 * there have been as many attempts already as this would make (`attempt`).
 */
async function keepLast(
  tx: Tx,
  actor: Actor,
  { projectId, stage, key }: Place,
  { answers, cells, hash, asExpected, judged }: Attempt,
  attempt: number | undefined,
): Promise<Date | null> {
  const [row] = await tx.$queryRaw<{ at: Date }[]>`
    insert into practice_attempts (id, project_id, user_id, stage, item_key, answers, cells, item_hash, as_expected, judged)
    values (gen_random_uuid(), ${projectId}::uuid, ${actor.userId}::uuid, ${stage}, ${key}, ${JSON.stringify(answers)}::jsonb,
            ${JSON.stringify(cells)}::jsonb, ${hash}, ${asExpected}, ${judged})
    on conflict (project_id, user_id, stage, item_key) do update
      set answers = excluded.answers, cells = excluded.cells, item_hash = excluded.item_hash, as_expected = excluded.as_expected,
          judged = excluded.judged, attempts = practice_attempts.attempts + 1, at = now()
      where ${attempt ?? null}::int is null or practice_attempts.attempts < ${attempt ?? null}::int
    returning at`
  return row?.at ?? null
}

/** When the same was answered before, where its answer did not arrive. Throws `conflict` where something else was. */
async function findSame(
  tx: Tx,
  actor: Actor,
  { projectId, stage, key }: Place,
  submittedAnswers: Answers,
): Promise<Date> {
  const { answers, at } = await tx.practiceAttempt.findUniqueOrThrow({
    where: { projectId_userId_stage_itemKey: { projectId, userId: actor.userId, stage, itemKey: key } },
    select: { answers: true, at: true },
  })
  if (sameValue(practiceFeedbackSchema.shape.answers.parse(answers), submittedAnswers)) return at
  throw new AppError('conflict', 'The server already has other answers of yours to this item.')
}
