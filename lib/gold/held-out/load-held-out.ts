/** Where everything about a release’s held-out split begins. */
import 'server-only'
import { isDeepStrictEqual } from 'node:util'
import type { HeldOutSplit, Release } from '@/generated/prisma/client'
import { findRelease, loadReader, type ReleaseParams, refuseWithdrawn } from '@/lib/gold/releases/release/load-release'
import type { Manifest } from '@/lib/gold/releases/release/manifest/contract'
import { manifestOf } from '@/lib/gold/releases/release/present'
import { openedRelease } from '@/lib/gold/releases/release/public/public-release'
import type { Actor } from '@/lib/platform/policy/actor'
import { prisma, type Tx } from '@/lib/platform/server/db'
import { AppError, found } from '@/lib/platform/server/errors'
import { counted } from '@/lib/text/counted'
import type { Limits } from './contract'
import { type HeldOutTask, heldOutTask } from './queries'
import { mostSubmissions } from './rules'

/** A release by its number, for members who read releases; or by its secret link, for anybody who is signed in. */
export type ReleaseAt = ReleaseParams | { secret: string; address: string }

export interface OpenHeldOut {
  release: Release
  heldOut: NonNullable<Manifest['heldOut']>
  task: HeldOutTask
}

/** Whoever can download a release has the texts, and may have predictions for them scored. */
export async function loadHeldOut(actor: Actor, releaseLocator: ReleaseAt): Promise<OpenHeldOut> {
  const release = await releaseAt(actor, releaseLocator)
  const manifest = manifestOf(release)
  const heldOut = manifest?.heldOut
  if (release.state !== 'ready' || !heldOut) throw new AppError('not_found', 'This release holds no split out.')
  await refuseWithdrawn(prisma(), release)
  // Under the version of its protocol that it was made with, whichever the project has by now.
  return { release, heldOut, task: await heldOutTask(manifest.protocol.id, heldOut.task) }
}

/**
 * Looks again, in the transaction that counts, whether the release can still be reached: reading predictions takes a while, in which
 * somebody may be taken off the project, the account deactivated, the link closed or the release withdrawn.
 */
export async function refuseUnreachable(
  tx: Tx,
  actor: Actor,
  releaseLocator: ReleaseAt,
  release: Release,
): Promise<void> {
  const active = await tx.user.count({ where: { id: actor.userId, deactivatedAt: null } })
  if (active === 0) throw new AppError('unauthenticated', 'The account was deactivated.')
  if ('secret' in releaseLocator) {
    const reached = await tx.release.count({ where: { id: release.id, linkHash: release.linkHash } })
    if (reached === 0) throw new AppError('not_found', 'The link of this release was closed.')
  } else await loadReader(tx, actor, releaseLocator.projectId)
  await refuseWithdrawn(tx, release)
}

/**
 * Looks again, in the transaction that counts, whether the files of the release are those that were scored: withdrawing an item changes
 * them, their checksums in the manifest, and by the number of units the limits.
 */
export async function refuseRemade(tx: Tx, { id, manifest }: Release): Promise<void> {
  const now = await tx.release.findUniqueOrThrow({ where: { id }, select: { manifest: true } })
  if (isDeepStrictEqual(now.manifest, manifest)) return
  throw new AppError(
    'conflict',
    'An item of this release was withdrawn while the predictions were scored, and no attempt is spent. Fetch held-out.jsonl again, and send predictions for the units that it has now.',
  )
}

async function releaseAt(actor: Actor, releaseLocator: ReleaseAt): Promise<Release> {
  if ('secret' in releaseLocator) return openedRelease(releaseLocator.secret, releaseLocator.address)
  await loadReader(prisma(), actor, releaseLocator.projectId)
  return findRelease(prisma(), releaseLocator)
}

/** The limits as they hold for a split of so many units. */
export const limitsOf = ({ perPerson, inAll }: Limits, units: number): Limits => {
  const most = Math.min(inAll, mostSubmissions(units))
  return { perPerson: Math.min(perPerson, most), inAll: most }
}

export interface Used {
  own: number
  all: number
}

/** How often predictions were scored in the project, by the actor and by all. */
export async function countUsed(tx: Tx, { userId }: Actor, projectId: string): Promise<Used> {
  const all = await tx.heldOutSubmission.count({ where: { projectId } })
  return { all, own: await tx.heldOutSubmission.count({ where: { projectId, userId } }) }
}

/** @throws `rule` where nothing is scored any more for this person. */
export function refuseUsedUp(split: HeldOutSplit, used: Used, units: number): void {
  if (split.openedAt)
    throw new AppError('rule', 'The held-out split was opened: its labels go out with releases, and nothing is scored.')
  const { perPerson, inAll } = limitsOf(split, units)
  if (used.own >= perPerson)
    throw new AppError(
      'rule',
      `You have had ${counted(used.own, 'submission')} scored, and the limit of one person is ${perPerson}.`,
    )
  if (used.all >= inAll)
    throw new AppError(
      'rule',
      `All people together have had ${counted(used.all, 'submission')} scored, and their limit for this split is ${inAll}.`,
    )
}

export const splitOf = async (tx: Tx, projectId: string): Promise<HeldOutSplit> =>
  found(await tx.heldOutSplit.findUnique({ where: { projectId } }))
