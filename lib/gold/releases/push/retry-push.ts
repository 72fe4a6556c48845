import 'server-only'
import type { ReleasePush } from '@/generated/prisma/client'
import type { Actor } from '@/lib/platform/policy/actor'
import { type Tx, transaction } from '@/lib/platform/server/db'
import { AppError, found } from '@/lib/platform/server/errors'
import { recordProjectAnswerReads } from '@/lib/workspace/tasks/record-project-answer-reads'
import type { PushParams } from './cancel-push'
import { type Push, placeSchema, type Secret } from './contract'
import { presentPush, WITH_NAMES } from './present'
import { openSecret, sealSecret } from './push-secrets'
import { enqueuePush, loadReady, noteStart, refuseRunning } from './start-push'

/** Takes a push that failed up again, in the name of whoever asks now; without a secret, with the one that it had. */
export async function retryPush(actor: Actor, params: PushParams, credentials: { secret?: Secret }): Promise<Push> {
  const { projectId, number, pushId } = params
  // Before anything is noted of it: what is refused leaves no trace.
  await transaction((tx) => loadFailed(tx, actor, params))
  await recordProjectAnswerReads(actor, projectId, 'released', `release ${number}`)
  return transaction(async (tx) => {
    const row = await loadFailed(tx, actor, params)
    const place = placeSchema.parse(row.place)
    await refuseRunning(tx, projectId, place)
    const secret = credentials.secret ?? openSecret(row)
    if (secret?.kind !== place.kind)
      throw new AppError('rule', 'The credentials of this push are not kept any more: give them again.')
    const push = await tx.releasePush.update({
      where: { id: pushId },
      data: { ...sealSecret(pushId, secret), state: 'running', error: null, endedAt: null, createdById: actor.userId },
      include: WITH_NAMES,
    })
    await noteStart(tx, actor, { projectId, number, place })
    await enqueuePush(tx, pushId)
    return presentPush(push)
  })
}

async function loadFailed(tx: Tx, actor: Actor, params: PushParams): Promise<ReleasePush> {
  const { id: releaseId } = await loadReady(tx, actor, params)
  const row = found(await tx.releasePush.findFirst({ where: { id: params.pushId, releaseId } }))
  if (row.state !== 'failed') throw new AppError('conflict', 'Only a push that failed can be taken up again.')
  return row
}
