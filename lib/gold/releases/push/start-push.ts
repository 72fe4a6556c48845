import 'server-only'
import { randomUUID } from 'node:crypto'
import { findRelease, loadMaker, type ReleaseParams, refuseWithdrawn } from '@/lib/gold/releases/release/load-release'
import { record } from '@/lib/platform/events/record'
import { enqueue } from '@/lib/platform/jobs/enqueue'
import type { Actor } from '@/lib/platform/policy/actor'
import { type Tx, transaction } from '@/lib/platform/server/db'
import { AppError } from '@/lib/platform/server/errors'
import { recordProjectAnswerReads } from '@/lib/workspace/tasks/record-project-answer-reads'
import type { Place, Push, PushOrder } from './contract'
import { pushReleaseJob } from './jobs'
import { presentPush, WITH_NAMES } from './present'
import { sealSecret } from './push-secrets'
import { placeWords } from './rules'

/** Orders that a release is sent; a worker does it. Whoever sends answers away has read them, which is noted before they leave. */
export async function startPush(actor: Actor, params: ReleaseParams, order: PushOrder): Promise<Push> {
  const { projectId, number } = params
  await transaction((tx) => loadReady(tx, actor, params))
  await recordProjectAnswerReads(actor, projectId, 'released', `release ${number}`)
  return transaction(async (tx) => {
    const release = await loadReady(tx, actor, params)
    await refuseRunning(tx, projectId, order.place)
    const { _sum, _count } = await tx.releaseFile.aggregate({
      where: { releaseId: release.id },
      _sum: { byteSize: true },
      _count: true,
    })
    const id = randomUUID()
    const push = await tx.releasePush.create({
      data: {
        id,
        releaseId: release.id,
        place: order.place,
        ...sealSecret(id, order.secret),
        files: _count,
        bytes: _sum.byteSize ?? 0n,
        createdById: actor.userId,
      },
      include: WITH_NAMES,
    })
    await noteStart(tx, actor, { projectId, number, place: order.place })
    await enqueuePush(tx, id)
    return presentPush(push)
  })
}

/** The release, where this person may send it and there is something to send. */
export async function loadReady(tx: Tx, actor: Actor, params: ReleaseParams) {
  await loadMaker(tx, actor, params.projectId)
  const release = await findRelease(tx, params)
  if (release.state !== 'ready') throw new AppError('conflict', 'This release is not ready: wait until it is built.')
  await refuseWithdrawn(tx, release)
  return release
}

/** Two at once would write over each other; the project's row is held, so that nobody begins another meanwhile. */
export async function refuseRunning(tx: Tx, projectId: string, place: Place): Promise<void> {
  const running = await tx.releasePush.findFirst({
    where: { state: 'running', place: { equals: place }, release: { projectId } },
  })
  if (running)
    throw new AppError(
      'conflict',
      `Something is being sent to ${placeWords(place)} now: wait until it is there, or stop it.`,
    )
}

export const enqueuePush = (tx: Tx, pushId: string): Promise<void> =>
  enqueue(tx, pushReleaseJob, { pushId }, { jobKey: `push ${pushId}` })

interface Started {
  projectId: string
  number: number
  place: Place
}

export const noteStart = (tx: Tx, actor: Actor, { projectId, number, place }: Started) =>
  record(tx, 'release.push_started', { actorId: actor.userId, projectId }, { number, place: placeWords(place) })
