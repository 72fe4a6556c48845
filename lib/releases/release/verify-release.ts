import 'server-only'
import type { Actor } from '@/lib/policy/actor'
import { prisma, transaction } from '@/lib/server/db'
import { AppError } from '@/lib/server/errors'
import { buildRelease } from './build/build-release'
import { NOWHERE } from './build/file-sink'
import { checksumsOf, previousRelease } from './build/previous-release'
import { frozenCardSchema, type Verification } from './contract'
import { findRelease, loadMaker, type ReleaseParams } from './load-release'

/** Makes the release again from today's state, keeping nothing but checksums, and says which files differ. */
export async function verifyRelease(actor: Actor, params: ReleaseParams, signal?: AbortSignal): Promise<Verification> {
  const { projectId, number } = params
  const project = await transaction((tx) => loadMaker(tx, actor, projectId))
  const release = await findRelease(prisma(), params)
  if (release.state !== 'ready') throw new AppError('conflict', 'This release is not ready: wait until it is built.')
  const given = {
    ...{ number, notes: release.notes, card: frozenCardSchema.parse(release.card) },
    previous: await previousRelease(projectId, number),
  }
  const order = { projectId, protocolId: project.protocolId, given }
  const built = await buildRelease(actor, order, NOWHERE, { signal })
  const made = new Map(built.files.map(({ path, sha256 }) => [path, sha256]))
  const kept = await checksumsOf(release.id)
  const paths = [...new Set([...kept.keys(), ...made.keys()])].sort()
  return {
    identical: built.digest === release.digest,
    digest: built.digest,
    files: paths.map((path) => ({ path, state: stateOf(kept.get(path), made.get(path)) })),
  }
}

function stateOf(kept: string | undefined, made: string | undefined): Verification['files'][number]['state'] {
  if (made === undefined) return 'only in the release'
  if (kept === undefined) return 'only in what would be made now'
  return kept === made ? 'identical' : 'differs'
}
