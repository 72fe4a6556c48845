import 'server-only'
import { Prisma } from '@/generated/prisma/client'
import { record } from '@/lib/platform/events/record'
import type { Actor } from '@/lib/platform/policy/actor'
import { AppError } from '@/lib/platform/server/errors'
import { outsideProblem } from '@/lib/protocols/marked-spans'
import type { Json } from '@/lib/protocols/protocol'
import { changeConsolidation, findDisagreement, requireAsked, scopeOf } from './change-consolidation'
import type { ConsolidationView, ProposeValue } from './contract'
import { writeComment } from './write-comment'

/**
 * Puts a value to the annotators, who accept it or object, before the reviewer settles. A new value, or none, makes the
 * answers to the earlier one history.
 */
export function proposeValue(actor: Actor, taskId: string, body: ProposeValue): Promise<ConsolidationView> {
  const { unit, question: key, comment } = body
  return changeConsolidation(actor, taskId, 'task.adjudicate', body.expectedRevision, async (tx, loaded) => {
    if (loaded.task.stage.consolidation === 'discussion')
      throw new AppError(
        'rule',
        'This item is under discussion: accept a value or give a new one there, as its annotators do.',
      )
    const { question } = requireAsked(loaded, body)
    const disagreement = await findDisagreement(tx, loaded, body)
    const checked = body.value === null ? null : question.schema.safeParse(body.value)
    if (checked?.error) throw new AppError('rule', checked.error.issues[0]?.message)
    const value: Json = checked?.data ?? null
    const outside = outsideProblem(question, loaded.subject, value)
    if (outside) throw new AppError('rule', outside)
    await tx.disagreement.update({
      where: { id: disagreement.id },
      data:
        value === null
          ? { proposal: Prisma.DbNull, proposedById: null, proposedAt: null }
          : { proposal: value, proposedById: actor.userId, proposedAt: new Date() },
    })
    await record(tx, 'disagreement.proposed', scopeOf(actor, loaded.task), { unit, question: key, value })
    if (comment) await writeComment(tx, actor, loaded.task, { body: comment, disagreement })
  })
}
