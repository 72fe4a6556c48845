import 'server-only'
import type { Actor } from '@/lib/platform/policy/actor'
import { prisma } from '@/lib/platform/server/db'
import { loadManagedProject } from '@/lib/workspace/users/members/load-project'
import type { ProjectTeam, ProjectTeams, TeamList } from './contract'
import { readTeamChanges } from './team-changes'
import { managedBy, requireManager, visiblePeopleWhere, visibleTeamsWhere } from './visible'

const byName = [{ name: 'asc' as const }, { id: 'asc' as const }]

/** Teams with those of their people whom the reader sees. Whom else they hold is a number. */
export async function listTeams(actor: Actor): Promise<TeamList> {
  await requireManager(prisma(), actor)
  const visiblePeople = await listVisiblePeople(actor)
  const names = new Map(visiblePeople.map(({ userId, name }) => [userId, name]))
  const rows = await prisma().team.findMany({
    where: visibleTeamsWhere(actor, true),
    orderBy: byName,
    include: {
      createdBy: { select: { name: true } },
      members: { select: { userId: true } },
      projects: {
        where: { project: actor.isAdmin ? {} : managedBy(actor) },
        select: { project: { select: { id: true, name: true } } },
        orderBy: { project: { name: 'asc' } },
      },
    },
  })
  const teams = rows.map((row) => {
    const people = row.members
      .flatMap(({ userId }) => {
        const name = names.get(userId)
        return name === undefined ? [] : [{ userId, name }]
      })
      .toSorted((a, b) => a.name.localeCompare(b.name) || a.userId.localeCompare(b.userId))
    return {
      id: row.id,
      name: row.name,
      shared: row.shared,
      createdBy: row.createdBy.name,
      people,
      others: row.members.length - people.length,
      projects: row.projects.map(({ project }) => project),
      mayChange: actor.isAdmin || row.createdById === actor.userId,
    }
  })
  return { teams, people: visiblePeople, abilities: { share: actor.isAdmin } }
}

/** Addresses are for administrators, and for managers of a project that the person is in. */
async function listVisiblePeople(actor: Actor): Promise<TeamList['people']> {
  const rows = await prisma().user.findMany({
    where: visiblePeopleWhere(actor),
    orderBy: byName,
    select: {
      id: true,
      name: true,
      email: true,
      memberships: { where: { project: managedBy(actor) }, select: { projectId: true }, take: 1 },
    },
  })
  return rows.map(({ id: userId, name, email, memberships }) => ({
    userId,
    name,
    email: actor.isAdmin || memberships.length > 0 ? email : null,
  }))
}

/** The teams of a project with what has changed in them since, for its managers. */
export async function listProjectTeams(actor: Actor, projectId: string): Promise<ProjectTeams> {
  await loadManagedProject(prisma(), actor, projectId)
  const rows = await prisma().projectTeam.findMany({
    where: { projectId },
    orderBy: [{ team: { name: 'asc' } }, { teamId: 'asc' }],
    select: { teamId: true, role: true, team: { select: { name: true, members: { select: { userId: true } } } } },
  })
  const members = new Set(
    (await prisma().membership.findMany({ where: { projectId }, select: { userId: true } })).map(
      ({ userId }) => userId,
    ),
  )
  const teams: ProjectTeam[] = []
  for (const { teamId, role, team } of rows) {
    const userIds = team.members.map(({ userId }) => userId).filter((userId) => members.has(userId))
    teams.push({ teamId, name: team.name, role, userIds, changes: await presentChanges(actor, projectId, teamId) })
  }
  const used = rows.map(({ teamId }) => teamId)
  const others = await prisma().team.findMany({
    where: { AND: [visibleTeamsWhere(actor, true), { id: { notIn: used } }] },
    orderBy: byName,
    select: { id: true, name: true, _count: { select: { members: true } } },
  })
  const available = others.map(({ id, name, _count }) => ({ teamId: id, name, size: _count.members }))
  return { teams, available }
}

async function presentChanges(actor: Actor, projectId: string, teamId: string): Promise<ProjectTeam['changes']> {
  const { join, leave, fingerprint } = await readTeamChanges(prisma(), projectId, teamId)
  if (join.length + leave.length === 0) return null
  const peopleQuery = (ids: string[]) => ({
    where: { AND: [{ id: { in: ids } }, ids === leave ? {} : visiblePeopleWhere(actor)] },
    orderBy: byName,
    select: { id: true, name: true },
  })
  const present = (people: { id: string; name: string }[]) => people.map(({ id, name }) => ({ userId: id, name }))
  const joining = present(await prisma().user.findMany(peopleQuery(join)))
  const leaving = present(await prisma().user.findMany(peopleQuery(leave)))
  return { fingerprint, join: { people: joining, others: join.length - joining.length }, leave: leaving }
}
