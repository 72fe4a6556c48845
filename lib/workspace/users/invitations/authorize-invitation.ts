import 'server-only'
import type { Actor } from '@/lib/platform/policy/actor'
import type { Tx } from '@/lib/platform/server/db'
import { AppError } from '@/lib/platform/server/errors'
import { loadManagedProject } from '@/lib/workspace/users/members/load-project'

interface Promised {
  projectId: string | null
  isAdmin: boolean
  canCreateProjects: boolean
}

const ONE_DAY_MS = 24 * 60 * 60 * 1000

/**
 * Managers invite to their projects; administrators also to no project, with the right to create projects, or as
 * administrators, which a personal token cannot do.
 */
export async function authorizeInvitation(tx: Tx, actor: Actor, promised: Promised): Promise<void> {
  const { projectId, isAdmin, canCreateProjects } = promised
  if (projectId) await loadManagedProject(tx, actor, projectId)
  else if (!actor.isAdmin) throw new AppError('forbidden', 'Only administrators invite people without a project.')
  if (isAdmin && !(actor.isAdmin && actor.via === 'session'))
    throw new AppError('forbidden', 'Only administrators who are signed in invite administrators.')
  if (canCreateProjects && !actor.isAdmin)
    throw new AppError('forbidden', 'Only administrators give the right to create projects.')
}

export const inDays = (days: number): Date => new Date(Date.now() + days * ONE_DAY_MS)
