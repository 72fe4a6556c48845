/** What differs between any two releases of a project. */
import 'server-only'
import type { Release } from '@/generated/prisma/client'
import { ChangeTally, comparePortions, compareReleases } from '@/lib/gold/releases/release/build/compare-releases'
import { NATIVE_PATH } from '@/lib/gold/releases/release/build/data-files'
import { previousRelease } from '@/lib/gold/releases/release/build/previous-release'
import { readStoredLines } from '@/lib/gold/releases/release/build/read-stored'
import type { Change, ReleaseComparison } from '@/lib/gold/releases/release/contract'
import { findRelease, loadReader, type ReleaseParams } from '@/lib/gold/releases/release/load-release'
import { calculation } from '@/lib/platform/foreign/calculate'
import type { Actor } from '@/lib/platform/policy/actor'
import { prisma } from '@/lib/platform/server/db'
import { AppError } from '@/lib/platform/server/errors'
import { recordProjectAnswerReads } from '@/lib/workspace/tasks/record-project-answer-reads'

/** How many changes a page shows; all are in the file. */
const SHOWN_CHANGES = 200

/** Both releases in order of time: what the second holds otherwise than the first. */
export interface Pair {
  before: Release
  after: Release
}

/**
 * Counts all changes and tells the first of them. `since`: the release that is compared with; without it the one before, and
 * of the first release itself. What is read is noted first, as for a download.
 */
export async function compareTwoReleases(
  actor: Actor,
  params: ReleaseParams,
  since?: number,
  signal?: AbortSignal,
): Promise<ReleaseComparison> {
  const project = await loadReader(prisma(), actor, params.projectId)
  const pair = await pairOf(params, since)
  await noteReading(actor, params, pair)
  const tally = new ChangeTally(SHOWN_CHANGES)
  for await (const change of changesBetween(pair, signal)) {
    signal?.throwIfAborted()
    tally.count(change)
  }
  const ready = await prisma().release.findMany({
    where: { projectId: params.projectId, state: 'ready' },
    orderBy: { number: 'desc' },
    select: { number: true },
  })
  return {
    project: { id: project.id, name: project.name },
    number: params.number,
    since: pair.before.number,
    others: ready.map(({ number }) => number).filter((number) => number !== params.number),
    changes: tally.counts,
    shownChanges: tally.first,
  }
}

/** The two releases; both must be built. Throws not-found and conflict. */
export async function pairOf(params: ReleaseParams, requestedSince: number | undefined): Promise<Pair> {
  const { projectId, number } = params
  const since = requestedSince ?? (await previousRelease(projectId, number))?.number ?? number
  const [before, after] = [
    await findRelease(prisma(), { projectId, number: since }),
    await findRelease(prisma(), params),
  ]
  for (const release of [before, after])
    if (release.state !== 'ready')
      throw new AppError('conflict', `Release ${release.number} is not ready: wait until it is built.`)
  return { before, after }
}

/** Notes who reads what both releases say of gold and of people's labels. */
export const noteReading = (actor: Actor, { projectId }: ReleaseParams, { before, after }: Pair): Promise<void> =>
  recordProjectAnswerReads(actor, projectId, 'released', `changes from release ${before.number} to ${after.number}`)

const lengthOf = (lines: readonly string[]): number => lines.reduce((sum, { length }) => sum + length, 0)
/** A character of a line takes about as long as ten steps. */
const compareApart = calculation(
  'release-changes',
  comparePortions,
  ({ before, now }) => 10 * (lengthOf(before) + lengthOf(now)),
)

/** What the later release holds otherwise, in the order of its lines: compared apart, so that others are answered meanwhile. */
export const changesBetween = ({ before, after }: Pair, signal?: AbortSignal): AsyncGenerator<Change> =>
  compareReleases(readStoredLines(before.id, NATIVE_PATH), readStoredLines(after.id, NATIVE_PATH), (portions) =>
    compareApart(portions, signal),
  )
