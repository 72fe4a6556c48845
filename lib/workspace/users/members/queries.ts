import 'server-only'
import type { Actor } from '@/lib/platform/policy/actor'
import { canProject } from '@/lib/platform/policy/can'
import { prisma } from '@/lib/platform/server/db'
import { AppError } from '@/lib/platform/server/errors'
import type { MemberList } from './contract'
import { loadProjectSubject } from './load-project'
import { memberSelect, presentMember } from './present'

/** A project's members by name, for managers and reviewers; how far anybody has come is not said here. */
export async function listMembers(actor: Actor, projectId: string): Promise<MemberList> {
  const subject = await loadProjectSubject(prisma(), actor, projectId)
  if (!canProject('members.view', subject))
    throw new AppError('forbidden', 'Only managers and reviewers see the members.')
  const manage = canProject('project.manage', subject)
  const rows = await prisma().membership.findMany({
    where: { projectId },
    select: memberSelect,
    orderBy: [{ user: { name: 'asc' } }, { userId: 'asc' }],
  })
  return { members: rows.map((row) => presentMember(row, { email: manage })), abilities: { manage } }
}
