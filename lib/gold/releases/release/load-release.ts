/** Where commands about releases begin. */
import 'server-only'
import type { Release } from '@/generated/prisma/client'
import type { Actor } from '@/lib/platform/policy/actor'
import type { Tx } from '@/lib/platform/server/db'
import { AppError, found } from '@/lib/platform/server/errors'
import { authorizeProject, type LoadedProject, loadProject, refuseArchived } from '@/lib/workspace/projects/queries'

const MANAGERS = 'Releases are made by managers of the project.'

/** The project for whoever makes releases, with its row held, so that nobody makes one at the same time. */
export async function loadMaker(tx: Tx, actor: Actor, projectId: string): Promise<LoadedProject> {
  const project = await loadProject(tx, actor, projectId, { lock: 'change' })
  authorizeProject('project.manage', project, MANAGERS)
  refuseArchived(project)
  return project
}

/** The project for whoever reads releases: what they hold can be downloaded. */
export async function loadReader(tx: Tx, actor: Actor, projectId: string): Promise<LoadedProject> {
  const project = await loadProject(tx, actor, projectId)
  authorizeProject('project.export', project, 'Releases are for managers, reviewers and viewers of a project.')
  return project
}

export interface ReleaseParams {
  projectId: string
  number: number
}

export async function findRelease(tx: Tx, { projectId, number }: ReleaseParams): Promise<Release> {
  const release = await tx.release.findUnique({ where: { projectId_number: { projectId, number } } })
  return found(release, 'There is no release of that number.')
}

/** @throws `gone` of a withdrawn release, with why, and what its readers are told */
export async function refuseWithdrawn(tx: Tx, { id, number }: Pick<Release, 'id' | 'number'>): Promise<void> {
  const withdrawal = await tx.withdrawal.findUnique({ where: { releaseId: id } })
  if (withdrawal)
    throw new AppError('gone', `Release ${number} was withdrawn: ${withdrawal.reason}. ${withdrawal.erratum}`)
}
