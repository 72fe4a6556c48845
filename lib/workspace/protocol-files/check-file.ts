import 'server-only'
import type { Actor } from '@/lib/platform/policy/actor'
import { prisma } from '@/lib/platform/server/db'
import { AppError } from '@/lib/platform/server/errors'
import { getWorkspaceAbilities } from '@/lib/workspace/projects/queries'
import { NO_PROJECT_CREATION } from '@/lib/workspace/users/rules'
import { checkApart } from './check-apart'
import type { FileCheckView, ProtocolFileBody } from './contract'

/** Checks a file for those who may publish it; nothing is kept. Errors: `forbidden`. */
export async function checkProtocolFile(actor: Actor, file: ProtocolFileBody): Promise<FileCheckView> {
  if (!(await getWorkspaceAbilities(actor, prisma())).createProjects)
    throw new AppError('forbidden', NO_PROJECT_CREATION)
  return checkApart(file)
}
