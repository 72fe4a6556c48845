import 'server-only'
import type { Actor } from '@/lib/platform/policy/actor'
import { prisma } from '@/lib/platform/server/db'
import { AppError } from '@/lib/platform/server/errors'
import { fileNameOf } from '@/lib/platform/server/streams/file-name'
import { recordProjectAnswerReads } from '@/lib/workspace/tasks/record-project-answer-reads'
import { archiveResponse, fileResponse } from './archive/stream-archive'
import { findRelease, loadReader, type ReleaseParams, refuseWithdrawn } from './load-release'
import { nameOnCard } from './present'

/** All files of a release in one archive; with it one reads the answers in them, which is noted before they leave. */
export async function downloadRelease(actor: Actor, params: ReleaseParams): Promise<Response> {
  const release = await readyFor(actor, params)
  return noted(actor, params, await archiveResponse(release, archiveName(release)))
}

/** One of them; asking for one that there is not is no reading. */
export async function downloadReleaseFile(actor: Actor, params: ReleaseParams, path: string): Promise<Response> {
  const release = await readyFor(actor, params)
  return noted(actor, params, await fileResponse(release, path, (leaf) => leaf))
}

async function readyFor(actor: Actor, params: ReleaseParams) {
  await loadReader(prisma(), actor, params.projectId)
  const release = await findRelease(prisma(), params)
  if (release.state !== 'ready') throw new AppError('conflict', 'This release is not ready: wait until it is built.')
  await refuseWithdrawn(prisma(), release)
  return release
}

/** Nothing of the response has left before that is written down. */
async function noted(actor: Actor, params: ReleaseParams, response: Response): Promise<Response> {
  await recordProjectAnswerReads(actor, params.projectId, 'released', `release ${params.number}`)
  return response
}

/** By the name on its card, which never changes. */
export const archiveName = ({ card, number }: { card: unknown; number: number }): string =>
  fileNameOf(nameOnCard(card), `v${number}`, 'zip')
