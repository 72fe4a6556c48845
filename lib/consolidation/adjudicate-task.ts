import 'server-only'
import type { Prisma } from '@/generated/prisma/client'
import { record } from '@/lib/audit/record'
import type { Actor } from '@/lib/policy/actor'
import type { Tx } from '@/lib/server/db'
import { AppError } from '@/lib/server/errors'
import { makeGold } from '@/lib/tasks/make-gold'
import { changeConsolidation, scopeOf } from './change-consolidation'
import type { ConsolidationView } from './contract'
import type { LoadedConsolidation } from './load-consolidation'
import { blockers } from './rules'

/**
 * Confirms the whole item: nothing may be open (`rule` with issues otherwise). Every value of it gets a resolution, also
 * what agreed by itself. It then waits for a second reviewer, or is gold at once where the protocol asks for none.
 */
export function adjudicateTask(
  actor: Actor,
  taskId: string,
  { expectedRevision }: { expectedRevision: number },
): Promise<ConsolidationView> {
  return changeConsolidation(actor, taskId, 'task.adjudicate', expectedRevision, async (tx, loaded) => {
    const { task, subject, outcome } = loaded
    const missing = blockers(task.stage, subject, outcome)
    if (missing.length > 0)
      throw new AppError('rule', 'Something is still open.', {
        issues: missing.map(({ unit, question, message }) => ({ path: `${unit}.${question}`, message })),
      })
    await writeOutcome(tx, loaded)
    const data = { state: 'approving', adjudicatorId: actor.userId, adjudicatedAt: new Date() } as const
    await tx.task.update({ where: { id: taskId }, data })
    await record(tx, 'task.adjudicated', scopeOf(actor, task), { round: task.round })
    if (task.stage.approval === 'second-reviewer') return
    const signed = { actorId: actor.userId, adjudicatorId: actor.userId, approverId: null }
    await makeGold(tx, task, { answers: outcome.answers, origin: 'consolidated', ...signed })
  })
}

/** Drops resolutions of questions that are no longer asked, and writes those that nobody had to make. */
async function writeOutcome(tx: Tx, { task, units, lanes, rows, outcome }: LoadedConsolidation): Promise<void> {
  const unitId = (key: string) => units.find((unit) => unit.key === key)?.id ?? ''
  const stands = (row: { unit: string; question: string }) =>
    outcome.settled.some((each) => each.unit === row.unit && each.question === row.question)
  const unasked = rows.filter((row) => !stands(row)).map(({ unit, question }) => ({ unitId: unitId(unit), question }))
  // An earlier confirmation that was refused or undone has left its own.
  await tx.resolution.deleteMany({
    where: { taskId: task.id, round: task.round, OR: [{ how: { in: ['agreed', 'single'] } }, ...unasked] },
  })
  const byItself = outcome.settled.filter(({ how }) => how !== 'resolved')
  await tx.resolution.createMany({
    data: byItself.map(({ unit, question, value, how, lane }) => ({
      taskId: task.id,
      round: task.round,
      unitId: unitId(unit),
      question,
      value: value as Prisma.InputJsonValue,
      how: how === 'agreed' && lane !== null ? 'single' : 'agreed',
      annotationId: lanes.find(({ id }) => id === lane)?.annotationId ?? null,
      reason: how === 'merged' ? 'What the annotators listed, put together.' : '',
    })),
  })
}
