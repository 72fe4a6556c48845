import 'server-only'
import type { Actor } from '@/lib/platform/policy/actor'
import { prisma } from '@/lib/platform/server/db'
import { env } from '@/lib/platform/server/env'
import { AppError } from '@/lib/platform/server/errors'
import type { GroupMapping, MappingList } from './contract'

const nameQuery = { orderBy: [{ name: 'asc' as const }, { id: 'asc' as const }], select: { id: true, name: true } }

/** All mappings, for administrators. */
export async function listMappings(actor: Actor): Promise<MappingList> {
  if (!actor.isAdmin) throw new AppError('forbidden', 'Only administrators map groups.')
  const [rows, grants, projects, teams] = await Promise.all([
    prisma().groupMapping.findMany({
      orderBy: [{ group: 'asc' }, { id: 'asc' }],
      include: { project: { select: nameQuery.select }, team: { select: nameQuery.select } },
    }),
    prisma().groupGrant.findMany({
      where: { byHand: false },
      select: { projectId: true, teamId: true, role: true, administrator: true },
    }),
    prisma().project.findMany({ ...nameQuery, where: { shadowOf: null, archivedAt: null } }),
    prisma().team.findMany(nameQuery),
  ])
  const mappings = rows.map(({ id, group, project, team, role, projectId, teamId, administrator }): GroupMapping => {
    const people = grants.filter(
      (grant) =>
        grant.projectId === projectId &&
        grant.teamId === teamId &&
        grant.role === role &&
        grant.administrator === administrator,
    ).length
    if (project && role) return { id, group, gives: { kind: 'project', project, role }, people }
    if (team) return { id, group, gives: { kind: 'team', team }, people }
    return { id, group, gives: { kind: 'administrator' }, people }
  })
  return { mappings, claim: env().OIDC_GROUPS_CLAIM ?? null, projects, teams }
}
