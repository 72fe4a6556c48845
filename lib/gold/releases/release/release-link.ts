/** The secret link of a release's public page: made by managers, kept as a hash, closed again at any time. */
import 'server-only'
import { randomBytes } from 'node:crypto'
import { record } from '@/lib/platform/events/record'
import type { Actor } from '@/lib/platform/policy/actor'
import { transaction } from '@/lib/platform/server/db'
import { AppError } from '@/lib/platform/server/errors'
import { sha256 } from '@/lib/platform/server/identify'
import { authorizeProject, loadProject } from '@/lib/workspace/projects/queries'
import { findRelease, loadMaker, type ReleaseParams } from './load-release'

/** Makes the link, which is told this once; an earlier one leads nowhere from now on. */
export async function makeReleaseLink(
  actor: Actor,
  params: ReleaseParams,
): Promise<{ secret: string; path: string; linkMadeAt: string }> {
  const { projectId, number } = params
  const secret = randomBytes(32).toString('base64url')
  const linkMadeAt = new Date()
  await transaction(async (tx) => {
    await loadMaker(tx, actor, projectId)
    const { id, state } = await findRelease(tx, params)
    if (state !== 'ready') throw new AppError('conflict', 'This release is not ready: wait until it is built.')
    await tx.release.update({ where: { id }, data: { linkHash: sha256(secret), linkMadeAt } })
    await record(tx, 'release.link_made', { actorId: actor.userId, projectId }, { number })
  })
  return { secret, path: `/r/${secret}`, linkMadeAt: linkMadeAt.toISOString() }
}

/** Closes the page, of archived projects too. */
export async function revokeReleaseLink(actor: Actor, params: ReleaseParams): Promise<void> {
  const { projectId, number } = params
  await transaction(async (tx) => {
    const project = await loadProject(tx, actor, projectId, { lock: 'change' })
    authorizeProject('project.manage', project, 'Public pages are closed by managers of the project.')
    const { id, linkHash } = await findRelease(tx, params)
    if (linkHash === null) return
    await tx.release.update({ where: { id }, data: { linkHash: null, linkMadeAt: null } })
    await record(tx, 'release.link_revoked', { actorId: actor.userId, projectId }, { number })
  })
}
