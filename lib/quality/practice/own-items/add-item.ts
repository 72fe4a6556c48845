import 'server-only'
import type { Prisma } from '@/generated/prisma/client'
import { record } from '@/lib/platform/events/record'
import type { Actor } from '@/lib/platform/policy/actor'
import { transaction } from '@/lib/platform/server/db'
import { AppError } from '@/lib/platform/server/errors'
import { protocolById, stageByKey } from '@/lib/protocols'
import type { Reasons } from '@/lib/protocols/practice'
import { readGold } from '@/lib/quality/practice/items'
import { loadManaged } from '@/lib/quality/practice/update-practice'
import type { Candidate } from './contract'
import { expectedAnswers } from './expected-answers'
import { findGold } from './find-gold'

interface NewItem {
  stage: string
  position: number
  version: number
  reasons: Reasons
}

/**
 * Practises with an item of the project's gold from now on. The project's row is held, so that two people add it once.
 *
 * @throws `conflict` where the gold is another one than was looked at, `rule` for reasons of answers that it does not have
 */
export async function addItem(
  actor: Actor,
  projectId: string,
  { reasons, version, ...place }: NewItem,
): Promise<{ id: string }> {
  return transaction(async (tx) => {
    const { protocolId } = await loadManaged(tx, actor, projectId)
    const { taskId, goldId, ...gold } = await findGold(tx, projectId, place)
    if (gold.version !== version)
      throw new AppError('conflict', 'The gold of this item has changed since you looked it up. Look it up again.')
    const stage = stageByKey(protocolById(protocolId), place.stage)
    refuseUnknown(reasons, expectedAnswers(stage, await readGold(tx, taskId)))
    const data = { projectId, taskId, goldId, reasons: reasons as Prisma.InputJsonObject, addedById: actor.userId }
    const { id } = await tx.practiceItem.create({ data, select: { id: true } })
    const scope = { actorId: actor.userId, projectId, taskId }
    await record(tx, 'practice.item_added', scope, { stage: place.stage, practiceItemId: id })
    return { id }
  })
}

function refuseUnknown(reasons: Reasons, answers: Candidate['answers']): void {
  const answerKeys = new Set(answers.map(({ unit, question }) => `${unit}.${question}`))
  const unknown = Object.entries(reasons).flatMap(([unit, each]) =>
    Object.keys(each).flatMap((question) => (answerKeys.has(`${unit}.${question}`) ? [] : [`${unit}.${question}`])),
  )
  if (unknown.length === 0) return
  throw new AppError(
    'rule',
    `This gold has no answer ${unknown.slice(0, 5).join(', ')} to give a reason for. Its answers: ${[...answerKeys].join(', ')}.`,
  )
}
