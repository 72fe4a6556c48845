import 'server-only'
import type { Actor } from '@/lib/platform/policy/actor'
import { prisma, type Tx } from '@/lib/platform/server/db'
import { mayCreateProjects } from '@/lib/workspace/users/rules'
import type { WorkspaceAbilities } from './contract'

/** What the actor may do outside of any project at this moment: a right that was taken holds no longer. */
export async function getWorkspaceAbilities(actor: Actor, tx: Tx = prisma()): Promise<WorkspaceAbilities> {
  const select = { isAdmin: true, canCreateProjects: true }
  const user = await tx.user.findFirst({ where: { id: actor.userId, deactivatedAt: null }, select })
  return { createProjects: user !== null && mayCreateProjects(user) }
}
