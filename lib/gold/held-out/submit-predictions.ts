import 'server-only'
import { createHash } from 'node:crypto'
import { readHeldOutGold } from '@/lib/gold/evaluation/read-gold'
import type { GoldItem } from '@/lib/gold/evaluation/scoring/evaluation'
import { record } from '@/lib/platform/events/record'
import { readRecordsApart } from '@/lib/platform/foreign/apart'
import type { Actor } from '@/lib/platform/policy/actor'
import { prisma, type Tx, transaction } from '@/lib/platform/server/db'
import { AppError } from '@/lib/platform/server/errors'
import { type ThrottleRule, throttle, throttleKey } from '@/lib/platform/server/throttle'
import type { submitHeldOutEndpoint } from './contract'
import {
  countUsed,
  limitsOf,
  loadHeldOut,
  type OpenHeldOut,
  type ReleaseAt,
  refuseRemade,
  refuseUnreachable,
  refuseUsedUp,
  splitOf,
} from './load-held-out'
import { presentSubmission } from './present'
import { roundedScore } from './rules'
import { Submission } from './submission'

const MOST_BYTES = 20_000_000
/** Files of one person that are read, refused or not: a refusal uses nothing of the limits, but costs the server as much as a score. */
export const TRIES: ThrottleRule = { limit: 30, seconds: 15 * 60 }

interface Sent {
  system: string
  body: ReadableStream<Uint8Array> | null
}

/**
 * Scores predictions for a held-out split and counts them, in one transaction that holds the split: however many servers do so at once, no
 * person and no crowd has more scored than the limits say. What is refused is not counted.
 * @throws `rule` with the problems of the file by line, or where nothing is left of the limits; `conflict` where an item was withdrawn meanwhile; `throttled` after too many tries
 */
export async function submitPredictions(
  actor: Actor,
  releaseLocator: ReleaseAt,
  { system, body }: Sent,
): Promise<typeof submitHeldOutEndpoint.response._output> {
  const open = await loadHeldOut(actor, releaseLocator)
  const { projectId } = open.release
  // Before anything is read; looked at again when it counts.
  await refuseAtLimit(prisma(), actor, open)
  await throttle(throttleKey('held-out:person', actor.userId), TRIES)
  const bytes = await wholeBody(body)
  const score = await scoreOf(open, system, bytes)
  return transaction(async (tx) => {
    await tx.$queryRaw`select 1 from held_out_splits where project_id = ${projectId}::uuid for update`
    await refuseUnreachable(tx, actor, releaseLocator, open.release)
    await refuseRemade(tx, open.release)
    const { limits, used } = await refuseAtLimit(tx, actor, open)
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    const row = await tx.heldOutSubmission.create({
      data: { projectId, releaseId: open.release.id, userId: actor.userId, system, sha256, score },
      include: { release: { select: { number: true } } },
    })
    await record(
      tx,
      'held_out.submitted',
      { actorId: actor.userId, projectId },
      { number: open.release.number, system },
    )
    return {
      submission: presentSubmission(row),
      left: {
        own: Math.min(limits.perPerson - used.own, limits.inAll - used.all) - 1,
        all: limits.inAll - used.all - 1,
      },
    }
  })
}

async function refuseAtLimit(tx: Tx, actor: Actor, { release, heldOut }: OpenHeldOut) {
  const split = await splitOf(tx, release.projectId)
  const used = await countUsed(tx, actor, release.projectId)
  refuseUsedUp(split, used, heldOut.units)
  return { limits: limitsOf(split, heldOut.units), used }
}

async function wholeBody(body: Sent['body']): Promise<Buffer> {
  const pieces: Uint8Array[] = []
  let bytes = 0
  for await (const piece of body ?? []) {
    bytes += piece.length
    if (bytes > MOST_BYTES)
      throw new AppError('too_large', `A file of predictions has at most ${MOST_BYTES / 1_000_000} MB here.`)
    pieces.push(piece)
  }
  if (bytes === 0) throw new AppError('invalid_request', 'Send the file as the body of the request.')
  return Buffer.concat(pieces)
}

async function scoreOf({ release, task }: OpenHeldOut, system: string, bytes: Buffer): Promise<number | null> {
  const submission = new Submission(task, await itemsOf(release.id), system)
  for await (const entry of readRecordsApart(() => streamOf(bytes), {}, { log: { as: 'verdicts', system } }))
    submission.take(entry)
  const problems = submission.finish()
  if (problems.length === 0) return roundedScore(submission.score())
  throw new AppError(
    'rule',
    'The predictions were not scored, and no attempt is spent: mend the file, and send it again.',
    {
      issues: problems.map(({ line, field, message, fix }) => ({
        path: 'body',
        message: `Line ${line}${field === '' ? '' : `, ${field}`}: ${message} ${fix}`,
      })),
    },
  )
}

async function* streamOf(bytes: Buffer): AsyncGenerator<Uint8Array> {
  yield bytes
}

async function itemsOf(releaseId: string): Promise<GoldItem[]> {
  const items: GoldItem[] = []
  for await (const item of readHeldOutGold(releaseId)) items.push(item)
  return items
}
